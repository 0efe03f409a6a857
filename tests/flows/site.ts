import type { Owner } from '../../src/store/db/MusterDb.ts'
import { keepBlob } from '../../src/store/files/keepBlob.ts'
import { noteOwner } from '../../src/store/identity/getOwner.ts'
import { type SaveInput, type Saved, saveOp } from '../../src/store/outbox/saveOp.ts'
import { journalSent } from '../../src/store/integrity/journalSent.ts'
import { followers } from '../../src/store/outbox/followers.ts'
import { rebaseOnApplied } from '../../src/store/outbox/rebaseOnApplied.ts'
import type { Store } from '../../src/store/db/store.ts'
import { drain } from '../../src/sync/drain.ts'
import { endGrantIfDone } from '../../src/sync/endGrantIfDone.ts'
import type { Pass } from '../../src/sync/replay.ts'
import type { Send } from '../../src/sync/send.ts'
import { Device } from './device.ts'
import { Net, ServerModel } from './server-model.ts'

/** A phone on a site with its server, and the main actions of its users. */
export async function site(owner: Owner = 'u:ana') {
  const server = new ServerModel({ keepsKeys: true })
  const net = new Net(server)
  const device = new Device()
  const store = device.start(() => 0.5)
  server.session = owner.startsWith('u:') ? owner.slice(2) : undefined
  await noteOwner(store, owner)
  return {
    server,
    net,
    device,
    store,
    clock: device.clock,
    save: (path: string, payload: Record<string, unknown>, more: Partial<SaveInput> = {}) => save(store, owner, path, payload, more),
    photo: async (text = 'photo', draftId = 'd', on: Store = store) =>
      (await keepBlob(on, { owner, bytes: new Blob([text]), type: 'image/jpeg', filename: 'photo.jpg', draftId })).id,
    send: (by: Send = net.send, on: Store = store) => sendAll(on, by),
    async states() {
      return (await store.db.outbox.orderBy('seq').toArray()).map((row) => row.state)
    },
  }
}

export function save(
  store: Store,
  owner: Owner,
  path: string,
  payload: Record<string, unknown>,
  more: Partial<SaveInput> = {},
): Promise<Saved> {
  return saveOp(store, {
    owner,
    kind: 'POST /api/data/*',
    method: 'POST',
    url: `/api/data/${path}`,
    path,
    body: { payload },
    ...more,
  })
}

/** One pass over the work of all owners that may be sent. */
export async function sendAll(store: Store, send: Send): Promise<(Pass | undefined)[]> {
  const { grantToSend, sendableOwners } = await import('../../src/sync/sendableOwners.ts')
  const passes: (Pass | undefined)[] = []
  for (const owner of await sendableOwners(store)) {
    passes.push(await drain({ store, send, locks: undefined, rebase: rebaseOnApplied, followers, onSent: journalSent(store) }, owner))
    const grant = await grantToSend(store, owner)
    if (grant !== undefined) await endGrantIfDone({ store, send, device: 'phone', owner, grant })
  }
  return passes
}
