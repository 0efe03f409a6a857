import { plural } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Form } from '../../engine/form.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** Forms of inline items, by the item that they wrote: a save must validate them too. */
export const openForms = new WeakMap<object, Form>()

/** Creates the form of an item that is not rendered; by the setting of its list. */
export const formMakers = new WeakMap<object, (item: object) => Form>()

const keys = new WeakMap<object, number>()
let lastKey = 0

/** Identifies an item on the screen. An item that replaces another one (`after`) keeps its key. */
export function keyOf(item: object, after?: object): number {
  const key = keys.get(item) ?? (after && keys.get(after)) ?? ++lastKey
  keys.set(item, key)
  return key
}

const isItem = (item: unknown): item is Record<string, unknown> => typeof item === 'object' && item !== null

/** The form of an inline item, rendered or not. */
export function formOf(item: object, setting: object): Form | undefined {
  const form = openForms.get(item) ?? formMakers.get(setting)?.(item)
  if (form) openForms.set(item, form)
  return form
}

type AnyArray = FieldSetting<'subForm' | 'staffSmsContact' | 'vendorSmsContact' | 'vendor' | 'checkout'>

export const rules: FieldRules<AnyArray> = {
  empty: (value) => !Array.isArray(value) || value.length === 0,
  message(value, setting) {
    if (!setting.selfRender) return undefined
    const wrong = (value as unknown[]).filter((item) => isItem(item) && formOf(item, setting)?.validate().length)
    return wrong.length > 0 ? plural(wrong.length, { one: '# item needs an answer', other: '# items need an answer' }) : undefined
  },
}

/** Answer to a check. */
export type CheckAnswer = 'yes' | 'no'
type Check = NonNullable<FieldSetting<'preflight'>['checks']>[number]

/**
 * A check must be passed before the form can be saved unless its setting says otherwise (decision OQ-035).
 */
export const mustPass = ({ required }: Check): boolean => required !== false

/** The record's answers to the checks, by the name of the check. */
export function answersOf(value: unknown): ReadonlyMap<string, Record<string, unknown>> {
  const items = Array.isArray(value) ? value.filter(isItem) : []
  return new Map(items.flatMap((item) => (typeof item['name'] === 'string' ? [[item['name'], item]] : [])))
}

export const preflightRules: FieldRules<FieldSetting<'preflight'>> = {
  /** Required checks block a form even before the first answer. */
  empty: (value, { checks = [] }) => !checks.some(mustPass) && [...answersOf(value).values()].every(({ answer }) => answer == null),
  message(value, { checks = [] }) {
    const answers = answersOf(value)
    const open = checks.filter((check) => mustPass(check) && answers.get(check.name)?.['answer'] !== 'yes').length
    return open > 0
      ? plural(open, { one: '# check must be Yes before you can go on', other: '# checks must be Yes before you can go on' })
      : undefined
  },
}
