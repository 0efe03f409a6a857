import type { ReactNode } from 'react'

/** What is wrong, announced when it appears. A control names it with `aria-describedby`. */
export function ErrorText({ id, children }: { readonly id?: string | undefined; readonly children: ReactNode }) {
  return (
    <p className="m-error" id={id} role="alert">
      {children}
    </p>
  )
}
