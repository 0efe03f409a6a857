import type { Form, FormNode } from '../engine/form.ts'
import { fieldId } from './fieldId.ts'
import * as controls from '../ui/controls/controls.module.css'

/*
 * Writes error texts directly to the DOM: validating a form of 2,000 fields shows hundreds of them at once,
 * without rendering any field again. React renders a field's frame and never touches its last child.
 */

/** Ids of a field's hint and error text for aria-describedby. */
export function describedBy(id: string, hint: unknown, message: string | undefined): string | undefined {
  if (!hint) return message ? `${id}-error` : undefined
  return message ? `${id}-hint ${id}-error` : `${id}-hint`
}

function setOrRemove(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

const native = new Set(['INPUT', 'SELECT', 'TEXTAREA'])

/**
 * Sets the ARIA attributes on a field's native controls: the one with its id, and in a group all with the id
 * as their name.
 */
function markControls(frame: Element, id: string, hint: unknown, message: string | undefined): void {
  const told = describedBy(id, hint, message)
  const invalid = message === undefined ? undefined : 'true'
  const control = document.getElementById(id)
  if (control && native.has(control.tagName) && control.getAttribute('name') !== id) {
    setOrRemove(control, 'aria-invalid', invalid)
    setOrRemove(control, 'aria-describedby', told)
  }
  for (const one of frame.getElementsByTagName('input')) {
    if (one.name !== id) continue
    setOrRemove(one, 'aria-describedby', told)
    // Radio buttons are one answer, which the group marks; check boxes are several.
    const marked = one.type === 'radio' ? one.closest('[role=radiogroup]') : one
    if (marked) setOrRemove(marked, 'aria-invalid', invalid)
  }
}

function draw(form: Form, node: FormNode, frame: Element): void {
  const message = form.message(node)
  const id = fieldId(form, node)
  const lineId = `${id}-error`
  let line = frame.hasAttribute('data-invalid') ? document.getElementById(lineId) : null
  if (message === undefined) {
    if (!line) return
    line.remove()
  } else {
    if (!line) {
      line = document.createElement('div')
      line.className = controls.error
      line.id = lineId
    }
    if (line.textContent !== message) line.textContent = message
    if (line !== frame.lastElementChild) frame.append(line)
  }
  setOrRemove(frame, 'data-invalid', message === undefined ? undefined : '')
  markControls(frame, id, (node.setting as { description?: string }).description, message)
}

const followed = new WeakSet<Form>()

const messagesOf = (form: Form) => new Map(form.problems().map(({ node, message }) => [node, message]))

/** Adds and removes error texts as the form's problems change, for fields that are in the document. */
function follow(form: Form): void {
  followed.add(form)
  let shown = messagesOf(form)
  form.subscribe('problems', () => {
    const now = messagesOf(form)
    for (const node of shown.keys()) if (!now.has(node)) showErrorText(form, node)
    for (const [node, message] of now) if (shown.get(node) !== message) showErrorText(form, node)
    shown = now
  })
}

/**
 * Shows a field's current error text if the field is rendered; also for a control that was rendered or
 * changed after its frame.
 */
export function showErrorText(
  form: Form,
  node: FormNode,
  frame: Element | null = document.getElementById(`${fieldId(form, node)}-field`),
): void {
  if (!followed.has(form)) follow(form)
  if (frame && (form.message(node) !== undefined || frame.hasAttribute('data-invalid'))) draw(form, node, frame)
}
