import type { Model } from '../../../contract/endpoints/records.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { newId } from '../../lib/newId.ts'
import { queue } from '../../store/outbox/queue.ts'
import { getOwner } from '../../store/identity/useOwner.ts'
import { whenSettled } from '../../store/outbox/useChangesOver.ts'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'

/**
 * Queues the creation of a project (spec/3 §7); it is in the list at once. Resolves to its id, rejects with
 * NotSaved. If the server refuses it, a message is shown then, on any page.
 */
export async function createProject(payload: Model, name: string): Promise<string> {
  const id = newId()
  const owner = getOwner().slice(2)
  const { opId } = await queue(
    saveRecord,
    { '*': `teams/${id}` },
    { payload: { ...payload, name, owner, deleted: false } },
    { title: name },
  )
  void whenSettled(opId).then(
    async ({ sent, message }) => {
      if (!sent) await alertDialog(message)
    },
    // The device closed its store; the outbox shows the result at the next start.
    () => undefined,
  )
  return id
}
