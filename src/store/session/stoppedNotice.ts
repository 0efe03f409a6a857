import { isQuiet } from '../../../contract/rules/notices/isQuiet.ts'
import type { Owner } from '../db/MusterDb.ts'
import { type Store, withReopen } from '../db/store.ts'

const key = 'stoppedNotice'

/** The notice of a save that needs its author. The worker shows it, and has no texts of its own. */
export interface StoppedNotice {
  readonly owner: Owner
  readonly title: string
  /** No notice between these times of this device, HH:mm. */
  readonly quiet?: { readonly from: string; readonly until: string } | undefined
}

/** Without a notice, this device shows none. */
export async function keepStoppedNotice(store: Store, notice: StoppedNotice | undefined): Promise<void> {
  const { meta } = store.db
  await withReopen<unknown>(store, () => (notice ? meta.put({ key, value: notice }) : meta.delete(key)))
}

/** Puts the notice into another language. */
export async function renameStoppedNotice(store: Store, title: string): Promise<void> {
  await withReopen(store, () =>
    store.db.meta
      .where('key')
      .equals(key)
      .modify((row: { value?: unknown }) => {
        row.value = { ...(row.value as StoppedNotice), title }
      }),
  )
}

/** Returns the notice of this owner; undefined when they want none here, or not at this time. */
export async function stoppedNotice(store: Store, owner: Owner): Promise<StoppedNotice | undefined> {
  const notice = (await withReopen(store, () => store.db.meta.get(key)))?.value as StoppedNotice | undefined
  if (notice?.owner !== owner) return undefined
  const clock = new Date(store.now()).toTimeString().slice(0, 5)
  return notice.quiet && isQuiet(notice.quiet, clock) ? undefined : notice
}

/** Number of saves that are sent only when this owner acts: refused, in conflict, or without a session. */
export async function stoppedSaves(store: Store, owner: Owner): Promise<number> {
  const { outbox, principals } = store.db
  return await withReopen(store, async () => {
    const isSignedIn = (await principals.get(owner))?.session === 'ok'
    const states = isSignedIn ? ['parked', 'conflict'] : ['parked', 'conflict', 'queued']
    return await outbox
      .where('[owner+state]')
      .anyOf(states.map((state) => [owner, state]))
      .count()
  })
}
