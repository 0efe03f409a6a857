import { useLiveQuery } from 'dexie-react-hooks'
import type { MusterDb, Owner } from '../db/MusterDb.ts'
import { emitStoreEvent, type RefreshResult } from '../db/emitStoreEvent.ts'
import type { OfflineMedia } from '../media/offlineMedia.ts'
import type { PdfUse } from '../media/pdfTools.ts'
import { isMetered } from '../connectivity/isMetered.ts'
import { useOwner } from '../identity/useOwner.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'
import { type Need, type NeedKind, needKinds } from './needKinds.ts'

/** Parts of a plan, in the order in which a run finds their addresses. `files`: lists of forms, documents and videos. */
export type ReadyPart = 'screens' | 'files' | 'needs'

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
  readonly why?: RefreshResult | undefined
  /** Addresses, in the user's language. */
  readonly screens: readonly string[]
  readonly lists: readonly string[]
  /** Addresses by language, for other users of the device; the user's own language is first. */
  readonly languages: Readonly<Record<string, readonly string[]>>
  readonly pdfs: readonly string[]
  readonly videos: readonly string[]
  /** Documents of former runs, while a run finds out which are still needed. */
  readonly formerPdfs?: readonly string[] | undefined
  /** What the forms do with documents; absent if they have none. */
  readonly pdfUse?: PdfUse | undefined
  /** What the role of the person needs beside the forms; absent in plans of former versions. */
  readonly needs?: readonly Need[]
  /** What people call the screens, by address. */
  readonly names?: Readonly<Record<string, string>>
  /** Parts whose addresses are known: by this run, or by one before it that the app began by itself. */
  readonly known?: readonly ReadyPart[]
  /** The app began by itself: without files and other languages. */
  readonly byItself?: boolean
  /** Number of answers to fetch, and number of answers on the device. */
  readonly total: number
  readonly done: number
  /** Size of the answers before compression. */
  readonly bytes: number
  readonly at: number
}

export async function readiness(store: Store, owner: Owner): Promise<Readiness | undefined> {
  return await withReopen(store, () => store.db.readiness.get(owner))
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
  const rows = store.db.readiness
  return await withReopen(store, () =>
    store.db.transaction('rw', rows, async () => {
      const before = await rows.get(owner)
      if (unless && before?.state === unless) return false
      await rows.put({ ...empty, state: 'running', ...before, ...change, owner, at: store.now() })
      return true
    }),
  )
}

/** Requests a prefetch of everything to the device. */
export async function makeReady(owner: Owner, store: Store = getStore()): Promise<void> {
  await noteReadiness(store, owner, { state: 'running', why: undefined, done: 0, byItself: false, known: [] })
  emitStoreEvent('ready')
}

/**
 * Requests a prefetch of the small answers, unless the person has started or stopped one, or the connection costs
 * by the megabyte.
 */
export async function keepReadyByItself(owner: Owner, store: Store = getStore()): Promise<void> {
  if (isMetered()) return
  if (await readiness(store, owner)) return
  await noteReadiness(store, owner, { state: 'running', byItself: true, known: [] })
  emitStoreEvent('ready')
}

/** Whether the device has what the role of this user needs, as of the last run. Live. */
export function useIsKeptReady(): boolean {
  const owner = useOwner()
  return useLiveQuery(async () => (await readiness(getStore(), owner))?.state === 'kept', [owner]) ?? false
}

/** Stops the prefetch; data that is already here stays. */
export async function stopReady(owner: Owner, store: Store = getStore()): Promise<void> {
  await noteReadiness(store, owner, { state: 'stopped' })
}

/** How much of a long list the server sends: its first entries, and their number in all if the answer has it. */
export interface ListPart {
  readonly shown: number
  readonly total?: number | undefined
}

/** Progress of one part: `of` items in total, `here` of them on the device. */
export interface Share {
  readonly of: number
  readonly here: number
  /** It is known what is needed. */
  readonly known: boolean
  /** All that is needed is here: it opens without a connection. */
  readonly ready: boolean
  /** What is not on the device. `size`: bytes, if the device knows it. */
  readonly missing: readonly { readonly url: string; readonly name?: string | undefined; readonly size?: number | undefined }[]
  /** What is on the device, but longer than one answer of the server. */
  readonly cut: readonly (ListPart & { readonly name?: string | undefined })[]
}

export interface ReadyFacts {
  readonly plan: Readiness | undefined
  readonly screens: Share
  readonly lists: Share
  readonly pdfs: Share
  readonly videos: Share
  /** Only the kinds that this person needs. */
  readonly needs: Readonly<Partial<Record<NeedKind, Share>>>
  /** Languages with all screens on the device. */
  readonly languages: readonly string[]
  /** Bytes of documents and videos. */
  readonly media: { readonly size: number; readonly have: number; readonly full: boolean }
  /** Device time of the server's last answer to this user, ms. */
  readonly answeredAt: number | undefined
  readonly session: 'ok' | 'expired' | 'otherPerson'
}

/** Returns how much of its list an answer has; undefined if nothing is left out. */
function partOf(data: unknown): ListPart | undefined {
  const { entries, people, events, records, executions, hazards, total, more, moreHazards } = (data ?? {}) as Readonly<
    Record<string, unknown>
  >
  const list: unknown = entries ?? people ?? events ?? records ?? executions ?? hazards
  if (!Array.isArray(list)) return undefined
  if (typeof total === 'number') return total > list.length ? { shown: list.length, total } : undefined
  return more === true || moreHazards === true ? { shown: list.length } : undefined
}

/** The addresses of the plan that are on the device, with what is left out there. */
async function screensHere(db: MusterDb, owner: Owner, plan: Readiness | undefined): Promise<ReadonlyMap<string, ListPart | undefined>> {
  const { screens = [], lists = [], languages = {}, needs = [] } = plan ?? {}
  const all = [...new Set([...screens, ...lists, ...Object.values(languages).flat(), ...needs.map(({ url }) => url)])]
  const rows = await db.screens.bulkGet(all.map((url): [string, string] => [owner, url]))
  return new Map(rows.flatMap((row) => (row && row.version > 0 && !row.refused ? [[row.url, partOf(row.data)] as const] : [])))
}

const lastSegment = (url: string): string => decodeURIComponent(url.split('?', 1)[0]?.split('/').at(-1) ?? url)

const roomOf = (files: readonly OfflineMedia[]): ReadyFacts['media'] => ({
  size: files.reduce((sum, { size }) => sum + size, 0),
  have: files.reduce((sum, { have }) => sum + have, 0),
  full: files.some(({ state }) => state === 'full'),
})

/** Whether a run has found the addresses of a part. Plans of former versions are complete when they are kept. */
const knows = (plan: Readiness | undefined, part: ReadyPart): boolean => plan?.known?.includes(part) ?? plan?.state === 'kept'

/** What this user needs and what the device has of it. */
export async function readyFacts(store: Store, owner: Owner): Promise<ReadyFacts> {
  const { db } = store
  const plan = await readiness(store, owner)
  const here = await screensHere(db, owner, plan)
  const { screens = [], lists = [], pdfs = [], videos = [], languages = {}, needs = [], names = {} } = plan ?? {}
  const files = [...pdfs, ...videos]
  const kept = new Map((await db.keptMedia.bulkGet(files)).flatMap((media) => (media ? [[media.url, media] as const] : [])))
  const share = (
    part: ReadyPart,
    urls: readonly string[],
    has: (url: string) => boolean,
    nameOf: (url: string) => string | undefined,
  ): Share => {
    const missing = urls.filter((url) => !has(url)).map((url) => ({ url, name: nameOf(url), size: kept.get(url)?.size || undefined }))
    const known = knows(plan, part)
    const cut = urls.flatMap((url) => {
      const some = here.get(url)
      return some ? [{ ...some, name: nameOf(url) }] : []
    })
    return { of: urls.length, here: urls.length - missing.length, known, ready: known && missing.length === 0, missing, cut }
  }
  const isHere = (url: string) => here.has(url)
  const isKept = (url: string) => kept.get(url)?.state === 'kept'
  const nameOfNeed = new Map(needs.map(({ url, name }) => [url, name]))
  const ofKind = (kind: NeedKind): [NeedKind, Share][] => {
    const urls = needs.flatMap((need) => (need.kind === kind ? [need.url] : []))
    return urls.length === 0 ? [] : [[kind, share('needs', urls, isHere, (url) => nameOfNeed.get(url))]]
  }
  const me = await db.screens.get([owner, '/api/me'])
  return {
    plan,
    screens: share('screens', screens, isHere, (url) => names[url]),
    // What the role of the person needs has lists, too.
    lists: share('needs', lists, isHere, lastSegment),
    pdfs: share('files', pdfs, isKept, lastSegment),
    videos: share('files', videos, isKept, lastSegment),
    needs: Object.fromEntries(needKinds.flatMap(ofKind)),
    languages: Object.entries(languages).flatMap(([lang, urls]) => (urls.every((url) => here.has(url)) ? [lang] : [])),
    media: roomOf([...kept.values()]),
    answeredAt: me?.fetchedAt,
    session: (await db.principals.get(owner))?.session ?? 'ok',
  }
}

/** Live; undefined while loading. */
export function useReadyFacts(): ReadyFacts | undefined {
  const owner = useOwner()
  return useLiveQuery(() => readyFacts(getStore(), owner), [owner])
}
