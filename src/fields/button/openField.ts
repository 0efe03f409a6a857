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

/** A text box that opens the dialog of its picker when it is pressed. */
const dialogOpener = '[data-picker]'

/** Presses the control like a user, so that file and native pickers open too. */
function press(control: Element | null | undefined): boolean {
  if (control instanceof HTMLElement && control.matches(dialogOpener)) {
    control.focus()
    control.click()
    return true
  }
  if (control instanceof HTMLSelectElement || (control instanceof HTMLInputElement && control.type !== 'file')) {
    control.focus()
    try {
      control.showPicker()
    } catch {
      // The browser has no picker for it, or requires a user gesture: it has the focus.
    }
    return true
  }
  if (!(control instanceof HTMLElement)) return false
  control.click()
  return true
}

/**
 * Opens the target of a field: its picker, the camera or file dialog, the form of a new item, or of the item
 * at `index`. Returns false if the form does not show such a field now.
 */
export function openField(form: Form, attribute: string, index?: number): boolean {
  const node = nodeOf(form.nodes, attribute)
  if (!node || !form.visible(node)) return false
  goToNode(form, node)
  const id = fieldId(form, node)
  const control = document.getElementById(id)
  const frame = document.getElementById(`${id}-field`) ?? control?.parentElement
  return press(index === undefined ? controlIn(frame, control) : rowIn(frame, index)?.querySelector('button'))
}

const rowIn = (frame: Element | null | undefined, index: number) =>
  frame?.querySelector(`[data-row="${index}"]`) ?? frame?.querySelectorAll('li')[index]

function controlIn(frame: Element | null | undefined, control: Element | null) {
  const opener = frame?.querySelector(`${dialogOpener}, input[type=file]:not([capture])`)
  if (opener) return opener
  return control?.matches('button,input,select') ? control : frame?.querySelector('button')
}
