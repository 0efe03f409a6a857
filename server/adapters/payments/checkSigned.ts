import { createHmac, timingSafeEqual } from 'node:crypto'
import { BadSignature } from './payments.ts'

/** Maximum age of a signed event, seconds. */
const tolerance = 300

const macOf = (secret: string, at: number, body: string) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')

/** `t=…,v1=…`, the signature format of card providers; `at` is in seconds. */
export const signed = (body: string, secret: string, at: number): string => `t=${at},v1=${macOf(secret, at, body)}`

/** Throws BadSignature for an event that is not signed with the secret or is too old. */
export function checkSigned({ body, signature, secret, now }: { body: string; signature: string; secret: string; now: number }): void {
  const parts = new Map(signature.split(',').map((part) => part.split('=', 2) as [string, string]))
  const at = Number(parts.get('t'))
  const given = Buffer.from(parts.get('v1') ?? '', 'hex')
  const wanted = Buffer.from(macOf(secret, at, body), 'hex')
  if (!Number.isInteger(at) || given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new BadSignature('not signed by us')
  if (Math.abs(now - at) > tolerance) throw new BadSignature('signed too long ago')
}
