import type { FormNode } from '../engine/form.ts'

/**
 * The index of the first node below the first screen, while a form is there that was drawn before the app, and that nobody has
 * gone on in; undefined if there is none.
 */
export function belowFirstScreen(nodes: readonly FormNode[]): number | undefined {
  // Groups that public/guard.js builds when a person goes on; their labels begin with the number of the form.
  const late = Array.from(document.querySelectorAll('#drawn section[style*=min-height]'), (group) =>
    group.getAttribute('aria-labelledby')?.replace(/^f\d+-/, ''),
  )
  const index = nodes.findIndex(({ key }) => late.includes(`${key}-label`))
  return index < 0 ? undefined : index
}
