import type { Model } from '../../../../contract/endpoints/records.ts'
import type { Form, FormNode } from '../../../engine/form.ts'
import { copy, readValue, writeValue } from '../../../engine/readValue.ts'
import { answerOf } from '../../../fields/answerOf.ts'
import { walk } from '../saveBody.ts'

/** An answer that does not fit the form: its question is gone, or has another type now. */
export type Leftover = readonly [attribute: string, value: unknown]

/** Written by saves and by the server, never typed: a draft does not restore them. */
const recordAttributes = new Set(['key', 'name', 'timestamp', 'title', 'titleStatus', 'tags', 'deleted'])

const isNothing = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns the answer in the form that the field accepts; undefined if the field does not accept it. */
export function suited({ setting }: FormNode, value: unknown, form: Form): unknown {
  const accepts = answerOf(setting.type)?.accepts
  return accepts ? accepts(value, setting as never, form.lookups) : value
}

/**
 * Splits stored answers into those that fit this form and those that do not. `changed`: the answers were
 * given under other settings, so that each answer is checked; otherwise a half-typed number is no reason to
 * reject it.
 */
export function fitting(form: Form, answers: Model, changed = false): { fits: Model; leftovers: Leftover[] } {
  const nodes = walk(form.nodes)
  // A mobile number has its use in a second attribute; a search has the answers of the form that it found.
  const paths = nodes.flatMap(({ path, rules, setting }) =>
    path === undefined ? [] : [path, ...(rules?.beside?.(setting as never) ?? [])],
  )
  const own = new Set(paths.map((path) => path.split('.')[0] as string))
  const initial = form.initial()
  const fits: Model = {}
  const leftovers: Leftover[] = []
  for (const [attribute, value] of Object.entries(answers)) {
    if (own.has(attribute)) fits[attribute] = value
    else if (recordAttributes.has(attribute) || attribute in initial) continue
    else if (!isNothing(value)) leftovers.push([attribute, value])
  }
  if (!changed) return { fits, leftovers }
  const checked = checkedByType(form, nodes, fits)
  return { fits: checked.fits, leftovers: [...leftovers, ...checked.leftovers] }
}

/** Keeps the answers that their fields accept; an answer that is accepted in part is a leftover, too. */
function checkedByType(form: Form, nodes: readonly FormNode[], answers: Model): { fits: Model; leftovers: Leftover[] } {
  const fits = copy(answers)
  const leftovers: Leftover[] = []
  for (const node of nodes) {
    const value = node.path === undefined ? undefined : readValue(answers, node.path)
    if (node.path === undefined || isNothing(value)) continue
    const suits = suited(node, value, form)
    writeValue(fits, node.path, suits)
    const isShortened = Array.isArray(value) && Array.isArray(suits) && suits.length < value.length
    if (suits === undefined || isShortened) leftovers.push([node.path, value])
  }
  return { fits, leftovers }
}
