import { t } from '@lingui/core/macro'
import type { FieldSetting, NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { Form, FormNode } from '../../engine/form.ts'

export type Item = Model

/** The list that the field stores; any other value counts as an empty list. */
export const itemsOf = (value: unknown): readonly Item[] =>
  Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'object' && item !== null ? (item as Item) : {})) : []

export const without = (items: readonly Item[], index: number): Item[] => items.filter((_, at) => at !== index)
export const replaced = (items: readonly Item[], index: number, item: Item): Item[] =>
  index < items.length ? items.map((old, at) => (at === index ? item : old)) : [...items, item]

const part = (item: Item, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Item)[name] : undefined), item)

/** Trimmed and in lower case (decision OQ-065). */
function plain(value: unknown): string {
  if (value == null) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim().toLowerCase()
}

/** Comparison key of an item; undefined if all its attributes are empty. */
export function identityOf(item: Item, attributes: readonly string[] = []): string | undefined {
  const parts = attributes.map((path) => plain(part(item, path)))
  return parts.every((one) => one === '') ? undefined : JSON.stringify(parts)
}

/** Index of another item with the same attributes; -1 if there is none, or nothing to compare. */
export function duplicateOf(items: readonly Item[], index: number, item: Item, attributes: readonly string[] = []): number {
  const key = identityOf(item, attributes)
  return key === undefined ? -1 : items.findIndex((other, at) => at !== index && identityOf(other, attributes) === key)
}

export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The options of every list. */
export type ArraySetting = Omit<FieldSetting<'subForm'>, 'type' | 'subform'>

/** Title of an item: the template, otherwise its title, name or vendor, otherwise "Item n" (spec/1 §5). */
export function titleOf(form: Form, node: FormNode, { itemTitle }: ArraySetting, item: Item, index: number): string {
  const n = index + 1
  const filled = itemTitle === undefined ? '' : form.text(node, itemTitle, item).trim()
  return filled || text(item['title']) || text(item['name']) || text(item['vendor']) || t`Item ${n}`
}

/** Attributes of the sub-form's own fields in reading order, including those in groups. */
export function attributesOf(nodes: readonly NodeSetting[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'group') return attributesOf(node.children)
    return 'attribute' in node && node.attribute !== undefined && node.type !== 'password' ? [node.attribute] : []
  })
}

const plainly = (_: string, value: string) => value

/** The second line of a row: the first answers that are not in the title. */
export function summaryOf(
  item: Item,
  attributes: readonly string[],
  title: string,
  show: (path: string, value: string) => string = plainly,
): string {
  const found: string[] = []
  for (const path of attributes) {
    const value = part(item, path)
    const shown = typeof value === 'number' ? String(value) : show(path, text(value))
    if (shown && !` ${title} `.includes(` ${shown} `)) found.push(shown)
    if (found.length === 3) break
  }
  return found.join(' · ')
}
