import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LogAccess, LogAccessRefused, type LogEntry, LogRefused } from './dailyLog.ts'
import { markOf, restLog } from './http/restLog.ts'

interface Came {
  readonly method: string
  readonly url: string
  readonly body: { manpower_log?: Record<string, unknown>; notes_log?: Record<string, unknown> }
}

const entry: LogEntry = {
  key: 'Abcdefghij0123456789',
  project: '4711',
  day: '2026-05-11',
  kind: 'manpower',
  pending: true,
  vendor: 'Keystone Concrete',
  worker_count: 12,
  worker_hours: 8,
  hours: 96,
  notes: 'Poured.',
  by: { uid: 'u', name: 'Grace', email: null },
  again: false,
}

const own: LogAccess = { kind: 'login', token: 'one' }

describe('the daily log of a construction system over REST', () => {
  let server: Server
  const came: Came[] = []
  const next: { status: number; body: unknown }[] = []
  beforeAll(async () => {
    server = createServer((request, answer) => {
      let text = ''
      request.on('data', (part) => {
        text += String(part)
      })
      request.on('end', () => {
        const json = (status: number, body: unknown) =>
          answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        if (request.url === '/token') return json(200, { access_token: 'one', expires_in: 600 })
        if (request.headers.authorization !== 'Bearer one' || request.headers['procore-company-id'] !== 'c') return json(401, {})
        came.push({ method: request.method ?? '', url: request.url ?? '', body: text === '' ? {} : (JSON.parse(text) as Came['body']) })
        const { status, body } = next.shift() ?? { status: 201, body: { id: 7 } }
        return json(status, body)
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
  const log = () => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return restLog({ baseUrl, tokenUrl: `${baseUrl}/token`, account: 'c' })
  }
  const refusal = (error: unknown) => (error instanceof LogRefused ? error.messages : String(error))

  it('writes a pending entry with a mark by which it is found again', async () => {
    expect(await log().write(entry, own)).toEqual({ remote: '7' })
    expect(came[0]).toMatchObject({
      method: 'POST',
      url: '/rest/v1.0/projects/4711/manpower_logs',
      body: {
        manpower_log: { date: '2026-05-11', status: 'pending', num_workers: 12, num_hours: 8, notes: `Poured. ${markOf(entry.key)}` },
      },
    })
  })

  it('writes no second entry where an answer was lost, and changes the one that it knows', async () => {
    next.push(
      {
        status: 200,
        body: [
          { id: 3, notes: 'other' },
          { id: 9, notes: `Poured. ${markOf(entry.key)}` },
        ],
      },
      { status: 200, body: { id: 9 } },
    )
    expect(await log().write({ ...entry, again: true }, own)).toEqual({ remote: '9' })
    expect(came.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
      'GET /rest/v1.0/projects/4711/manpower_logs',
      'PATCH /rest/v1.0/projects/4711/manpower_logs/9',
    ])
    await log().write({ ...entry, kind: 'notes', remote: '12', pending: false }, own)
    expect(came.at(-1)).toMatchObject({
      method: 'PATCH',
      url: '/rest/v1.0/projects/4711/notes_logs/12',
      body: { notes_log: { status: 'approved' } },
    })
  })

  it('passes on why an entry is refused, and has anything else tried again', async () => {
    next.push({ status: 422, body: { errors: { date: ['Day has been completed'] } } }, { status: 503, body: {} })
    expect(await log().write(entry, own).catch(refusal)).toEqual([{ type: 'validation', message: 'Day has been completed' }])
    expect(await log().write(entry, own).catch(refusal)).toContain('answered 503')
  })

  it('gets its token for the service account of a company, and tells a refused login from a refused entry', async () => {
    const service: LogAccess = { kind: 'service', clientId: 'i', clientSecret: 's' }
    expect(await log().write(entry, service)).toEqual({ remote: '7' })
    await expect(log().write(entry, { kind: 'login', token: 'another' })).rejects.toBeInstanceOf(LogAccessRefused)
    next.push({ status: 401, body: {} })
    await expect(log().write(entry, service)).rejects.toBeInstanceOf(LogAccessRefused)
  })
})
