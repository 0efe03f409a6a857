import type { FieldSetting, NodeSetting } from '../../../contract/fields.ts'
import type { LookupItem } from '../../../contract/pages.ts'
import type { Model } from '../../../contract/records.ts'

type Lookups = Readonly<Record<string, readonly LookupItem[]>>

type Kind = 'text' | 'yesNo' | 'files' | 'signature' | 'items' | 'time' | 'date' | 'cents'

/** One answer of a record with the label of its form. */
export interface Answer {
  readonly key: string
  readonly label: string
  readonly kind: Kind
  readonly value: unknown
  /** items: the answers of each. */
  readonly items?: readonly (readonly Answer[])[]
}

const silent = new Set([
  'info',
  'textTemplate',
  'validation',
  'save',
  'button',
  'password',
  'calculated',
  'nop',
  'notices',
  'compact-table',
  'mobile-pii',
])

const kinds: Partial<Record<FieldSetting['type'], Kind>> = {
  attachments: 'files',
  'file-attachments': 'files',
  signature: 'signature',
  subForm: 'items',
  toggle: 'yesNo',
  time: 'time',
  alltime: 'time',
  'time-picker': 'time',
  endTime: 'time',
  date: 'date',
  currency: 'cents',
}

export function valueAt(model: Model, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Model)[key] : undefined), model)
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What a chosen value is called; what was typed under "Other" is its own name. */
function named(setting: FieldSetting, value: unknown, lookups: Lookups): unknown {
  if (Array.isArray(value)) return value.map((item) => named(setting, item, lookups)).join(', ')
  if ('lookup' in setting && setting.lookup) return lookups[setting.lookup]?.find((item) => item.id === value)?.label ?? value
  if (!('options' in setting) || !setting.options)
    return typeof value === 'object' && value !== null && 'label' in value ? value.label : value
  const option = setting.options.find((one) => (typeof one === 'string' ? one : (one.value ?? one.name)) === value)
  return option === undefined ? value : typeof option === 'string' ? option : option.name
}

/** The answers that a record holds, in the order of its form. What was left empty is left out. */
export function answersOf(nodes: readonly NodeSetting[], model: Model, lookups: Lookups = {}): Answer[] {
  return nodes.flatMap((node): Answer[] => {
    if (node.type === 'group') return answersOf(node.children, model, lookups)
    const attribute = 'attribute' in node ? node.attribute : undefined
    if (silent.has(node.type) || attribute === undefined) return []
    // An execution form keeps its values one level down (decision OQ-022).
    const nested = typeof model['model'] === 'object' && model['model'] !== null ? (model['model'] as Model) : {}
    const value = valueAt(model, attribute) ?? valueAt(nested, attribute)
    if (isEmpty(value)) return []
    const base = { key: attribute, label: ('label' in node ? node.label : undefined) ?? attribute.replace(/[_.]+/g, ' ') }
    const kind = kinds[node.type] ?? 'text'
    if (kind === 'items' && node.type === 'subForm') {
      const items = Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
      return [{ ...base, kind, value, items: items.map((item) => answersOf(node.subform, item as Model, lookups)) }]
    }
    return [{ ...base, kind, value: kind === 'text' ? named(node, value, lookups) : value }]
  })
}
