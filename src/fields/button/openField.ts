import type { Form, FormNode } from '../../engine/form.ts'
import { fieldId } from '../fieldId.ts'
import { goToNode } from '../reveal.ts'

const nodeOf = (nodes: readonly FormNode[], attribute: string): FormNode | undefined => {
  for (const node of nodes) {
    const found = node.path === attribute ? node : nodeOf(node.children, attribute)
    if (found) return found
  }
  return undefined
}

/** Pressed as the person would press it, so that files and native pickers open too. */
function press(control: Element | null | undefined): boolean {
  if (control instanceof HTMLSelectElement || (control instanceof HTMLInputElement && control.type !== 'file')) {
    control.focus()
    try {
      control.showPicker()
    } catch {
      // The browser has none for it, or wants a press of its own: the focus is there.
    }
    return true
  }
  if (!(control instanceof HTMLElement)) return false
  control.click()
  return true
}

/**
 * Opens what a field opens: its picker, the camera or files, the form of a new item, or of the one at `index`. A part that opens says so with
 * `data-opens`; else it is the field's own control. False when the form shows no such field now.
 */
export function openField(form: Form, attribute: string, index?: number): boolean {
  const node = nodeOf(form.nodes, attribute)
  if (!node || !form.visible(node)) return false
  goToNode(form, node)
  const id = fieldId(form, node)
  const control = document.getElementById(id)
  const frame = document.getElementById(`${id}-field`) ?? control?.parentElement
  if (index !== undefined)
    return press((frame?.querySelector(`[data-row="${index}"]`) ?? frame?.querySelectorAll('li')[index])?.querySelector('button'))
  const file = frame?.querySelector('input[type=file]:not([capture])')
  return press(
    frame?.querySelector('[data-opens]') ?? file ?? (control?.matches('button,input,select') ? control : frame?.querySelector('button')),
  )
}
