import { useLiveQuery } from 'dexie-react-hooks'
import type { Owner } from '../db/db.ts'
import { emitStoreEvent, type WishResult } from '../db/events.ts'
import { type KeptMedia, keptPrefix } from '../media/kept.ts'
import { useOwner } from '../identity/owner.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'

/**
 * What a user's projects need on this device, and the progress of the prefetch. It survives a reload, which
 * continues it.
 */
export interface Readiness {
  /**
   * running: in progress, or to be continued. kept: complete, and refreshed after changes. stopped: by the
   * user.
   */
  readonly state: 'running' | 'kept' | 'stopped' | 'failed'
  /** Reason of the failure. */
  readonly why?: WishResult | undefined
  /** Addresses, in the user's language. */
  readonly screens: readonly string[]
  readonly lists: readonly string[]
  /** Addresses by language, for other users of the device; the user's own language is first. */
  readonly languages: Readonly<Record<string, readonly string[]>>
  readonly pdfs: readonly string[]
  readonly videos: readonly string[]
  /** Number of answers to fetch, and number of answers on the device. */
  readonly total: number
  readonly done: number
  /** Size of the answers before compression. */
  readonly bytes: number
  readonly at: number
}

export const readyKey = (owner: Owner) => `ready:${owner}`

export async function readiness(store: Store, owner: Owner): Promise<Readiness | undefined> {
  return (await withReopen(store, () => store.db.meta.get(readyKey(owner))))?.value as Readiness | undefined
}

const empty: Omit<Readiness, 'state' | 'at'> = {
  screens: [],
  lists: [],
  languages: {},
  pdfs: [],
  videos: [],
  total: 0,
  done: 0,
  bytes: 0,
}

/**
 * Updates parts of the state. Does nothing and returns false if the current state is `unless` (stopped by the
 * user).
 */
export async function noteReadiness(store: Store, owner: Owner, change: Partial<Readiness>, unless?: 'stopped'): Promise<boolean> {
  const { meta } = store.db
  return await withReopen(store, () =>
    store.db.transaction('rw', meta, async () => {
      const before = (await meta.get(readyKey(owner)))?.value as Readiness | undefined
      if (unless && before?.state === unless) return false
      await meta.put({ key: readyKey(owner), value: { ...empty, state: 'running', ...before, ...change, at: store.now() } })
      return true
    }),
  )
}

/** Requests a prefetch of everything to the device. */
export async function makeReady(owner: Owner, store: Store = getStore()): Promise<void> {
  await noteReadiness(store, owner, { state: 'running', why: undefined, done: 0 })
  emitStoreEvent('ready')
}

/** Stops the prefetch; data that is already here stays. */
export async function stopReady(owner: Owner, store: Store = getStore()): Promise<void> {
  await noteReadiness(store, owner, { state: 'stopped' })
}

/** Progress of one part: `of` items in total, `here` of them on the device. */
export interface Share {
  readonly of: number
  readonly here: number
}

export interface ReadyFacts {
  readonly plan: Readiness | undefined
  readonly screens: Share
  readonly lists: Share
  readonly pdfs: Share
  readonly videos: Share
  /** Languages with all screens on the device. */
  readonly languages: readonly string[]
  /** Bytes of documents and videos. */
  readonly media: { readonly size: number; readonly have: number; readonly full: boolean }
  /** Device time of the server's last answer to this user, ms. */
  readonly answeredAt: number | undefined
  readonly session: 'ok' | 'expired' | 'otherPerson'
}

/** What this user needs and what the device has of it. Live; undefined while loading. */
export function useReadyFacts(): ReadyFacts | undefined {
  const owner = useOwner()
  return useLiveQuery(async () => {
    const { db } = getStore()
    const plan = await readiness(getStore(), owner)
    const all = [...new Set([...(plan?.screens ?? []), ...(plan?.lists ?? []), ...Object.values(plan?.languages ?? {}).flat()])]
    const here = new Set<string>()
    await db.screens.bulkGet(all.map((url): [string, string] => [owner, url])).then((rows) => {
      for (const row of rows) if (row && row.version > 0 && !row.refused) here.add(row.url)
    })
    const files = [...(plan?.pdfs ?? []), ...(plan?.videos ?? [])]
    const kept = new Map(
      (await db.meta.bulkGet(files.map((url) => keptPrefix + url))).flatMap((row) =>
        row ? [[(row.value as KeptMedia).url, row.value as KeptMedia] as const] : [],
      ),
    )
    const share = (urls: readonly string[], has: (url: string) => boolean): Share => ({ of: urls.length, here: urls.filter(has).length })
    const isKept = (url: string) => kept.get(url)?.state === 'kept'
    const me = await db.screens.get([owner, '/api/me'])
    return {
      plan,
      screens: share(plan?.screens ?? [], (url) => here.has(url)),
      lists: share(plan?.lists ?? [], (url) => here.has(url)),
      pdfs: share(plan?.pdfs ?? [], isKept),
      videos: share(plan?.videos ?? [], isKept),
      languages: Object.entries(plan?.languages ?? {}).flatMap(([lang, urls]) => (urls.every((url) => here.has(url)) ? [lang] : [])),
      media: {
        size: [...kept.values()].reduce((sum, { size }) => sum + size, 0),
        have: [...kept.values()].reduce((sum, { have }) => sum + have, 0),
        full: [...kept.values()].some(({ state }) => state === 'full'),
      },
      answeredAt: me?.fetchedAt,
      session: (await db.principals.get(owner))?.session ?? 'ok',
    }
  }, [owner])
}
