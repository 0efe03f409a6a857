import { useLiveQuery } from 'dexie-react-hooks'
import type { Owner } from './db.ts'
import { emitStoreEvent, type WishResult } from './events.ts'
import { type KeptMedia, keptPrefix } from './kept.ts'
import { useOwner } from './owner.ts'
import { getStore, type Store, withReopen } from './store.ts'

/** What a person's projects need on this device, and how far its fetching has come. Survives a reload, which goes on with it. */
export interface Readiness {
  /** running: being fetched, or to be gone on with. kept: whole, and fetched anew when something changes. stopped: by the person. */
  readonly state: 'running' | 'kept' | 'stopped' | 'failed'
  /** Why it failed. */
  readonly why?: WishResult | undefined
  /** In the person's language. */
  readonly screens: readonly string[]
  readonly lists: readonly string[]
  /** By language, for those who share the device; the person's own is first. */
  readonly languages: Readonly<Record<string, readonly string[]>>
  readonly pdfs: readonly string[]
  readonly videos: readonly string[]
  /** Answers that are to be fetched and those that are here. */
  readonly total: number
  readonly done: number
  /** Of the answers, before packing. */
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

/** Writes down some of it; nothing when the person has stopped it meanwhile and `unless` says so. False then. */
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

/** Asks for everything on the device. */
export async function makeReady(owner: Owner, store: Store = getStore()): Promise<void> {
  await noteReadiness(store, owner, { state: 'running', why: undefined, done: 0 })
  emitStoreEvent('ready')
}

/** What is here stays; the rest is not fetched. */
export async function stopReady(owner: Owner, store: Store = getStore()): Promise<void> {
  await noteReadiness(store, owner, { state: 'stopped' })
}

/** How a part of the whole stands: how many there are and how many are here. */
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
  /** Languages whose screens are all here. */
  readonly languages: readonly string[]
  /** Bytes of documents and videos. */
  readonly media: { readonly size: number; readonly have: number; readonly full: boolean }
  /** Device time of the server's last answer to this person, ms. */
  readonly answeredAt: number | undefined
  readonly session: 'ok' | 'expired' | 'otherPerson'
}

/** What is on the device of what this person needs. Live; undefined while it looks. */
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
