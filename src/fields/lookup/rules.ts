import { choiceNames } from '../../../contract/forms/options/choiceNames.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** An item as stored with `store: 'item'`. */
type Entry = Readonly<Record<string, unknown>>

export const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)
export const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** The chosen values in a list: ids, labels or items. */
export const chosenIn = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => text(isEntry(each) ? each['label'] : each) !== '')

export const rules: FieldRules<FieldSetting<'lookup'>> = { empty: (value) => chosenIn(value).length === 0, names: choiceNames }
