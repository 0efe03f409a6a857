import type { ChatConfig } from '../../contract/endpoints/chat.ts'
import { type Language, languages } from '../../contract/reference/languages.ts'
import { pageDataAddress } from '../../contract/endpoints/pages.ts'
import type { Me } from '../../contract/endpoints/sign-in.ts'
import { anonymousOwner, type Owner } from '../store/db/MusterDb.ts'
import type { RefreshResult } from '../store/db/emitStoreEvent.ts'
import { actorOf, deviceId, getOwner } from '../store/identity/getOwner.ts'
import { keepable, keepMedia } from '../store/media/offlineMedia.ts'
import { keptTasks } from '../store/queries/useTasksOffline.ts'
import { getPreference } from '../store/preferences/preferences.ts'
import { noteReadiness, type Readiness, readiness, type ReadyPart } from '../store/queries/readiness.ts'
import type { Store } from '../store/db/store.ts'
import type { Need } from '../store/queries/needKinds.ts'
import { needsOfRole } from './needsOfRole.ts'
import { pull } from './pull.ts'
import type { Send } from './send.ts'

/** Maximum number of parallel requests. */
const lanes = 3
/** Data older than this is refreshed at start, ms; otherwise the change stream keeps it fresh. */
const freshFor = 12 * 3_600_000
/** No person asked for it: changes within this time are fetched together, ms. */
const restFor = 15 * 60_000

interface Parts {
  readonly store: Store
  readonly send: Send
  readonly locks: LockManager | undefined
}

let running: Promise<void> | undefined

/**
 * Prefetches everything that the projects of this page's user need, if the user asked for it: continues an
 * interrupted run, and runs again after a change (`again`) or after a long time. One tab at a time.
 */
export async function keepReady(parts: Parts, again: boolean): Promise<void> {
  const owner = getOwner()
  const plan = await readiness(parts.store, owner)
  if (owner === anonymousOwner || !plan || plan.state === 'stopped') return
  const patience = again ? restOf(plan) : freshFor
  if (plan.state === 'kept' && parts.store.now() - plan.at < patience) return
  const go = () => work(parts, owner)
  running ??= (async () => {
    if (parts.locks) await parts.locks.request('muster:ready', go)
    else await go()
  })().finally(() => {
    running = undefined
  })
  await running
}

/** What the app keeps by itself is fetched again at most every quarter of an hour, what a person asked for at once. */
const restOf = ({ byItself }: Readiness): number => (byItself === true ? restFor : 0)

class Ended extends Error {
  readonly why: RefreshResult | 'stopped'
  constructor(why: RefreshResult | 'stopped') {
    super(why)
    this.why = why
  }
}

async function work(parts: Parts, owner: Owner): Promise<void> {
  const { store } = parts
  try {
    await fetchAll(parts, owner)
    await noteReadiness(store, owner, { state: 'kept', why: undefined }, 'stopped')
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    if (error.why === 'stopped') return
    // Connectivity problems resolve by themselves; other problems are reported to the user.
    const waits = error.why === 'offline' || error.why === 'captive' || error.why === 'busy'
    await noteReadiness(store, owner, { state: waits ? 'running' : 'failed', why: error.why }, 'stopped')
  }
}

async function fetchAll({ store, send }: Parts, owner: Owner): Promise<void> {
  const device = await deviceId(store)
  const chosen = getPreference('language')
  let [done, total, bytes] = [0, 0, 0]
  const refused = new Set<string>()

  /**
   * Returns the fresh data of an address; undefined if the server refuses it. Throws Ended if the prefetch
   * cannot continue.
   */
  const fetchOne = async (url: string): Promise<unknown> => {
    if ((await readiness(store, owner))?.state === 'stopped' || getOwner() !== owner) throw new Ended('stopped')
    const result = await pull({ store, send, device }, url, owner)
    if (result !== 'fresh' && result !== 'refused') throw new Ended(result)
    const row = await store.db.screens.get([owner, url])
    done++
    if (result === 'refused') refused.add(url)
    bytes += result === 'fresh' ? JSON.stringify(row?.data ?? '').length : 0
    if (!(await noteReadiness(store, owner, { done, total: Math.max(total, done), bytes, why: undefined }, 'stopped')))
      throw new Ended('stopped')
    return result === 'fresh' ? row?.data : undefined
  }
  const answers = new Map<string, Promise<unknown>>()
  const get = (url: string): Promise<unknown> => {
    const answer = answers.get(url) ?? fetchOne(url)
    answers.set(url, answer)
    return answer
  }
  const getAll = async (urls: readonly string[]): Promise<unknown[]> => {
    const left = [...urls]
    const found: unknown[] = []
    const lane = async () => {
      for (let url = left.shift(); url !== undefined; url = left.shift()) found.push(await get(url))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return found
  }

  await noteReadiness(store, owner, { done: 0 }, 'stopped')
  const known = new Set((await readiness(store, owner))?.known)
  const found = (part: ReadyPart) => [...known.add(part)]
  const me = await get('/api/me')
  const tasks = `/frontend/tasks/${actorOf(owner)}`
  const screens = (lang: Language | undefined, places: readonly string[]) => places.map((place) => addressOf(place, lang))
  // A user who logged in to the tasks of one project opens that list.
  const ofProjects = (await keptTasks(store, owner)).filter((page) => page.startsWith(`${tasks}?`))
  const listed = await get(addressOf(tasks, chosen))
  const places = [tasks, ...ofProjects, ...placesIn(listed)]
  const mine = screens(chosen, places)
  const first: Language = chosen ?? 'en'
  const byItself = (await readiness(store, owner))?.byItself === true
  const others = (Object.keys(languages) as Language[]).filter(
    (lang) => lang !== first && !(lang === 'en-au' || (lang === 'en' && first === 'en-au')),
  )
  const byLanguage = Object.fromEntries([[first, mine], ...others.map((lang) => [lang, screens(lang, places)] as const)])
  total = 1 + mine.length * (1 + others.length)
  await noteReadiness(
    store,
    owner,
    { screens: mine, languages: byLanguage, total, names: namesOf(listed, chosen), known: found('screens') },
    'stopped',
  )

  const pages = await getAll(mine.slice(1))
  const lists = [...new Set(pages.flatMap(listsIn))]
  const talks = pages.flatMap(talksIn)
  const links = [...new Set([...pages.flatMap(filesIn), ...talks])]
  const pdfs = links.filter((link) => link.endsWith('.pdf') || talks.includes(link))
  const videos = links.filter((link) => !pdfs.includes(link))
  total += lists.length
  await noteReadiness(store, owner, { lists, pdfs, videos, total, known: found('files') }, 'stopped')
  // Files are downloaded separately, in parts. Large ones only if the person asked for them.
  if (!byItself) for (const link of links) await keepMedia(link, owner, store)
  await getAll(lists)
  const report = getPreference(`x:seen:report:${owner}`)
  const asked = { now: store.now(), language: chosen, report: typeof report === 'string' ? report : undefined }
  const spoken = byItself ? [] : others
  const needs = await needsOfRole(get, { ...asked, me: { teams: [], ...(me as Partial<Me> | undefined) } as Me })
  const wanted = [...needs, ...formsOfTalks(pages, chosen)]
  total = done + wanted.filter(({ url }) => !answers.has(url)).length + spoken.length * mine.length
  await getAll(wanted.map(({ url }) => url))
  // What the server refuses opens nowhere: nothing is missing on this device.
  await noteReadiness(store, owner, { needs: wanted.filter(({ url }) => !refused.has(url)), total, known: found('needs') }, 'stopped')
  for (const lang of spoken) await getAll(byLanguage[lang] ?? [])
}

function addressOf(place: string, lang: Language | undefined): string {
  const [pathname = '', search = ''] = place.split('?', 2)
  return pageDataAddress(pathname, search, lang)
}

/** Returns what the task list calls the pages that it links to, by address. */
function namesOf(data: unknown, lang: Language | undefined): Record<string, string> {
  const items = (data as { componentConfig?: { items?: unknown[] } } | undefined)?.componentConfig?.items ?? []
  return Object.fromEntries(
    items.flatMap((item) => {
      const { url, title } = (item ?? {}) as { url?: unknown; title?: unknown }
      return typeof url === 'string' && typeof title === 'string' ? [[addressOf(url, lang), title] as const] : []
    }),
  )
}

/** Pages that the task list links to. */
export function placesIn(data: unknown): string[] {
  const items = (data as { componentConfig?: { items?: unknown[] } } | undefined)?.componentConfig?.items ?? []
  const urls = items.map((item) => (item as { url?: unknown } | null)?.url)
  return [...new Set(urls.filter((url): url is string => typeof url === 'string' && url.startsWith('/frontend/')))]
}

/** Addresses of the lists that are too long to be part of a page. */
export const listsIn = (data: unknown): string[] => Object.values((data as { lists?: Record<string, string> } | undefined)?.lists ?? {})

const talkIn = (data: unknown) => (data as { componentConfig?: Partial<ChatConfig> } | undefined)?.componentConfig?.talk

/** The forms of the chats: *Sent by me* shows their records with them. */
const formsOfTalks = (pages: readonly unknown[], lang: Language | undefined): Need[] =>
  pages.flatMap((page) => {
    const talk = talkIn(page)
    return talk ? [{ kind: 'sent' as const, url: addressOf(`/frontend/forms/${talk.form}`, lang), name: talk.title }] : []
  })

/** Documents of a library that a chat reads out. */
const talksIn = (data: unknown): string[] => (talkIn(data)?.talks ?? []).flatMap(({ address }) => keepable(address, location.origin) ?? [])

/** Videos, captions and documents that a form shows, anywhere in its settings. */
export function filesIn(data: unknown): string[] {
  const found = new Set<string>()
  const walk = (value: unknown) => {
    if (typeof value === 'string') {
      const link = /^(?:https?:\/\/|\/)\S+$/.test(value) ? keepable(value, location.origin) : undefined
      if (link) found.add(link)
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk)
  }
  walk((data as { form?: unknown } | undefined)?.form)
  return [...found]
}
