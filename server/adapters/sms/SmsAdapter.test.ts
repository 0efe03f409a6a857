import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { embeddedSms } from './embedded/embeddedSms.ts'
import { httpSms } from './http/httpSms.ts'
import { type SmsAdapter, SmsFailed, type TextMessage } from './SmsAdapter.ts'

interface Came {
  readonly method: string
  readonly url: string
  readonly authorization: string
  readonly type: string
  readonly form: URLSearchParams
}

/**
 * A fake text provider on this computer: accepts the account AC1 with the token t0ken and answers as the
 * test says.
 */
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

/** The contract of every SMS adapter. */
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

  it('asks to try later when the provider is busy, broken, silent or another service', async () => {
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

  it('looks up a text with a lost answer by its number and words, and reads what phones have sent', async () => {
    const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toUTCString()
    const own = { to: message.to, body: message.text, direction: 'outbound-api' }
    const old = { sid: 'SM9', ...own, date_created: at(7200) }
    const page = (messages: object[], next: string | null) => ({ status: 200, body: JSON.stringify({ messages, next_page_uri: next }) })
    provider.next.push(
      page(
        [
          { sid: 'SM4', ...own, date_created: at(5) },
          { sid: 'SM3', ...own, body: 'other words', date_created: at(6) },
        ],
        '/2010-04-01/Accounts/AC1/Messages.json?Page=1',
      ),
      page([{ sid: 'SM2', ...own, date_created: at(9) }, { sid: 'SM1', ...own, direction: 'inbound', date_created: at(9) }, old], '/never'),
    )
    expect(await adapter().find?.({ to: message.to, text: message.text, since: new Date(Date.now() - 60_000) })).toEqual(['SM2', 'SM4'])
    expect(provider.came.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /2010-04-01/Accounts/AC1/Messages.json?To=%2B12025550101&PageSize=1000',
      'GET /2010-04-01/Accounts/AC1/Messages.json?Page=1',
    ])
    const inbound = { direction: 'inbound', from: '+12025550111', date_created: at(5) }
    provider.next.push(
      page(
        [
          { sid: 'SM6', body: 'yes', ...inbound },
          { sid: 'SM4', ...own, date_created: at(5) },
          { sid: 'SM5', body: '12 for 8', ...inbound },
        ],
        null,
      ),
    )
    expect(await adapter().received?.(new Date())).toEqual([
      { key: 'SM5', from: '+12025550111', text: '12 for 8' },
      { key: 'SM6', from: '+12025550111', text: 'yes' },
    ])
    expect(provider.came.at(-1)?.url).toContain('To=%2B12025550199&DateSent%3E=')
    provider.next.push({ status: 503 }, { status: 200, body: 'Welcome to our Wi-Fi' })
    for (let n = 0; n < 2; n++) await expect(adapter().received?.(new Date())).rejects.toMatchObject({ lasting: false })
  })

  it('reports a text that may have arrived without a confirmation', async () => {
    provider.next.push({ status: 500 }, { status: 201, body: '{}' }, { status: 429 }, { status: 400 }, { status: 201, hang: true })
    const nobody = createServer()
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve))
    const closed = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}`
    await new Promise((resolve) => nobody.close(resolve))
    const uncertain = [
      await failure(adapter),
      await failure(adapter),
      await failure(adapter),
      await failure(adapter),
      await failure(() => adapter({ timeoutMs: 50 })),
      await failure(() => adapter({ baseUrl: closed })),
    ].map((one) => one.uncertain)
    expect(uncertain).toEqual([true, true, false, false, true, false])
  })

  it('follows no redirect: the token stays with the provider', async () => {
    provider.next.push({ status: 307, headers: { location: `${provider.url()}/elsewhere` } })
    expect((await failure(adapter)).lasting).toBe(false)
    expect(provider.came).toHaveLength(1)
  })
})
