import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureOf } from '../../server/adapters/sms/http/signatureOf.ts'

/** Reads a body to its end. */
async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

/**
 * A text provider with the Twilio Messages REST API on a port of this computer. It lists what it has taken. Phones get its texts, and answer with
 * signed webhooks, as with a real provider.
 */
export async function textProvider() {
  const [account, token] = ['AC1', 't0ken']
  const sent: { readonly sid: string; readonly to: string; readonly text: string; readonly at: string }[] = []
  /** The header `traceparent` of each call. */
  const traces: (string | undefined)[] = []
  let open: (() => void) | undefined
  let answering = Promise.resolve()
  let count = 0
  const server = createServer((request, answer) => {
    traces.push(request.headers['traceparent'] as string | undefined)
    void bodyOf(request).then((body) => {
      const json = (status: number, found: object) =>
        answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(found))
      if (request.headers.authorization !== `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`)
        return json(401, { code: 20003, message: 'Authenticate' })
      if (request.method === 'GET') {
        const wanted = new URL(request.url ?? '', 'http://provider').searchParams.get('To')
        const own = sent.filter(({ to }) => to === wanted).toReversed()
        const messages = own.map(({ sid, to, text, at }) => ({ sid, to, body: text, direction: 'outbound-api', date_created: at }))
        return json(200, { messages })
      }
      const form = new URLSearchParams(body)
      const sid = `SM${++count}`
      sent.push({ sid, to: form.get('To') ?? '', text: form.get('Body') ?? '', at: new Date().toUTCString() })
      return answering.then(() => json(201, { sid, status: 'queued' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: { SMS_URL: url, SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: '+12025550100' },
    traces,
    /** It takes texts, and answers when the returned function is called. */
    hold() {
      answering = new Promise((resolve) => (open = resolve))
      return () => open?.()
    },
    /** The texts to a phone, oldest first. */
    textsTo: (mobile: string) => sent.filter(({ to }) => to === mobile).map(({ text }) => text),
    /** The owner of a phone answers the server at this address. */
    async answer(address: string, from: string, text: string) {
      const fields = { MessageSid: `SM${++count}`, From: from, To: '+12025550100', Body: text }
      const to = `${address}/api/sms/inbound`
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signatureOf(token, to, fields) }
      const { status } = await fetch(to, { method: 'POST', headers, body: new URLSearchParams(fields) })
      if (status !== 200) throw new Error(`the server refused a text with ${status}`)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
