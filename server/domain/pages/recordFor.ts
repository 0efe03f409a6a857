import type { Model } from '../../../contract/records.ts'
import type { App } from '../app.ts'
import { getRecord } from '../records/readRecords.ts'
import { mayIn } from '../sign-in/person.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { notAuthorized } from './refusals.ts'

/** The record that a form opens; read-only for who may see but not change it. */
export async function recordFor(
  app: App,
  { person }: PageQuestion,
  path: string,
  team: string,
): Promise<{ path: string; rev: number; model: Model; readOnly: boolean }> {
  if (!person) throw notAuthorized()
  const { rev, model, createdBy } = await getRecord(app.storage, { path, person })
  return { path, rev, model, readOnly: createdBy !== person.uid && !mayIn(person, team, 'record.update') }
}
