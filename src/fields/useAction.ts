import { t } from '@lingui/core/macro'
import { useCallback } from 'react'
import type { Action, ActionMessage } from '../../contract/forms/action.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import type { Form } from '../engine/form.ts'
import { confirmDialog } from '../ui/overlays/confirmDialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { saveSetting } from './saveSetting.ts'
import { useFormHost } from './useFormHost.ts'

/** `action:cancel` and similar strings name a message, like a link does. */
function messageOf(action: Action): ActionMessage | undefined {
  if (typeof action === 'object') return action
  const name = /^action:(save\.firestore\.record|cancel)$/.exec(action)?.[1]
  return name === undefined ? undefined : { message: name as ActionMessage['message'] }
}

type Done = (error: { code?: string; message: string } | undefined) => void

/** Reports a failed background action in a toast, with advice. */
const tell: Done = (error) => {
  if (!error) return
  const { code, message } = error
  toast(code === undefined ? t`Not done: ${message}` : t`Not done: ${message} If it happens again, tell the author of this form.`, 'error')
}

/** Resets the form to the stored record, without leaving the page. */
async function resetTo(form: Form, record: Model, prompt: string | undefined): Promise<void> {
  const question = prompt ?? (form.dirty() ? t`You may lose data. Do you wish to continue?` : undefined)
  if (question === undefined || (await confirmDialog({ text: question }))) form.reset(record)
}

/**
 * Returns a function that runs an action from inside a form: the form handles save, cancel and opening its
 * fields; the page handles the rest. `done` gets the result of background actions; without it a failure is
 * shown in a toast.
 */
export function useAction(form: Form, done: Done = tell): (action: Action) => Promise<void> {
  const { cancel, page, recordPath, save } = useFormHost()
  return useCallback(
    async (action) => {
      const own = messageOf(action)
      switch (own?.message) {
        case 'cancel': {
          const { prompt, record } = own
          return record === undefined ? await cancel(prompt) : await resetTo(form, record, prompt)
        }
        case 'save.firestore.record': {
          const setting = saveSetting(own)
          if (!setting) break
          return await save(setting)
        }
        case 'list.pick':
        case 'time.pick':
        case 'attachments.pick':
        case 'UI.Array.ShowForm': {
          const { openField } = await import('./button/openField.ts')
          openField(form, own.attribute ?? '', own.index)
          return
        }
      }
      await page.run(action, { model: form.model(), path: recordPath, done })
    },
    [cancel, done, form, page, recordPath, save],
  )
}
