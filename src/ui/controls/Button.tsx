import { chakra } from '../chakra.ts'
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { buttonRecipe } from '../theme/recipes.ts'

const Root = chakra('button', buttonRecipe)

const Bar = chakra('span', {
  base: {
    position: 'absolute',
    insetInline: '0',
    bottom: '0',
    height: '4px',
    overflow: 'hidden',
    bg: 'color-mix(in srgb, currentColor 22%, transparent)',
    _after: {
      content: '""',
      position: 'absolute',
      insetBlock: '0',
      width: '40%',
      bg: 'currentColor',
      animation: 'm-slide 1.1s ease-in-out infinite',
    },
  },
})

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'children'> {
  readonly children?: ReactNode
  /**
   * While a returned promise is pending, the button is disabled and shows a progress bar; its errors reach
   * the error boundary's handlers.
   */
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  readonly icon?: IconName | undefined
  readonly size?: 'site' | 'desk' | undefined
  readonly full?: boolean | undefined
  readonly busy?: boolean | undefined
  readonly square?: boolean | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

export function Button({
  children,
  onClick,
  kind = 'plain',
  icon,
  size = 'site',
  full,
  busy,
  square,
  disabled,
  type,
  onFocus,
  onBlur,
  ...rest
}: ButtonProps) {
  const [running, setRunning] = useState(false)
  const [focused, setFocused] = useState(false)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  const working = running || busy === true
  const off = working || disabled === true

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) return event.preventDefault()
    const result = onClick?.(event)
    if (!isPromise(result)) return
    setRunning(true)
    void result.finally(() => {
      if (alive.current) setRunning(false)
    })
  }

  return (
    <Root
      {...rest}
      type={type ?? 'button'}
      kind={kind}
      size={size}
      full={full === true}
      square={square === true}
      // A browser takes the focus from a disabled element: the focused button only says that it is disabled.
      disabled={off && !focused}
      aria-disabled={(off && focused) || undefined}
      aria-busy={working || undefined}
      onFocus={(event) => {
        setFocused(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setFocused(false)
        onBlur?.(event)
      }}
      onClick={press}
    >
      {icon && <Icon name={icon} size={size === 'desk' ? 18 : 22} />}
      {children}
      {working && <Bar role="progressbar" aria-hidden="true" data-progress />}
    </Root>
  )
}
