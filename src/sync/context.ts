import { anonymousOwner, type CancelRow, type Owner } from '../store/db/MusterDb.ts'
import { actorOf } from '../store/identity/getOwner.ts'
import type { Store } from '../store/db/store.ts'
import { grantHeader, headerNames } from './headerNames.ts'
import type { Send } from './send.ts'

/** What the steps of an outbox pass share. */
export interface Context {
  readonly store: Store
  readonly send: Send
  readonly device: string
  /** Aborted when the page is frozen or the lock is taken over. */
  readonly signal: AbortSignal | undefined
  /**
   * Set when sending for a logged-out user: requests carry their token instead of the cookie of the current
   * user.
   */
  readonly grant: string | undefined
  /** Makes a correction a change of the save that it replaced, which the server had applied. Only pages can. */
  readonly rebase?: ((store: Store, row: CancelRow) => Promise<void>) | undefined
  actorHeaders(owner: Owner): Record<string, string>
  anonymous(owner: Owner): boolean
}

export function contextOf(
  parts: Pick<Context, 'store' | 'send' | 'device' | 'rebase'> & { signal?: AbortSignal | undefined; grant?: string | undefined },
): Context {
  const { grant } = parts
  return {
    ...parts,
    signal: parts.signal,
    grant,
    actorHeaders: (owner) => ({
      [headerNames.actor]: actorOf(owner),
      [headerNames.device]: parts.device,
      ...(grant !== undefined && { [grantHeader]: grant }),
    }),
    anonymous: (owner) => owner === anonymousOwner || grant !== undefined,
  }
}
