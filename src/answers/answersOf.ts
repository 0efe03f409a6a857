import { entryAttributes } from '../../contract/forms/entryAttributes.ts'
import type { FieldSetting, NodeSetting } from '../../contract/forms/fieldShapes.ts'
import type { LookupItem } from '../../contract/endpoints/pages.ts'
import { type PdfConfig, pdfRecord } from '../../contract/forms/PdfConfig.ts'
import { lessonOf } from '../../contract/rules/progress.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import { answerField, moreFields } from '../fields/arrays/Check.ts'
import type { EntrySetting } from '../fields/arrays/entryFields.ts'
import { entryWords } from '../fields/arrays/entryWords.ts'

type Lookups = Readonly<Record<string, readonly LookupItem[]>>

type Kind = 'text' | 'yesNo' | 'files' | 'signature' | 'items' | 'lines' | 'time' | 'date' | 'cents'

/** One answer of a record with the label of its form. */
export interface Answer {
  readonly key: string
  readonly label: string
  readonly kind: Kind
  readonly value: unknown
  /** items: the answers of each item. */
  readonly items?: readonly (readonly Answer[])[]
  /** For a filled document: its non-conforming fields, as the record names them. */
  readonly wrong?: readonly string[]
  /** lines: one per entry of a list of people or companies. */
  readonly lines?: (today: string, language: string) => readonly string[]
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
  staffSmsContact: 'lines',
  vendorSmsContact: 'lines',
  vendor: 'lines',
  checkout: 'lines',
  preflight: 'items',
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

/** The label of a chosen value; a text typed under "Other" is its own label. */
function named(setting: FieldSetting, value: unknown, lookups: Lookups): unknown {
  if (Array.isArray(value)) return value.map((item) => named(setting, item, lookups)).join(', ')
  if ('lookup' in setting && setting.lookup) return lookups[setting.lookup]?.find((item) => item.id === value)?.label ?? value
  if (!('options' in setting) || !setting.options)
    return typeof value === 'object' && value !== null && 'label' in value ? value.label : value
  const option = setting.options.find((one) => (typeof one === 'string' ? one : (one.value ?? one.name)) === value)
  if (option === undefined) return value
  return typeof option === 'string' ? option : option.name
}

/**
 * Labels of the fields with an answer that breaks a rule of the document. Devices store the label, other
 * programs the field name of the file.
 */
export function wrongIn(marked: unknown, config: Pick<PdfConfig, 'fieldTooltips'> | undefined): string[] {
  const names = Array.isArray(marked) ? marked.filter((name): name is string => typeof name === 'string' && name !== '') : []
  return names.map((name) => config?.fieldTooltips?.[name] ?? name)
}

/** The same for all documents among the answers of a record, also inside its lists. */
export const wrongAmong = (answers: readonly Answer[]): string[] =>
  answers.flatMap(({ wrong = [], items = [] }) => [...wrong, ...items.flatMap(wrongAmong)])

/** The answers of a record, in the order of its form. Empty ones are left out. */
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
    return [{ ...base, ...shownAs(node, value, lookups) }]
  })
}

/** How a value is shown. */
function shownAs(node: Exclude<NodeSetting, { type: 'group' }>, value: unknown, lookups: Lookups): Omit<Answer, 'key' | 'label'> {
  const document = node.type === 'pdf' ? filledDocument(value as Model, node.form) : undefined
  if (document) return document
  // Readers want the share that was watched or read, not which seconds.
  if (node.type === 'video' || node.type === 'pdf') return { kind: 'text', value: `${Math.floor(lessonOf(value).watchedPercent * 100)}%` }
  const kind = kinds[node.type as FieldSetting['type']] ?? 'text'
  if (kind === 'items' || kind === 'lines') {
    const items = Array.isArray(value) ? value.filter((item): item is Model => typeof item === 'object' && item !== null) : []
    return { value, ...entriesOf(node, items, lookups) }
  }
  return { kind, value: kind === 'text' ? named(node as FieldSetting, value, lookups) : value }
}

/** A filled document, with its attachments; undefined for one that was only read. */
function filledDocument(answer: Model, config: Pick<PdfConfig, 'fieldTooltips'> | undefined): Omit<Answer, 'key' | 'label'> | undefined {
  const filled = answer[pdfRecord.file]
  if (!Array.isArray(filled) || filled.length === 0) return undefined
  const beside = answer[pdfRecord.attachments]
  const wrong = wrongIn(answer[pdfRecord.nonConforming], config)
  return {
    kind: 'files',
    value: [...filled, ...(Array.isArray(beside) ? beside : [])] as unknown[],
    ...(wrong.length > 0 && { wrong }),
  }
}

/** The entries of a list: each with its own answers, or as one line when the form has no fields for them. */
function entriesOf(node: NodeSetting, items: readonly Model[], lookups: Lookups): Pick<Answer, 'kind' | 'items' | 'lines'> {
  if (node.type === 'preflight') {
    const checks = new Map(node.checks?.map((check) => [check.name, check]))
    const answered = items.flatMap((item) => {
      const check = checks.get(String(item['name'])) ?? { name: String(item['name']) }
      return item['answer'] === undefined ? [] : [answersOf([answerField(check), ...moreFields(check)], item, lookups)]
    })
    return { kind: 'items', items: answered }
  }
  const subform = 'subform' in node ? node.subform : undefined
  if (subform || !isEntryList(node)) return { kind: 'items', items: items.map((item) => answersOf(subform ?? [], item, lookups)) }
  return { kind: 'lines', lines: (today, language) => items.map((item) => entryWords(node, item, today, language)) }
}

const isEntryList = (node: NodeSetting): node is EntrySetting => Object.hasOwn(entryAttributes, node.type)
