/**
 * What the store tells the sync manager of the same page. The store knows no network; it only says that there is something to do.
 * `changes`: forms, lists or rights are others now, and what the device kept of them is fresh again.
 * `ready`: a person wants everything on the device. `device`: it has something to tell the billing account that it belongs to.
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

/** What became of the wish to have a screen fresh. `offline`: no answer of our server; what the device has stays. */
export type WishResult = 'fresh' | 'offline' | 'captive' | 'busy' | 'refused' | 'session'

/** What our server said when it could not answer a wish, until its next answer. Kept by the page only: it passes. */
const said = new Map<string, { readonly code: string; readonly message: string }>()
const saidKey = (url: string, owner: string) => `${owner} ${url}`

export function noteSaid(url: string, owner: string, words: { code: string; message: string } | undefined): void {
  if (words) said.set(saidKey(url, owner), words)
  else said.delete(saidKey(url, owner))
}

export const saidOf = (url: string, owner: string) => said.get(saidKey(url, owner))

type Puller = (url: string, owner: string, anew?: boolean) => Promise<WishResult>

let puller: Puller | undefined
let waiting: (() => void)[] = []

/** sync/start.ts says who fetches; wishes made before wait for it. */
export function setPuller(pull: Puller | undefined): void {
  puller = pull
  if (!pull) return
  for (const go of waiting) go()
  waiting = []
}

/** `anew`: no answer to what was asked before this moment will do. */
export async function wish(url: string, owner: string, anew = false): Promise<WishResult> {
  if (!puller) await new Promise<void>((resolve) => waiting.push(resolve))
  return puller ? await puller(url, owner, anew) : 'offline'
}

type SealKeyAsker = (items: readonly { id: string; head: string }[]) => Promise<readonly { id: string; key: string }[]>

let sealKeyAsker: SealKeyAsker | undefined

/** sync/start.ts says who asks for the content keys of own envelopes. */
export function setSealKeyAsker(ask: SealKeyAsker | undefined): void {
  sealKeyAsker = ask
}

/** Rejects when there is no answer. */
export async function askSealKeys(items: readonly { id: string; head: string }[]): Promise<readonly { id: string; key: string }[]> {
  if (items.length === 0) return []
  if (!sealKeyAsker) throw new Error('nobody asks here')
  return await sealKeyAsker(items)
}

type Translate = (texts: readonly string[], lang: string) => Promise<readonly string[]>

let translator: Translate | undefined

/** sync/start.ts says who asks for translations. */
export function setTranslator(translate: Translate | undefined): void {
  translator = translate
}

/** Rejects when there is no answer. */
export async function translate(texts: readonly string[], lang: string): Promise<readonly string[]> {
  if (!translator) throw new Error('nobody translates here')
  return await translator(texts, lang)
}
