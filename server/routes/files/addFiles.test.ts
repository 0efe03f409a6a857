import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  type Device,
  foreman,
  manager,
  metadata,
  newId,
  onEachServer,
  otherWorker,
  owner,
  sha256,
  tower,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { dropOrphans } from '../../domain/files/uploads.ts'

interface Listed {
  readonly record: { readonly model: { readonly photos: readonly { readonly url: string; readonly filename: string }[] } }
}

onEachServer((server) => {
  describe('files of a record', () => {
    it('lead to the file itself, with every address that a save gives them, and nothing of the save is lost', async () => {
      const device = await server.person(worker)
      const reader = await server.person(owner)
      for (const url of [
        'https://evil.example/sign-in',
        'javascript:alert(document.domain)',
        '//evil.example',
        'data:text/html,<script>x</script>',
      ]) {
        const { id } = await device.upload('a photo')
        const path = `forms/hazard-report/${newId()}`
        const photo = { id, filename: 'gate.jpg', name: 'gate.jpg', type: 'image/jpeg', url, note: 'by the gate' }
        const key = newId()
        const body = { payload: { title: 'Hazard', photos: [photo] }, files: [{ id, sha256: sha256('a photo'), size: 7 }] }
        const saved = await device.save(path, body, { 'idempotency-key': key })
        expect([url, saved.status, saved.text]).toEqual([url, 200, expect.any(String)])
        const read = await reader.get<Listed>(`/api/${path}.json`)
        expect(read.body.record.model.photos).toEqual([{ ...photo, url: `/api/files/${id}` }])
        // A device that lost the answer sends the same request again.
        const again = await device.save(path, body, { 'idempotency-key': key })
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
      }
    })
  })

  describe('a record that was removed', () => {
    it('takes its files along: people who cannot restore it find them no more, and a restored record has them again', async () => {
      const device = await server.person(worker)
      const reader = await server.person(owner)
      const colleague = await server.person(foreman)
      const { id } = await device.upload('a photo of the gate')
      const path = `forms/hazard-report/${newId()}`
      const photo = { id, filename: 'gate.jpg', type: 'image/jpeg', url: `/api/files/${id}` }
      expect(
        (
          await device.save(path, {
            payload: { title: 'Hazard', photos: [photo] },
            files: [{ id, sha256: sha256('a photo of the gate'), size: 19 }],
          })
        ).status,
      ).toBe(200)
      const readers = async () => [
        (await device.get(`/api/files/${id}`)).status,
        (await colleague.get(`/api/files/${id}`)).status,
        (await reader.get(`/api/files/${id}`)).status,
      ]
      expect(await readers()).toEqual([200, 200, 200])
      expect((await reader.save(path, { payload: { deleted: true } }, { 'if-match': '"1"' }, 'PATCH')).status).toBe(200)
      expect(await readers()).toEqual([404, 404, 200])
      expect((await reader.save(path, { payload: { deleted: false } }, { 'if-match': '"2"' }, 'PATCH')).status).toBe(200)
      expect(await readers()).toEqual([200, 200, 200])
    })
  })

  describe('a shared device', () => {
    it('forgets at a log-out what the browser has kept of files, and nothing that waits to be sent', async () => {
      const device = await server.person(worker)
      const out = await device.ask('POST', '/auth/logout', {})
      expect(out.status).toBe(200)
      // "storage" would delete the outbox.
      expect(out.headers.get('clear-site-data')).toBe('"cache"')
    })
  })
})

describe('room for files', () => {
  const kB = 1024
  const server = useServer({ quotas: { personDay: 40 * kB, personTotal: 1000 * kB, companyDay: 100 * kB, companyTotal: 90 * kB } })
  const begin = (device: Device, size: number, id = newId()) =>
    device.ask<{ error: { code: string; message: string } }>('POST', '/api/uploads', undefined, {
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': metadata({ id, sha256: sha256('x'.repeat(size)), filename: 'a.jpg', type: 'image/jpeg' }),
    })

  const send = (device: Device, id: string, size: number) =>
    device.ask<{ error: { code: string; message: string } }>('PATCH', `/api/uploads/${id}`, Buffer.alloc(size, 'x'), {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    })

  it('one person has so much of a day; what is over stays on the device, which tries again by itself', async () => {
    const device = await server.person(worker)
    const [first, second] = [newId(), newId()]
    expect((await begin(device, 30 * kB, first)).status).toBe(201)
    expect((await begin(device, 20 * kB, second)).status).toBe(201)
    expect((await send(device, first, 30 * kB)).status).toBe(204)
    const over = await begin(device, 20 * kB)
    // With a status of 500 or more a device keeps the file and retries.
    expect([over.status, over.body.error.code, over.headers.get('retry-after')]).toEqual([507, 'QUOTA_DAY', '900'])
    expect(over.body.error.message).toContain('stays on your device')
    const late = await send(device, second, 20 * kB)
    expect([late.status, late.body.error.code, late.headers.get('retry-after')]).toEqual([507, 'QUOTA_DAY', '900'])
    const small = newId()
    expect((await begin(device, 5 * kB, small)).status).toBe(201)
    expect((await send(device, small, 5 * kB)).status).toBe(204)
    // An upload that exists is found again.
    expect((await begin(device, 30 * kB, first)).status).toBe(201)
    const other = await server.person(otherWorker)
    expect((await begin(other, 20 * kB)).status).toBe(201)
    // The unfinished upload stays young: the cleanup at the start removes old ones of which nothing came.
    await server.running.storage.db.execute(sql`update files set created_at = now() - interval '25 hours' where complete`)
    await server.restart({ quotas: { personDay: 40 * kB, personTotal: 1000 * kB, companyDay: 100 * kB, companyTotal: 90 * kB } })
    expect((await begin(device, 20 * kB)).status).toBe(201)
    expect((await send(device, second, 20 * kB)).status).toBe(204)
  })

  it('what a person announces and never sends takes nothing of their day', async () => {
    const device = await server.person(manager)
    for (let n = 0; n < 6; n++) expect((await begin(device, 30 * kB)).status).toBe(201)
    // The sums are read again.
    await server.restart({ quotas: { personDay: 40 * kB, personTotal: 1000 * kB, companyDay: 100 * kB, companyTotal: 90 * kB } })
    expect((await device.upload('x'.repeat(30 * kB))).status).toBe(204)
  })

  it('one company has so much in all', async () => {
    await server.running.storage.db.execute(
      sql`update files set tenant = ${tower}, size = ${85 * kB} where id = (select min(id) from files)`,
    )
    await server.restart({ quotas: { personDay: 400 * kB, personTotal: 1000 * kB, companyDay: 1000 * kB, companyTotal: 90 * kB } })
    const over = await begin(await server.person(foreman), 20 * kB)
    expect([over.status, over.body.error.code]).toEqual([507, 'QUOTA_FULL'])
    expect(over.body.error.message).toContain('Ask who runs the project')
    // A separate limit applies without an account.
    expect((await begin(server.nobody(), 20 * kB)).status).toBe(201)
  })

  it('bytes that no upload knows of are thrown away after a month, and no others', async () => {
    await server.restart()
    const device = await server.person(foreman)
    const stored = await device.upload('a file of a record')
    const [lost, young] = [newId(), newId()]
    const place = (id: string) => join(server.dataDir, 'files/whole', id.slice(0, 2), id)
    for (const id of [lost, young]) {
      mkdirSync(join(server.dataDir, 'files/whole', id.slice(0, 2)), { recursive: true })
      writeFileSync(place(id), 'bytes')
    }
    const old = new Date(Date.now() - 31 * 24 * 3_600_000)
    for (const id of [lost, stored.id]) utimesSync(place(id), old, old)
    // Left by stops: of an upload that is gone, of one that is complete, and a file that was being written.
    const unfinished = newId()
    expect((await begin(device, 20, unfinished)).status).toBe(201)
    const arriving = (name: string) => join(server.dataDir, 'files/arriving', name)
    const left = [lost, `${lost}.json`, stored.id, `${unfinished}.0123456789ab`]
    for (const name of left) writeFileSync(arriving(name), 'bytes')
    for (const name of [...left, unfinished]) utimesSync(arriving(name), old, old)
    writeFileSync(arriving(`${young}.json`), 'bytes')
    expect(await dropOrphans(server.running.app, 1)).toBe(4)
    expect([lost, young, stored.id].map((id) => existsSync(place(id)))).toEqual([false, true, true])
    expect([...left, unfinished, `${young}.json`].filter((name) => existsSync(arriving(name)))).toEqual([unfinished, `${young}.json`])
  })
})
