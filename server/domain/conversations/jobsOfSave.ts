import { isRaw } from '../../../contract/forms/isRaw.ts'
import type { App } from '../app.ts'
import { formOf, photosJobOf } from '../files/checkPhotos.ts'
import { reportsManpower } from './manpowerOf.ts'
import { manpowerJob } from './meetReport.ts'

/** Returns the jobs that a save of a record adds: the check of its photos, and the way of its manpower to Review. */
export async function jobsOfSave(app: App, path: string, payload: unknown): Promise<{ kind: string; payload: Record<string, unknown> }[]> {
  const form = isRaw(payload) ? await formOf(app, path) : undefined
  if (!form || !isRaw(payload)) return []
  const photos = photosJobOf(app, { path, form, payload })
  return [...(photos ? [photos] : []), ...(reportsManpower(form.settings) ? [{ kind: manpowerJob, payload: { path } }] : [])]
}
