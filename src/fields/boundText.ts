import type { FocusEvent, FormEvent, KeyboardEvent } from 'react'
import type { Form, FormNode } from '../engine/form.ts'

interface TextOptions {
  /**
   * Text → value; null for empty. `done` is true when the user leaves the control: normalize the value then.
   */
  read(text: string, done: boolean): unknown
  /** Value → text. */
  write(value: unknown): string
  /** Enter inserts a line break instead of committing. */
  multiline?: boolean
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** The binding of a control in the document. */
interface Binding {
  readonly form: Form
  readonly path: string
  readonly options: TextOptions
}
const bindings = new WeakMap<Control, Binding>()

function follow(element: Control, { form, path, options }: Binding): void {
  const value = form.value(path)
  if (options.read(element.value, false) !== (value ?? null)) element.value = options.write(value)
}

function commit(element: Control, done: boolean): void {
  const binding = bindings.get(element)
  if (!binding || element.readOnly || element.disabled) return
  const { form, path, options } = binding
  const value = options.read(element.value, done)
  if (value !== (form.value(path) ?? null)) form.set(path, value)
  if (!done) return
  const tidy = options.write(value)
  if (element.value !== tidy) element.value = tidy
}

// One set of listeners for all fields.
const onInput = (event: FormEvent<Control>) => commit(event.currentTarget, false)
const onBlur = (event: FocusEvent<Control>) => commit(event.currentTarget, true)
const onKeyDown = (event: KeyboardEvent<Control>) => {
  const multiline = bindings.get(event.currentTarget)?.options.multiline === true
  if (event.key === 'Enter' && !multiline && !event.nativeEvent.isComposing) commit(event.currentTarget, true)
}

/**
 * Binds a native text control to an attribute without rendering while the user types. The control keeps its
 * own text; the form gets the value on every change, on Enter and on blur (spec/1 §5); a value that is set
 * elsewhere is written to the control.
 */
export function boundText(form: Form, node: FormNode, options: TextOptions) {
  const path = node.path ?? ''
  const bind = (element: Control | null) => {
    if (!element) return
    const binding = { form, path, options }
    const listener = () => follow(element, binding)
    bindings.set(element, binding)
    listener()
    return form.subscribe(`value:${path}`, listener)
  }
  return { ref: bind as never, defaultValue: options.write(form.value(path)) || undefined, onInput, onBlur, onKeyDown }
}
