import type { PageData } from '../../../../contract/endpoints/pages.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'
import type { Form } from '../../../engine/form.ts'
import { initHash } from '../../../engine/initHash.ts'
import { keepPage, showPage } from '../../../fields/pages/pagesOf.ts'
import { type Draft, freshVisit, saveDraft } from '../../../store/drafts/saveDraft.ts'
import { keepWhole } from '../../../store/drafts/useUnfinished.ts'
import { formOf, type Session } from '../openForm.ts'
import { answersOf, newFiles, type Shape, titleOf, withAnswers } from '../saveBody.ts'
import { fitting, type Leftover } from './fitting.ts'

const recordOf = (answers: Model, shape: Shape) => withAnswers(shape === 'nested' ? { model: {} } : {}, answers, shape)

/**
 * Restores a draft into the form. Returns the answers that no longer fit. If there are any, the whole draft
 * is also kept on the shelf, because the next key press would overwrite it.
 */
export async function restore(form: Form, draft: Draft, shape: Shape, { formVersion }: PageData): Promise<readonly Leftover[]> {
  const { fits, leftovers } = fitting(form, answersOf(draft.body, shape), draft.formVersion !== formVersion)
  if (leftovers.length > 0) {
    const { updatedAt: _, ...answers } = draft
    await keepWhole(answers)
    await saveDraft({ ...answers, body: recordOf(fits, shape), formVersion })
  }
  form.fill(fits)
  showPage(form, draft.page ?? 0)
  return leftovers
}

/**
 * Returns the same session with other settings (another language, a newer version): answers are kept; if some
 * no longer fit, they are kept on the shelf. What the person did not type does not make the form dirty.
 */
export function withSettings(session: Session, data: PageData, readOnly: boolean, address: string): Session {
  const settings = data.form ?? session.settings
  const form = formOf(settings, data, session.form.initial(), readOnly)
  const answers = session.form.draft()
  const { fits, leftovers } = fitting(form, answers, data.formVersion !== session.data.formVersion)
  form.fill(fits, session.form)
  keepPage(session.form, form)
  if (leftovers.length > 0 && session.visit && session.form.dirty()) {
    const body = recordOf(answers, session.shape)
    void keepWhole({
      path: session.path,
      initHash: session.visit.key,
      body,
      blobIds: newFiles(body, session.found).map(({ id }) => id),
      formVersion: session.data.formVersion,
      title: titleOf(session.form, session.settings),
      address,
      recordPath: session.recordPath,
    }).catch(() => undefined)
  }
  return { ...session, form, data, settings, readOnly, leftovers: [...session.leftovers, ...leftovers] }
}

/**
 * Continues with a record that was just saved (a save that stays on the page): further typing changes that
 * record.
 */
export async function afterSave(session: Session, record: Model): Promise<Session> {
  const { form, recordPath: path, data, shape } = session
  const hash = await initHash({ path, component: data.component, model: record })
  form.reset(answersOf(record, shape))
  showPage(form, 0)
  const visit = session.visit && freshVisit(path, hash)
  return { ...session, path, isNew: false, found: record, initHash: hash, visit, restoredAt: undefined, leftovers: [] }
}
