import type { NodeSetting } from '../../../contract/forms/fields.ts'
import type { Model } from '../../../contract/endpoints/records.ts'

/** The result of a search: the form to show, and its initial values. */
export interface Found {
  readonly children: readonly NodeSetting[]
  readonly model: Model
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isNode = (value: unknown): value is NodeSetting => isObject(value) && typeof value['type'] === 'string'

/**
 * Parses an answer: `ui` is a form, a list of its fields, or one field; `model` is next to it or inside.
 * Undefined if nothing was found.
 */
export function foundForm(answer: unknown): Found | undefined {
  const ui = isObject(answer) ? answer['ui'] : undefined
  const listed = Array.isArray(ui) ? ui : isNode(ui) ? [ui] : isObject(ui) && Array.isArray(ui['children']) ? ui['children'] : []
  const children = (listed as unknown[]).filter(isNode)
  if (children.length === 0) return undefined
  const given = isObject(answer) && isObject(answer['model']) ? answer['model'] : isObject(ui) && isObject(ui['model']) ? ui['model'] : {}
  return { children, model: given }
}
