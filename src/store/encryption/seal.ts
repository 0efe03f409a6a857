import { type SealTo, sealContext, sealSizes, sealVersion } from '../../../contract/endpoints/sealing.ts'
import { fromBase64url } from '../../lib/fromBase64url.ts'

/** What an envelope is sealed for: the id of the operation or file, and its owner. */
export interface SealedFor {
  readonly id: string
  readonly owner: string
}

type Bytes = Uint8Array<ArrayBuffer>

const { subtle } = crypto
const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

/**
 * Seals data for the server (contract/endpoints/sealing.ts). `contentKey` can open the envelope on this device until it
 * is deleted. Rejects if the browser has no Web Crypto (plain http).
 */
export async function seal(to: SealTo, about: SealedFor, plain: Bytes | ArrayBuffer): Promise<{ envelope: Bytes; contentKey: Bytes }> {
  const theirBytes = fromBase64url(to.key)
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const [theirs, pair] = await Promise.all([
    subtle.importKey('raw', theirBytes, curve, false, []),
    subtle.generateKey(curve, false, ['deriveBits']),
  ])
  const mine = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const agreed = await subtle.deriveBits({ name: 'ECDH', public: theirs }, pair.privateKey, 256)
  const base = await subtle.importKey('raw', agreed, 'HKDF', false, ['deriveBits'])
  const info = utf8(sealContext(about.id, about.owner))
  const derived = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: joined(mine, theirBytes), info }, base, 256)
  const contentKey = new Uint8Array(derived)
  const nonce = crypto.getRandomValues(new Uint8Array(sealSizes.nonce))
  const content = await subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: info }, await aes(contentKey), plain)
  const head = joined(new Uint8Array([0x4d, 0x53, sealVersion]), fromBase64url(to.id), mine, nonce)
  return { envelope: joined(head, new Uint8Array(content)), contentKey }
}

/** Returns the part of an envelope from which the server derives its content key for the owner. */
export const headOf = (envelope: Bytes): Bytes => envelope.slice(0, sealSizes.head)

/** Rejects if the key does not match the envelope, or the envelope is damaged. */
export async function unseal(contentKey: Bytes, about: SealedFor, envelope: Bytes): Promise<Bytes> {
  const iv = envelope.slice(sealSizes.head - sealSizes.nonce, sealSizes.head)
  const additionalData = utf8(sealContext(about.id, about.owner))
  return new Uint8Array(
    await subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, await aes(contentKey), envelope.slice(sealSizes.head)),
  )
}

const aes = (key: Bytes) => subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
