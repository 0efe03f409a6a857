import { appendFileSync, existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { maxFileSize } from '../../../contract/endpoints/uploads.ts'
import {
  type Device,
  foreman,
  manager,
  metadata,
  newId,
  onEachServer,
  otherWorker,
  outsider,
  sha256,
  worker,
} from '../../../tests/harness/testServer.ts'
import { dropOldUploads } from '../../domain/files/uploads.ts'
import { rows } from '../../storage/database.ts'

type Refusal = { error: { code: string; message: string } }
const bytes = Buffer.from('a photo that is not really one'.repeat(1000))
const tus = { 'tus-resumable': '1.0.0' }
const chunkType = { 'content-type': 'application/offset+octet-stream' }

onEachServer((server) => {
  const create = (device: Device, id: string, data = bytes, sum = sha256(data)) =>
    device.ask<Refusal>('POST', '/api/uploads', undefined, {
      ...tus,
      'upload-length': String(data.length),
      'upload-metadata': metadata({ id, sha256: sum, filename: 'gate.jpg', type: 'image/jpeg' }),
    })
  const send = (device: Device, id: string, offset: number, part: Buffer) =>
    device.ask<Refusal>('PATCH', `/api/uploads/${id}`, part, { ...tus, ...chunkType, 'upload-offset': String(offset) })
  const head = async (device: Device, id: string) => {
    const answer = await device.ask('HEAD', `/api/uploads/${id}`, undefined, tus)
    return { status: answer.status, offset: answer.headers.get('upload-offset'), length: answer.headers.get('upload-length') }
  }
  const receipt = (device: Device, id: string) =>
    device.get<{ id: string; size: number; sha256: string } & Refusal>(`/api/files/${id}/receipt`)

  describe('uploads', () => {
    it('goes on where it broke off, and gives a receipt once every byte is there', async () => {
      const device = await server.person(worker)
      const id = newId()
      expect((await create(device, id)).headers.get('location')).toBe(`/api/uploads/${id}`)
      expect((await send(device, id, 0, bytes.subarray(0, 12_000))).headers.get('upload-offset')).toBe('12000')
      expect(await head(device, id)).toEqual({ status: 200, offset: '12000', length: String(bytes.length) })
      expect((await receipt(device, id)).status).toBe(404)
      expect((await send(device, id, 11_000, bytes.subarray(11_000))).status).toBe(409)
      await server.restart()
      expect(await head(device, id)).toMatchObject({ offset: '12000' })
      expect((await send(device, id, 12_000, bytes.subarray(12_000))).status).toBe(204)
      expect((await receipt(device, id)).body).toEqual({ id, size: bytes.length, sha256: sha256(bytes) })
      const file = await device.get(`/api/files/${id}`)
      expect(sha256(file.text)).toBe(sha256(bytes))
    })

    it('goes on from its counted bytes after a power cut, also if it had begun again because its first bytes were gone', async () => {
      const device = await server.person(worker)
      const id = newId()
      const inFolder = join(server.dataDir, 'files/arriving', id)
      expect((await create(device, id)).status).toBe(201)
      expect((await send(device, id, 0, bytes.subarray(0, 12_000))).status).toBe(204)
      // Like the folder of a restored database.
      for (const path of [inFolder, `${inFolder}.json`]) rmSync(path)
      expect((await create(device, id)).status).toBe(201)
      expect((await send(device, id, 0, bytes.subarray(0, 5000))).status).toBe(204)
      appendFileSync(inFolder, Buffer.alloc(4000))
      utimesSync(inFolder, 1, 1)
      await server.restart()
      expect(await head(device, id)).toMatchObject({ offset: '5000' })
      expect((await send(device, id, 5000, bytes.subarray(5000))).status).toBe(204)
      expect((await receipt(device, id)).status).toBe(200)
    })

    it('takes the same upload twice as one: begun, half way, and finished', async () => {
      const device = await server.person(worker)
      const id = newId()
      const [first, second] = await Promise.all([create(device, id), create(device, id)])
      expect([first.status, second.status]).toEqual([201, 201])
      await send(device, id, 0, bytes.subarray(0, 5000))
      const again = await create(device, id)
      expect([again.status, again.headers.get('location'), again.headers.get('upload-offset')]).toEqual([201, `/api/uploads/${id}`, '5000'])
      await send(device, id, 5000, bytes.subarray(5000))
      const finished = await create(device, id)
      expect([finished.status, finished.headers.get('upload-offset')]).toEqual([201, String(bytes.length)])
      expect(await head(device, id)).toMatchObject({ status: 200, offset: String(bytes.length) })
      expect((await create(device, id, Buffer.from('other bytes'))).body.error.code).toBe('upload_mismatch')
    })

    it('throws bytes away that do not match, so that they can be sent again', async () => {
      const device = await server.person(worker)
      const id = newId()
      await create(device, id)
      const spoilt = Buffer.from(bytes)
      spoilt[77] = 0
      expect((await send(device, id, 0, spoilt)).status).toBe(460)
      expect((await receipt(device, id)).status).toBe(404)
      expect((await head(device, id)).status).toBe(404)
      await create(device, id)
      expect((await send(device, id, 0, bytes)).status).toBe(204)
      expect((await receipt(device, id)).status).toBe(200)
    })

    it('makes up for the check when the server stopped right after the last byte', async () => {
      const device = await server.person(worker)
      const [good, bad] = [newId(), newId()]
      for (const id of [good, bad]) {
        await create(device, id)
        await send(device, id, 0, bytes.subarray(0, 100))
      }
      writeFileSync(join(server.dataDir, 'files/arriving', good), bytes)
      writeFileSync(join(server.dataDir, 'files/arriving', bad), Buffer.alloc(bytes.length))
      expect((await receipt(device, good)).body.sha256).toBe(sha256(bytes))
      expect((await head(device, bad)).status).toBe(404)
      expect((await create(device, bad)).status).toBe(201)
      expect(await head(device, bad)).toMatchObject({ offset: '0' })
    })

    it('keeps a file that was moved into place before the note of it was written', async () => {
      const device = await server.person(worker)
      const { id } = await device.upload(bytes)
      await server.running.storage.db.execute(sql`update files set complete = false, completed_at = null where id = ${id}`)
      expect((await receipt(device, id)).status).toBe(200)
    })

    it('lets no other person continue it, see it, discard it or read it', async () => {
      const mine = await server.person(worker)
      const id = newId()
      await create(mine, id)
      await send(mine, id, 0, bytes.subarray(0, 100))
      for (const other of [await server.person(otherWorker), await server.person(manager), server.nobody()]) {
        expect((await create(other, id)).status).toBe(404)
        expect((await send(other, id, 100, bytes.subarray(100))).status).toBe(404)
        expect((await head(other, id)).status).toBe(404)
        expect((await other.ask('DELETE', `/api/uploads/${id}`, undefined, tus)).status).toBe(404)
      }
      expect(await head(mine, id)).toMatchObject({ offset: '100' })
      await send(mine, id, 100, bytes.subarray(100))
      for (const other of [await server.person(otherWorker), await server.person(manager)]) {
        expect((await other.get(`/api/files/${id}`)).status).toBe(404)
        expect((await receipt(other, id)).status).toBe(404)
      }
      expect((await server.nobody().get(`/api/files/${id}`)).status).toBe(401)
    })

    it('belongs to the device when no person is signed in', async () => {
      const device = server.nobody()
      const { id, status } = await device.upload(bytes)
      expect(status).toBe(204)
      expect((await receipt(device, id)).status).toBe(200)
      expect((await receipt(server.nobody(), id)).status).toBe(404)
      expect(
        (await create({ ...device, ask: (method, path, body, headers) => server.nobody('').ask(method, path, body, headers) }, newId()))
          .status,
      ).toBe(400)
    })

    it('lets no person without an account fill the disk', async () => {
      const device = server.nobody()
      const { id } = await device.upload(bytes)
      const { db } = server.running.storage
      await db.execute(sql`update files set size = 5000000000 where id = ${id}`)
      const refused = await create(device, newId())
      expect([refused.status, refused.body.error.code]).toEqual([503, 'UNAVAILABLE'])
      expect((await create(await server.person(worker), newId())).status).toBe(201)
      await db.execute(sql`delete from files where id = ${id}`)
      expect((await create(device, newId())).status).toBe(201)
    })

    it('counts arrived bytes, not announced ones, so that no sender blocks the photos of visitors', async () => {
      const { db } = server.running.storage
      const stranger = server.nobody()
      for (let n = 0; n < 12; n++) {
        const sent = await stranger.ask<Refusal>('POST', '/api/uploads', undefined, {
          ...tus,
          'upload-length': String(maxFileSize),
          'upload-metadata': metadata({ id: newId(), sha256: sha256('x'), filename: 'a.jpg', type: 'image/jpeg' }),
        })
        expect(sent.status).toBe(201)
      }
      // 300 MB are announced, more than one device may store here, and no byte is sent.
      const held = newId()
      expect((await create(stranger, held)).status).toBe(201)
      await send(stranger, held, 0, bytes.subarray(0, 10_000))
      const arrived = async () =>
        ((await db.execute(sql`select arrived::int as n from files where id = ${held}`)) as unknown as { rows: { n: number }[] }).rows[0]?.n
      expect(await arrived()).toBe(10_000)

      await db.execute(sql`update files set arrived = 256 * 1024 * 1024 where id = ${held}`)
      const full = await create(stranger, newId())
      expect([full.status, full.body.error.code]).toEqual([503, 'UNAVAILABLE'])
      expect((await send(stranger, held, 10_000, bytes.subarray(10_000))).status).toBe(503)
      // Other devices of the same network continue; when it is full, other networks continue.
      expect((await create(server.nobody(), newId())).status).toBe(201)
      await db.execute(sql`update files set arrived = 1024::bigint * 1024 * 1024 where id = ${held}`)
      expect((await create(server.nobody(), newId())).status).toBe(503)
      const elsewhere = server.nobody()
      const visitor: Device = { ...elsewhere, ask: (m, p, b, h) => elsewhere.ask(m, p, b, { ...h, 'x-forwarded-for': '192.0.2.77' }) }
      expect((await create(visitor, newId())).status).toBe(201)
      await db.execute(sql`delete from files where created_by = 'anonymous' and path is null`)
    })

    it('gives the networks of one home one room, and the next network less the fuller all of it is', async () => {
      const { db } = server.running.storage
      await db.execute(sql`delete from files where created_by = 'anonymous' and path is null`)
      const at = (address: string): Device => {
        const one = server.nobody()
        return { ...one, ask: (m, p, b, h) => one.ask(m, p, b, { ...h, 'x-forwarded-for': address }) }
      }
      const GB = 1024 ** 3
      /** Stores an upload from there, which then has so many bytes. */
      const fill = async (address: string, size: number) => {
        const id = newId()
        const { status } = await create(at(address), id)
        await db.execute(sql`update files set arrived = ${size} where id = ${id}`)
        return status
      }
      expect(await fill('2001:db8:0:100::1', GB)).toBe(201)
      for (const address of ['2001:db8:0:100::2', '2001:db8:0:101::1', '2001:db8:0:1ff::1']) expect(await fill(address, 0)).toBe(503)
      // A quarter of what the others leave.
      expect(await fill('2001:db8:0:200::1', 0.75 * GB)).toBe(201)
      expect(await fill('2001:db8:0:200::1', 0)).toBe(503)
      for (const n of [3, 4, 5, 6, 7, 8]) expect(await fill(`2001:db8:0:${n}00::1`, GB / 4)).toBe(201)
      // The visitors of a new gate still have 192 MB: a hundred photos of 2 MB are just over it.
      for (let n = 0; n <= 20; n += 1) expect(await fill('192.0.2.80', 5 * 2 * 1024 ** 2)).toBe(n < 20 ? 201 : 503)
      await db.execute(sql`delete from files where created_by = 'anonymous' and path is null`)
    })

    it('forgets in an hour what a stranger announced and never sent, and in three days what no form named', async () => {
      const { db } = server.running.storage
      const device = server.nobody()
      const [empty, begun, fresh] = [newId(), newId(), newId()]
      for (const id of [empty, begun, fresh]) expect((await create(device, id)).status).toBe(201)
      await send(device, begun, 0, bytes.subarray(0, 1000))
      const { id: whole } = await device.upload(bytes)
      await db.execute(sql`update files set created_at = now() - interval '61 minutes' where id in (${empty}, ${begun}, ${whole})`)
      await dropOldUploads(server.running.app)
      expect((await head(device, empty)).status).toBe(404)
      for (const id of [begun, fresh, whole]) expect((await head(device, id)).status).toBe(200)
      await db.execute(
        sql`update files set created_at = now() - interval '73 hours', completed_at = completed_at - interval '73 hours' where id in (${begun}, ${whole})`,
      )
      await dropOldUploads(server.running.app)
      for (const id of [begun, whole]) expect((await head(device, id)).status).toBe(404)
      expect((await head(device, fresh)).status).toBe(200)
    })

    it('forgets in an hour what a person announced and never sent, and keeps bytes that a stopped process did not count', async () => {
      const { db } = server.running.storage
      const device = await server.person(worker)
      const [empty, begun, uncounted, fresh] = [newId(), newId(), newId(), newId()]
      for (const id of [empty, begun, uncounted, fresh]) expect((await create(device, id)).status).toBe(201)
      for (const id of [begun, uncounted]) await send(device, id, 0, bytes.subarray(0, 1000))
      await expect.poll(() => rows(db, sql`select 1 from files where id in (${begun}, ${uncounted}) and arrived = 1000`)).toHaveLength(2)
      await db.execute(sql`update files set arrived = 0 where id = ${uncounted}`)
      await db.execute(sql`update files set created_at = now() - interval '61 minutes' where id in (${empty}, ${begun}, ${uncounted})`)
      await dropOldUploads(server.running.app)
      expect((await head(device, empty)).status).toBe(404)
      for (const id of [begun, uncounted]) expect(await head(device, id)).toMatchObject({ status: 200, offset: '1000' })
      expect((await head(device, fresh)).status).toBe(200)
      expect((await create(device, empty)).status).toBe(201)
    })

    it('gives the files of a record to those who read the record', async () => {
      const mine = await server.person(worker)
      const { id } = await mine.upload(bytes)
      const photos = [{ id, name: 'gate.jpg', filename: 'gate.jpg', type: 'image/jpeg', url: `/api/files/${id}` }]
      const saved = await mine.save(`forms/hazard-report/${newId()}`, {
        payload: { hazard_type: 'slip', photos },
        feed: false,
        files: [{ id, sha256: sha256(bytes), size: bytes.length }],
      })
      expect(saved.status).toBe(200)
      expect((await (await server.person(manager)).get(`/api/files/${id}`)).status).toBe(200)
      expect((await (await server.person(foreman)).get(`/api/files/${id}`)).status).toBe(200)
      expect((await (await server.person(otherWorker)).get(`/api/files/${id}`)).status).toBe(404)
      expect((await (await server.person(outsider)).get(`/api/files/${id}`)).status).toBe(404)
      expect((await mine.ask<Refusal>('DELETE', `/api/uploads/${id}`, undefined, tus)).status).toBe(403)
    })

    it('forgets an upload that the person took out again', async () => {
      const device = await server.person(worker)
      const { id } = await device.upload(bytes)
      expect((await device.ask('DELETE', `/api/uploads/${id}`, undefined, tus)).status).toBe(204)
      expect((await receipt(device, id)).status).toBe(404)
      expect(existsSync(join(server.dataDir, 'files/whole', id.slice(0, 2), id))).toBe(false)
    })

    it('keeps unfinished uploads for thirty days, and never deletes a file that a record holds', async () => {
      const device = await server.person(worker)
      const [old, fresh, held] = [newId(), newId(), (await device.upload(bytes)).id]
      for (const id of [old, fresh]) {
        await create(device, id)
        await send(device, id, 0, bytes.subarray(0, 1000))
      }
      await device.save(`forms/hazard-report/${newId()}`, { payload: { photos: [{ id: held, url: `/api/files/${held}` }] }, feed: false })
      const { db } = server.running.storage
      await db.execute(
        sql`update files set created_at = now() - interval '31 days', completed_at = completed_at - interval '31 days' where id in (${old}, ${held})`,
      )
      await db.execute(sql`update files set created_at = now() - interval '29 days' where id = ${fresh}`)
      await dropOldUploads(server.running.app)
      expect((await head(device, old)).status).toBe(404)
      expect(readdirSync(join(server.dataDir, 'files/arriving'))).not.toContain(old)
      expect((await head(device, fresh)).status).toBe(200)
      expect((await receipt(device, held)).status).toBe(200)
    })

    it('refuses what is too large or cannot be understood', async () => {
      const device = await server.person(worker)
      const post = (headers: Record<string, string>) => device.ask<Refusal>('POST', '/api/uploads', undefined, { ...tus, ...headers })
      const good = { id: newId(), sha256: sha256(bytes), filename: 'a', type: 'image/png' }
      const large = await post({ 'upload-length': String(maxFileSize + 1), 'upload-metadata': metadata(good) })
      expect([large.status, large.body.error.code, large.body.error.message]).toEqual([413, 'TOO_LARGE', 'A file can be at most 25 MB.'])
      for (const headers of [
        {},
        { 'upload-length': '10' },
        { 'upload-length': 'ten', 'upload-metadata': metadata(good) },
        { 'upload-length': '10', 'upload-metadata': metadata({ ...good, id: '../../../etc/passwd' }) },
        { 'upload-length': '10', 'upload-metadata': metadata({ ...good, sha256: 'abc' }) },
        { 'upload-defer-length': '1', 'upload-metadata': metadata(good) },
      ] as Record<string, string>[]) {
        const answer = await post(headers)
        expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID'])
      }
      expect((await create(device, good.id, Buffer.from('12345'))).status).toBe(201)
      expect((await send(device, good.id, 0, Buffer.from('1234567890'))).status).toBe(413)
    })
  })

  describe('files', () => {
    it('shows pictures and PDFs, and offers everything else for saving', async () => {
      const device = await server.person(worker)
      const type = async (type: string, filename = 'a "plan" é.pdf') => {
        const { id } = await device.upload(`${type} ${filename}`, { type, filename })
        return (await device.get(`/api/files/${id}`)).headers
      }
      const picture = await type('image/jpeg')
      expect(picture.get('content-disposition')).toBe(`inline; filename="a _plan_ _.pdf"; filename*=UTF-8''a%20_plan_%20%C3%A9.pdf`)
      expect(picture.get('x-content-type-options')).toBe('nosniff')
      expect((await type('application/pdf')).get('content-disposition')).toMatch(/^inline/)
      for (const risky of [
        'text/html',
        'image/svg+xml',
        'application/javascript',
        'text/javascript',
        'text/css',
        'application/xhtml+xml',
        'text/xml',
        'application/wasm',
        'nonsense',
      ]) {
        const headers = await type(risky)
        expect([risky, headers.get('content-type')]).toEqual([risky, 'application/octet-stream'])
        expect(headers.get('content-disposition')).toMatch(/^attachment/)
        expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
      }
      const words = await type('text/plain')
      expect([words.get('content-type'), words.get('content-disposition')?.slice(0, 6)]).toEqual(['text/plain; charset=utf-8', 'inline'])
    })

    it('never gives a file to a page that wants to run it or build it in', async () => {
      const device = await server.person(worker)
      const { id } = await device.upload('self.taken = true', { type: 'text/javascript', filename: 'evil.js' })
      for (const address of [`/api/files/${id}`, '/media/site-rules.pt.pdf']) {
        for (const wanted of [
          'script',
          'worker',
          'sharedworker',
          'serviceworker',
          'style',
          'embed',
          'object',
          'frame',
          'manifest',
          'xslt',
          'font',
        ]) {
          const { status, body } = await device.get<{ error: { code: string } }>(address, { 'sec-fetch-dest': wanted })
          expect([address, wanted, status, body.error.code]).toEqual([address, wanted, 403, 'FORBIDDEN'])
        }
        for (const wanted of ['document', 'image', 'video', 'audio', 'empty', 'iframe'])
          expect([wanted, (await device.get(address, { 'sec-fetch-dest': wanted })).status]).toEqual([wanted, 200])
      }
    })

    it('checks the current user of the browser before it shows a file that an earlier user saw', async () => {
      const device = await server.person(worker)
      const { id } = await device.upload('a photo of mine')
      const { headers } = await device.get(`/api/files/${id}`)
      expect(headers.get('cache-control')).toBe('private, no-cache')
      const tag = { 'if-none-match': headers.get('etag') ?? '' }
      expect((await device.get(`/api/files/${id}`, tag)).status).toBe(304)
      const next = await server.person(otherWorker, device.device)
      expect((await next.get(`/api/files/${id}`, tag)).status).toBe(404)
      expect((await server.nobody(device.device).get(`/api/files/${id}`, tag)).status).toBe(401)
    })

    it('gives a part of a file where a part is asked for', async () => {
      const device = await server.person(worker)
      const { id } = await device.upload('0123456789', { type: 'video/mp4' })
      const part = await device.get(`/api/files/${id}`, { range: 'bytes=2-4' })
      expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
      expect((await device.get(`/api/files/${id}`, { range: 'bytes=-3' })).text).toBe('789')
      expect((await device.get(`/api/files/${id}`, { range: 'bytes=10-' })).status).toBe(416)
      const { headers } = await device.get(`/api/files/${id}`)
      expect((await device.get(`/api/files/${id}`, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
    })
  })
})
