import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

/** The first press reveals "Confirm …"; only the second one acts. Leaving it alone or pressing Escape takes the question back. */
export function ConfirmButton({
  label,
  onConfirm,
  ...rest
}: { readonly label: string; readonly onConfirm: () => unknown } & Omit<ButtonProps, 'children' | 'onClick'>) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const confirm = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (asking) confirm.current?.querySelector('button')?.focus()
  }, [asking])

  if (!asking)
    return (
      <Button {...rest} onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  return (
    <span
      ref={confirm}
      style={{ display: rest.full ? 'block' : 'inline-block' }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAsking(false)
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.querySelector('[aria-busy]')) setAsking(false)
      }}
    >
      <Button
        {...rest}
        kind="danger"
        onClick={() => {
          const result = onConfirm()
          if (!(result instanceof Promise)) setAsking(false)
          return result instanceof Promise ? result.finally(() => setAsking(false)) : undefined
        }}
      >
        {t`Confirm ${label}`}
      </Button>
    </span>
  )
}
