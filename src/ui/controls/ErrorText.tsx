import type { ReactNode } from 'react'
import * as controls from './controls.module.css'

/** What is wrong, announced when it appears. A control names it with `aria-describedby`. */
export function ErrorText({ id, children }: { readonly id?: string | undefined; readonly children: ReactNode }) {
  return (
    <p className={controls.error} id={id} role="alert">
      {children}
    </p>
  )
}
