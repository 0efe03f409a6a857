import { startTransition, useEffect, useState } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { whenIdle } from '../ui/whenIdle.ts'
import { revealOf } from './reveal.ts'

/** Fields rendered before the first paint, and in each idle slice after it. */
const firstWeight = 24
const sliceWeight = 400

export const weightOf = (node: FormNode): number =>
  node.kind === 'group' ? node.children.reduce((sum, child) => sum + weightOf(child), 1) : 1

/**
 * Returns the number of nodes, counted from the first, to render so that the nodes from `start` on have at
 * least `weight` fields; at least one node more than `start`.
 */
export function endOfSlice(nodes: readonly FormNode[], start: number, weight: number): number {
  let end = start
  for (let sum = 0; end < nodes.length && (sum < weight || end === start); end++) sum += weightOf(nodes[end] as FormNode)
  return end
}

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

/**
 * Nodes to render now: the first screen at once, the rest in idle slices, so that a form of 2,000 fields
 * opens as fast as one of 20. `isCut`: there is a rest, and a form that was drawn before the app has it.
 */
export function useIncrementalRender(form: Form, nodes: readonly FormNode[]): readonly [shown: readonly FormNode[], isCut: boolean] {
  const [isDrawn] = useState(() => document.querySelector('#drawn') !== null)
  const [shown, setShown] = useState(() =>
    revealOf(form).everything ? nodes.length : (belowFirstScreen(nodes) ?? endOfSlice(nodes, 0, firstWeight)),
  )
  const rest = shown < nodes.length
  useEffect(() => {
    if (!rest) return
    const { listeners } = revealOf(form)
    const all = () => setShown(nodes.length)
    // A transition, so that input has priority.
    const cancel = whenIdle(() => startTransition(() => setShown((count) => endOfSlice(nodes, count, sliceWeight))), 200)
    listeners.add(all)
    return () => {
      cancel()
      listeners.delete(all)
    }
  }, [form, nodes, rest, shown])
  return [rest ? nodes.slice(0, shown) : nodes, rest && isDrawn]
}
