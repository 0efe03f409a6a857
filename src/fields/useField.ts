import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { labelOf } from '../engine/label.ts'
import type { FieldProps } from './defineField.ts'
import { fieldId } from './fieldId.ts'
import { describedBy } from './redLine.ts'

export interface NodeState {
  readonly visible: boolean
  readonly required: boolean
  readonly readOnly: boolean
  /** The red line; only once validation is on. */
  readonly message: string | undefined
}

export interface FieldState {
  /** Of the control that the label points to. */
  readonly id: string
  readonly value: unknown
  set(value: unknown): void
  readonly label: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly message: string | undefined
  /** Ids of hint and red line for aria-describedby. */
  readonly describedBy: string | undefined
}

function useTopic<T>(form: Form, topic: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => form.subscribe(topic, listener), [form, topic])
  return useSyncExternalStore(subscribe, read)
}

/** Live value of an attribute; the component is drawn again for this attribute alone. */
export function useValue(form: Form, path: string): unknown {
  return useTopic(form, `value:${path}`, () => form.value(path))
}

/** Visible, required, read-only and message of a node, live. */
export function useNode(form: Form, node: FormNode): NodeState {
  const packed = useTopic(form, `node:${node.key}`, () => {
    const flags = (form.visible(node) ? 4 : 0) | (form.required(node) ? 2 : 0) | (form.readOnly(node) ? 1 : 0)
    return `${flags}${form.message(node) ?? ''}`
  })
  const flags = Number(packed[0])
  return { visible: (flags & 4) > 0, required: (flags & 2) > 0, readOnly: (flags & 1) > 0, message: packed.slice(1) || undefined }
}

/** A template filled with the form's values, live. */
/** A template that is Markdown (Form.markdown). */
export function useMarkdown(form: Form, node: FormNode, template: string): string {
  return useTopic(form, `node:${node.key}`, () => form.markdown(node, template))
}

export function useText(form: Form, node: FormNode, template: string): string {
  return useTopic(form, `node:${node.key}`, () => form.text(node, template))
}

/** Several at once; `templates` keeps its identity. */
export function useTexts(form: Form, node: FormNode, templates: readonly string[]): readonly string[] {
  const packed = useTopic(form, `node:${node.key}`, () => JSON.stringify(templates.map((template) => form.text(node, template))))
  return useMemo(() => JSON.parse(packed) as string[], [packed])
}

/** Is anything changed since the form was opened? Live. */
export function useDirty(form: Form): boolean {
  return useTopic(form, 'dirty', () => form.dirty())
}

/** What a control needs beside its value. */
export type ControlState = Omit<FieldState, 'value' | 'set' | 'message'>

/** A control of what is known where its node is drawn; it listens to nothing. Its red line comes by redLine.ts. */
export function controlOf({ form, node, required, readOnly }: Omit<FieldProps<never>, 'setting'>): ControlState {
  const id = fieldId(form, node)
  const hint = (node.setting as { description?: string }).description
  return { id, label: labelOf(node.setting), required, readOnly, describedBy: describedBy(id, hint, undefined) }
}

/** What every native control carries for assistive technology; what a red line changes about it stands in redLine.ts. */
export const ariaOf = ({ id, required, describedBy }: ControlState) => ({
  id,
  'aria-required': required || undefined,
  'aria-describedby': describedBy,
})

/** Everything a control needs that hears of its node by itself, its red line too. `set` marks the form changed and stores the value at once. */
export function useField(form: Form, node: FormNode): FieldState {
  const path = node.path ?? ''
  const value = useValue(form, path)
  const { required, readOnly, message } = useNode(form, node)
  const set = useCallback((next: unknown) => form.set(path, next), [form, path])
  const id = fieldId(form, node)
  const hint = (node.setting as { description?: string }).description
  return { id, label: labelOf(node.setting), required, readOnly, message, describedBy: describedBy(id, hint, message), value, set }
}
