import { useLiveQuery } from 'dexie-react-hooks'
import { nobody } from './db.ts'
import { deviceOwner } from './identity.ts'
import { useOwner } from './owner.ts'
import { getStore } from './store.ts'

export interface Session {
  /**
   * none: nobody is signed in on this page. expired: the server wants this person to sign in again; nothing is lost meanwhile.
   * otherPerson: somebody else has signed in in this browser since the page was opened.
   */
  state: 'ok' | 'expired' | 'otherPerson' | 'none'
}

/** Live in every tab. Signing in again (`setOwner`) makes it ok and sends what waits. */
export function useSession(): Session {
  const owner = useOwner()
  const state = useLiveQuery(async () => {
    if (owner === nobody) return 'none'
    const [row, holder] = await Promise.all([getStore().db.principals.get(owner), deviceOwner()])
    return holder !== owner && holder !== nobody ? 'otherPerson' : (row?.session ?? 'ok')
  }, [owner])
  return { state: state ?? (owner === nobody ? 'none' : 'ok') }
}
