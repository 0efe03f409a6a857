import { flushSync } from 'react-dom'
import type { Form, FormNode } from '../engine/form.ts'
import { fieldId } from './fieldId.ts'
import { showPageWith } from './pages/pagesOf.ts'

/** What must be rendered and open, besides what the screen shows by default. */
export interface Reveal {
  /** Render all nodes at once, without idle slices. */
  everything: boolean
  /** Keys of the groups that must be open. */
  readonly groups: Set<string>
  readonly listeners: Set<() => void>
}

const reveals = new WeakMap<Form, Reveal>()

export function revealOf(form: Form): Reveal {
  let reveal = reveals.get(form)
  if (!reveal) {
    reveal = { everything: false, groups: new Set(), listeners: new Set() }
    reveals.set(form, reveal)
  }
  return reveal
}

const focusable =
  'input:not([type=hidden],:disabled),select:not(:disabled),textarea:not(:disabled),button:not(:disabled),a[href],[tabindex]'

/** Renders all nodes; call it in `flushSync`. */
export function revealAll(form: Form): void {
  const reveal = revealOf(form)
  reveal.everything = true
  for (const listener of [...reveal.listeners]) listener()
}

/** Renders and opens everything that hides a node, scrolls it into view and focuses it. */
export function goToNode(form: Form, node: FormNode): void {
  flushSync(() => {
    for (let at = node.parent; at; at = at.parent) revealOf(form).groups.add(at.key)
    revealAll(form)
    showPageWith(form, node)
  })
  const id = fieldId(form, node)
  const control = document.getElementById(id)
  const frame = document.getElementById(`${id}-field`) ?? control
  const target = control?.matches(focusable) ? control : (frame?.querySelector<HTMLElement>(focusable) ?? frame)
  frame?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
