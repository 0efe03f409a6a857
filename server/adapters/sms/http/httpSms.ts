import { type SmsAdapter, SmsFailed } from '../sms.ts'

/** A provider that speaks the Twilio Messages REST shape: POST {baseUrl}/2010-04-01/Accounts/{account}/Messages.json, basic auth, form-encoded. */
export interface HttpSmsSettings {
  readonly baseUrl: string
  readonly account: string
  readonly token: string
  /** A sender number (E.164), a short code or name, or a messaging service id (`MG…`). */
  readonly from: string
  readonly timeoutMs?: number | undefined
}

export function httpSms(settings: HttpSmsSettings): SmsAdapter {
  const url = `${settings.baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(settings.account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${settings.account}:${settings.token}`).toString('base64')}`
  const sender = /^MG[0-9a-f]{32}$/i.test(settings.from) ? 'MessagingServiceSid' : 'From'

  return {
    kind: 'http',
    async send({ to, text }) {
      let answer: Response
      try {
        answer = await fetch(url, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
          body: new URLSearchParams({ To: to, [sender]: settings.from, Body: text }),
          redirect: 'error',
          signal: AbortSignal.timeout(settings.timeoutMs ?? 10_000),
        })
      } catch {
        throw new SmsFailed('the text provider did not answer', false)
      }
      const body = (await answer.json().catch(() => ({}))) as { sid?: unknown; code?: unknown }
      if (answer.ok && typeof body.sid === 'string') return { providerId: body.sid }
      if (answer.ok) throw new SmsFailed('the text provider gave an answer without a message id', false)
      // The provider's own words may repeat the number, so only its status and code are passed on.
      const reason = `the text provider answered ${answer.status}${typeof body.code === 'number' ? ` (code ${body.code})` : ''}`
      const lasting = answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.status !== 408
      throw new SmsFailed(reason, lasting, retryAfter(answer.headers.get('retry-after')))
    },
  }
}

/** Seconds or an HTTP date, in ms from now. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
