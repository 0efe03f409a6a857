import { partOf, textOf } from './expressionValues.ts'
import type { Scope } from './expression.ts'
import type { NodeSetting } from './fieldShapes.ts'
import type { LookupItem } from '../endpoints/pages.ts'
import type { Model } from '../endpoints/records.ts'
import { countSteps } from './stepBudgets.ts'

type Names = ReadonlyMap<string, string>

/**
 * Stored value → the option's label, per attribute; for choices with a stored value that differs from the
 * label.
 */
function optionNames(nodes: readonly NodeSetting[], lookups: Readonly<Record<string, readonly LookupItem[]>>): Map<string, Names> {
  const names = new Map<string, Names>()
  const visit = (node: NodeSetting) => {
    if (node.type === 'group') node.children.forEach(visit)
    if (node.type === 'lookup')
      names.set(node.attribute, new Map((lookups[node.lookup] ?? []).map(({ id, label }) => [id, label] as const)))
    if (node.type === 'staff') names.set(node.attribute, new Map())
    if (node.type !== 'enum' && node.type !== 'valueenum' && node.type !== 'listenum') return
    const options = (node.options ?? []).flatMap((option) =>
      typeof option === 'string' || option.value === undefined ? [] : [[String(option.value), option.name] as const],
    )
    const found = (node.lookup === undefined ? [] : (lookups[node.lookup] ?? [])).map(({ id, label }) => [id, label] as const)
    names.set(node.attribute, new Map([...options, ...found]))
  }
  nodes.forEach(visit)
  return names
}

/**
 * A scope with readable values of a record: a choice gives its option's label, several are joined. For
 * titles; expressions compare stored values.
 */
export function shownAnswers(
  nodes: readonly NodeSetting[],
  model: Model,
  lookups: Readonly<Record<string, readonly LookupItem[]>> = {},
): Scope {
  const names = optionNames(nodes, lookups)
  return (name) => {
    const value = partOf(model, name)
    const options = names.get(name)
    if (!options) return value
    const shown = (one: unknown) => options.get(textOf(one)) ?? entryName(one) ?? textOf(one)
    if (Array.isArray(value)) {
      countSteps(value.length)
      return value.map(shown).join(', ')
    }
    return value === null || value === undefined ? value : shown(value)
  }
}

/** The display name of a person or list entry: its label or name. */
function entryName(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { label, name } = value as { label?: unknown; name?: unknown }
  if (typeof label === 'string') return label
  return typeof name === 'string' ? name : undefined
}
