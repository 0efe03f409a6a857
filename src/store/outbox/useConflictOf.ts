import { useLiveQuery } from 'dexie-react-hooks'
import { useOwner } from '../identity/useOwner.ts'
import { allOf } from '../quota/freeSpace.ts'
import { getStore } from '../db/store.ts'

/** opId of the own save of this record that needs the user's decision; undefined if there is none. Live. */
export function useConflictOf(path: string): string | undefined {
  const owner = useOwner()
  return useLiveQuery(async () => {
    const [first] = await getStore()
      .db.outbox.where('[owner+stream+seq]')
      .between(...allOf(owner, path))
      .filter((row) => row.lastError?.kind === 'conflict' && row.state !== 'parked')
      .limit(1)
      .toArray()
    return first?.opId
  }, [owner, path])
}
