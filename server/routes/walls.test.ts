import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { foreman, owner, useServer, worker } from '../../tests/harness/testServer.ts'
import { createLog } from '../http/createLog.ts'
import { httpServer } from './httpServer.ts'

const server = useServer()
const folder = resolve('contract')

let endpoints: readonly Endpoint[] = []
let house: FastifyInstance | undefined
const log: string[] = []
const up = () => {
  if (!house) throw new Error('the house stands only while the tests run')
  return house
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'whenOffline' in value && 'access' in value

beforeAll(async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(files.map(async (name) => (await import(`${folder}/${name}`)) as Record<string, unknown>))
  endpoints = [...new Set(modules.flatMap((module) => Object.values(module).filter(isEndpoint)))]
  house = httpServer(server.running.app, {
    appFolder: resolve(server.dataDir, 'app'),
    trustProxy: false,
    framedBy: "'self' https://partner.example",
    secureCookie: 'always',
    demoTexts: true,
    media: [],
    logger: createLog((line) => log.push(line)),
  })
  house.get('/fault/:name', () => {
    throw new Error('the roof leaks')
  })
  await house.ready()
})
afterAll(() => house?.close())

const id = 'A'.repeat(20)
const addressOf = ({ path }: Endpoint) => path.replace(/\*$/, `forms/manpower/${id}`).replace(/(?<=\/):([A-Za-z]\w*)/g, id)

const ask = (method: Endpoint['method'] | 'PUT' | 'HEAD', url: string, headers: Record<string, string> = {}, payload?: string) =>
  up().inject({ method, url, headers, ...(payload !== undefined && { payload }) })
const json = { 'content-type': 'application/json' }
/** The other headers of our writes, so that only the tested check can refuse. */
const write = { 'x-device': 'd', 'idempotency-key': id, 'x-seq': '1', 'if-match': '"0"' }

describe('the walls', () => {
  it('every call that needs a session reveals nothing without one', async () => {
    const closed = endpoints.filter(({ access }) => access === 'signedIn')
    expect(closed.length).toBeGreaterThan(20)
    for (const endpoint of closed) {
      const { method } = endpoint
      const answer = await ask(
        method,
        addressOf(endpoint),
        { ...json, ...write, 'x-actor': 'anonymous' },
        method === 'GET' ? undefined : '{}',
      )
      expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code], `${method} ${endpoint.path}`).toEqual([
        401,
        'NOT_AUTHORIZED',
      ])
      const forged = await ask(
        method,
        addressOf(endpoint),
        { ...json, ...write, cookie: `muster_session=${'x'.repeat(43)}` },
        method === 'GET' ? undefined : '{}',
      )
      expect(forged.statusCode, `${method} ${endpoint.path} with a made-up session`).toBe(401)
    }
  })

  it('no page of another origin writes here, by any address that takes one', async () => {
    const declared = endpoints
      .filter(({ method }) => method !== 'GET')
      .map((endpoint) => ({ method: endpoint.method, url: addressOf(endpoint), body: '{}' as string | undefined }))
    const raw = [
      // These two take no body: a body would be refused for its size.
      { method: 'POST' as const, url: '/api/uploads', body: undefined },
      { method: 'DELETE' as const, url: `/api/uploads/${id}`, body: undefined },
      { method: 'PATCH' as const, url: `/api/uploads/${id}`, body: '{}' },
    ]
    const grace = await server.person(owner)
    const mine = { cookie: grace.cookie, 'x-actor': grace.uid, 'tus-resumable': '1.0.0', 'upload-length': '1', ...write }
    const foreign: Record<string, string>[] = [
      { ...json, origin: 'https://evil.example' },
      { ...json, origin: 'null' },
      { ...json, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { ...json, 'sec-fetch-site': 'same-site' },
    ]
    expect(declared.length).toBeGreaterThan(15)
    for (const { method, url, body } of [...declared, ...raw])
      for (const headers of foreign) {
        const answer = await ask(method, url, { ...mine, ...headers }, body)
        // 405 and 415 also refuse, and earlier.
        expect([403, 405, 415], `${method} ${url} ${JSON.stringify(headers)} ${answer.statusCode}`).toContain(answer.statusCode)
      }
    // Requests that a form of another page can send without a preflight: neither JSON nor a header of ours.
    for (const { method, url } of declared.filter((one) => one.method === 'POST')) {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
        const answer = await ask(method, url, { cookie: grace.cookie, 'content-type': type }, 'a=1')
        expect([403, 415, 400], `${method} ${url} as ${type}`).toContain(answer.statusCode)
      }
    }
  })

  it('no part of an address reaches the log', async () => {
    const secret = 'Sw0rdf1shSw0rdf1sh42'
    const query = `?token=${secret}&pin=${secret}&code=${secret}`
    const known = endpoints.map((endpoint) => [endpoint.method, addressOf(endpoint).replaceAll(id, secret)] as const)
    const others = ['', '/api', '/invite', '/i', '/s', '/auth', '/api/uploads', '/media', '/fault', '/assets'].flatMap((place) =>
      [`${place}/${secret}`, `${place}/${secret}%00`, `${place}/%zz${secret}`, `${place}/x/../${secret}`].map(
        (url) => ['GET', url] as const,
      ),
    )
    log.length = 0
    for (const [method, url] of [...known, ...others]) {
      const headers = { ...json, ...write, 'x-actor': 'anonymous', 'x-forwarded-proto': 'http', cookie: `muster_session=${secret}` }
      await ask(method, url + query, { ...headers, traceparent: secret, 'x-request-id': secret }, method === 'GET' ? undefined : '{}')
    }
    const entries = log.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries.filter(({ message }) => message === 'request').length).toBeGreaterThan(known.length)
    expect([...log, ...server.log].filter((line) => line.includes(secret))).toEqual([])
    // A fault and its request have the same id.
    const { req } = entries.find(({ message }) => message === 'fault') ?? {}
    expect(entries).toContainEqual(expect.objectContaining({ message: 'request', req, route: '/fault/:name', status: 500 }))
  })

  it('frames stand only where they are let, scripts only come from here, and cookies are out of their reach', async () => {
    const page = await ask('GET', '/login')
    const policy = String(page.headers['content-security-policy'])
    const directive = (name: string) => new RegExp(`(?:^|;)\\s*${name} ([^;]*)`).exec(policy)?.[1]
    expect(directive('frame-ancestors')).toBe("'self' https://partner.example")
    expect(directive('script-src')).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*|https?:/)
    expect(directive('object-src')).toBe("'none'")
    expect(directive('form-action')).toBe("'self'")
    const pin = async () => {
      await ask('POST', '/auth/verify', json, JSON.stringify({ mobile: worker }))
      return server.lastPin(worker)
    }
    const answer = await ask('POST', '/auth/signup', json, JSON.stringify({ mobile: worker, pin: await pin() }))
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/muster_session=[\w-]{43};/)
    // In a partner's frame a cookie needs SameSite=None; Partitioned keeps it separate per partner.
    for (const mark of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned']) expect(cookie).toContain(mark)
  })
})

describe('guessing', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const post = (path: string, body: object, headers = {}) =>
    server.nobody().ask<{ success?: boolean; code?: string; error?: { code: string } }>('POST', path, body, headers)
  const wrong = (pin: string) => (pin === '111111' ? '222222' : '111111')

  it('a session is a new one after each sign-in, and the one before opens nothing any more', async () => {
    const planted = (await server.person(foreman)).cookie
    await post('/auth/verify', { mobile: worker })
    const answer = await post('/auth/signup', { mobile: worker, pin: await server.lastPin(worker) }, { cookie: planted })
    const [given = ''] = answer.headers.getSetCookie()
    expect(answer.body.success).toBe(true)
    expect(given.split(';')[0]).not.toBe(planted)
    expect((await server.nobody().get('/api/me', { cookie: planted })).status).toBe(401)
    expect((await server.nobody().get('/api/me', { cookie: given.split(';')[0] ?? '' })).status).toBe(200)
  })

  it('wrong PINs for one number end after five, from any number of addresses and over a restart', async () => {
    const mobile = '+12025550171'
    await post('/auth/verify', { mobile })
    const pin = await server.lastPin(mobile)
    const guess = (n: number) => post('/auth/signup', { mobile, pin: wrong(pin) }, from(`10.0.${n}.1`))
    expect((await guess(1)).body.code).toBe('BAD_PIN')
    expect((await guess(2)).body.code).toBe('BAD_PIN')
    await server.restart()
    const codes = []
    for (let n = 3; n <= 6; n += 1) codes.push((await guess(n)).body.code)
    expect(codes).toEqual(['BAD_PIN', 'BAD_PIN', 'BAD_PIN', 'PIN_LOCKED'])
    expect((await post('/auth/signup', { mobile, pin }, from('10.0.9.1'))).body.code).toBe('PIN_LOCKED')
    expect((await post('/auth/mytasks', { mobile, pin }, from('10.0.9.1'))).body.code).toBe('PIN_LOCKED')
  })

  it('one address guesses sixty times an hour over all numbers and all doors, also after a restart; others go on', async () => {
    const address = from('10.9.9.9')
    const mobile = '+12025550172'
    await post('/auth/verify', { mobile }, address)
    const pin = await server.lastPin(mobile)
    expect((await post('/auth/signup', { mobile, pin: wrong(pin) }, address)).body.code).toBe('BAD_PIN')
    await server.running.storage.db.execute(sql`update limits set count = 60 where key like 'wrong-pin:%'`)
    await server.restart()
    for (const path of ['/auth/signup', '/auth/mytasks']) {
      const answer = await post(path, { mobile, pin: wrong(pin) }, address)
      expect([answer.status, answer.body.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
    }
    expect((await post('/auth/signup', { mobile, pin }, from('10.9.9.10'))).body.code).toBe('UNKNOWN_NUMBER')
  })

  it('every door says the same of numbers that are here and of numbers that are not', async () => {
    const stranger = '+12025550173'
    const details = { email: 'x@example.com', name: 'X', company: 'Y' }
    for (const [path, body] of [
      ['/auth/verify', {}],
      ['/auth/verify', details],
      ['/auth/mytasks', {}],
    ] as const) {
      const [known, unknown] = [await post(path, { mobile: foreman, ...body }), await post(path, { mobile: stranger, ...body })]
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    }
    for (const [path, body] of [
      ['/auth/signup', {}],
      ['/auth/signup', details],
      ['/auth/mytasks', {}],
      ['/auth/mytasks', { team: 'none' }],
    ] as const) {
      const pins = [await server.lastPin(foreman), await server.lastPin(stranger)]
      const [known, unknown] = [
        await post(path, { mobile: foreman, pin: wrong(pins[0] ?? ''), ...body }),
        await post(path, { mobile: stranger, pin: wrong(pins[1] ?? ''), ...body }),
      ]
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    }
  })
})
