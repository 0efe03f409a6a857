import type { Owner } from '../store/db/MusterDb.ts'
import { endGrant, leftOf, noteReported } from '../store/encryption/grantOf.ts'
import type { Store } from '../store/db/store.ts'
import { classify } from './classify.ts'
import { headerNames, leaveAddress } from './headerNames.ts'
import type { Send } from './send.ts'

export interface Leaver {
  readonly store: Store
  readonly send: Send
  readonly device: string
  readonly owner: Owner
  readonly grant: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Reports a log-out that the server does not know yet: it ends the session and activates the user's grant.
 * Omits the cookie, which may belong to another user now. Returns false if the server cannot be reached.
 */
export async function tellLeft(leaver: Leaver): Promise<boolean> {
  const { store, send, device, owner, grant, signal } = leaver
  const left = await leftOf(store, owner)
  if (!left) return true
  const answer = await send({
    method: 'POST',
    url: leaveAddress,
    headers: { [headerNames.device]: device, 'content-type': 'application/json' },
    body: JSON.stringify({ grant, ...left }),
    anonymous: true,
    signal,
  })
  const verdict = classify(answer, store.now())
  const isOver = verdict.kind === 'done' ? verdict.body['ended'] : verdict.kind === 'session' || verdict.kind === 'refused'
  if (isOver) await endGrant(store, owner, grant)
  else if (verdict.kind !== 'done') return false
  await noteReported(store, owner, grant)
  return true
}
