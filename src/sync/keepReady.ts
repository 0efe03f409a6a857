import type { ChatConfig } from '../../contract/endpoints/chat.ts'
import { type Language, languages } from '../../contract/reference/languages.ts'
import { pdfRecord } from '../../contract/forms/pdfRecord.ts'
import { fileLink } from '../../contract/rules/fileLink.ts'
import { pageDataAddress } from '../../contract/endpoints/pages.ts'
import type { Me } from '../../contract/endpoints/sign-in.ts'
import { anonymousOwner, type Owner } from '../store/db/MusterDb.ts'
import type { RefreshResult } from '../store/db/emitStoreEvent.ts'
import { actorOf, deviceId, getOwner } from '../store/identity/getOwner.ts'
import { dropKept, keepable, keepMedia, offlineMedia } from '../store/media/offlineMedia.ts'
import { fillsPdf } from '../store/media/fillsPdf.ts'
import type { PdfTool, PdfUse } from '../store/media/pdfTools.ts'
import { keptTasks } from '../store/queries/useTasksOffline.ts'
import { getPreference } from '../store/preferences/preferences.ts'
import { noteReadiness, type Readiness, readiness, type ReadyPart } from '../store/queries/readiness.ts'
import type { Store } from '../store/db/store.ts'
import type { Need } from '../store/queries/needKinds.ts'
import { fetchTool, keepPdfTools, toolsToFetch } from './keepPdfTools.ts'
import { needsOfRole } from './needsOfRole.ts'
import { askPeriodicSync } from './askPeriodicSync.ts'
import { pull } from './pull.ts'
import type { Send } from './send.ts'

/** Maximum number of parallel requests. */
const lanes = 3
/** Data older than this is refreshed at start, ms; otherwise the change stream keeps it fresh. */
const freshFor = 12 * 3_600_000
/** No person asked for it: changes within this time are fetched together, ms. */
const restFor = 15 * 60_000
/** The page of one record. */
const recordPage = /^\/api\/forms\/[^/]+\/[^/]+\.json(?:\?|$)/

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
  // A plan of an earlier version does not know what its forms do with documents.
  const isComplete = plan.state === 'kept' && 'pdfUse' in plan
  if (isComplete && parts.store.now() - plan.at < patience) return again ? undefined : await keepPdfTools(plan)
  // The change stream has refetched the records that a change affects.
  const isByChange = again && plan.state === 'kept'
  const go = () => work(parts, owner, isByChange)
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

async function work(parts: Parts, owner: Owner, isByChange: boolean): Promise<void> {
  const { store } = parts
  try {
    await fetchAll(parts, owner, isByChange)
    await dropFormer(store, owner)
    await noteReadiness(store, owner, { state: 'kept', why: undefined }, 'stopped')
    const plan = await readiness(store, owner)
    // The files of an earlier version of the viewer are no longer needed.
    if (plan?.state === 'kept') await keepPdfTools(plan)
    await askPeriodicSync().catch(() => undefined)
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    if (error.why === 'stopped') return
    // Connectivity problems resolve by themselves; other problems are reported to the user.
    const waits = error.why === 'offline' || error.why === 'captive' || error.why === 'busy'
    await noteReadiness(store, owner, { state: waits ? 'running' : 'failed', why: error.why }, 'stopped')
  }
}

/** A run of the prefetch: what it has asked for and counted so far. */
class Run {
  done = 0
  total = 0
  bytes = 0
  /** Addresses that the server refuses. */
  readonly refused = new Set<string>()
  readonly answers = new Map<string, Promise<unknown>>()
  private readonly parts: Parts
  private readonly owner: Owner
  private readonly device: string
  private readonly isByChange: boolean

  constructor(parts: Parts, owner: Owner, device: string, isByChange: boolean) {
    this.parts = parts
    this.owner = owner
    this.device = device
    this.isByChange = isByChange
  }

  /** Changes the plan, unless the person has stopped it: then returns false. */
  note(change: Partial<Readiness>): Promise<boolean> {
    return noteReadiness(this.parts.store, this.owner, change, 'stopped')
  }

  /** Throws Ended if the person has stopped the prefetch or left. */
  async check(): Promise<void> {
    if ((await readiness(this.parts.store, this.owner))?.state === 'stopped' || getOwner() !== this.owner) throw new Ended('stopped')
  }

  /** Counts one answer or file. Throws Ended if the person has stopped the prefetch. */
  async count(bytes: number): Promise<void> {
    this.done++
    this.bytes += bytes
    const { done, total } = this
    if (!(await this.note({ done, total: Math.max(total, done), bytes: this.bytes, why: undefined }))) throw new Ended('stopped')
  }

  /** Fetches an address once. */
  readonly get = (url: string): Promise<unknown> => {
    const answer = this.answers.get(url) ?? this.fetchOne(url)
    this.answers.set(url, answer)
    return answer
  }

  async getAll(urls: readonly string[]): Promise<unknown[]> {
    const left = [...urls]
    const found: unknown[] = []
    const lane = async () => {
      for (let url = left.shift(); url !== undefined; url = left.shift()) found.push(await this.get(url))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return found
  }

  /** Fetches files of the PDF viewer, one by one. Those that find no space are missing afterwards. */
  async getTools(tools: readonly PdfTool[]): Promise<void> {
    for (const tool of tools) {
      await this.check()
      const result = await fetchTool(tool)
      if (result === 'offline') throw new Ended('offline')
      if (result === 'full') return
      await this.count(result === 'here' ? tool.size : 0)
    }
  }

  /**
   * Returns the fresh data of an address; undefined if the server refuses it. Throws Ended if the prefetch
   * cannot continue.
   */
  private async fetchOne(url: string): Promise<unknown> {
    await this.check()
    const { parts, owner, device } = this
    const copy = this.isByChange && recordPage.test(url) ? await this.freshCopy(url) : undefined
    if (copy) {
      await this.count(JSON.stringify(copy.data).length)
      return copy.data
    }
    const result = await pull({ store: parts.store, send: parts.send, device }, url, owner)
    if (result !== 'fresh' && result !== 'refused') throw new Ended(result)
    if (result === 'refused') this.refused.add(url)
    const data = result === 'fresh' ? (await parts.store.db.screens.get([owner, url]))?.data : undefined
    await this.count(result === 'fresh' ? JSON.stringify(data ?? '').length : 0)
    return data
  }

  private async freshCopy(url: string) {
    const { store } = this.parts
    const row = await store.db.screens.get([this.owner, url])
    return row && row.version > 0 && !row.refused && store.now() - row.fetchedAt < freshFor ? row : undefined
  }
}

/** The documents of a plan, and those that an interrupted run has left to the next one. */
const documentsOf = ({ pdfs = [], formerPdfs = [] }: Partial<Readiness> = {}): string[] => [...new Set([...formerPdfs, ...pdfs])]

/** Drops the documents that only former runs needed: those of records that are no longer among the last ones. */
async function dropFormer(store: Store, owner: Owner): Promise<void> {
  const { pdfs = [], videos = [], formerPdfs = [] } = (await readiness(store, owner)) ?? {}
  const needed = new Set([...pdfs, ...videos])
  for (const link of formerPdfs) {
    if (needed.has(link) || !link.startsWith('/api/files/')) continue
    // A browser may refuse its caches: the rest of the plan is kept all the same.
    if ((await offlineMedia(store, link))?.owner === owner) await dropKept(link, store).catch(() => undefined)
  }
  await noteReadiness(store, owner, { formerPdfs: undefined }, 'stopped')
}

async function fetchAll(parts: Parts, owner: Owner, isByChange: boolean): Promise<void> {
  const { store } = parts
  const run = new Run(parts, owner, await deviceId(store), isByChange)
  const chosen = getPreference('language')
  const former = await readiness(store, owner)
  await run.note({ done: 0, formerPdfs: documentsOf(former) })
  const known = new Set(former?.known)
  const found = (part: ReadyPart) => [...known.add(part)]
  const me = await run.get('/api/me')
  const tasks = `/frontend/tasks/${actorOf(owner)}`
  const screens = (lang: Language | undefined, places: readonly string[]) => places.map((place) => addressOf(place, lang))
  // A user who logged in to the tasks of one project opens that list.
  const ofProjects = (await keptTasks(store, owner)).filter((page) => page.startsWith(`${tasks}?`))
  const listed = await run.get(addressOf(tasks, chosen))
  const places = [tasks, ...ofProjects, ...placesIn(listed)]
  const mine = screens(chosen, [...places, ...posterPagesIn(listed)])
  const first: Language = chosen ?? 'en'
  const byItself = (await readiness(store, owner))?.byItself === true
  const others = (Object.keys(languages) as Language[]).filter(
    (lang) => lang !== first && !(lang === 'en-au' || (lang === 'en' && first === 'en-au')),
  )
  const byLanguage = Object.fromEntries([[first, mine], ...others.map((lang) => [lang, screens(lang, places)] as const)])
  run.total = 1 + mine.length + places.length * others.length
  const names = namesOf(listed, chosen)
  await run.note({ screens: mine, languages: byLanguage, total: run.total, names, known: found('screens') })

  const pages = await run.getAll(mine.slice(1))
  const lists = [...new Set(pages.flatMap(listsIn))]
  const { pdfs, videos, pdfUse: useOfTasks } = filesOf(pages)
  let pdfUse = useOfTasks
  let tools = await toolsToFetch({ pdfUse, byItself })
  run.total += lists.length + tools.length
  // The documents of records follow: until then it is not known which are needed.
  await run.note({ lists, total: run.total, ...(!known.has('files') && { pdfs, videos, pdfUse }) })
  // Files are downloaded separately, in parts. Large ones only if the person asked for them.
  if (!byItself) for (const link of [...pdfs, ...videos]) await keepMedia(link, owner, store)
  await run.getAll(lists)
  const report = getPreference(`x:seen:report:${owner}`)
  const asked = { now: store.now(), language: chosen, report: typeof report === 'string' ? report : undefined }
  const spoken = byItself ? [] : others
  const needs = await needsOfRole(run.get, { ...asked, me: { teams: [], ...(me as Partial<Me> | undefined) } as Me })
  const wanted = [...needs, ...formsOfTalks(pages, chosen)]
  run.total = run.done + wanted.filter(({ url }) => !run.answers.has(url)).length + tools.length + spoken.length * places.length
  const read = await run.getAll(wanted.map(({ url }) => url))
  // What the server refuses opens nowhere: nothing is missing on this device.
  const opened = wanted.filter(({ url }) => !run.refused.has(url))
  // Records of a form that is no task have lists, too.
  const further = [...new Set(read.flatMap(listsIn))].filter((list) => !lists.includes(list))
  const records = read.flatMap((page) => (isRecordPage(page) ? [page] : []))
  const documents = [...new Set(records.flatMap(documentsIn))].filter((link) => !pdfs.includes(link))
  if (!byItself) for (const link of documents) await keepMedia(link, owner, store)
  pdfUse = usesOf([...pages, ...records], pdfs.length + documents.length > 0)
  const before = tools.length
  tools = await toolsToFetch({ pdfUse, byItself })
  run.total += further.length + tools.length - before
  known.add('files')
  await run.note({
    ...{ lists: [...lists, ...further], needs: opened, total: run.total, known: found('needs') },
    ...{ pdfs: [...pdfs, ...documents], videos, pdfUse },
  })
  await run.getAll(further)
  await run.getTools(tools)
  for (const lang of spoken) await run.getAll(byLanguage[lang] ?? [])
}

/** What people do with the documents of these pages. */
function usesOf(pages: readonly unknown[], hasDocuments: boolean): PdfUse | undefined {
  if (pages.some(fillsPdf)) return 'fill'
  return hasDocuments ? 'read' : undefined
}

/** Documents and videos that pages show, and what they do with documents. */
function filesOf(pages: readonly unknown[]): Pick<Readiness, 'pdfs' | 'videos' | 'pdfUse'> {
  const talks = pages.flatMap(talksIn)
  const links = [...new Set([...pages.flatMap(filesIn), ...talks])]
  const documents = new Set([...talks, ...pages.flatMap(sourceIn)])
  const pdfs = links.filter((link) => link.endsWith('.pdf') || documents.has(link))
  return { pdfs, videos: links.filter((link) => !pdfs.includes(link)), pdfUse: usesOf(pages, pdfs.length > 0) }
}

interface PdfPage {
  readonly form?: { readonly pdf?: { readonly source?: unknown } | null }
  readonly record?: { readonly model?: Readonly<Record<string, unknown>> | null } | null
}

const isRecordPage = (page: unknown): boolean => typeof (page as PdfPage | undefined)?.form === 'object'

/** The document of a PDF form. */
function sourceIn(page: unknown): string[] {
  const source = (page as PdfPage | undefined)?.form?.pdf?.source
  const link = typeof source === 'string' ? keepable(source, location.origin) : undefined
  return link === undefined ? [] : [link]
}

/** The documents that the page of a record shows: for a PDF form the one that was filled in. */
function documentsIn(page: unknown): string[] {
  const sources = sourceIn(page)
  const shown = filesIn(page).filter((link) => link.endsWith('.pdf') && !sources.includes(link))
  const filled = (page as PdfPage).record?.model?.[pdfRecord.file]
  const [file] = Array.isArray(filled) ? (filled as object[]) : []
  const isPdfForm = typeof (page as PdfPage).form?.pdf?.source === 'string'
  const link = file && isPdfForm ? fileLink(file) : undefined
  if (link === undefined) return [...shown, ...sources]
  const own = keepable(link, location.origin)
  return own === undefined ? shown : [...shown, own]
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

/** The pages of the codes on the posters of these tasks: they lead to the forms. */
export function posterPagesIn(data: unknown): string[] {
  const items = (data as { componentConfig?: { items?: unknown[] } } | undefined)?.componentConfig?.items ?? []
  return [...new Set(items.flatMap((item) => (item as { codes?: readonly string[] } | null)?.codes ?? []))].map(
    (code) => `/frontend/q/${code}`,
  )
}

/** Addresses of the lists that are too long to be part of a page. */
export const listsIn = (data: unknown): string[] =>
  Object.values((data as { lists?: Record<string, unknown> } | undefined)?.lists ?? {}).filter(
    (list): list is string => typeof list === 'string' && list.startsWith('/api/lists/'),
  )

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
