import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

/**
 * The first press shows "Confirm …"; only the second one runs the action. Losing the focus or Escape cancels
 * it.
 */
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
    <span ref={confirm} style={{ display: rest.full ? 'block' : 'inline-block' }}>
      <Button
        {...rest}
        kind="danger"
        onKeyDown={(event) => {
          if (event.key === 'Escape') setAsking(false)
        }}
        onBlur={(event) => {
          if (!event.currentTarget.ariaBusy) setAsking(false)
        }}
        onClick={() => {
          const result = onConfirm()
          if (result instanceof Promise) return result.finally(() => setAsking(false))
          setAsking(false)
          return undefined
        }}
      >
        {t`Confirm ${label}`}
      </Button>
    </span>
  )
}
