import { useLiveQuery } from 'dexie-react-hooks'
import type { OfflineMedia } from './offlineMedia.ts'
import { getStore } from '../db/store.ts'

/** Offline media of the device, by address. Live; undefined while loading. */
export function useKept(urls: readonly string[]): ReadonlyMap<string, OfflineMedia> | undefined {
  return useLiveQuery(async () => {
    const rows = await getStore().db.keptMedia.bulkGet([...urls])
    return new Map(rows.flatMap((media) => (media ? [[media.url, media] as const] : [])))
  }, [urls.join('\n')])
}
