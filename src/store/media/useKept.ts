import { useLiveQuery } from 'dexie-react-hooks'
import { type KeptMedia, keptPrefix } from './kept.ts'
import { getStore } from '../db/store.ts'

/** Offline media of the device, by address. Live; undefined while loading. */
export function useKept(urls: readonly string[]): ReadonlyMap<string, KeptMedia> | undefined {
  return useLiveQuery(async () => {
    const rows = await getStore().db.meta.bulkGet(urls.map((url) => keptPrefix + url))
    return new Map(rows.flatMap((row) => (row ? [[(row.value as KeptMedia).url, row.value as KeptMedia] as const] : [])))
  }, [urls.join('\n')])
}
