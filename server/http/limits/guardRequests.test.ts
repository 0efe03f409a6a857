import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { foreman, manager, newId, owner, type TestServer, useServer, worker } from '../../../tests/harness/testServer.ts'
import { limitTable } from './guardRequests.ts'
import type { LimitSettings } from './guardRequests.ts'

type Refusal = { error: { code: string; message: string } }

const withLimits = (limits: LimitSettings) => ({
  http: { appFolder: tmpdir(), trustProxy: true, framedBy: "'self'", secureCookie: 'never' as const, limits },
})

/** Sends the head of a request and a part of its body, and waits for the answer; sends nothing more. */
function sendHead(
  server: TestServer,
  path: string,
  headers: Record<string, string>,
  piece = '',
): Promise<{ status: number; body: Refusal }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(server.url + path, { method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => {
        sent.destroy()
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text || '{}') as Refusal })
      })
    })
    sent.on('error', reject)
    sent.flushHeaders()
    if (piece !== '') sent.write(piece)
  })
}

/** Sends a request as raw bytes, for requests that no client would send. */
function sendRaw(server: TestServer, text: string | Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.once('data', (data) => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1]))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

const json = { 'content-type': 'application/json' }

describe('what a request may be', () => {
  const server = useServer()

  it('is decided for every address of the product', () => {
    const table = limitTable(server.running.app)
    expect(table.length).toBeGreaterThan(170)
    expect(table.filter(({ decided }) => !decided).map(({ method, path }) => `${method} ${path}`)).toEqual([])
    for (const row of table) {
      expect([row.path, row.perAddress > 0, row.perDevice > 0]).toEqual([row.path, true, true])
      expect(row.bytes).toBeLessThanOrEqual(100 * 1024 * 1024)
      // One device on a shared network never uses up the network's limit.
      expect(row.perDevice).toBeLessThanOrEqual(row.perAddress)
    }
    expect(table.find(({ method, path }) => method === 'POST' && path === '/api/data/*')).toMatchObject({
      access: 'link',
      class: 'write',
      bytes: 4 * 1024 * 1024,
      depth: 32,
    })
  })

  it('is refused to a stranger before a byte of it is sent', async () => {
    for (const path of ['/api/studio/check-in', '/api/bots/clone', '/api/statistics', '/api/grants:revoke', '/api/lists/x/sites']) {
      const answer = await sendHead(server, path, { ...json, 'x-actor': 'anonymous', 'content-length': '100000' })
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 401, 'NOT_AUTHORIZED'])
    }
    const form = { 'content-type': 'multipart/form-data; boundary=x', 'x-actor': 'somebody', 'content-length': '90000000' }
    expect((await sendHead(server, `/api/data/forms/check-in/${newId()}`, form)).status).toBe(401)
  })

  it('is refused by its size before it is sent, with what to do', async () => {
    const large = { ...json, 'x-actor': 'anonymous', 'content-length': String(50 * 1024 * 1024) }
    for (const path of ['/auth/verify', '/api/translate', '/api/image2pdf', `/api/data/forms/check-in/${newId()}`]) {
      const answer = await sendHead(server, path, large)
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 413, 'TOO_LARGE'])
      expect(answer.body.error.message).toMatch(/At most \d+ (?:kB|MB) can be sent here/)
    }
    expect((await sendHead(server, '/no/such/address', large)).status).toBe(404)
  })

  it('is refused by its size also where the size is not said', async () => {
    const chunked = (length: number) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from('{"mobile":"'))
          for (let left = length; left > 0; left -= 65_536) controller.enqueue(Buffer.alloc(Math.min(left, 65_536), 0x31))
          controller.enqueue(Buffer.from('"}'))
          controller.close()
        },
      })
    const send = (length: number) =>
      fetch(`${server.url}/auth/verify`, {
        method: 'POST',
        headers: { ...json, 'x-actor': 'anonymous' },
        body: chunked(length),
        duplex: 'half',
      })
    expect((await send(100_000)).status).toBe(413)
    expect((await send(100)).status).toBe(400)
  })

  it('is refused with a reason where it holds a million names or is ten thousand levels deep', async () => {
    const names = `{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":1`).join(',')}}`
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    const lists = `{"payload":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    const one = { 'idempotency-key': newId(), 'x-seq': '1', 'if-match': '"0"' }
    const device = await server.person(worker)
    const boss = await server.person(manager)
    for (const [path, by, headers] of [
      [`/api/data/forms/hazard-report/${newId()}`, device, one],
      ['/api/outbox:reconcile', device, {}],
      ['/auth/verify', server.nobody(), {}],
      ['/api/bots/clone', boss, {}],
      ['/api/translate', server.nobody(), {}],
    ] as const) {
      expect([path, (await by.ask<Refusal>('POST', path, names, headers)).status]).toEqual([path, 413])
      for (const body of [deep, lists]) {
        const answer = await by.ask<Refusal>('POST', path, body, { ...headers, 'x-chain': 'x' })
        // Ten thousand levels are too many bytes for a sign-in.
        expect([path, [400, 413].includes(answer.status)]).toEqual([path, true])
        expect(answer.body.error.message.length).toBeGreaterThan(20)
      }
    }
    expect((await server.nobody().get('/api/ping')).status).toBe(200)
  })

  it('is refused where it is no UTF-8, is said twice or holds a NUL, wherever that is', async () => {
    const boss = await server.person(owner)
    const address = `${server.url}/api/outbox:reconcile`
    const bytes = Buffer.concat([Buffer.from('{"opIds":["'), Buffer.from([0xc3, 0x28]), Buffer.from('"]}')])
    const sent = await fetch(address, { method: 'POST', headers: { ...json, 'x-actor': 'anonymous' }, body: bytes })
    expect([sent.status, ((await sent.json()) as Refusal).error.message]).toEqual([400, expect.stringContaining('UTF-8')])

    const head = 'POST /api/outbox:reconcile HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    expect(await sendRaw(server, `${head}x-actor: anonymous\r\nx-actor: somebody\r\ncontent-length: 12\r\n\r\n{"opIds":[]}`)).toBe(400)
    expect(await sendRaw(server, `${head}x-actor: anonymous\r\ncontent-length: 12\r\n\r\n{"opIds":[]}`)).toBe(200)

    const nul: [method: string, path: string, body?: unknown, headers?: Record<string, string>][] = [
      ['GET', '/api/statistics/export.csv?session=%00'],
      ['GET', '/api/records/forms/a%00b'],
      ['GET', '/api/device/qr.png?billing=%00&device=x'],
      ['GET', '/api/me', undefined, { cookie: 'muster_session=%00' }],
      ['POST', '/api/grants:revoke', '{"id":"\\u0000"}'],
      ['POST', '/api/translate', '{"outputLang":"es","inputs":[{"text":"\\ud800"}]}'],
      ['POST', '/api/outbox:reconcile', '{"opIds":["\\u0000"],"\\u0000":1}'],
    ]
    for (const [method, path, body, headers] of nul) {
      const answer = await boss.ask<Refusal>(method, path, body, headers)
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 400, 'INVALID'])
    }
    expect(server.log.filter((line) => line.includes('"message":"fault"'))).toEqual([])
  })

  it('is refused, and no fault, where a number or a date is outside of what the database takes', async () => {
    const device = await server.person(worker)
    const one = () => ({ 'idempotency-key': newId(), 'x-seq': '1', 'if-match': '"0"' })
    for (const clientAt of ['0000-01-01T00:00:00.000Z', '-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z']) {
      for (const skewMs of [0, 8.64e15, -8.64e15]) {
        const answer = await device.ask<Refusal>(
          'POST',
          `/api/data/forms/hazard-report/${newId()}`,
          { payload: { hazard_type: 'slip' }, clientAt, skewMs, base: null },
          one(),
        )
        expect([clientAt, skewMs, answer.status < 500]).toEqual([clientAt, skewMs, true])
      }
    }
    // If our checks miss a bad value and the database finds it, the answer is still a 400.
    const { storage } = server.running
    const { execute } = storage.db
    storage.db.execute = (() =>
      Promise.reject(Object.assign(new Error('Failed query'), { cause: Object.assign(new Error('x'), { code: '22008' }) }))) as never
    const answer = await device.get<Refusal>('/api/me').finally(() => {
      storage.db.execute = execute
    })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID'])
  })

  it('says nothing of what was changed where the server does not know it', async () => {
    const { storage } = server.running
    const { execute } = storage.db
    const device = await server.person(foreman)
    storage.db.execute = (() => Promise.reject(new Error('gone'))) as never
    const answer = await device.get<Refusal>('/api/me').finally(() => {
      storage.db.execute = execute
    })
    expect([answer.status, answer.body.error.message]).toEqual([500, expect.not.stringContaining('Nothing was changed')])
  })
})

describe('a body that stops half way', () => {
  const server = useServer(withLimits({ pace: { idleMs: 60, leastBytes: 64, leastShare: 0.5 } }))

  it('is given up with 408, small or large, and holds nothing', async () => {
    const nobody = { 'x-actor': 'anonymous', 'x-device': 'tablet-1' }
    for (const length of ['500', String(3 * 1024 * 1024)]) {
      const save = { ...json, ...nobody, 'content-length': length, 'idempotency-key': newId(), 'x-seq': '1', 'if-match': '"0"' }
      const answer = await sendHead(server, `/api/data/forms/check-in/${newId()}`, save, '{"payload":{')
      expect([length, answer.status, answer.body.error.code]).toEqual([length, 408, 'UNAVAILABLE'])
    }
    const pdf = { ...nobody, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' }
    expect((await sendHead(server, `/api/pdf/forms/hazard-report/${newId()}`, pdf, '--x\r\n')).status).toBe(408)
    const upload = { ...nobody, 'content-type': 'application/offset+octet-stream', 'tus-resumable': '1.0.0', 'upload-offset': '0' }
    expect((await sendHead(server, '/api/outbox:reconcile', { ...upload, ...json, 'content-length': '9000' }, '{')).status).toBe(408)
    expect((await server.nobody().ask('POST', '/api/outbox:reconcile', { opIds: [] })).status).toBe(200)
  })
})

describe('a large body that slows to a trickle', () => {
  const server = useServer(withLimits({ pace: { idleMs: 200, leastBytes: 64, leastShare: 0.5 } }))

  it('is given up, although it brings enough bytes for a small one', async () => {
    const headers = { ...json, 'x-actor': 'anonymous', 'idempotency-key': newId(), 'x-seq': '1', 'if-match': '"0"' }
    const status = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(
        `${server.url}/api/data/forms/check-in/${newId()}`,
        { method: 'POST', headers: { ...headers, 'content-length': String(4_000_000) } },
        (answer) => {
          clearInterval(trickle)
          sent.destroy()
          resolve(answer.statusCode ?? 0)
        },
      )
      sent.on('error', reject)
      sent.write(`{"payload":{"note":"${'x'.repeat(1_000_000)}`)
      const trickle = setInterval(() => sent.write('x'.repeat(100)), 10)
    })
    expect(status).toBe(408)
  })
})

describe('requests of one place', () => {
  // 2 % of the production rates.
  const server = useServer(withLimits({ rateFactor: 0.02 }))
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const pings = async (times: number, headers: Record<string, string>, device = '') =>
    (await Promise.all(Array.from({ length: times }, () => server.nobody(device).get<Refusal>('/api/ping', headers)))).filter(
      ({ status }) => status === 200,
    ).length

  it('are stopped when they are too many, by network and not by address, and other networks go on', async () => {
    const home = Array.from({ length: 450 }, (_, n) => n).map((n) =>
      server.nobody('').get('/api/ping', from(`2001:db8:1:2::${n.toString(16)}`)),
    )
    const answers = await Promise.all(home)
    const neighbours = await Promise.all(
      Array.from({ length: 450 }, () => server.nobody('').get('/api/ping', from('2001:db8:1:2:ffff::1'))),
    )
    // 400 in a minute (20,000 × 2 %); a new minute may begin meanwhile.
    const stopped = [...answers, ...neighbours].filter(({ status }) => status === 429)
    expect(stopped.length).toBeGreaterThanOrEqual(100)
    const wait = Number(stopped[0]?.headers.get('retry-after'))
    expect([wait > 0, wait <= 60]).toEqual([true, true])
    expect(await pings(1, from('2001:db8:1:3::1'))).toBe(1)
  })

  it('of one device use up nothing of another that has the same id elsewhere', async () => {
    expect(await pings(200, from('192.0.2.10'), 'tablet-7')).toBeLessThan(200)
    expect(await pings(1, from('192.0.2.11'), 'tablet-7')).toBe(1)
    expect(await pings(1, from('192.0.2.10'), 'tablet-8')).toBe(1)
  })
})

describe('bodies that wait on the disk', () => {
  const MB = 1024 * 1024
  const server = useServer(withLimits({ bodies: { process: 9 * MB, reserve: 3 * MB, addressShare: 2 / 3, perDevice: 2 * MB, memory: MB } }))
  const save = (size: number, device: string, address: string) =>
    server
      .nobody(device)
      .save<Refusal>(`forms/check-in/${newId()}`, { payload: { note: 'x'.repeat(size) }, base: null }, { 'x-forwarded-for': address })

  it('are bounded for a device, an address and the server, and make room when they are answered', async () => {
    const tooMuch = await save(2.5 * MB, 'tablet-1', '192.0.2.1')
    expect([tooMuch.status, tooMuch.body.error.code, tooMuch.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_REQUESTS', '10'])
    for (let n = 0; n < 4; n++) expect((await save(1.5 * MB, 'tablet-1', '192.0.2.1')).status).not.toBe(429)
    // More than fits in memory at once: the requests wait.
    const together = await Promise.all(Array.from({ length: 3 }, (_, n) => save(1.2 * MB, `tablet-${n}`, `192.0.2.${n + 1}`)))
    expect(together.filter(({ status }) => status === 429 || status >= 500)).toEqual([])
  })

  it('of a stranger that never end leave room for others', async () => {
    const nobody = { ...json, 'x-actor': 'anonymous', 'x-forwarded-for': '192.0.2.50', 'x-device': 'evil' }
    const open = Array.from({ length: 5 }, () => {
      const sent = httpRequest(`${server.url}/api/data/forms/check-in/${newId()}`, {
        method: 'POST',
        headers: { ...nobody, 'content-length': String(4 * MB), 'idempotency-key': newId(), 'x-seq': '1', 'if-match': '"0"' },
      })
      sent.on('error', () => undefined)
      sent.flushHeaders()
      return sent
    })
    // Announced but not sent: it takes no space.
    expect((await save(1.5 * MB, 'tablet-9', '192.0.2.51')).status).not.toBe(503)
    for (const sent of open) sent.destroy()
  })
})

describe('bodies of strangers that fill the disk', () => {
  const MB = 1024 * 1024
  const bodies = { process: 6 * MB, reserve: 3 * MB, addressShare: 1, perDevice: 6 * MB }
  const server = useServer(withLimits({ bodies }))

  it('leave room for people who are signed in', async () => {
    const headers = { ...json, 'x-actor': 'anonymous', 'idempotency-key': newId(), 'x-seq': '1', 'if-match': '"0"' }
    const begun = `{"payload":{"note":"${'x'.repeat(MB)}`
    const open = [1, 2].map((n) => {
      const sent = httpRequest(`${server.url}/api/data/forms/hazard-report/${newId()}`, {
        method: 'POST',
        headers: { ...headers, 'x-forwarded-for': `192.0.2.${n}`, 'content-length': String(4_000_000) },
      })
      sent.on('error', () => undefined)
      sent.write(begun)
      return sent
    })
    const save = async (device: ReturnType<TestServer['nobody']>) =>
      (await device.save(`forms/hazard-report/${newId()}`, { payload: { description: 'x'.repeat(1.5 * MB) }, base: null })).status
    const person = await server.person(worker)
    await expect.poll(() => save(server.nobody()), { timeout: 20_000 }).toBe(503)
    expect(await save(person)).toBe(200)
    for (const sent of open) sent.destroy()
    await expect.poll(() => save(server.nobody()), { timeout: 20_000 }).toBe(200)
  })
})

describe('what people without an account leave', () => {
  const server = useServer()

  it('is bounded by the day where they discard what they never sent', async () => {
    const device = server.nobody()
    const cancel = () => device.ask<Refusal>('POST', `/api/outbox/${newId()}:cancel`, {})
    expect((await cancel()).status).toBe(200)
    await server.running.storage.db.execute(sql`update limits set count = 500 where key like 'anonymous-cancel-device:%'`)
    expect((await cancel()).status).toBe(429)
    expect((await server.nobody().ask('POST', `/api/outbox/${newId()}:cancel`, {})).status).toBe(200)
  })
})

describe('behind one proxy', () => {
  const server = useServer({ http: { appFolder: tmpdir(), trustProxy: 1, framedBy: "'self'", secureCookie: 'never' } })

  it('an address that a sender made up counts as the one that the proxy saw', async () => {
    const { db } = server.running.storage
    const ask = (address: string) => server.nobody().ask('POST', '/auth/verify', { mobile: '+12025550141' }, { 'x-forwarded-for': address })
    await ask('198.51.100.1, 192.0.2.5')
    await ask('198.51.100.2, 192.0.2.5')
    const counted = (await db.execute(sql`select count::int as n from limits where key like 'pin-address:%'`)) as unknown as {
      rows: { n: number }[]
    }
    expect(counted.rows.map(({ n }) => n)).toEqual([2])
  })
})
