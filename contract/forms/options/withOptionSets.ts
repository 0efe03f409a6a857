import type { FormSettings } from '../FormSettings.ts'
import { isRaw } from '../isRaw.ts'

type Sets = NonNullable<FormSettings['optionSets']>

function nodeWith(node: unknown, sets: Sets): unknown {
  if (!isRaw(node)) return node
  const { optionSet, children, subform, ...rest } = node
  const options = typeof optionSet === 'string' && Object.hasOwn(sets, optionSet) ? sets[optionSet] : undefined
  return {
    ...rest,
    ...(options && { options }),
    ...(Array.isArray(children) && { children: children.map((child) => nodeWith(child, sets)) }),
    ...(Array.isArray(subform) && { subform: subform.map((child) => nodeWith(child, sets)) }),
  }
}

/** The form with the options of its sets in the fields that use them. */
export function withOptionSets(form: FormSettings): FormSettings {
  const { optionSets, children, ...rest } = form
  if (!optionSets) return form
  return { ...rest, children: children.map((child) => nodeWith(child, optionSets)) as FormSettings['children'] }
}
