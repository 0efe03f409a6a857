import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** The keys of a browser that subscribes, and what only this browser can read. */
export function browserKeys() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    /** Decrypts a message (RFC 8291, RFC 8188). Throws when it was made for another browser. */
    decrypt(body: Buffer): string {
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)]
      if (body.readUInt32BE(16) !== 4096 || body[20] !== 65) throw new Error('the header of the message is wrong')
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
      const secret = hkdf(auth, own.computeSecret(theirs), info, 32)
      const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const decipher = createDecipheriv('aes-128-gcm', key, hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12))
      decipher.setAuthTag(body.subarray(-16))
      const record = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
      const end = record.lastIndexOf(2)
      if (record.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding of the message is wrong')
      return record.subarray(0, end).toString()
    },
  }
}

/** Returns what is wrong with the Authorization header of a push (RFC 8292); undefined when it is valid. */
function vapidProblem(header: string | undefined, origin: string, publicKey: string): string | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? '') ?? []
  if (key !== publicKey) return 'another key than the browser subscribed with'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = bytes(key)
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const signer = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signer, bytes(signature))) return 'the signature is wrong'
  const { aud, exp } = JSON.parse(bytes(claims).toString()) as { aud?: string; exp?: number }
  if (aud !== origin) return 'the audience is wrong'
  return typeof exp === 'number' && exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 86_400 ? undefined : 'the expiry is wrong'
}

export interface ReceivedPush {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A push service on this computer. It answers 403 to a sender that is not the one of the subscription. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const problems: string[] = []
  const answers = new Map<string, { status: number; headers?: Record<string, string>; times: number }>()
  let publicKey = ''
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const planned = answers.get(path)
      if (planned && planned.times > 0) {
        planned.times--
        return void response.writeHead(planned.status, planned.headers).end()
      }
      const problem = vapidProblem(request.headers.authorization, origin, publicKey)
      if (problem !== undefined) {
        problems.push(problem)
        return void response.writeHead(403).end()
      }
      received.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(201, { location: `${origin}/message` }).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    problems,
    /** The key of the server whose pushes are accepted. */
    accept: (key: string) => (publicKey = key),
    /** The next answers to this subscription. */
    answer: (path: string, status: number, { times = Number.POSITIVE_INFINITY, headers = {} } = {}) =>
      answers.set(path, { status, headers, times }),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
