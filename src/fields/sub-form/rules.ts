import { plural } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/fields.ts'
import type { Form } from '../../engine/form.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** Forms of items that are filled where they stand, by the item they wrote: a save must not pass over what is missing in them. */
export const openForms = new WeakMap<object, Form>()

const keys = new WeakMap<object, number>()
let lastKey = 0

/** Tells items apart on the screen. An item that takes another's place (`after`) is the same item, changed. */
export function keyOf(item: object, after?: object): number {
  const key = keys.get(item) ?? (after && keys.get(after)) ?? ++lastKey
  keys.set(item, key)
  return key
}

export const subFormRules: FieldRules<FieldSetting<'subForm'>> = {
  empty: (value) => !Array.isArray(value) || value.length === 0,
  message(value, { selfRender }) {
    if (!selfRender) return undefined
    const wrong = (value as unknown[]).filter((item) => typeof item === 'object' && item !== null && openForms.get(item)?.validate().length)
    return wrong.length > 0 ? plural(wrong.length, { one: '# item needs an answer', other: '# items need an answer' }) : undefined
  },
}
