import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { embeddedSms } from './embedded/embeddedSms.ts'
import { httpSms } from './http/httpSms.ts'
import { type SmsAdapter, SmsFailed, type TextMessage } from './sms.ts'

interface Came {
  readonly method: string
  readonly url: string
  readonly authorization: string
  readonly type: string
  readonly form: URLSearchParams
}

/** A text provider on this computer: takes the account AC1 with the token t0ken, and answers as it is told to. */
function useProvider() {
  let server: Server
  const came: Came[] = []
  const next: { status: number; headers?: Record<string, string>; body?: string; hang?: boolean }[] = []
  beforeAll(async () => {
    server = createServer((request: IncomingMessage, answer) => {
      let text = ''
      request.on('data', (part) => {
        text += String(part)
      })
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        const authorization = headers.authorization ?? ''
        came.push({ method, url, authorization, type: headers['content-type'] ?? '', form: new URLSearchParams(text) })
        const told = next.shift()
        if (told?.hang) return
        if (authorization !== `Basic ${Buffer.from('AC1:t0ken').toString('base64')}`) {
          answer
            .writeHead(401, { 'content-type': 'application/json' })
            .end(JSON.stringify({ code: 20003, message: 'Authenticate', status: 401 }))
          return
        }
        answer
          .writeHead(told?.status ?? 201, { 'content-type': 'application/json', ...told?.headers })
          .end(told?.body ?? JSON.stringify({ sid: `SM${came.length}`, status: 'queued' }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    came.length = 0
    next.length = 0
  })
  return { came, next, url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const message: TextMessage = { to: '+12025550101', text: '123456 is your PIN. ¡Listo! 👷', key: 'one' }

/** What every sender of texts has to do. */
function sendsTexts(make: () => { adapter: SmsAdapter; sent: () => { to: string; text: string }[] }) {
  it('hands the text over as it is, and gives the id of it', async () => {
    const { adapter, sent } = make()
    const { providerId } = await adapter.send(message)
    expect(providerId).not.toBe('')
    expect(sent()).toEqual([{ to: message.to, text: message.text }])
  })
  it('hands over several at once', async () => {
    const { adapter, sent } = make()
    await Promise.all(['a', 'b', 'c'].map((key) => adapter.send({ ...message, key, text: key })))
    expect(
      sent()
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['a', 'b', 'c'])
  })
}

describe('texts that are only kept', () => {
  sendsTexts(() => {
    const kept = new Map<string, TextMessage>()
    const adapter = embeddedSms(async (text) => {
      kept.set(text.key, text)
      return text.key
    })
    return { adapter, sent: () => [...kept.values()].map(({ to, text }) => ({ to, text })) }
  })
})

describe('texts by a provider', () => {
  const provider = useProvider()
  const adapter = (more = {}) => httpSms({ baseUrl: provider.url(), account: 'AC1', token: 't0ken', from: '+12025550199', ...more })
  sendsTexts(() => ({
    adapter: adapter(),
    sent: () => provider.came.map(({ form }) => ({ to: form.get('To') ?? '', text: form.get('Body') ?? '' })),
  }))

  it('asks the way the provider wants it', async () => {
    await adapter().send(message)
    await adapter({ baseUrl: `${provider.url()}/`, from: `MG${'0'.repeat(32)}` }).send(message)
    expect(provider.came[0]).toMatchObject({
      method: 'POST',
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      type: expect.stringContaining('application/x-www-form-urlencoded'),
    })
    expect(provider.came[0]?.form.get('From')).toBe('+12025550199')
    expect(provider.came[1]?.url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(provider.came[1]?.form.get('MessagingServiceSid')).toMatch(/^MG/)
  })

  const failure = async (make: () => SmsAdapter) => {
    const error = await make()
      .send(message)
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SmsFailed)
    return error as SmsFailed
  }

  it('gives up what will never work: a number that does not exist, a wrong account', async () => {
    provider.next.push({ status: 400, body: JSON.stringify({ code: 21211, message: `The 'To' number ${message.to} is not valid.` }) })
    const invalid = await failure(adapter)
    expect([invalid.lasting, invalid.message]).toEqual([true, 'the text provider answered 400 (code 21211)'])
    const denied = await failure(() => adapter({ token: 'wrong' }))
    expect([denied.lasting, denied.message]).toEqual([true, 'the text provider answered 401 (code 20003)'])
  })

  it('says to try later when the provider is busy, broken, silent or somebody else', async () => {
    provider.next.push(
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, body: '<html>' },
      { status: 200, body: 'Welcome to our Wi-Fi' },
      { status: 201, hang: true },
    )
    const busy = await failure(adapter)
    expect([busy.lasting, busy.retryAfterMs]).toEqual([false, 7000])
    expect((await failure(adapter)).lasting).toBe(false)
    expect((await failure(adapter)).lasting).toBe(false)
    expect((await failure(() => adapter({ timeoutMs: 50 }))).message).toBe('the text provider did not answer')
    expect((await failure(() => adapter({ baseUrl: 'http://127.0.0.1:9' }))).lasting).toBe(false)
  })

  it('never repeats the number or the text in what it says', async () => {
    provider.next.push({ status: 400, body: JSON.stringify({ code: 21610, message: `${message.to} ${message.text}` }) })
    const { message: said } = await failure(adapter)
    expect(said).not.toContain('5550101')
    expect(said).not.toContain('123456')
  })

  it('is asked by nobody for a redirect: the token stays with the provider', async () => {
    provider.next.push({ status: 307, headers: { location: `${provider.url()}/elsewhere` } })
    expect((await failure(adapter)).lasting).toBe(false)
    expect(provider.came).toHaveLength(1)
  })
})
