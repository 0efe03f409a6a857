import type { Model } from '../../../contract/endpoints/records.ts'
import type { App } from '../app.ts'
import { recordForReader } from '../forms/recordForReader.ts'
import { getRecord } from '../records/listRecords.ts'
import { mayIn } from '../sign-in/person.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { notAuthorized } from '../access/refusals.ts'

/** Returns the record that a form opens; read-only if the person may read but not change it. */
export async function recordFor(
  app: App,
  { person }: PageQuestion,
  path: string,
  team: string,
): Promise<{ path: string; rev: number; model: Model; readOnly: boolean; createdBy: string }> {
  if (!person) throw notAuthorized()
  const { rev, model, createdBy } = await recordForReader(app, await getRecord(app.storage, { path, person }), person)
  return { path, rev, model, createdBy, readOnly: createdBy !== person.uid && !mayIn(person, team, 'record.update') }
}
