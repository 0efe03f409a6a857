import { attendanceOf } from '../../../contract/endpoints/attendance.ts'
import { musterEventOf } from '../../../contract/endpoints/muster.ts'
import { isRaw } from '../../../contract/forms/isRaw.ts'
import type { App } from '../app.ts'
import { photosJobOf } from '../files/checkPhotos.ts'
import type { PublishedForm } from '../forms/publishedForm.ts'
import { messagesJobOf } from '../forms/sendSaveMessages.ts'
import { noticeJob, type NoticeSubject } from '../push/addNotice.ts'
import { reportsManpower } from './manpowerOf.ts'
import { manpowerJob } from './meetReport.ts'

interface Save {
  readonly path: string
  readonly payload: unknown
  /** uid of the person who saves, or `anonymous`. */
  readonly actor: string
  /** The form of the record, if it has one. */
  readonly form: PublishedForm | undefined
}

/** The notice of a roll call that begins, or of a visitor who names their host. */
function noticeOf({ path, payload, actor }: Omit<Save, 'form'>): { kind: string; payload: Record<string, unknown> } | undefined {
  const [place, team = ''] = path.split('/')
  const noticeOn = (subject: NoticeSubject) => ({ kind: noticeJob, payload: { ...subject } })
  if (place === 'muster' && musterEventOf(payload)?.type === 'start') return noticeOn({ kind: 'rollCall', id: team, by: actor })
  if (place !== 'forms' || !isRaw(payload)) return undefined
  const event = attendanceOf({ path, model: payload, at: Date.now() })
  return event?.visitor && event.direction === 'in' && event.host ? noticeOn({ kind: 'visitor', id: path, by: actor }) : undefined
}

/**
 * Returns the jobs that a save of a record adds: the check of its photos, the way of its manpower to Review, the
 * messages to the recipients that its form names, and the notice of a roll call or of a visitor.
 */
export function jobsOfSave(app: App, save: Save): { kind: string; payload: Record<string, unknown> }[] {
  const { path, payload, actor, form } = save
  const notice = noticeOf(save)
  if (!form || !isRaw(payload)) return notice ? [notice] : []
  const photos = photosJobOf(app, { path, form, payload })
  const manpower = reportsManpower(form.settings) ? { kind: manpowerJob, payload: { path } } : undefined
  return [notice, photos, manpower, messagesJobOf(form, path, actor)].filter((job) => job !== undefined)
}
