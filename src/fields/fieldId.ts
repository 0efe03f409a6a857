import type { Form, FormNode } from '../engine/form.ts'

const numbers = new WeakMap<Form, number>()
let last = 0

/** The DOM id of a node's control; unique across forms on one page (a sub-form in its dialog). */
export function fieldId(form: Form, node: FormNode): string {
  let number = numbers.get(form)
  if (number === undefined) {
    number = ++last
    numbers.set(form, number)
  }
  return `f${number}-${node.key}`
}
