import { readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { limits } from '../../server/domain/limits/limits.ts'
import { limitTable } from '../../server/http/limits/guardRequests.ts'
import { rows } from '../../server/storage/database.ts'
import { metadata, newId, onEachServer, useServer } from '../harness/testServer.ts'

const pdfForm = readFileSync('tests/pdf/forms/every-type.pdf')
const megabyte = Buffer.alloc(2 ** 20, 65)

interface Poured {
  readonly status: number
  /** Megabytes that the server accepted before it answered. */
  readonly taken: number
}

/** Sends a body of this many megabytes, until the server has answered. */
function pour(
  url: string,
  of: { path: string; type: string; head: string; megabytes: number; key?: string; device?: string },
): Promise<Poured> {
  const { hostname, port } = new URL(url)
  const headers = {
    'idempotency-key': of.key ?? newId(),
    'x-seq': '1',
    'content-type': of.type,
    'content-length': of.head.length + of.megabytes * megabyte.length,
    'x-actor': 'anonymous',
    'x-device': of.device ?? newId(),
  }
  return new Promise((resolve) => {
    const call = request({ hostname, port, method: 'POST', path: of.path, headers })
    let taken = 0
    let status = 0
    const end = () => resolve({ status, taken })
    call.on('response', (answer) => {
      status = answer.statusCode ?? 0
      answer.resume()
      call.destroy()
      end()
    })
    call.on('error', end)
    call.write(of.head)
    const next = () => {
      if (call.destroyed || status !== 0 || taken >= of.megabytes) return
      taken += 1
      if (call.write(megabyte)) setImmediate(next)
      else call.once('drain', next)
    }
    next()
  })
}

describe('bodies of strangers', () => {
  const server = useServer()
  const part = '--x\r\nContent-Disposition: form-data; name="pdf"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n'
  const file = '{"type":"a/b","name":"x","data":"'

  it.each([
    ['a PDF for a form that is not there', 95, 'multipart/form-data; boundary=x', part, `/api/data/forms/no-such-form/${newId()}`],
    ['a PDF for a form of members', 95, 'multipart/form-data; boundary=x', part, `/api/data/forms/manpower/${newId()}`],
    ['a PDF to keep for a form that is not there', 33, 'multipart/form-data; boundary=x', part, `/api/pdf/forms/no-such-form/${newId()}`],
    ['a file for a form that is not there', 33, 'application/json', file, `/api/attach/forms/no-such-form/${newId()}`],
    ['a file for a form of members', 33, 'application/json', file, `/api/attach/forms/manpower/${newId()}`],
  ])('%s is refused before eight of its %i MB are taken', async (_, megabytes, type, head, path) => {
    const { status, taken } = await pour(server.url, { path, type, head, megabytes })
    // The connection may be closed before the answer is read.
    expect([0, 400, 401, 404]).toContain(status)
    expect(taken).toBeLessThan(8)
  })

  it.each([
    ['a file', 'application/json', file, '/api/attach/forms/manpower/'],
    ['a PDF', 'multipart/form-data; boundary=x', part, '/api/data/forms/manpower/'],
  ])('%s for a form of members is not taken under a key that the sender has used elsewhere', async (_, type, head, path) => {
    const device = server.nobody()
    const [saved, cancelled] = [newId(), newId()]
    const save = device.save(`forms/hazard-report/${newId()}`, { payload: { a: 1 }, feed: false }, { 'idempotency-key': saved })
    expect((await save).status).toBe(200)
    expect((await device.ask('POST', `/api/outbox/${cancelled}:cancel`, {})).status).toBe(200)
    for (const key of [saved, cancelled]) {
      const { taken } = await pour(server.url, { path: path + newId(), type, head, megabytes: 33, key, device: device.device })
      expect(taken).toBeLessThan(8)
    }
  })

  it.each([
    ['a record', 'application/json', '{"payload":{"a":"', `/api/data/forms/hazard-report/${newId()}`],
    ['a PIN', 'application/json', '{"mobile":"', '/auth/verify'],
    ['a picture', 'application/json', '{"type":"image/png","image":"', '/api/image2pdf'],
  ])('100 MB of %s are refused before eight of them are taken', async (_, type, head, path) => {
    const { status, taken } = await pour(server.url, { path, type, head, megabytes: 100 })
    // The connection may be closed before the answer is read.
    expect([0, 400, 401, 403, 404, 413]).toContain(status)
    expect(taken).toBeLessThan(8)
    expect((await server.nobody().get('/api/ping')).status).toBe(200)
  })

  it('60 requests that stop after their first byte delay no other request', async () => {
    const { hostname, port, host } = new URL(server.url)
    const head = `POST /api/data/forms/hazard-report/${newId()} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nX-Actor: anonymous\r\nContent-Length: 4000000\r\n\r\n{`
    const sockets = await Promise.all(
      Array.from(
        { length: 60 },
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(Number(port), hostname)
            socket.on('error', () => undefined)
            socket.write(head, () => resolve(socket))
          }),
      ),
    )
    const device = server.nobody()
    expect((await device.get('/api/ping')).status).toBe(200)
    expect((await device.save(`forms/hazard-report/${newId()}`, { payload: { a: 1 }, feed: false })).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      let answer = ''
      const end = () => {
        socket.destroy()
        resolve(answer)
      }
      socket.setEncoding('utf8')
      socket.on('data', (piece) => {
        answer += String(piece)
        if (answer.includes('\r\n')) end()
      })
      socket.on('close', end)
      socket.on('error', end)
      socket.write(text)
    })
  it.each([
    [
      'says two lengths',
      400,
      (host: string) =>
        `POST /api/outbox:reconcile HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/me HTTP/1.1\r\nHost: x\r\n\r\n`,
    ],
    ['has headers of 20 kB', 431, (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['names two hosts', 400, (host: string) => `GET /api/ping HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`],
    ['has a line break in a header', 400, (host: string) => `GET /api/ping HTTP/1.1\r\nHost: ${host}\r\nX-A: a\nX-Evil\r\n\r\n`],
  ] as const)('a request that %s is refused', async (_, status, text) => {
    expect(await raw(text(new URL(server.url).host))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })
})

/** Asks with a chunked body, and sends it without an end until the server closes the connection. */
function pourChunks(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ answer: string; taken: number }> {
  const { hostname, port, host } = new URL(url)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const piece = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')])
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      answer += String(text)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ answer, taken: Math.round(socket.bytesWritten / 2 ** 20) }))
    const next = () => {
      if (socket.destroyed || socket.writableEnded) return
      if (socket.bytesWritten > 48 * 2 ** 20) return void socket.destroy()
      if (socket.write(piece)) setImmediate(next)
      else socket.once('drain', next)
    }
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n${head.join('')}\r\n`)
    // The server answers to the head alone.
    socket.once('data', next)
  })
}

describe('addresses that take no body', () => {
  const server = useServer()
  const upload = () => ({
    'x-actor': 'anonymous',
    'x-device': newId(),
    'tus-resumable': '1.0.0',
    'upload-length': String(24 * 2 ** 20),
    'upload-metadata': metadata({ id: newId(), sha256: 'a'.repeat(64), filename: 'a.jpg', type: 'image/jpeg' }),
  })
  const bytesOf = { 'content-type': 'application/offset+octet-stream' }

  it.each(['POST', 'HEAD', 'DELETE'])('an upload’s %s with bytes in chunks is refused, and its connection ends', async (method) => {
    const path = method === 'POST' ? '/api/uploads' : `/api/uploads/${newId()}`
    const { answer, taken } = await pourChunks(server.url, method, path, { ...upload(), ...bytesOf })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(taken).toBeLessThan(16)
    expect(readdirSync(join(server.dataDir, 'files/arriving'))).toEqual([])
  })

  it.each(['POST', 'HEAD', 'DELETE'])('an upload’s %s that says it holds bytes of the file is refused', async (method) => {
    const device = server.nobody()
    const path = method === 'POST' ? '/api/uploads' : `/api/uploads/${newId()}`
    expect((await device.ask(method, path, undefined, { ...upload(), ...bytesOf })).status).toBe(415)
  })

  it('every other one refuses a body too', async () => {
    const table = limitTable(server.running.app).filter(({ bytes, method }) => bytes === 0 && method !== 'GET' && method !== 'HEAD')
    expect(table.length).toBeGreaterThan(2)
    for (const { method, path } of table) {
      const body = new Blob(['x']).stream()
      const asked = { method, body, duplex: 'half', headers: { 'x-actor': 'anonymous' } }
      const sent = await fetch(server.url + path.replace(':id', newId()), asked as RequestInit)
      expect([method, path, sent.status]).toEqual([method, path, 413])
    }
  })
})

describe('bytes of strangers that are under way', () => {
  const server = useServer()

  it('count while they arrive, however slowly, and no longer once their connection is gone', async () => {
    const device = server.nobody()
    const size = 25 * 2 ** 20
    const begin = async () => {
      const id = newId()
      const made = await device.ask('POST', '/api/uploads', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': metadata({ id, sha256: 'a'.repeat(64), filename: 'x.jpg', type: 'image/jpeg' }),
      })
      return { id, status: made.status }
    }
    const patch = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const arrived = (id: string) => statSync(join(server.dataDir, 'files/arriving', id), { throwIfNoEntry: false })?.size ?? 0
    const open = []
    // A device has room for 256 MB.
    for (let n = 0; n < 10; n += 1) {
      const { id } = await begin()
      const headers = { ...patch, 'x-actor': 'anonymous', 'x-device': device.device, 'content-length': String(size) }
      const call = request(`${server.url}/api/uploads/${id}`, { method: 'PATCH', headers })
      call.on('error', () => undefined)
      call.write('x')
      open.push(call)
      await expect.poll(() => arrived(id)).toBe(1)
    }
    // The sums are read again for each new upload.
    const { id, status } = await begin()
    expect(status).toBe(201)
    const send = () => device.ask('PATCH', `/api/uploads/${id}`, Buffer.alloc(8 * 2 ** 20), patch)
    expect((await send()).status).toBe(503)
    for (const call of open) call.destroy()
    await expect.poll(send, { timeout: 20_000 }).toMatchObject({ status: 204 })
  })
})

onEachServer((server) => {
  describe('what strangers may fill up', () => {
    const begin = (device: string, length: number, address: string) =>
      server.nobody(device).ask('POST', '/api/uploads', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': String(length),
        'upload-metadata': metadata({ id: newId(), sha256: 'a'.repeat(64), filename: 'x.jpg', type: 'image/jpeg' }),
        'x-forwarded-for': address,
      })

    it('uploads that are announced and never sent take no room from a visitor’s photo', async () => {
      for (let n = 0; n < 10; n += 1)
        await Promise.all(Array.from({ length: 20 }, (_, m) => begin(`filler${n}-${m}`, 25 * 2 ** 20, '10.7.7.7')))
      expect((await begin('visitor', 3 * 2 ** 20, '10.8.8.8')).status).toBe(201)
    })

    const countOf = async (table: string) => {
      const [{ n } = { n: 0 }] = await rows(
        server.running.storage.db,
        z.object({ n: z.number() }),
        sql.raw(`select count(*)::int as n from ${table}`),
      )
      return n
    }

    it('a device without a signed-in person takes back only a limited number of saves a day', async () => {
      const { most, name } = limits.anonymousCancelsPerDevice
      const device = server.nobody()
      let n = 0
      const cancel = () => {
        n += 1
        const link = `${device.device}-AAAAAAAA;${n};start;${'a'.repeat(64)};${'b'.repeat(64)};${new Date().toISOString()};forms%2Fx%2F${newId()}`
        return device.ask('POST', `/api/outbox/${newId()}:cancel`, undefined, { 'x-forwarded-for': '10.9.9.9', 'x-chain': link })
      }
      expect((await cancel()).status).toBe(200)
      await server.running.storage.db.execute(sql.raw(`update limits set count = ${most - 1} where key like '${name}:%'`))
      const before = [await countOf('receipts'), await countOf('chain_links')]
      expect([(await cancel()).status, (await cancel()).status, (await cancel()).status]).toEqual([200, 429, 429])
      expect([await countOf('receipts'), await countOf('chain_links')]).toEqual(before.map((rowsBefore) => rowsBefore + 1))
    })

    /** Sends one write of every kind that needs no account, and answers the statuses. */
    async function writeWithoutAccount(address: string): Promise<Readonly<Record<string, number>>> {
      const device = server.nobody()
      const path = () => `forms/orientation/${newId()}`
      const headers = { 'x-forwarded-for': address }
      const queued = (seq: number) => ({ ...headers, 'idempotency-key': newId(), 'x-seq': String(seq) })
      const form = new FormData()
      form.set('pdf', new File([new Uint8Array(pdfForm)], 'permit.pdf', { type: 'application/pdf' }))
      const multipart = async (to: string) => {
        const own = { 'x-actor': 'anonymous', 'x-device': device.device, 'idempotency-key': newId(), ...headers }
        return (await fetch(`${server.url}${to}`, { method: 'POST', headers: own, body: form })).status
      }
      const saved = path()
      const key = newId()
      const link = `${device.device}-AAAAAAAA;1;start;${'a'.repeat(64)};${'b'.repeat(64)};${new Date().toISOString()};${encodeURIComponent(saved)}`
      const linked = { ...headers, 'idempotency-key': key, 'x-seq': '1', 'x-chain': link }
      const save = (await device.save(saved, { payload: { name: 'Ann' } }, linked)).status
      const photo = { type: 'image/png', name: 'photo.png', data: 'iVBORw0KGgo=' }
      return {
        save,
        attach: (await device.ask('POST', `/api/attach/${saved}`, photo, queued(2))).status,
        action: (await device.ask('POST', '/api/forms/orientation', { name: 'Bo' }, headers)).status,
        pdf: await multipart(`/api/pdf/${path()}`),
        submit: await multipart(`/api/data/${path()}`),
      }
    }
    const fillUp = (name: string, most: number) =>
      server.running.storage.db.execute(
        sql`update limits set count = ${most} where key = (select key from limits where key like ${`${name}:%`} order by window_start desc limit 1)`,
      )
    const rowsOfWrites = async () => [
      await countOf('receipts'),
      await countOf('records'),
      await countOf('files'),
      await countOf('chain_links'),
    ]

    it('once a network without an account has sent its writes of a day, nothing more of it is stored', async () => {
      const { name, most } = limits.anonymousWritesDay
      const links = await countOf('chain_links')
      const taken = await writeWithoutAccount('10.11.0.1')
      expect(await countOf('chain_links')).toBe(links + 1)
      expect(taken).toEqual({ save: 200, attach: 200, action: 200, pdf: 200, submit: 200 })
      await fillUp(name, most)
      const before = await rowsOfWrites()
      const refused = { save: 429, attach: 429, action: 429, pdf: 429, submit: 429 }
      expect(await writeWithoutAccount('10.11.0.1')).toEqual(refused)
      expect(await rowsOfWrites()).toEqual(before)
      expect(await writeWithoutAccount('10.11.0.2')).toEqual(taken)
    })

    it('once a network without an account has sent its bytes of a day, only small saves are stored', async () => {
      const { name, most } = limits.anonymousKilobytes
      const device = server.nobody()
      const headers = (seq: number) => ({ 'x-forwarded-for': '10.11.0.3', 'idempotency-key': newId(), 'x-seq': String(seq) })
      const path = `forms/orientation/${newId()}`
      const large = 'x'.repeat(20 * 1024)
      expect((await device.save(path, { payload: { note: large } }, headers(1))).status).toBe(200)
      await fillUp(name, most)
      const file = { type: 'image/png', name: 'photo.png', data: Buffer.from(large).toString('base64') }
      expect((await device.ask('POST', `/api/attach/${path}`, file, headers(2))).status).toBe(429)
      expect((await device.save(`forms/orientation/${newId()}`, { payload: { note: large } }, headers(3))).status).toBe(429)
      const form = new FormData()
      form.set('pdf', new File([new Uint8Array(Buffer.concat([pdfForm, Buffer.alloc(20 * 1024)]))], 'a.pdf', { type: 'application/pdf' }))
      for (const to of [`/api/pdf/forms/orientation/${newId()}`, `/api/data/forms/orientation/${newId()}`]) {
        const own = { 'x-actor': 'anonymous', 'x-device': device.device, 'x-forwarded-for': '10.11.0.3', 'idempotency-key': newId() }
        expect((await fetch(`${server.url}${to}`, { method: 'POST', headers: own, body: form })).status).toBe(429)
      }
      expect((await device.save(`forms/orientation/${newId()}`, { payload: { note: 'short' } }, headers(4))).status).toBe(200)
    })

    it('evidence without a signed-in person leaves no rows', async () => {
      const before = await countOf('chain_links')
      for (let n = 0; n < 50; n += 1) {
        const op = newId()
        const chain = `filler${newId()}-AAAAAAAA;1;start;${'a'.repeat(64)};${'b'.repeat(64)};${new Date().toISOString()};${encodeURIComponent(`forms/x/${'p'.repeat(480)}`)}`
        await server.nobody().ask('POST', '/auth/logout', undefined, { 'idempotency-key': op, 'x-chain': chain })
      }
      expect(await countOf('chain_links')).toBe(before)
    })
  })

  describe('texts to phones', () => {
    const sent = async () =>
      rows(server.running.storage.db, z.object({ to: z.string(), text: z.string() }), sql`select mobile as to, text from sms_outbox`)
    const visitor = (more: object) => ({
      email: `${newId()}@example.com`,
      name: 'Ann',
      company: 'c',
      number: '+12025550177',
      time: new Date().toISOString(),
      ...more,
    })

    it('the demo page texts no words of a stranger', async () => {
      await server
        .nobody()
        .ask(
          'POST',
          '/api/demo',
          visitor({ project: 'p', name: 'your account is locked, log in at http://evil.example now', number: '+12025550176' }),
        )
      await server.running.idle()
      expect((await sent()).filter(({ text }) => text.includes('evil.example'))).toEqual([])
    })

    it('the demo page texts no number outside the served countries', async () => {
      await server.nobody().ask('POST', '/api/demo', visitor({ project: 'p', number: '+8821612345678' }))
      await server.running.idle()
      expect((await sent()).filter(({ to }) => to === '+8821612345678')).toEqual([])
    })

    it('a public form that names no action texts no one, for every action that a save names', async () => {
      const payload = { title: 'Your account is locked, log in at http://evil.example' }
      const feed = { type: 'notification', sms: true, text: payload.title }
      await server.running.idle()
      const before = await sent()
      for (const action of ['notify-managers', 'broadcast', 'complete'])
        for (const name of ['saveRpc', 'rpc']) {
          const save = await server.nobody().save(`forms/orientation/${newId()}`, { payload, feed, [name]: action })
          // An action that the form never named is refused or left out; the text is its only trace that counts here.
          expect([200, 400, 403]).toContain(save.status)
        }
      await server.running.idle()
      expect(await sent()).toEqual(before)
    })
  })
})
