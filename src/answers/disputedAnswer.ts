import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { bothOf, isObject, valueAtPlace } from '../../contract/rules/merge.ts'
import type { LookupItem } from '../../contract/endpoints/pages.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import { answerOf } from '../fields/answerOf.ts'
import type { Answer } from '../fields/defineAnswer.ts'
import { answersOf } from './answersOf.ts'

type Lookups = Readonly<Record<string, readonly LookupItem[]>>

/** An answer that two people changed, with the label of its form. */
export interface DisputedAnswer {
  /** The question; inside a list, the item before it. */
  readonly label: string
  /** Formats a value for display; undefined when it is empty. */
  shown(value: unknown): Answer | undefined
  /** Combines both values; undefined when that makes no sense. */
  both(mine: unknown, theirs: unknown): unknown
}

interface Place {
  readonly nodes: readonly NodeSetting[]
  readonly place: readonly string[]
  /** The record, for the names of items. */
  readonly record: unknown
  readonly lookups: Lookups
}

const readable = (name: string) => name.replace(/[_.-]+/g, ' ').replace(/^./, (first) => first.toUpperCase())

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The field with this place or with a parent of it. Searches inside groups; the longest attribute wins. */
function nodeAt(nodes: readonly NodeSetting[], place: readonly string[]): { node: NodeSetting; rest: readonly string[] } | undefined {
  for (const node of nodes) {
    const inside = node.type === 'group' ? nodeAt(node.children, place) : undefined
    if (inside) return inside
    const names = 'attribute' in node && typeof node.attribute === 'string' ? node.attribute.split('.') : undefined
    if (names?.every((name, index) => place[index] === name)) return { node, rest: place.slice(names.length) }
  }
  return undefined
}

/** The display name of a list item. */
function itemName(item: unknown): string {
  if (!isObject(item)) return ''
  const name = ['title', 'name', 'vendor', 'filename', 'label'].map((one) => item[one]).find((one) => typeof one === 'string' && one !== '')
  return typeof name === 'string' ? name : ''
}

/** One level of a value without a question in the form, as lines. */
function plainLines(value: unknown): string[] {
  const text = (one: unknown): string =>
    isObject(one)
      ? itemName(one) ||
        Object.values(one)
          .filter((part) => typeof part !== 'object')
          .join(' · ')
      : String(one)
  if (Array.isArray(value)) return value.map(text)
  return isObject(value) ? Object.entries(value).map(([name, part]) => `${readable(name)}: ${text(part)}`) : [String(value)]
}

const plain = (key: string, label: string, value: unknown): Answer =>
  typeof value === 'object' ? { key, label, kind: 'lines', value, lines: () => plainLines(value) } : { key, label, kind: 'text', value }

const inModel = (attribute: string, value: unknown): Model =>
  attribute.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Model

/** For a place that the form has no field for. */
const withoutField = (key: string, label: string): DisputedAnswer => ({
  label,
  shown: plainUnlessEmpty(key, label),
  both: (a, b) => (Array.isArray(a) ? bothOf(a, b) : undefined),
})

const plainUnlessEmpty = (key: string, label: string) => (value: unknown) => (isEmpty(value) ? undefined : plain(key, label, value))

/** The names of a list item and of the field around it. `named`: the item is one of a list, not an attribute. */
const partLabel = (label: string, id: string, item: unknown, named: boolean) => `${label} – ${named ? itemName(item) || id : readable(id)}`

/** The place below the values of the form. An execution form keeps its values one level down (decision OQ-022). */
function startOf(nodes: Place['nodes'], place: Place['place'], record: Place['record']) {
  const nested = place.length > 1 && place[0] === 'model' && !nodeAt(nodes, place)
  return nested ? { way: place.slice(1), from: valueAtPlace(record, ['model']) } : { way: place, from: record }
}

export function disputedAnswer({ nodes, place, record, lookups }: Place): DisputedAnswer {
  const { way, from } = startOf(nodes, place, record)
  const found = nodeAt(nodes, way)
  const key = place.join('.')
  if (!found) return withoutField(key, readable(way.at(-1) ?? ''))
  const { node, rest } = found
  const attribute = 'attribute' in node ? String(node.attribute) : ''
  const label = ('label' in node && node.label) || readable(attribute)
  if (rest.length === 0) {
    const shown = (value: unknown) => {
      if (isEmpty(value)) return undefined
      return answersOf([node], inModel(attribute, value), lookups)[0] ?? plain(key, label, value)
    }
    return { label, shown, both: (mine, theirs) => together(node, mine, theirs) }
  }
  const [id = '', ...inside] = rest
  const item = valueAtPlace(from, [...attribute.split('.'), id])
  const named = Array.isArray(valueAtPlace(from, attribute.split('.'))) || 'subform' in node
  const before = partLabel(label, id, item, named)
  const subform = 'subform' in node ? (node.subform as readonly NodeSetting[] | undefined) : undefined
  if (inside.length > 0) {
    const part = disputedAnswer({ nodes: subform ?? [], place: inside, record: item, lookups })
    return { ...part, label: `${before} – ${part.label}` }
  }
  const shown = (value: unknown) => {
    if (isEmpty(value)) return undefined
    // A whole list item: as the list shows it.
    return answersOf([node], inModel(attribute, [value]), lookups)[0] ?? plain(key, before, value)
  }
  return {
    label: before,
    shown: isObject(item) || named ? shown : plainUnlessEmpty(key, before),
    both: () => undefined,
  }
}

/**
 * Concatenates lists, or multi-line texts; never two signatures, and never more items than the question
 * permits.
 */
function together(node: NodeSetting, mine: unknown, theirs: unknown): unknown {
  const joins = answerOf(node.type)?.joins?.(mine, node as never) ?? typeof mine !== 'string'
  if (!joins) return undefined
  const both = bothOf(mine, theirs)
  const limit = 'limit' in node && typeof node.limit === 'number' ? node.limit : Number.POSITIVE_INFINITY
  if (Array.isArray(both)) return both.length > limit ? undefined : both
  const longest = 'maxLength' in node && typeof node.maxLength === 'number' ? node.maxLength : Number.POSITIVE_INFINITY
  return typeof both === 'string' && both.length > longest ? undefined : both
}
