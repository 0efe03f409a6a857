import { createHash } from 'node:crypto'
import { type PushAdapter, PushFailed } from '../PushAdapter.ts'
import { encryptPush } from './encryptPush.ts'
import { type VapidKeys, vapidHeader } from './vapidHeader.ts'

export interface WebPushSettings {
  readonly keys: VapidKeys
  /** A `mailto:` or `https:` address of the operator. */
  readonly contact?: string | undefined
  /** Further push services: origins such as `https://push.example.com`. */
  readonly services?: readonly string[] | undefined
  readonly timeoutMs?: number | undefined
}

/** The services of Chrome and Edge on Android, of Firefox, of Apple, and of Edge on Windows. */
const serviceHosts =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)+push\.services\.mozilla\.com|(?:[\w-]+\.)+push\.apple\.com|(?:[\w-]+\.)+notify\.windows\.com)$/

/** True for an https address of a known service without a port or a name, and for one of the further services. */
export function isPushService(endpoint: string, services: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  return services.includes(origin) || (protocol === 'https:' && port === '' && serviceHosts.test(hostname))
}

/** Topics have at most 32 letters of base64url. */
const topicOf = (topic: string) => createHash('sha256').update(topic).digest('base64url').slice(0, 32)

/** Web Push: RFC 8030 with encrypted messages (RFC 8291) and a signed sender (RFC 8292). */
export function webPush({ keys, contact, services, timeoutMs = 10_000 }: WebPushSettings): PushAdapter {
  const isKnown = (endpoint: string) => isPushService(endpoint, services)
  return {
    publicKey: keys.publicKey,
    isKnown,
    async send({ target, text, topic, urgency, ttl }) {
      const { endpoint } = target
      if (!isKnown(endpoint)) throw new PushFailed('the push service is not known', 'lasting')
      const answer = await fetch(endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: vapidHeader(keys, { endpoint, contact, now: Date.now() }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttl),
          topic: topicOf(topic),
          urgency,
        },
        body: new Uint8Array(encryptPush(target, text)),
      }).catch(() => {
        throw new PushFailed('the push service did not answer', 'temporary')
      })
      await answer.body?.cancel()
      if (!answer.ok) throw failed(answer)
    },
  }
}

function failed({ status, headers }: Response): PushFailed {
  const message = `the push service answered ${status}`
  if (status === 404 || status === 410) return new PushFailed(message, 'gone')
  const isTemporary = status === 429 || status === 408 || status >= 500
  return new PushFailed(message, isTemporary ? 'temporary' : 'lasting', retryAfter(headers.get('retry-after')))
}

/** The value (seconds or an HTTP date) in ms from now. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
