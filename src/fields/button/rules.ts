import type { Action } from '../../../contract/action.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** Does something, holds no answer. */
export const buttonRules: FieldRules<unknown> = { empty: () => false }

/** Actions that the form around the button does itself; everything else is the page shell's. */
export function formAction(action: Action): 'save' | 'cancel' | undefined {
  if (typeof action === 'string') return undefined
  if (action.message === 'save.firestore.record') return 'save'
  return action.message === 'cancel' ? 'cancel' : undefined
}
