import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { Refused } from '../../../contract/Refused.ts'
import { type CodeContent, contentOfCode, partsOfCode } from '../../../contract/endpoints/devices.ts'
import type { App } from '../app.ts'
import { text } from '../../i18n/text.ts'

const curve = 'prime256v1'
const point = (key: Buffer, from: number) => key.subarray(from, from + 32).toString('base64url')

interface Keys {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** The public key as an uncompressed point, base64url. Devices verify codes with it. */
  readonly shown: string
}

const made = new WeakMap<Buffer, Keys>()

/**
 * Derives the keys from the secret of the server, so that all servers have the same keys and none stores
 * them.
 */
function keysOf({ pepper }: App): Keys {
  const known = made.get(pepper)
  if (known) return known
  for (let n = 0; ; n++) {
    const pair = createECDH(curve)
    const number = Buffer.from(hkdfSync('sha256', pepper, Buffer.alloc(0), `muster device code ${n}`, 32))
    try {
      pair.setPrivateKey(number)
    } catch {
      // The number is not below the order of the curve (once in 2^32): try the next one.
      continue
    }
    const shown = pair.getPublicKey()
    const jwk = { kty: 'EC', crv: 'P-256', x: point(shown, 1), y: point(shown, 33) }
    const keys = {
      privateKey: createPrivateKey({ key: { ...jwk, d: number.toString('base64url') }, format: 'jwk' }),
      publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
      shown: shown.toString('base64url'),
    }
    made.set(pepper, keys)
    return keys
  }
}

export const verifyKey = (app: App): string => keysOf(app).shown

/** Makes a signed code for one purpose that expires. Devices verify it without a connection. */
export function makeCode(app: App, content: CodeContent): string {
  const signed = Buffer.from(JSON.stringify(content)).toString('base64url')
  const signature = sign('sha256', Buffer.from(signed), { key: keysOf(app).privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}~${signature.toString('base64url')}`
}

/** Returns the content of a code. Throws Refused if another server made the code, or if it has expired. */
export function openCode(app: App, code: string): CodeContent {
  const parts = partsOfCode(code)
  const key = { key: keysOf(app).publicKey, dsaEncoding: 'ieee-p1363' as const }
  const isOurs = parts && verify('sha256', Buffer.from(parts.signed), key, Buffer.from(parts.signature, 'base64url'))
  const content = isOurs ? contentOfCode(Buffer.from(parts.signed, 'base64url').toString()) : undefined
  if (!content) throw new Refused(400, 'INVALID', text('This code is not from this site. Please make a new one under Devices.'))
  if (content.until * 1000 < Date.now())
    throw new Refused(400, 'INVALID', text('This code has expired. Please make a new one under Devices.'))
  return content
}
