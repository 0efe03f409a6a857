import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
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
  const children = nodesIn(ui).filter(isNode)
  if (children.length === 0) return undefined
  return { children, model: modelIn(answer) ?? modelIn(ui) ?? {} }
}

function nodesIn(ui: unknown): readonly unknown[] {
  if (Array.isArray(ui)) return ui
  if (isNode(ui)) return [ui]
  return isObject(ui) && Array.isArray(ui['children']) ? ui['children'] : []
}

const modelIn = (value: unknown): Model | undefined => (isObject(value) && isObject(value['model']) ? value['model'] : undefined)
