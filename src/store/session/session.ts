import { useLiveQuery } from 'dexie-react-hooks'
import { anonymousOwner } from '../db/MusterDb.ts'
import { deviceOwner } from '../identity/getOwner.ts'
import { useOwner } from '../identity/useOwner.ts'
import { getStore } from '../db/store.ts'

export interface Session {
  /**
   * none: no user is logged in on this page. expired: the user must log in again; no work is lost.
   * otherPerson: another user has logged in in this browser since the page was opened.
   */
  state: 'ok' | 'expired' | 'otherPerson' | 'none'
  /** The session has expired because the account is disabled. */
  disabled?: boolean | undefined
}

/**
 * Session state of the page. Live in every tab. A new log-in (`setOwner`) sets it to ok and sends the waiting
 * work.
 */
export function useSession(): Session {
  const owner = useOwner()
  const session = useLiveQuery(async (): Promise<Session> => {
    if (owner === anonymousOwner) return { state: 'none' }
    const [row, holder] = await Promise.all([getStore().db.principals.get(owner), deviceOwner()])
    if (holder !== owner && holder !== anonymousOwner) return { state: 'otherPerson' }
    return { state: row?.session ?? 'ok', disabled: row?.disabled }
  }, [owner])
  return session ?? { state: owner === anonymousOwner ? 'none' : 'ok' }
}
