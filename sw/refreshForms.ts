import { getStore } from '../src/store/db/store.ts'
import { deviceId, deviceOwner } from '../src/store/identity/getOwner.ts'
import { contextOf } from '../src/sync/context.ts'
import { send } from '../src/sync/send.ts'

/**
 * Refreshes the copies of the forms that this device keeps ready for its person, until the server does not answer or the
 * time is over (ms). Refusals are left to the page, which shows them (src/sync/pull.ts).
 */
export async function refreshForms(until: number): Promise<void> {
  const store = getStore()
  const { readiness, screens } = store.db
  const owner = await deviceOwner(store)
  const { actorHeaders } = contextOf({ store, send, device: await deviceId(store) })
  const plan = await readiness.get(owner)
  for (const url of plan?.state === 'stopped' ? [] : (plan?.screens ?? [])) {
    const row = await screens.get([owner, url])
    if (!row?.version) continue
    const fetchedAt = store.now()
    if (fetchedAt > until) return
    const headers = { ...actorHeaders(owner), accept: 'application/json', ...(row.etag && { 'if-none-match': row.etag }) }
    const answer = await send({ method: 'GET', url, headers, anonymous: false })
    if (answer.kind === 'none') return
    if (answer.status !== 200 || answer.header('x-app') !== '1' || !answer.text) continue
    const etag = answer.header('etag') ?? undefined
    const fresh = { ...row, data: JSON.parse(answer.text), etag, version: row.version + 1, fetchedAt, refused: undefined }
    await store.db.transaction('rw', screens, async () => {
      const now = await screens.get([owner, url])
      // A page may have stored a later answer meanwhile, or deleted all copies at the log-out.
      if (now?.version === row.version && now.fetchedAt === row.fetchedAt) await screens.put(fresh)
    })
  }
}
