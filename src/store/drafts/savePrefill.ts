import { getStore, type Store } from '../db/store.ts'
import type { Model } from '../../../contract/endpoints/records.ts'

const prefix = 'muster:given:'

/**
 * Prefills the next new record of a form. Set by a screen that knows the person (a gate that sends a visitor
 * to the induction). Prefilled forms also keep each person's draft and progress separate. Stays until it is
 * cleared.
 */
export function savePrefill(form: string, answers: Model | undefined, store: Store = getStore()): void {
  try {
    if (answers) store.storage?.setItem(prefix + form, JSON.stringify(answers))
    else store.storage?.removeItem(prefix + form)
  } catch {
    // localStorage is blocked: the form opens empty.
  }
}

/** Returns the prefilled answers for a record path (`forms/<form>/…`), or undefined if there are none. */
export function readPrefill(path: string, store: Store = getStore()): Model | undefined {
  const [place, form = ''] = path.split('/')
  if (place !== 'forms') return undefined
  try {
    return (JSON.parse(store.storage?.getItem(prefix + form) ?? 'null') as Model | null) ?? undefined
  } catch {
    return undefined
  }
}
