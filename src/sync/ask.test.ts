import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rpc } from '../../contract/endpoints/actions.ts'
import { forgetOwner, setOwner } from '../store/identity/getOwner.ts'
import { AskFailed, ask } from './ask.ts'

const requests: { url: string; init: RequestInit }[] = []
let next: Response

beforeEach(async () => {
  requests.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return next
  })
  await setOwner('u:ana')
})
afterEach(() => {
  vi.unstubAllGlobals()
  forgetOwner()
})

const ours = { 'x-app': '1' }
async function failure(status: number, body: string, init: { statusText?: string; headers?: Record<string, string> } = {}) {
  next = new Response(body, {
    status,
    ...(init.statusText !== undefined && { statusText: init.statusText }),
    headers: { ...ours, ...init.headers },
  })
  const error = await ask(rpc, { name: 'complete' }, {}).catch((caught: unknown) => caught)
  if (!(error instanceof AskFailed)) throw new Error('it was answered')
  return [error.kind, error.code, error.message]
}

describe('what a question to the server carries', () => {
  it('FE-331 RV-295 CO-377 who asks, on which device, with the session’s cookie', async () => {
    next = new Response('{}', { headers: ours })
    await ask(rpc, { name: 'complete' }, {})
    const headers = requests[0]?.init.headers as Record<string, string>
    expect(headers['x-actor']).toBe('ana')
    expect(headers['x-device']).toMatch(/^[A-Za-z0-9]{20}$/)
    expect(requests[0]?.init.credentials).toBe('same-origin')
  })
})

describe('an answer that refuses', () => {
  it('RV-323 401 is NOT_AUTHORIZED, in the words of the status header, of the body, of the status, or its own', async () => {
    expect(await failure(401, '', { headers: { status: 'Link Expired' }, statusText: 'Unauthorized' })).toEqual([
      'refused',
      'NOT_AUTHORIZED',
      'Link Expired',
    ])
    expect(await failure(401, '<h1>no</h1>', { statusText: 'Unauthorized' })).toEqual(['refused', 'NOT_AUTHORIZED', 'Unauthorized'])
    expect(await failure(401, '')).toEqual(['refused', 'NOT_AUTHORIZED', 'Not Authorized'])
    expect(await failure(401, JSON.stringify({ error: { code: 'ACCOUNT_DISABLED', message: 'Account Disabled' } }))).toEqual([
      'refused',
      'ACCOUNT_DISABLED',
      'Account Disabled',
    ])
  })

  it('RV-324 one that is no JSON and not 200 is named by its status', async () => {
    expect(await failure(404, 'nothing here', { statusText: 'Not Found' })).toEqual(['refused', 'UNKNOWN', '404 Not Found'])
    expect(await failure(418, 'tea')).toEqual(['refused', 'UNKNOWN', '418'])
    expect(await failure(502, '<h1>Bad Gateway</h1>', { statusText: 'Bad Gateway', headers: { 'x-app': '' } })).toEqual([
      'busy',
      'UNAVAILABLE',
      '502 Bad Gateway',
    ])
  })

  it('RV-325 a 200 that is no JSON is an error of its text', async () => {
    expect(await failure(200, 'The crane is locked')).toEqual(['refused', 'UNKNOWN', 'The crane is locked'])
  })

  it('OQ-178 a plain text as error is its message', async () => {
    expect(await failure(400, '{"error":"No such day"}')).toEqual(['refused', 'UNKNOWN', 'No such day'])
    expect(await failure(400, '{"error":{"code":"INVALID","message":"No such day"}}')).toEqual(['refused', 'INVALID', 'No such day'])
  })

  it('an answer that broke off is none, and a Wi-Fi’s page is not the server', async () => {
    expect(await failure(200, '{"returnUrl":"re')).toEqual(['offline', 'UNREACHABLE', ''])
    expect(await failure(200, '<h1>Welcome to our Wi-Fi</h1>', { headers: { 'x-app': '' } })).toEqual(['captive', 'CAPTIVE', ''])
  })
})
