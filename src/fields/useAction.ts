import { useCallback } from 'react'
import type { Action } from '../../contract/action.ts'
import type { Form } from '../engine/form.ts'
import { useFormHost } from './host.ts'

/** Runs an action from inside a form: the form saves and cancels itself, everything else is the page's. */
export function useAction(form: Form): (action: Action) => Promise<void> {
  const { cancel, page, recordPath, save } = useFormHost()
  return useCallback(
    async (action) => {
      if (typeof action === 'object' && action.message === 'cancel') return await cancel(action.prompt)
      if (typeof action === 'object' && action.message === 'save.firestore.record') {
        const { returnUrl, returnUrlDelay, returnMessage } = action
        return await save({ type: 'save', returnUrl, returnUrlDelay, returnMessage })
      }
      await page.run(action, { model: form.model(), path: recordPath })
    },
    [cancel, form, page, recordPath, save],
  )
}
