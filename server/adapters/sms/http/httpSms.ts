import { utcDay } from '../../../../contract/rules/daysLater.ts'
import { trimEnd } from '../../../../contract/rules/trimEnds.ts'
import { type SmsAdapter, SmsFailed } from '../SmsAdapter.ts'
import { isSigned } from './signatureOf.ts'
import { traceHeaders } from '../../../tracing/Span.ts'

/**
 * A provider with the Twilio Messages REST API: POST {baseUrl}/2010-04-01/Accounts/{account}/Messages.json,
 * basic auth, form-encoded.
 */
export interface HttpSmsSettings {
  readonly baseUrl: string
  readonly account: string
  readonly token: string
  /** A sender number (E.164), a short code or name, or a messaging service id (`MG…`). */
  readonly from: string
  readonly timeoutMs?: number | undefined
}

/** Limits of a search for a message that may have arrived: messages per page, and pages. */
const pageSize = 1000
const mostPages = 10
/** The provider's clock may be this much behind ours, ms. */
const skew = 120_000

type Message = Readonly<Record<'sid' | 'from' | 'to' | 'body' | 'direction' | 'date_created', unknown>>

export function httpSms(settings: HttpSmsSettings): SmsAdapter {
  const base = trimEnd(settings.baseUrl, /\//)
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(settings.account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${settings.account}:${settings.token}`).toString('base64')}`
  const sender = /^MG[0-9a-f]{32}$/i.test(settings.from) ? 'MessagingServiceSid' : 'From'

  async function ask(address: string, options: { method: string; headers?: Record<string, string>; body?: URLSearchParams }) {
    try {
      const answer = await fetch(address, {
        ...options,
        headers: { authorization, accept: 'application/json', ...traceHeaders(address), ...options.headers },
        redirect: 'error',
        signal: AbortSignal.timeout(settings.timeoutMs ?? 10_000),
      })
      return { answer, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> }
    } catch (error) {
      throw new SmsFailed('the text provider did not answer', false, { uncertain: !neverReached(error) })
    }
  }

  /** Messages of the list since then, oldest first. */
  async function list(query: Record<string, string>, since: Date): Promise<Message[]> {
    const from = since.getTime() - skew
    const found: Message[] = []
    let next: string | undefined = `${url}?${new URLSearchParams({ ...query, PageSize: String(pageSize) }).toString()}`
    for (let page = 0; next !== undefined && page < mostPages; page++) {
      const { answer, body } = await ask(next, { method: 'GET' })
      if (!answer.ok) throw failed(answer, body)
      if (!Array.isArray(body['messages'])) throw new SmsFailed('the text provider gave no list of messages', false)
      // The provider lists the newest first.
      const messages = body['messages'] as Message[]
      const recent = messages.filter(({ date_created: at }) => !(Date.parse(String(at)) < from))
      found.push(...recent)
      const following: unknown = body['next_page_uri']
      next =
        recent.length === messages.length && typeof following === 'string' && following.startsWith('/') ? `${base}${following}` : undefined
    }
    return found.reverse()
  }

  return {
    kind: 'http',
    async send({ to, text, key }) {
      const { answer, body } = await ask(url, {
        method: 'POST',
        // Compatible providers that know the header send the same key once; others ignore it.
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key },
        body: new URLSearchParams({ To: to, [sender]: settings.from, Body: text }),
      })
      if (answer.ok && typeof body['sid'] === 'string') return { providerId: body['sid'] }
      if (answer.ok) throw new SmsFailed('the text provider gave an answer without a message id', false, { uncertain: true })
      throw failed(answer, body)
    },

    async find({ to, text, since }) {
      const found = await list({ To: to }, since)
      return found.flatMap(({ sid, to: number, body, direction }) =>
        typeof sid === 'string' && number === to && body === text && direction !== 'inbound' ? [sid] : [],
      )
    },

    async received(since) {
      // A sender number only receives answers; a service has several numbers, so the list also contains its
      // own texts.
      const to = sender === 'From' && { To: settings.from }
      const found = await list({ ...to, 'DateSent>': utcDay(since.getTime() - skew) }, since)
      return found.flatMap(({ sid, from, body, direction }) =>
        direction === 'inbound' && typeof sid === 'string' && typeof from === 'string' && typeof body === 'string'
          ? [{ key: sid, from, text: body }]
          : [],
      )
    },

    isSigned: (signature, address, fields) => isSigned(signature, settings.token, address, fields),
  }
}

/** The provider's message may contain the number, so the error only has its status and code. */
function failed({ status, headers }: Response, { code }: Readonly<Record<string, unknown>>): SmsFailed {
  const reason = `the text provider answered ${status}${typeof code === 'number' ? ` (code ${code})` : ''}`
  const refused = status >= 400 && status < 500
  const lasting = refused && status !== 429 && status !== 408
  const retryAfterMs = retryAfter(headers.get('retry-after'))
  return new SmsFailed(reason, lasting, { ...(retryAfterMs !== undefined && { retryAfterMs }), uncertain: !refused })
}

/** The request never reached the provider. */
const neverReached = (error: unknown): boolean => {
  const code = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
}

/** The value (seconds or an HTTP date) in ms from now. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
