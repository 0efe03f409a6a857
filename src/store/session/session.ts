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
}

/**
 * Session state of the page. Live in every tab. A new log-in (`setOwner`) sets it to ok and sends the waiting
 * work.
 */
export function useSession(): Session {
  const owner = useOwner()
  const state = useLiveQuery(async () => {
    if (owner === anonymousOwner) return 'none'
    const [row, holder] = await Promise.all([getStore().db.principals.get(owner), deviceOwner()])
    return holder !== owner && holder !== anonymousOwner ? 'otherPerson' : (row?.session ?? 'ok')
  }, [owner])
  return { state: state ?? (owner === anonymousOwner ? 'none' : 'ok') }
}
