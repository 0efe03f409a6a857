import { request as rawRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { manager, newId, useServer, worker } from '../../tests/harness/testServer.ts'

type Refusal = { error: { code: string; message: string; details?: { path: string; message: string }[] }; opId?: string }

describe('every call', () => {
  const server = useServer()

  it('says that it was us, so that the sign-in page of a Wi-Fi is never taken for an answer', async () => {
    const { body, headers } = await server.nobody().get<{ app: number; now: string }>('/api/ping')
    expect(body.app).toBe(1)
    expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(60_000)
    expect(headers.get('x-app')).toBe('1')
    expect(headers.get('cache-control')).toBe('no-store')
    for (const path of ['/api/me', '/api/nothing', '/healthz', '/missing.js']) {
      expect((await server.nobody().get(path)).headers.get('x-app')).toBe('1')
    }
  })

  const save = { 'idempotency-key': 'AAAAAAAAAAAAAAAAAAA1', 'x-seq': '1', 'if-match': '"0"' }
  const bad: [why: string, method: string, path: string, body?: unknown, headers?: Record<string, string>][] = [
    ['a number that is none', 'POST', '/auth/verify', { mobile: '12345' }],
    ['no number', 'POST', '/auth/verify', {}],
    ['a list instead of an object', 'POST', '/auth/verify', []],
    ['no body', 'POST', '/auth/verify'],
    ['broken JSON', 'POST', '/auth/verify', '{"mobile":'],
    ['a poisoned object', 'POST', '/auth/verify', '{"__proto__":{"mobile":"+12025550101"}}'],
    ['a PIN of letters', 'POST', '/auth/signup', { mobile: '+12025550101', pin: 'abcdef' }],
    ['a PIN with an eye on the database', 'POST', '/auth/signup', { mobile: '+12025550101', pin: "' or 1=1" }],
    ['a PIN as a number', 'POST', '/auth/signup', { mobile: '+12025550101', pin: 123456 }],
    ['a save without a payload', 'POST', '/api/data/forms/hazard-report/AAAAAAAAAAAAAAAAAAAA', {}, save],
    ['a save whose payload is a list', 'POST', '/api/data/forms/hazard-report/AAAAAAAAAAAAAAAAAAAA', { payload: [] }, save],
    ['a save without a key', 'POST', '/api/data/forms/hazard-report/AAAAAAAAAAAAAAAAAAAA', { payload: {} }, { 'x-seq': '1' }],
    [
      'a save with a short key',
      'POST',
      '/api/data/forms/hazard-report/AAAAAAAAAAAAAAAAAAAA',
      { payload: {} },
      { ...save, 'idempotency-key': 'x' },
    ],
    [
      'a save without a sequence',
      'POST',
      '/api/data/forms/hazard-report/AAAAAAAAAAAAAAAAAAAA',
      { payload: {} },
      { 'idempotency-key': save['idempotency-key'] },
    ],
    [
      'a save with a strange revision',
      'POST',
      '/api/data/forms/hazard-report/AAAAAAAAAAAAAAAAAAAA',
      { payload: {} },
      { ...save, 'if-match': '"abc"' },
    ],
    ['a save to an id that the device did not make', 'POST', '/api/data/forms/hazard-report/new', { payload: {} }, save],
    ['a save to a path that climbs', 'POST', '/api/data/forms/%2e%2e%2fpeople/x', { payload: {} }, save],
    ['a patch of nothing', 'PATCH', '/api/data/forms/hazard-report/AAAAAAAAAAAAAAAAAAAA', { payload: null }, save],
    ['a record at a path with spaces', 'GET', '/api/data/forms/a%20b'],
    ['a list with a strange cursor', 'GET', '/api/records/forms/manpower?cursor=x'],
    ['a list with a limit below one', 'GET', '/api/records/forms/manpower?limit=0'],
    ['a question about ops that are none', 'POST', '/api/outbox:reconcile', { opIds: ['x'] }],
    [
      'a question about too many ops',
      'POST',
      '/api/outbox:reconcile',
      { opIds: Array.from({ length: 501 }, () => 'AAAAAAAAAAAAAAAAAAAA') },
    ],
    ['a cancellation of no op', 'POST', '/api/outbox/short:cancel', {}],
    ['a receipt of no file', 'GET', '/api/files/short/receipt'],
    [
      'a photo check with 21 texts',
      'POST',
      '/api/attachment/textValidate',
      { validation: Array.from({ length: 21 }, () => 'a'), customValidation: [], type: 'image/png', image: 'AAAA' },
    ],
    [
      'a photo check with a text of 201 characters',
      'POST',
      '/api/attachment/textValidate',
      { validation: [], customValidation: ['a'.repeat(201)], type: 'image/png', image: 'AAAA' },
    ],
    ['a photo check without a photo', 'POST', '/api/attachment/textValidate', { validation: 'x' }],
    ['a page with a strange path', 'GET', '/api/forms/a%00b.json'],
    ['a device id with a line break in it', 'GET', '/api/ping', undefined, { 'x-device': 'a b' }],
  ]

  it.each(bad)('refuses %s in words and with a code, and does nothing', async (_, method, path, body, headers = {}) => {
    const device = await server.person(manager)
    const answer = await device.ask<Refusal>(method, path, body, headers)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message.length).toBeGreaterThan(5)
    expect(['INVALID', 'key_missing']).toContain(answer.body.error.code)
    if (headers['idempotency-key'] === save['idempotency-key']) expect(answer.body.opId).toBe(save['idempotency-key'])
  })

  it('names the place of a mistake in a body', async () => {
    const device = await server.person(manager)
    const answer = await device.ask<Refusal>('POST', '/api/outbox:reconcile', { opIds: ['AAAAAAAAAAAAAAAAAAAA', 'x'] })
    expect(answer.body.error.details).toEqual([{ path: 'opIds[1]', message: 'expected 20 letters and digits' }])
  })

  it('refuses a body that is too large, not JSON, or a form of another page', async () => {
    const device = await server.person(manager)
    const large = await device.ask<Refusal>('POST', '/api/outbox:reconcile', JSON.stringify({ opIds: 'x'.repeat(5 * 1024 * 1024) }))
    expect([large.status, large.body.error.code]).toEqual([413, 'TOO_LARGE'])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml']) {
      const answer = await device.ask<Refusal>('POST', '/api/outbox:reconcile', '{"opIds":[]}', { 'content-type': type })
      expect([type, answer.status]).toEqual([type, 415])
    }
    expect((await device.ask('POST', '/api/outbox:reconcile', { opIds: [] })).status).toBe(200)
  })

  it('lets no page of another origin write with a person’s cookie', async () => {
    const { cookie } = await server.person(manager)
    const post = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const sent = rawRequest(`${server.url}/auth/logout`, { method: 'POST', headers: { cookie, ...headers } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        sent.on('error', reject)
        sent.end()
      })
    const own = server.url
    expect(await post({})).toBe(403)
    expect(await post({ 'content-type': 'text/plain' })).toBe(415)
    expect(await post({ 'x-actor': 'anonymous', origin: 'https://evil.example' })).toBe(403)
    expect(await post({ 'x-actor': 'anonymous', origin: 'null' })).toBe(403)
    expect(await post({ 'x-actor': 'anonymous', origin: own, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await post({ 'x-actor': 'anonymous', origin: own, 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await post({ 'x-actor': 'anonymous', origin: own })).toBe(200)
    expect(await post({ 'x-actor': 'anonymous', origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  it('tells nothing about a fault but that it happened, and the log nothing about people', async () => {
    const { storage } = server.running
    const device = await server.person(worker)
    const { execute } = storage.db
    storage.db.execute = (() =>
      Promise.reject(Object.assign(new Error(`Failed query: select 1\nparams: +12025550104,Joao Pereira`), { code: '23505' }))) as never
    const answer = await device.get<Refusal>('/api/me').finally(() => {
      storage.db.execute = execute
    })
    expect([answer.status, answer.body.error.code]).toEqual([500, 'UNKNOWN'])
    expect(answer.text).not.toContain('query')
    const fault = server.log.find((line) => line.includes('"message":"fault"')) ?? ''
    expect(fault).toContain('23505')
    expect(fault).not.toMatch(/Pereira|5550104/)
  })

  it('compresses texts for who takes it', async () => {
    const { headers } = await server.nobody().get('/api/forms/orientation.json', { 'accept-encoding': 'br' })
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('vary')).toContain('accept-encoding')
    const plain = await server.nobody().get('/api/forms/orientation.json', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  it('accepts a photo with its flag unset when the server cannot decode it', async () => {
    const body = { validation: ['{{name}}'], customValidation: [], type: 'image/jpeg', image: 'AAAA' }
    const answer = await server.nobody().ask('POST', '/api/attachment/textValidate', body)
    expect([answer.status, answer.body]).toEqual([200, {}])
  })

  it('cancels an op before it arrives, so that it cannot land any more', async () => {
    const device = await server.person(worker)
    const opId = newId()
    expect((await device.ask('POST', `/api/outbox/${opId}:cancel`, {})).body).toEqual({ opId, cancelled: true, applied: false })
    const late = await device.save<Refusal>(`forms/hazard-report/${newId()}`, { payload: {} }, { 'idempotency-key': opId })
    expect([late.status, late.body.error.code, late.body.opId]).toEqual([410, 'cancelled', opId])
    expect((await device.ask<{ cancelled: string[] }>('POST', '/api/outbox:reconcile', { opIds: [opId] })).body.cancelled).toEqual([opId])
  })
})
