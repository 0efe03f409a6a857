import type { Owner } from '../../src/store/db/MusterDb.ts'
import { getStore } from '../../src/store/db/store.ts'
import { replay } from '../../src/sync/replay.ts'
import type { Send, WireRequest } from '../../src/sync/send.ts'

/** Sends what waits in the outbox to a server that accepts everything. Returns the requests. */
export async function sendWaiting(owner: Owner): Promise<WireRequest[]> {
  const requests: WireRequest[] = []
  const send: Send = (request) => {
    requests.push(request)
    const text = JSON.stringify({ opId: request.headers['idempotency-key'], rev: 1, path: 'x' })
    const header = (name: string) => (name === 'x-app' ? '1' : null)
    return Promise.resolve({ kind: 'answer', status: 200, redirected: false, text, header })
  }
  await replay({ store: getStore(), send, device: 'd1', owner, alone: true })
  return requests
}
