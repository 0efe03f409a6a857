/**
 * Events from the store to the sync manager of the same page. The store does no network requests; it only
 * reports that there is work. `kick`: the outbox changed. `changes`: forms, lists or rights changed, so
 * cached copies must be refreshed. `ready`: a user wants everything on the device. `device`: the device has a
 * report for its billing account.
 */
export type StoreEvent = 'kick' | 'login' | 'keep' | 'changes' | 'ready' | 'device'

const listeners = new Set<(event: StoreEvent) => void>()

export function onStoreEvent(listener: (event: StoreEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function emitStoreEvent(event: StoreEvent): void {
  for (const listener of listeners) listener(event)
}

/** Result of a refresh request. `offline`: our server did not answer; the cached copy stays. */
export type RefreshResult = 'fresh' | 'offline' | 'captive' | 'busy' | 'refused' | 'session'

/** The server's last error per screen, until its next answer. In memory only: the errors are temporary. */
const said = new Map<string, { readonly code: string; readonly message: string }>()
const saidKey = (url: string, owner: string) => `${owner} ${url}`

export function noteLastError(url: string, owner: string, words: { code: string; message: string } | undefined): void {
  if (words) said.set(saidKey(url, owner), words)
  else said.delete(saidKey(url, owner))
}

export const lastErrorOf = (url: string, owner: string) => said.get(saidKey(url, owner))

type Fetcher = (url: string, owner: string, anew?: boolean) => Promise<RefreshResult>

let puller: Fetcher | undefined
let waiting: (() => void)[] = []

/** sync/startSync.ts sets the fetcher; earlier refresh requests wait for it. */
export function setFetcher(pull: Fetcher | undefined): void {
  puller = pull
  if (!pull) return
  for (const go of waiting) go()
  waiting = []
}

/**
 * Requests a refresh of a cached address. `anew`: an answer to a request from before this call does not
 * count.
 */
export async function requestRefresh(url: string, owner: string, anew = false): Promise<RefreshResult> {
  if (!puller) await new Promise<void>((resolve) => waiting.push(resolve))
  return puller ? await puller(url, owner, anew) : 'offline'
}

type SealKeyAsker = (items: readonly { id: string; head: string }[]) => Promise<readonly { id: string; key: string }[]>

let sealKeyAsker: SealKeyAsker | undefined

/** sync/startSync.ts sets the function that requests content keys of own envelopes. */
export function setSealKeyAsker(ask: SealKeyAsker | undefined): void {
  sealKeyAsker = ask
}

/** Rejects if the server does not answer. */
export async function askSealKeys(items: readonly { id: string; head: string }[]): Promise<readonly { id: string; key: string }[]> {
  if (items.length === 0) return []
  if (!sealKeyAsker) throw new Error('nobody asks here')
  return await sealKeyAsker(items)
}

type Translate = (texts: readonly string[], lang: string) => Promise<readonly string[]>

let translator: Translate | undefined

/** sync/startSync.ts sets the translator. */
export function setTranslator(translate: Translate | undefined): void {
  translator = translate
}

/** Rejects if the server does not answer. */
export async function translate(texts: readonly string[], lang: string): Promise<readonly string[]> {
  if (!translator) throw new Error('nobody translates here')
  return await translator(texts, lang)
}
