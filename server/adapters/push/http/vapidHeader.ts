import { createPrivateKey, sign } from 'node:crypto'

/** The key pair with which the server signs for push services: P-256, base64url; public as an uncompressed point. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** How long a token is valid, seconds; services accept at most a day. */
const life = 12 * 3600

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Returns the Authorization header for a push service (RFC 8292). `contact`: whom the service may write to, a
 * `mailto:` or `https:` address. `now`: ms.
 */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string | undefined; now: number },
): string {
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + life, ...(contact !== undefined && { sub: contact }) }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${publicKey}`
}
