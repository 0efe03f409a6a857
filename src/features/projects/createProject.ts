import type { Model } from '../../../contract/records.ts'
import { saveRecord } from '../../../contract/records.ts'
import { newId } from '../../lib/ids.ts'
import { queue } from '../../store/outbox.ts'
import { getOwner } from '../../store/owner.ts'

/** Puts a new project on its way (spec/3 §7); it stands in the list at once. Resolves to its id, rejects with NotSaved. */
export async function createProject(payload: Model, name: string): Promise<string> {
  const id = newId()
  const owner = getOwner().slice(2)
  await queue(saveRecord, { '*': `teams/${id}` }, { payload: { ...payload, name, owner, deleted: false } }, { title: name })
  return id
}
