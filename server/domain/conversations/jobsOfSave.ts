import { isRaw } from '../../../contract/forms/isRaw.ts'
import type { App } from '../app.ts'
import { formOf, photosJobOf } from '../files/checkPhotos.ts'
import { messagesJobOf } from '../forms/saveMessages.ts'
import { reportsManpower } from './manpowerOf.ts'
import { manpowerJob } from './meetReport.ts'

interface Save {
  readonly path: string
  readonly payload: unknown
  /** uid of the person who saves, or `anonymous`. */
  readonly actor: string
}

/**
 * Returns the jobs that a save of a record adds: the check of its photos, the way of its manpower to Review, and the
 * messages to the recipients that its form names.
 */
export async function jobsOfSave(app: App, { path, payload, actor }: Save): Promise<{ kind: string; payload: Record<string, unknown> }[]> {
  const form = isRaw(payload) ? await formOf(app, path) : undefined
  if (!form || !isRaw(payload)) return []
  const photos = photosJobOf(app, { path, form, payload })
  const manpower = reportsManpower(form.settings) ? { kind: manpowerJob, payload: { path } } : undefined
  return [photos, manpower, messagesJobOf(form, path, actor)].filter((job) => job !== undefined)
}
