import { musterEventOf } from '../../../contract/endpoints/muster.ts'
import { isRaw } from '../../../contract/forms/isRaw.ts'
import type { App } from '../app.ts'
import { formOf, photosJobOf } from '../files/checkPhotos.ts'
import { messagesJobOf } from '../forms/sendSaveMessages.ts'
import { noticeJob, type NoticeSubject } from '../push/addNotice.ts'
import { reportsManpower } from './manpowerOf.ts'
import { manpowerJob } from './meetReport.ts'

interface Save {
  readonly path: string
  readonly payload: unknown
  /** uid of the person who saves, or `anonymous`. */
  readonly actor: string
}

/** The notice of a roll call that begins. */
function noticeOf({ path, payload, actor }: Save): { kind: string; payload: Record<string, unknown> } | undefined {
  const [place, team = ''] = path.split('/')
  if (place !== 'muster' || musterEventOf(payload)?.type !== 'start') return undefined
  return { kind: noticeJob, payload: { kind: 'rollCall', id: team, by: actor } satisfies NoticeSubject }
}

/**
 * Returns the jobs that a save of a record adds: the check of its photos, the way of its manpower to Review, the
 * messages to the recipients that its form names, and the notice of a roll call.
 */
export async function jobsOfSave(app: App, save: Save): Promise<{ kind: string; payload: Record<string, unknown> }[]> {
  const { path, payload, actor } = save
  const notice = noticeOf(save)
  if (notice) return [notice]
  const form = isRaw(payload) ? await formOf(app, path) : undefined
  if (!form || !isRaw(payload)) return []
  const photos = photosJobOf(app, { path, form, payload })
  const manpower = reportsManpower(form.settings) ? { kind: manpowerJob, payload: { path } } : undefined
  return [photos, manpower, messagesJobOf(form, path, actor)].filter((job) => job !== undefined)
}
