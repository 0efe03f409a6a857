import { getStore, type Store } from './store.ts'
import type { Model } from '../../contract/records.ts'

const prefix = 'muster:given:'

/**
 * What the next new record of a form begins with, set by a screen that knows whom it is for (a gate that sends somebody to the induction). Beside the
 * answers it keeps each person's draft and progress to themselves. Stays until it is taken back.
 */
export function giveAnswers(form: string, answers: Model | undefined, store: Store = getStore()): void {
  try {
    if (answers) store.storage?.setItem(prefix + form, JSON.stringify(answers))
    else store.storage?.removeItem(prefix + form)
  } catch {
    // A blocked localStorage: the form opens empty.
  }
}

/** `path` of the record that is opened or made: `forms/<form>/…`. Undefined where nobody has given anything. */
export function givenAnswers(path: string, store: Store = getStore()): Model | undefined {
  const [place, form = ''] = path.split('/')
  if (place !== 'forms') return undefined
  try {
    return (JSON.parse(store.storage?.getItem(prefix + form) ?? 'null') as Model | null) ?? undefined
  } catch {
    return undefined
  }
}
