import { deviceCodeAlphabet, deviceCodeLength, type Pairing } from '../../contract/kiosk.ts'
import type { Language } from '../../contract/languages.ts'
import type { SealTo } from '../../contract/sealing.ts'
import type { Owner } from './db.ts'
import { getStore, type Store, withReopen } from './store.ts'

/**
 * That this device is a kiosk, and of what. Browsers clear their storage in parts: IndexedDB when it is damaged or the disk is full, Cache Storage
 * with "cached files", localStorage with the site's settings. So it is kept in all three, whichever is left mends the others, and where nothing is
 * left the browser's cookie (httpOnly, which no clearing of scripts' storage takes) asks the server.
 */
export interface KeptPairing extends Pairing {
  /** What the kiosk speaks to whoever comes next. */
  readonly language: Language
  /** What it seals for: without it nothing could be saved. */
  readonly seal?: SealTo | undefined
  /** Device time of the last change, ms. */
  readonly at: number
}

const place = 'muster:kiosk'
const codePlace = 'muster:device-code'
const row = 'kiosk'
const cacheName = 'muster-kiosk'
const cacheKey = '/.kiosk'

export const kioskOwner = ({ uid }: Pick<Pairing, 'uid'>): Owner => `k:${uid}`

function isPairing(value: unknown): value is KeptPairing {
  const { uid, token, info, url } = (value ?? {}) as Partial<KeptPairing>
  return typeof uid === 'string' && typeof token === 'string' && typeof info === 'object' && url !== undefined
}

function read(text: string | null | undefined): KeptPairing | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isPairing(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Known at once, before anything else of the app runs. */
export const pairedHere = (storage = getStore().storage): KeptPairing | undefined => {
  try {
    return read(storage?.getItem(place))
  } catch {
    return undefined
  }
}

async function inDatabase(store: Store): Promise<KeptPairing | undefined> {
  const value = (await withReopen(store, () => store.db.meta.get(row)))?.value
  return isPairing(value) ? value : undefined
}

async function inCache(): Promise<KeptPairing | undefined> {
  // Not opened: that would make one on every device.
  const kept = await globalThis.caches?.match(cacheKey, { cacheName })
  return read(await kept?.text())
}

/** The newest of what is left, put back everywhere; undefined where this device is no kiosk. */
export async function findPairing(store: Store = getStore()): Promise<KeptPairing | undefined> {
  const found = await Promise.all([
    Promise.resolve(pairedHere(store.storage)),
    inDatabase(store).catch(() => undefined),
    inCache().catch(() => undefined),
  ])
  const kept = found.filter((one) => one !== undefined)
  const newest = kept.sort((a, b) => b.at - a.at)[0]
  if (newest && (kept.length < found.length || kept.some(({ at }) => at !== newest.at))) await put(store, newest)
  return newest
}

/** Each place by itself: one that takes nothing stops no other. */
async function put(store: Store, pairing: KeptPairing): Promise<void> {
  try {
    store.storage?.setItem(place, JSON.stringify(pairing))
  } catch {
    // Full or blocked: the others have it.
  }
  await Promise.all([
    withReopen(store, () => store.db.meta.put({ key: row, value: pairing })).catch(() => undefined),
    globalThis.caches
      ?.open(cacheName)
      .then((cache) => cache.put(cacheKey, Response.json(pairing)))
      .catch(() => undefined),
  ])
}

export async function keepPairing(pairing: Omit<KeptPairing, 'at'>, store: Store = getStore()): Promise<KeptPairing> {
  const kept = { ...pairing, at: store.now() }
  keepDeviceCode(pairing.deviceCode, store)
  await put(store, kept)
  return kept
}

export async function dropPairing(store: Store = getStore()): Promise<void> {
  try {
    store.storage?.removeItem(place)
  } catch {
    // Blocked: nothing was kept.
  }
  await Promise.all([
    withReopen(store, () => store.db.meta.delete(row)).catch(() => undefined),
    globalThis.caches?.delete(cacheName).catch(() => false),
  ])
}

function keepDeviceCode(code: string, store: Store): void {
  try {
    store.storage?.setItem(codePlace, code)
  } catch {
    // The pairing has it, too.
  }
}

/** This device's 8 characters, made once: a kiosk that is let in again is the same kiosk, and what it has not sent goes on. */
export function ownDeviceCode(store: Store = getStore()): string {
  const kept = store.storage?.getItem(codePlace)
  if (kept && /^[A-Za-z0-9]{8}$/.test(kept)) return kept
  const code = Array.from(
    crypto.getRandomValues(new Uint8Array(deviceCodeLength)),
    (byte) => deviceCodeAlphabet[byte % deviceCodeAlphabet.length],
  ).join('')
  keepDeviceCode(code, store)
  return code
}
