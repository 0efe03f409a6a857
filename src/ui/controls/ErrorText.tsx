import type { ReactNode } from 'react'
import * as controls from './controls.module.css'

interface ErrorTextProps {
  readonly id?: string | undefined
  /** The text is part of what is shown from the start, or the focus leads to it: it is not announced by itself. */
  readonly isQuiet?: boolean
  readonly children: ReactNode
}

/** What is wrong, announced when it appears. A control names it with `aria-describedby`. */
export function ErrorText({ id, isQuiet = false, children }: ErrorTextProps) {
  return (
    <p className={controls.error} id={id} role={isQuiet ? undefined : 'alert'}>
      {children}
    </p>
  )
}
