import type { ChoiceOption } from '../../../contract/fieldBase.ts'
import type { FieldSetting } from '../../../contract/fields.ts'
import type { FieldRules, Lookups } from '../../engine/rules.ts'

export interface Option {
  readonly name: string
  /** What is stored. */
  readonly value: string | number | boolean
  readonly description?: string | undefined
  readonly status?: string | undefined
  readonly default?: boolean | undefined
  readonly all?: boolean | undefined
}

type ChoiceSetting = Pick<FieldSetting<'enum'>, 'options' | 'lookup'>

/** Longer lists open the list picker. */
export const mostInList = 30

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** Any entry that options, a lookup or an options path may hold; undefined when nothing can be made of it. */
export function optionOf(entry: unknown, label = 'name', value = 'value'): Option | undefined {
  if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean') return { name: String(entry), value: entry }
  if (typeof entry !== 'object' || entry === null) return undefined
  const item = entry as Record<string, unknown>
  const stored = item[value] ?? item['id'] ?? item['key']
  const shown = item[label] ?? item['label'] ?? item['name'] ?? stored
  if (shown == null || typeof shown === 'object') return undefined
  return {
    name: String(shown),
    value: typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean' ? stored : String(shown),
    description: text(item['description']),
    status: text(item['status']),
    default: item['default'] === true,
    all: item['all'] === true,
  }
}

const named = (option: ChoiceOption): Option => ({ ...option, value: option.value ?? option.name })

/** The options that a setting names itself or by a lookup of the page. */
export function optionsOf(setting: ChoiceSetting, lookups: Lookups): readonly Option[] {
  const own = (setting.options ?? []).map((option) => (typeof option === 'string' ? { name: option, value: option } : named(option)))
  const listed = (setting.lookup === undefined ? [] : (lookups[setting.lookup] ?? [])).map(
    ({ id, label, attributes }): Option => ({
      name: label,
      value: id,
      description: text(attributes?.['description']),
      status: text(attributes?.['status']),
    }),
  )
  return [...own, ...listed]
}

/** The items of an answer of an options path: read from an attribute where one is named, else the list itself or an object's values. */
export function itemsOf(answer: unknown, path: NonNullable<FieldSetting<'enum'>['optionsPath']>): readonly Option[] {
  const found = path.attribute
    ? path.attribute.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined | null)?.[name], answer)
    : answer
  const items = Array.isArray(found) ? found : typeof found === 'object' && found !== null ? Object.values(found) : []
  return items.map((item) => optionOf(item, path.label, path.value)).filter((option) => option !== undefined)
}

const same = (option: Option, value: unknown) => option.value === value || String(option.value) === String(value)

export const optionFor = (options: readonly Option[], value: unknown): Option | undefined =>
  value == null || value === '' ? undefined : options.find((option) => same(option, value))

/** deficient, non_conforming and no are one answer; so are yes and conforming, not_applicable and n/a (decision OQ-025). */
const meaning = (status: unknown) =>
  status === 'yes' || status === 'conforming'
    ? 'yes'
    : status === 'no' || status === 'non_conforming' || status === 'deficient'
      ? 'no'
      : status === 'not_applicable' || status === 'n/a'
        ? 'n/a'
        : undefined

/**
 * What stands for a value that is none of the options (spec/1 §4.11): the option that means what the parent's status says, because
 * that is what somebody answered; without such a status the default option.
 */
export function fallbackFor(options: readonly Option[], status: unknown): Option | undefined {
  const meant = meaning(status)
  return (meant && options.find((option) => meaning(option.status) === meant)) || options.find((option) => option.default)
}

/** `statusAttribute` stands beside the field's own attribute unless it names its whole way. */
export function statusPath(attribute: string, statusAttribute: string): string {
  const parent = attribute.split('.').slice(0, -1)
  return statusAttribute.includes('.') ? statusAttribute : [...parent, statusAttribute].join('.')
}

const defaultValue = (setting: ChoiceSetting & { default?: unknown }, lookups: Lookups) =>
  setting.default ?? optionsOf(setting, lookups).find((option) => option.default)?.value

export const choiceRules: FieldRules<FieldSetting<'enum' | 'valueenum'>> = {
  empty: (value) => value === undefined || value === null || (typeof value === 'string' && value.trim() === ''),
  initial: defaultValue,
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null || value === '' ? [] : [value])

/** The list after a press: the all-option clears the others and they clear it; nothing chosen falls back to the default option. */
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

/** The list of what was picked together: the same rules, as if pressed one after the other. */
export const listFrom = (picked: readonly Option[], options: readonly Option[]): unknown[] =>
  picked.reduce<unknown[]>((list, option) => listAfter(list, option, true, options), [])

export const listRules: FieldRules<FieldSetting<'listenum'>> = {
  empty: (value) => listOf(value).length === 0,
  initial(setting, lookups) {
    const value = defaultValue(setting, lookups)
    return value === undefined ? undefined : listOf(value)
  },
}
