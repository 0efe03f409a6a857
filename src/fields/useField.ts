import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { labelOf } from '../engine/labelOf.ts'
import type { FieldProps } from './defineField.ts'
import { fieldId } from './fieldId.ts'
import { describedBy } from './showErrorText.ts'

export interface NodeState {
  readonly visible: boolean
  readonly required: boolean
  readonly readOnly: boolean
  /** The error text; only once validation is on. */
  readonly message: string | undefined
}

export interface FieldState {
  /** Id of the control that the label points to. */
  readonly id: string
  readonly value: unknown
  set(value: unknown): void
  readonly label: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly message: string | undefined
  /** Ids of hint and error text for aria-describedby. */
  readonly describedBy: string | undefined
}

function useTopic<T>(form: Form, topic: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => form.subscribe(topic, listener), [form, topic])
  return useSyncExternalStore(subscribe, read)
}

/** Live value of an attribute; the component renders again only for this attribute. */
export function useValue(form: Form, path: string): unknown {
  return useTopic(form, `value:${path}`, () => form.value(path))
}

/** Live state of a node: visible, required, read-only and message. */
export function useNode(form: Form, node: FormNode): NodeState {
  const packed = useTopic(form, `node:${node.key}`, () => {
    const flags = (form.visible(node) ? 4 : 0) | (form.required(node) ? 2 : 0) | (form.readOnly(node) ? 1 : 0)
    return `${flags}${form.message(node) ?? ''}`
  })
  const flags = Number(packed[0])
  return { visible: (flags & 4) > 0, required: (flags & 2) > 0, readOnly: (flags & 1) > 0, message: packed.slice(1) || undefined }
}

/** Renders a Markdown template with the form's values, live (Form.markdown). */
export function useMarkdown(form: Form, node: FormNode, template: string): string {
  return useTopic(form, `node:${node.key}`, () => form.markdown(node, template))
}

/** Fills a template with the form's values, live. */
export function useText(form: Form, node: FormNode, template: string): string {
  return useTopic(form, `node:${node.key}`, () => form.text(node, template))
}

/** Fills several templates; `templates` must keep its identity. */
export function useTexts(form: Form, node: FormNode, templates: readonly string[]): readonly string[] {
  const packed = useTopic(form, `node:${node.key}`, () => JSON.stringify(templates.map((template) => form.text(node, template))))
  return useMemo(() => JSON.parse(packed) as string[], [packed])
}

/** True if the form has changed since it was opened. Live. */
export function useDirty(form: Form): boolean {
  return useTopic(form, 'dirty', () => form.dirty())
}

/** What a control needs besides its value. */
export type ControlState = Omit<FieldState, 'value' | 'set' | 'message'>

/** Control state from the props of its node, without subscriptions. showErrorText.ts adds the error text. */
export function controlOf({ form, node, required, readOnly }: Omit<FieldProps<never>, 'setting'>): ControlState {
  const id = fieldId(form, node)
  const hint = (node.setting as { description?: string }).description
  return { id, label: labelOf(node.setting), required, readOnly, describedBy: describedBy(id, hint, undefined) }
}

/** ARIA attributes of every native control; showErrorText.ts changes them when there is an error text. */
export const ariaOf = ({ id, required, describedBy }: ControlState) => ({
  id,
  'aria-required': required || undefined,
  'aria-describedby': describedBy,
})

/**
 * Everything that a control with its own subscriptions needs, including the error text. `set` marks the form
 * as changed and stores the value at once.
 */
export function useField(form: Form, node: FormNode): FieldState {
  const path = node.path ?? ''
  const value = useValue(form, path)
  const { required, readOnly, message } = useNode(form, node)
  const set = useCallback((next: unknown) => form.set(path, next), [form, path])
  const id = fieldId(form, node)
  const hint = (node.setting as { description?: string }).description
  return { id, label: labelOf(node.setting), required, readOnly, message, describedBy: describedBy(id, hint, message), value, set }
}
