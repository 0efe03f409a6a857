import { partOf, textOf } from './expressionValues.ts'
import type { Scope } from './expression.ts'
import type { NodeSetting } from './fieldShapes.ts'
import type { LookupItem } from '../endpoints/pages.ts'
import type { Model } from '../endpoints/records.ts'
import type { OptionNames } from './options/choiceNames.ts'
import { countSteps } from './stepBudgets.ts'

type Lookups = Readonly<Record<string, readonly LookupItem[]>>

/**
 * The `names` of a type: on the server those of its settings, on a device those of its rules. Undefined for a
 * type that stores what people read.
 */
export type NamesOf = (type: string) => ((setting: never, lookups: Lookups) => OptionNames) | undefined

/** Stored value → what people read, per attribute. */
function optionNames(nodes: readonly NodeSetting[], lookups: Lookups, namesOf: NamesOf): Map<string, OptionNames> {
  const names = new Map<string, OptionNames>()
  const visit = (node: NodeSetting) => {
    if (node.type === 'group') node.children.forEach(visit)
    const found = namesOf(node.type)?.(node as never, lookups)
    if (found && 'attribute' in node && node.attribute !== undefined) names.set(node.attribute, found)
  }
  nodes.forEach(visit)
  return names
}

/**
 * A scope with readable values of a record: a choice gives its option's label, several are joined. For
 * titles; expressions compare stored values.
 */
export function shownAnswers(nodes: readonly NodeSetting[], model: Model, lookups: Lookups, namesOf: NamesOf): Scope {
  const names = optionNames(nodes, lookups, namesOf)
  return (name) => {
    const value = partOf(model, name)
    const options = names.get(name)
    return options ? shownValue(value, options) : value
  }
}

/** One answer as people read it. */
export function shownValue(value: unknown, options: OptionNames): unknown {
  const shown = (one: unknown) => options.get(textOf(one)) ?? entryName(one) ?? textOf(one)
  if (Array.isArray(value)) {
    countSteps(value.length)
    return value.map(shown).join(', ')
  }
  return value === null || value === undefined ? value : shown(value)
}

/** The display name of a person or list entry: its label or name. */
function entryName(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { label, name } = value as { label?: unknown; name?: unknown }
  if (typeof label === 'string') return label
  return typeof name === 'string' ? name : undefined
}
