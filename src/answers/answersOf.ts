import type { Model } from '../../contract/endpoints/records.ts'
import { type FieldSetting, type NodeSetting, settingsOf } from '../../contract/forms/fieldShapes.ts'
import type { Lookups } from '../engine/FieldRules.ts'
import { answerOf } from '../fields/answerOf.ts'
import type { Answer, AnswerDefinition, AnswerKind, Shown } from '../fields/defineAnswer.ts'

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

/** The fields with a wrong answer in all documents among the answers of a record, also inside its lists. */
export const wrongAmong = (answers: readonly Answer[]): string[] =>
  answers.flatMap(({ wrong = [], items = [] }) => [...wrong, ...items.flatMap(wrongAmong)])

/** The answers of a record, in the order of its form. Empty ones are left out. */
export function answersOf(nodes: readonly NodeSetting[], model: Model, lookups: Lookups = {}): Answer[] {
  return nodes.flatMap((node): Answer[] => {
    if (node.type === 'group') return withHeading(node.label, answersOf(node.children, model, lookups))
    // A hidden calculation is a step of another one.
    if (node.visible === false && settingsOf(node.type)?.isDerived) return []
    const attribute = 'attribute' in node ? node.attribute : undefined
    const { shown } = answerOf(node.type) ?? {}
    if (shown === 'none' || attribute === undefined) return []
    // An execution form keeps its values one level down (decision OQ-022).
    const nested = typeof model['model'] === 'object' && model['model'] !== null ? (model['model'] as Model) : {}
    const value = valueAt(model, attribute) ?? valueAt(nested, attribute)
    if (isEmpty(value)) return []
    const base = { key: attribute, label: ('label' in node ? node.label : undefined) ?? attribute.replace(/[_.]+/g, ' ') }
    return [{ ...base, ...shownAs(node, value, lookups, shown) }]
  })
}

/** Groups inside of each other that begin with the same answer share one heading. */
function withHeading(label: string | undefined, answers: readonly Answer[]): Answer[] {
  const [first, ...others] = answers
  if (!first || !label) return [...answers]
  return [{ ...first, heading: first.heading === undefined ? label : `${label} · ${first.heading}` }, ...others]
}

/** How a value is shown. */
function shownAs(node: FieldSetting, value: unknown, lookups: Lookups, shown: AnswerDefinition['shown'] = 'text'): Shown {
  if (typeof shown === 'function') return shown(node as never, value, (nodes, model) => answersOf(nodes, model, lookups))
  return { kind: shown as AnswerKind, value: shown === 'text' ? named(node, value, lookups) : value }
}
