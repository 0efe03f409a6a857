import { useLiveQuery } from 'dexie-react-hooks'
import { bothOf, type LessonProgress, lessonOf } from '../../../contract/rules/progress.ts'
import { anonymousOwner, type Owner, rowVersion } from '../db/MusterDb.ts'
import { readPrefill } from '../drafts/savePrefill.ts'
import { sealsFor } from '../encryption/sharedDevice.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'

/**
 * Returns the key for a user's progress with a link. An anonymous visitor has progress only within the open
 * form: the next visitor at the same kiosk has watched nothing. The same applies to a person whom a gate
 * sends to its induction (savePrefill.ts), and to everybody at a device of several people (decision OQ-216).
 */
export const progressKey = (owner: Owner, recordPath: string, link: string): string =>
  watchesForRecord(owner) || readPrefill(recordPath) ? `${recordPath} ${link}` : link

/** Returns whether other people may watch as this owner, so that progress belongs to one record only. */
export const watchesForRecord = (owner: Owner): boolean => owner === anonymousOwner || sealsFor(getStore(), owner)

/**
 * Adds watched parts to the stored progress; never removes any. `sent`: the server already has it. Resolves
 * once it is on disk.
 */
export async function noteProgress(
  owner: Owner,
  key: string,
  seen: LessonProgress,
  { sent = false, store = getStore() }: { sent?: boolean; store?: Store } = {},
): Promise<LessonProgress> {
  const { db } = store
  return await withReopen(store, () =>
    db.transaction('rw', db.progress, async () => {
      const row = await db.progress.get([owner, key])
      const before = lessonOf(row?.value)
      const value = bothOf(before, seen)
      const same = row !== undefined && JSON.stringify(value) === JSON.stringify(before)
      if (!same) await db.progress.put({ owner, uri: key, v: rowVersion, value, dirty: sent && before.watchedPercent === 0 ? 0 : 1 })
      return value
    }),
  )
}

/** Stored progress of several links, by key. Live in every tab; undefined while loading. */
export function useProgress(owner: Owner, keys: readonly string[]): ReadonlyMap<string, LessonProgress> | undefined {
  return useLiveQuery(async () => {
    const rows = await getStore().db.progress.bulkGet(keys.map((key): [Owner, string] => [owner, key]))
    return new Map(rows.flatMap((row, index) => (row ? [[keys[index] as string, lessonOf(row.value)] as const] : [])))
  }, [owner, keys.join('\n')])
}

/**
 * Returns a function that stores the progress of one lesson during playback. One write at a time; on a slow
 * disk it writes less often.
 */
export function progressWriter(owner: Owner, key: string): (seen: LessonProgress) => void {
  const store = getStore()
  let next: LessonProgress | undefined
  let writing = false
  const write = async () => {
    writing = true
    while (next) {
      const seen = next
      next = undefined
      await noteProgress(owner, key, seen, { store }).catch(() => undefined)
    }
    writing = false
  }
  return (seen) => {
    next = seen
    if (!writing) void write()
  }
}
