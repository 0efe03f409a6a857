import { choiceNames } from '../../../contract/forms/options/choiceNames.ts'
import type { ChoiceOption } from '../../../contract/forms/fieldBase.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules, Lookups } from '../../engine/FieldRules.ts'

export interface Option {
  readonly name: string
  /** The stored value. */
  readonly value: string | number | boolean
  readonly description?: string | undefined
  readonly status?: string | undefined
  readonly default?: boolean | undefined
  readonly all?: boolean | undefined
  /** Stays at the top of a long list, for every search text. */
  readonly fixed?: boolean | undefined
  /** For the option filter. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined
}

type ChoiceSetting = Pick<FieldSetting<'enum'>, 'options' | 'lookup'>

/** Longer lists open the list picker. */
export const mostInList = 30

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

const isStorable = (value: unknown): value is Option['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Reads an option from an entry of options, a lookup or an options path; undefined if it cannot be read. */
export function optionOf(entry: unknown, label = 'name', value = 'value'): Option | undefined {
  if (isStorable(entry)) return { name: String(entry), value: entry }
  if (typeof entry !== 'object' || entry === null) return undefined
  const item = entry as Record<string, unknown>
  const stored = item[value] ?? item['id'] ?? item['key']
  const shown = item[label] ?? item['label'] ?? item['name'] ?? stored
  if (shown == null || typeof shown === 'object') return undefined
  return {
    name: String(shown),
    value: isStorable(stored) ? stored : String(shown),
    description: text(item['description']),
    status: text(item['status']),
    default: item['default'] === true,
    all: item['all'] === true,
    attributes: (item['attributes'] ?? item) as Record<string, unknown>,
  }
}

const named = (option: ChoiceOption): Option => ({ ...option, value: option.value ?? option.name })

/** The options of a setting: its own and those of its lookup. */
export function optionsOf(setting: ChoiceSetting, lookups: Lookups): readonly Option[] {
  const own = (setting.options ?? []).map((option) => (typeof option === 'string' ? { name: option, value: option } : named(option)))
  const listed = (setting.lookup === undefined ? [] : (lookups[setting.lookup] ?? [])).map(
    ({ id, label, attributes }): Option => ({
      name: label,
      value: id,
      description: text(attributes?.['description']),
      status: text(attributes?.['status']),
      attributes,
    }),
  )
  return [...own, ...listed]
}

/**
 * The options in an answer of an options path: in the named attribute, otherwise the list itself or the
 * values of an object.
 */
export function itemsOf(answer: unknown, path: NonNullable<FieldSetting<'enum'>['optionsPath']>): readonly Option[] {
  const found = path.attribute
    ? path.attribute.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined | null)?.[name], answer)
    : answer
  return entriesIn(found)
    .map((item) => optionOf(item, path.label, path.value))
    .filter((option) => option !== undefined)
}

function entriesIn(found: unknown): readonly unknown[] {
  if (Array.isArray(found)) return found
  return typeof found === 'object' && found !== null ? Object.values(found) : []
}

const same = (option: Option, value: unknown) => option.value === value || String(option.value) === String(value)

export const optionFor = (options: readonly Option[], value: unknown): Option | undefined =>
  value == null || value === '' ? undefined : options.find((option) => same(option, value))

/** The option with this value, otherwise the one with this name. */
export const entryFor = (options: readonly Option[], value: unknown): Option | undefined =>
  optionFor(options, value) ?? options.find(({ name }) => name === value)

/**
 * deficient, non_conforming and no mean the same; so do yes and conforming, and not_applicable and n/a
 * (decision OQ-025).
 */
const meanings: ReadonlyMap<unknown, 'yes' | 'no' | 'n/a'> = new Map([
  ['yes', 'yes'],
  ['conforming', 'yes'],
  ['no', 'no'],
  ['non_conforming', 'no'],
  ['deficient', 'no'],
  ['not_applicable', 'n/a'],
  ['n/a', 'n/a'],
])

/**
 * Replaces a value that is none of the options (spec/1 §4.11): with the option that matches the parent's
 * status, because that is the user's answer; without such a status, with the default option.
 */
export function fallbackFor(options: readonly Option[], status: unknown): Option | undefined {
  const meant = meanings.get(status)
  return (meant && options.find((option) => meanings.get(option.status) === meant)) || options.find((option) => option.default)
}

/**
 * A `statusAttribute` without a dot is a sibling of the field's own attribute; with a dot it is a full path.
 */
export function statusPath(attribute: string, statusAttribute: string): string {
  const parent = attribute.split('.').slice(0, -1)
  return statusAttribute.includes('.') ? statusAttribute : [...parent, statusAttribute].join('.')
}

/** The answers that the chosen option fills in, by attribute. An option without such a value leaves them as they are. */
export const filledBy = ({ fills = {} }: Pick<FieldSetting<'enum'>, 'fills'>, option: Option | undefined): [string, Option['value']][] =>
  Object.entries(fills).flatMap(([attribute, from]): [string, Option['value']][] => {
    const value = option?.attributes?.[from]
    return isStorable(value) && value !== '' ? [[attribute, value]] : []
  })

const defaultValue = (setting: ChoiceSetting & { default?: unknown }, lookups: Lookups) =>
  setting.default ?? optionsOf(setting, lookups).find((option) => option.default)?.value

export const rules: FieldRules<FieldSetting<'enum' | 'valueenum'>> = {
  empty: (value) => value === undefined || value === null || (typeof value === 'string' && value.trim() === ''),
  initial: defaultValue,
  stored: (text, setting, lookups) => entryFor(optionsOf(setting, lookups), text)?.value ?? text,
  names: choiceNames,
  beside: ({ attribute, statusAttribute }) => (statusAttribute === undefined ? [] : [statusPath(attribute, statusAttribute)]),
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value == null || value === '' ? [] : [value]
}

/**
 * The list after a press: the all-option clears the others and they clear it; an empty list becomes the
 * default option.
 */
export function listAfter(value: unknown, pressed: Option, chosen: boolean, options: readonly Option[]): unknown[] {
  const now = listOf(value).filter((each) => !same(pressed, each))
  const all = options.filter((option) => option.all)
  let next: unknown[]
  if (!chosen) next = now
  else if (pressed.all) next = [pressed.value]
  else next = [...now.filter((each) => !all.some((option) => same(option, each))), pressed.value]
  if (next.length === 0) {
    const byDefault = options.find((option) => option.default)
    return byDefault ? [byDefault.value] : []
  }
  const place = (each: unknown) => {
    const index = options.findIndex((option) => same(option, each))
    return index < 0 ? options.length : index
  }
  return next.sort((a, b) => place(a) - place(b))
}

/** The list after a pick of several options: the same rules, as if pressed one after the other. */
export const listFrom = (picked: readonly Option[], options: readonly Option[]): unknown[] =>
  picked.reduce<unknown[]>((list, option) => listAfter(list, option, true, options), [])

export const listRules: FieldRules<FieldSetting<'listenum'>> = {
  empty: (value) => listOf(value).length === 0,
  initial(setting, lookups) {
    const value = defaultValue(setting, lookups)
    return value === undefined ? undefined : listOf(value)
  },
  names: choiceNames,
}
