import { nobody, type Owner } from '../store/db.ts'
import { actorOf } from '../store/identity.ts'
import type { Store } from '../store/store.ts'
import { headerNames } from './headers.ts'
import type { Send } from './send.ts'

/** What a worker of the outbox holds in its hands. */
export interface Context {
  readonly store: Store
  readonly send: Send
  readonly device: string
  /** Aborted when the page is frozen or the lock is taken over. */
  readonly signal: AbortSignal | undefined
  actorHeaders(owner: Owner): Record<string, string>
  anonymous(owner: Owner): boolean
}

export function contextOf(parts: Pick<Context, 'store' | 'send' | 'device'> & { signal?: AbortSignal | undefined }): Context {
  return {
    ...parts,
    signal: parts.signal,
    actorHeaders: (owner) => ({ [headerNames.actor]: actorOf(owner), [headerNames.device]: parts.device }),
    anonymous: (owner) => owner === nobody,
  }
}
