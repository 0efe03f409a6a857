import type { FieldSetting } from '../../../contract/fields.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** An entry of the list as it is kept with `store: 'item'`. */
type Entry = Readonly<Record<string, unknown>>

export const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)
export const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** What is chosen, one after the other: ids, labels or entries. */
export const chosenIn = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => text(isEntry(each) ? each['label'] : each) !== '')

export const lookupRules: FieldRules<FieldSetting<'lookup'>> = { empty: (value) => chosenIn(value).length === 0 }
