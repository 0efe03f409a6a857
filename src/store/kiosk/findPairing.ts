import type { Pairing } from '../../../contract/endpoints/kiosk.ts'
import { deviceCodeAlphabet, deviceCodeLength } from '../../../contract/reference/deviceCodeAlphabet.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import type { SealTo } from '../../../contract/endpoints/sealing.ts'
import type { Owner } from '../db/MusterDb.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'

/**
 * The pairing that makes this device a kiosk. Browsers clear storage in parts: IndexedDB when it is damaged
 * or the disk is full, Cache Storage with "cached files", localStorage with the site settings. So the pairing
 * is stored in all three, and any copy restores the others. If none is left, the app asks the server with the
 * browser's cookie (httpOnly; clearing script storage does not remove it).
 */
export interface KeptPairing extends Pairing {
  /** The language that the kiosk starts with for the next visitor. */
  readonly language: Language
  /** The key to seal for: without it the kiosk cannot save. */
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

/** Reads localStorage synchronously, before the rest of the app starts. */
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
  // Match without opening: `open` would create the cache on every device.
  const kept = await globalThis.caches?.match(cacheKey, { cacheName })
  return read(await kept?.text())
}

/** Returns the newest copy and restores it in all places; undefined if this device is no kiosk. */
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

/** Writes each place independently: a failure in one does not stop the others. */
async function put(store: Store, pairing: KeptPairing): Promise<void> {
  try {
    store.storage?.setItem(place, JSON.stringify(pairing))
  } catch {
    // Full or blocked: the other places have it.
  }
  await Promise.all([
    withReopen(store, () => store.db.meta.put({ key: row, value: pairing })).catch(() => undefined),
    globalThis.caches
      ?.open(cacheName)
      .then((cache) => cache.put(cacheKey, new Response(JSON.stringify(pairing))))
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
    // Blocked: there is nothing to delete.
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
    // The pairing also has it.
  }
}

/**
 * Returns this device's code of 8 characters, created once. A kiosk that is paired again keeps its identity
 * and sends its waiting saves.
 */
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
