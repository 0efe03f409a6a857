import type { LookupItem } from '../../../../contract/endpoints/pages.ts'
import { checkSettings } from '../../../../contract/forms/checkSettings.ts'
import { fieldTypeNames, type NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import { formJsonSchema } from '../../../../contract/forms/formJsonSchema.ts'
import { isRaw, type Raw } from '../../../../contract/forms/isRaw.ts'
import { createForm } from '../../../engine/form.ts'
import { rulesOf } from '../../../fields/index.ts'
import { fillForm } from '../templates/fillForm.ts'
import { settingExamples } from './settingExamples.ts'

export interface SettingEntry {
  readonly key: string
  readonly isNeeded: boolean
  /** One sentence of the schema, in English. */
  readonly help: string | undefined
  /** What it takes, where that is a fixed list: `list, buttons`, or `every: day, workday, week` for a setting inside. */
  readonly values: readonly string[]
  /** As in a form file: `"limit": 10`. Undefined when there is no example. */
  readonly example: string | undefined
}

/** What the guide says about a type of a part, a group, or the form itself. */
export interface TypeEntry {
  readonly type: string
  readonly description: string
  readonly settings: readonly SettingEntry[]
  /** The part as a form file has it. */
  readonly node: Raw | undefined
  /** What a save stores, after sample answers. */
  readonly record: Raw | undefined
}

type Shapes = Readonly<Record<string, Raw>>
const schema = () => formJsonSchema() as Raw & { readonly definitions: Shapes }

/** All parts of a form file with their type, also those inside others. */
function nodesIn(value: unknown): Raw[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (!isRaw(value)) return []
  return [...(typeof value['type'] === 'string' ? [value] : []), ...['children', 'subform'].flatMap((key) => nodesIn(value[key]))]
}

const shortest = (values: readonly unknown[]): unknown =>
  values.map((value) => ({ value, size: JSON.stringify(value).length })).toSorted((a, b) => a.size - b.size)[0]?.value

/** The fixed values of a setting and of those inside it; not those of parts inside. */
function valuesIn(property: unknown, key = ''): string[] {
  if (!isRaw(property)) return []
  if (Array.isArray(property['enum'])) return [`${key}${property['enum'].map(String).join(', ')}`]
  const alternatives = ['anyOf', 'oneOf'].flatMap((name) => (Array.isArray(property[name]) ? (property[name] as unknown[]) : []))
  const inside = isRaw(property['properties']) ? Object.entries(property['properties']) : []
  return [
    ...[property['items'], ...alternatives].flatMap((part) => valuesIn(part, key)),
    ...inside.flatMap(([name, part]) => valuesIn(part, `${name}: `)),
  ]
}

/** An answer that is short enough for the example of a start value. */
const isShort = (value: unknown) => value !== undefined && JSON.stringify(value).length < 60

function settingsIn(type: string, shape: Raw, nodes: readonly Raw[], answer?: unknown): SettingEntry[] {
  const needed = new Set(Array.isArray(shape['required']) ? shape['required'] : [])
  return Object.entries(isRaw(shape['properties']) ? shape['properties'] : {})
    .filter(([key]) => key !== 'type')
    .map(([key, property]) => {
      const found = shortest(nodes.map((node) => node[key]).filter((value) => value !== undefined))
      const value =
        (needed.has(key) || key === 'attribute' ? nodes[0]?.[key] : undefined) ??
        found ??
        settingExamples[`${type}.${key}`] ??
        (key === 'default' && isShort(answer) ? answer : settingExamples[key])
      const help = isRaw(property) ? property['description'] : undefined
      return {
        key,
        isNeeded: needed.has(key),
        help: typeof help === 'string' ? help : undefined,
        values: [...new Set(valuesIn(property))],
        example: value === undefined ? undefined : `"${key}": ${JSON.stringify(value)}`,
      }
    })
    .toSorted((a, b) => Number(b.isNeeded) - Number(a.isNeeded))
}

/** The record of a part with sample answers. The types of the parts must be loaded. */
function recordOf(node: Raw, lookups: Readonly<Record<string, readonly LookupItem[]>>): Raw | undefined {
  if (typeof node['attribute'] !== 'string') return undefined
  const { visible: _, readOnly: __, ...shown } = node
  const checked = checkSettings({ name: 'Example', children: [shown] })
  const children = (checked.ok ? checked.form.children : [shown]) as NodeSetting[]
  const form = createForm({ settings: { children }, model: {}, lookups, rules: rulesOf })
  fillForm(form, {})
  const model = JSON.parse(JSON.stringify(form.model())) as Raw
  return Object.keys(model).length > 0 ? model : undefined
}

/** Every type with its settings, an example and a record, from the schema and the small forms of the types. */
export function typeEntries(forms: readonly unknown[], lookups: Readonly<Record<string, readonly LookupItem[]>>): readonly TypeEntry[] {
  const { definitions } = schema()
  const nodes = forms.filter(isRaw).flatMap((form) => nodesIn(form['children']))
  return ['group', 'control-group', ...fieldTypeNames].map((type) => {
    const own = nodes.filter((node) => node['type'] === type)
    const shape = definitions[type] ?? {}
    // A set of options is outside of the part.
    const node = own.find((one) => !('optionSet' in one)) ?? own[0]
    const record = node && recordOf(node, lookups)
    return {
      type,
      description: String(shape['description'] ?? ''),
      settings: settingsIn(type, shape, node ? [node, ...own] : own, record?.[String(node?.['attribute'])]),
      node,
      record,
    }
  })
}

/** The settings of the form itself. */
export function formEntry(): TypeEntry {
  return { type: 'form', description: '', settings: settingsIn('form', schema(), []), node: undefined, record: undefined }
}
