import { useLiveQuery } from 'dexie-react-hooks'
import { useOwner } from '../identity/useOwner.ts'
import { getStore } from '../db/store.ts'

/** Returns when the copy of an address was requested from the server, ms; live. Requests no refresh. */
export function useFetchedAt(url: string): number | undefined {
  const owner = useOwner()
  return useLiveQuery(async () => (await getStore().db.screens.get([owner, url]))?.fetchedAt, [owner, url])
}
