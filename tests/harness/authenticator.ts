import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** Encodes the CBOR of an attestation (RFC 8949): small numbers, byte strings, texts, maps. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of)])])
  throw new Error('no CBOR for this')
}

interface Wanted {
  readonly origin: string
  /** True if the user verified with a fingerprint or PIN. */
  readonly verified?: boolean
  readonly counter?: number
  readonly rpId?: string
}

/** A software passkey that answers like a browser's authenticator. */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )

  const authData = ({ origin, verified = true, counter = 1, rpId = new URL(origin).hostname }: Wanted, attested: boolean) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = 1 | (verified ? 4 : 0) | (attested ? 64 : 0)
    const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(attested ? [Buffer.alloc(16), length, credentialId, cose] : [])])
  }
  const clientData = (type: string, { challenge }: { challenge?: unknown }, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id,
    /** Answers the options of a registration. */
    create(options: Record<string, unknown>, wanted: Wanted) {
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(wanted, true)],
      ])
      const client = clientData('webauthn.create', options, wanted.origin)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers the options of a log-in. */
    show(options: Record<string, unknown>, wanted: Wanted) {
      const data = authData(wanted, false)
      const client = clientData('webauthn.get', options, wanted.origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
