import type { Model } from '../../../contract/endpoints/records.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { newId } from '../../lib/newId.ts'
import { queue } from '../../store/outbox/queue.ts'
import { getOwner } from '../../store/identity/useOwner.ts'
import { setPreference } from '../../store/preferences/preferences.ts'
import { whenSettled } from '../../store/outbox/useChangesOver.ts'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'

/** Preference key of the project that a person created last on this device (NextSteps). */
export const newProjectKey = (owner: string) => `x:seen:new-project:${owner}` as const

/**
 * Queues the creation of a project (spec/3 §7); it is in the list at once. Resolves to its id, rejects with
 * NotSaved. If the server refuses it, a message is shown then, on any page.
 */
export async function createProject(payload: Model, name: string): Promise<string> {
  const id = newId()
  const owner = getOwner()
  const { opId } = await queue(
    saveRecord,
    { '*': `teams/${id}` },
    { payload: { ...payload, name, owner: owner.slice(2), deleted: false } },
    { title: name },
  )
  setPreference(newProjectKey(owner), id)
  void whenSettled(opId).then(
    async ({ sent, message }) => {
      if (!sent) await alertDialog(message)
    },
    // The device closed its store; the outbox shows the result at the next start.
    () => undefined,
  )
  return id
}
