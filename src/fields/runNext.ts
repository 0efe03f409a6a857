import type { Action } from '../../contract/forms/action.ts'
import type { Form } from '../engine/form.ts'
import { saveSetting } from './saveSetting.ts'
import type { FormHost } from './useFormHost.ts'

/** Runs what the form names for after a video or a document: cancel, save, or an action of the page. */
export async function runNext(next: Action, form: Form, host: FormHost): Promise<void> {
  if (typeof next === 'object' && next.message === 'cancel') await host.cancel(next.prompt)
  else if (typeof next === 'object' && next.message === 'save.firestore.record') {
    const setting = saveSetting(next)
    if (setting) await host.save(setting)
    else await host.page.run(next, { model: form.model(), path: host.recordPath })
  } else await host.page.run(next, { model: form.model(), path: host.recordPath })
}
