import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The signature of a Twilio-compatible provider: the URL that it called and its sorted fields, signed with
 * the account's token (base64 of HMAC-SHA1).
 */
export function signatureOf(token: string, url: string, fields: Readonly<Record<string, string>>): string {
  const signed = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .reduce((text, [name, value]) => text + name + value, url)
  return createHmac('sha1', token).update(signed, 'utf8').digest('base64')
}

/** True if the text comes from the provider. */
export function isSigned(signature: string | undefined, token: string, url: string, fields: Readonly<Record<string, string>>): boolean {
  const given = Buffer.from(signature ?? '')
  const expected = Buffer.from(signatureOf(token, url, fields))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
