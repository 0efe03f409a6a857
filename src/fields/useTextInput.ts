import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Form, FormNode } from '../engine/form.ts'

interface TextInputOptions {
  /** Text → value; null for nothing. `done` when the person has left the control: the place to tidy up. */
  read(text: string, done: boolean): unknown
  /** Value → text. */
  write(value: unknown): string
  /** Enter makes a new line instead of committing. */
  multiline?: boolean
}

type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * Binds a native text control to an attribute without drawing anything again while the person types: the control keeps its own
 * text, the form gets the value on every change, on Enter and on blur (spec/1 §5), and a value set from elsewhere reaches the control.
 */
export function useTextInput(form: Form, node: FormNode, { read, write, multiline = false }: TextInputOptions) {
  const path = node.path ?? ''
  const control = useRef<Control>(null)
  const [defaultValue] = useState(() => write(form.value(path)))

  const follow = useEffectEvent(() => {
    const element = control.current
    const value = form.value(path)
    if (element && read(element.value, false) !== (value ?? null)) element.value = write(value)
  })
  useEffect(() => {
    follow()
    return form.subscribe(`value:${path}`, follow)
  }, [form, path])

  const commit = (done: boolean) => {
    const element = control.current
    if (!element || element.readOnly || element.disabled) return
    const value = read(element.value, done)
    if (value !== (form.value(path) ?? null)) form.set(path, value)
    if (done && element.value !== write(value)) element.value = write(value)
  }

  return {
    ref: control as never,
    defaultValue,
    onInput: () => commit(false),
    onBlur: () => commit(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !multiline && !event.nativeEvent.isComposing) commit(true)
    },
  }
}
