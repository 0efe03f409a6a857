import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Device, metadata, newId, outsider, sha256, useServer, worker } from '../../../tests/harness/testServer.ts'
import { type Postgres, startPostgres } from '../../../tests/harness/postgres.ts'
import { startFaultyLine } from '../../../tests/harness/faultyLine.ts'
import { startS3Server, type S3Server } from '../../../tests/harness/s3Server.ts'
import { rows } from '../../storage/database.ts'
import { runCommand } from '../../domain/people/runCommand.ts'

type Refusal = { error: { code: string; message: string } }
const bytes = Buffer.from('a photo that is not really one'.repeat(1000))
const tus = { 'tus-resumable': '1.0.0' }
const token = 'a token of the monitoring of thirty-two'

const Arrived = z.object({ arrived: z.number() })

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3?.close())

const create = (device: Device, id: string, content = bytes) =>
  device.ask<Refusal>('POST', '/api/uploads', undefined, {
    ...tus,
    'upload-length': String(content.length),
    'upload-metadata': metadata({ id, sha256: sha256(content), filename: 'gate.jpg', type: 'image/jpeg' }),
  })
const send = (device: Device, id: string, offset: number, part: Buffer) =>
  device.ask<Refusal>('PATCH', `/api/uploads/${id}`, part, {
    ...tus,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  })
const offsetOf = async (device: Device, id: string) =>
  (await device.ask('HEAD', `/api/uploads/${id}`, undefined, tus)).headers.get('upload-offset')

/** Ids of the complete files in the data folder. */
function inFolder(dataDir: string): string[] {
  const whole = join(dataDir, 'files/whole')
  return readdirSync(whole).flatMap((folder) => readdirSync(join(whole, folder)))
}

describe('a server with its files in a bucket', () => {
  // The settings are known once the store runs.
  const server = useServer({
    get filesBucket() {
      return s3.settings
    },
    metricsToken: token,
  })
  const metrics = async () => (await server.nobody().get('/metrics', { authorization: `Bearer ${token}` })).text

  it('takes a file in parts across a restart, and sends it whole or in part to those who may read it', async () => {
    const device = await server.person(worker)
    const id = newId()
    expect((await create(device, id)).headers.get('location')).toBe(`/api/uploads/${id}`)
    expect((await send(device, id, 0, bytes.subarray(0, 12_000))).headers.get('upload-offset')).toBe('12000')
    expect((await send(device, id, 11_000, bytes.subarray(11_000))).status).toBe(409)
    await server.restart()
    expect(await offsetOf(device, id)).toBe('12000')
    expect((await send(device, id, 12_000, bytes.subarray(12_000))).status).toBe(204)
    expect((await device.get(`/api/files/${id}/receipt`)).body).toEqual({ id, size: bytes.length, sha256: sha256(bytes) })

    const whole = await device.get(`/api/files/${id}`)
    expect(sha256(whole.text)).toBe(sha256(bytes))
    expect(whole.headers.get('content-type')).toBe('image/jpeg')
    expect(whole.headers.get('content-disposition')).toMatch(/^inline; filename="gate\.jpg"/)
    const part = await device.get(`/api/files/${id}`, { range: 'bytes=100-199' })
    expect([part.status, part.text]).toEqual([206, bytes.subarray(100, 200).toString()])
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`)
    expect((await device.get(`/api/files/${id}`, { range: `bytes=${bytes.length}-` })).status).toBe(416)
    expect((await (await server.person(outsider)).get(`/api/files/${id}`)).status).toBe(404)
    expect((await server.nobody().get(`/api/files/${id}`)).status).toBe(401)
    expect(inFolder(server.dataDir)).toEqual([])
  })

  it('throws away bytes that are not those that were announced', async () => {
    const device = await server.person(worker)
    const id = newId()
    await create(device, id)
    const wrong = Buffer.from(bytes)
    wrong[5] = 0
    expect((await send(device, id, 0, wrong)).status).toBe(460)
    expect((await device.get(`/api/files/${id}/receipt`)).status).toBe(404)
    await create(device, id)
    expect((await send(device, id, 0, bytes)).status).toBe(204)
  })

  it('says at its start why the bucket does not work', async () => {
    const said: string[] = []
    const say = (line: string) => said.push(line)
    await server.restart({ filesBucket: { ...s3.settings, secretAccessKey: 'another' }, say })
    await server.restart({ filesBucket: { ...s3.settings, bucket: 'no-such-bucket' }, say })
    await server.restart({ filesBucket: s3.settings, say })
    expect(said.flatMap((line) => /does not work: (.*?)\./.exec(line)?.[1] ?? [])).toEqual(['status 403', 'no such bucket'])
  })

  it('ends when what had come before a connection broke is stored', async () => {
    const line = await startFaultyLine(s3.settings.endpoint)
    await server.restart({ filesBucket: { ...s3.settings, endpoint: line.endpoint } })
    const device = await server.person(worker)
    const [id, large] = [newId(), Buffer.alloc(5_000_000, 'x')]
    await create(device, id, large)
    line.hold()
    const sent = request(`${server.url}/api/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        cookie: device.cookie,
        'x-actor': device.uid,
        'x-device': device.device,
        'content-type': 'application/offset+octet-stream',
        'content-length': large.length,
        'upload-offset': '0',
      },
    }).on('error', () => {})
    sent.write(large.subarray(0, -1))
    // The server asks where the upload is, which passes, and then stores a part of it.
    const isStoring = () => {
      if (line.held > 8) return true
      line.release()
      line.hold()
      return false
    }
    await expect.poll(isStoring).toBe(true)
    sent.destroy()
    const closing = server.running.close()
    await expect
      .poll(() =>
        fetch(`${server.url}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    line.release()
    await closing
    line.close()
    await server.restart({ filesBucket: s3.settings })
    const [row] = await rows(server.running.storage.db, Arrived, sql`select arrived::float8 as arrived from files where id = ${id}`)
    expect(row?.arrived).toBeGreaterThan(4_000_000)
  })

  it('asks devices to try again while the store does not answer, says so, and still saves', async () => {
    const device = await server.person(worker)
    const [id, sent] = [newId(), newId()]
    await create(device, sent)
    await send(device, sent, 0, bytes)
    await create(device, id)
    await send(device, id, 0, bytes.subarray(0, 9000))
    await s3.stop()
    try {
      const part = await send(device, id, 9000, bytes.subarray(9000))
      expect([part.status, part.text.trim()]).toEqual([503, 'The storage of files does not answer. Please try again in a minute.'])
      expect((await create(device, newId())).status).toBe(503)
      expect((await device.ask('HEAD', `/api/uploads/${id}`, undefined, tus)).status).toBe(503)
      const file = await device.get<Refusal>(`/api/files/${sent}`)
      expect([file.status, file.body.error.code]).toEqual([503, 'UNAVAILABLE'])
      const ready = await server.nobody().get('/readyz')
      expect([ready.status, ready.body]).toEqual([200, { ready: true, failing: ['files'] }])
      const page = await metrics()
      expect(page).toMatch(/^muster_files_up 0$/m)
      expect(page).toMatch(/^muster_files_failures_total [1-9]/m)
      expect((await device.save(`forms/visit-${newId()}`, { payload: { title: 'Gate' } })).status).not.toBe(503)
    } finally {
      await s3.start()
    }
    expect(await offsetOf(device, id)).toBe('9000')
    expect((await send(device, id, 9000, bytes.subarray(9000))).status).toBe(204)
    expect((await device.get(`/api/files/${id}/receipt`)).status).toBe(200)
    await expect.poll(async () => (await server.nobody().get('/readyz')).body).toEqual({ ready: true })
    expect(await metrics()).toMatch(/^muster_files_up 1$/m)
  })
})

describe('two servers with one database and one bucket', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())
  const common = {
    get databaseUrl() {
      return postgres.url()
    },
    get filesBucket() {
      return s3.settings
    },
    secret: 'the secret of both servers, 32 characters',
  }
  const servers = [useServer(common), useServer(common)] as const

  it('take the parts of an upload in turn, the same part at once, and send each file', async () => {
    const devices = await Promise.all(servers.map((server) => server.person(worker)))
    const [one, other] = devices as [Device, Device]
    const ids = [newId(), newId(), newId()]
    await Promise.all(
      ids.map(async (id) => {
        await create(one, id)
        await create(other, id)
        let at = 0
        for (const device of [one, other, one, other]) {
          const part = bytes.subarray(at, at + 7000)
          // The slower of the two may find the bytes there already.
          const answers = await Promise.all([send(device, id, at, part), send(device === one ? other : one, id, at, part)])
          for (const { status } of answers) expect([204, 409]).toContain(status)
          expect(answers.map(({ status }) => status)).toContain(204)
          at += part.length
          expect([await offsetOf(one, id), await offsetOf(other, id)]).toEqual([String(at), String(at)])
        }
        expect((await send(other, id, at, bytes.subarray(at))).status).toBe(204)
      }),
    )
    for (const device of devices) for (const id of ids) expect(sha256((await device.get(`/api/files/${id}`)).text)).toBe(sha256(bytes))
  })
})

describe('files of a folder that are moved into a bucket', () => {
  const server = useServer()
  const move = async () => {
    let said = ''
    await expect
      .poll(async () => (said = await runCommand(server.running.app, ['files:move'], server.url)), { timeout: 20_000 })
      .not.toMatch(/…$/)
    return said
  }

  it('goes on after the end of the server, which waits for no more than those that are being moved', async () => {
    const device = await server.person(worker)
    for (let n = 0; n < 9; n++) await device.upload(`a photo ${n}`)
    const line = await startFaultyLine(s3.settings.endpoint)
    await server.restart({ filesBucket: { ...s3.settings, endpoint: line.endpoint } })
    try {
      line.hold()
      expect(await runCommand(server.running.app, ['files:move'], server.url)).toBe('0 of 9 files are moved…')
      // The server asks for other things, too: a housekeeping rule may list the files at this moment.
      await expect.poll(() => line.heldRequests.filter((request) => request.includes('/whole/')).length).toBe(4)
      const closing = server.running.close()
      line.release()
      await closing
    } finally {
      line.release()
      line.close()
    }
    expect(inFolder(server.dataDir)).toHaveLength(5)
    await server.restart({ filesBucket: s3.settings })
    expect(await move()).toBe('5 of 5 files are moved.')
    await server.restart()
  })

  it('stay readable all the time, and leave the folder once the bucket has their very bytes', async () => {
    const device = await server.person(worker)
    const ids = await Promise.all(['one', 'two', 'three'].map(async (name) => (await device.upload(`a photo ${name}`)).id))
    const damaged = (await device.upload('a photo that the disk damages')).id
    const path = join(server.dataDir, 'files/whole', damaged.slice(0, 2), damaged)
    writeFileSync(path, readFileSync(path).fill(0))
    expect(await move()).toContain('nothing to move')

    await server.restart({ filesBucket: s3.settings })
    const later = (await device.upload('a photo after the change')).id
    const readable = async () => Promise.all([...ids, later].map(async (id) => (await device.get(`/api/files/${id}`)).text))
    const texts = ['a photo one', 'a photo two', 'a photo three', 'a photo after the change']
    expect(await readable()).toEqual(texts)
    expect(inFolder(server.dataDir)).not.toContain(later)

    await s3.stop()
    expect(await move()).toMatch(/^0 of 4 files are moved\.\nIt stopped: /)
    await s3.start()
    expect(await move()).toMatch(new RegExp(`^3 of 4 files are moved\\.\\nDamaged, .*: ${damaged}$`))
    expect(inFolder(server.dataDir)).toEqual([damaged])
    expect(await move()).toMatch(/^0 of 1 files are moved\.\nDamaged/)
    expect(await readable()).toEqual(texts)
    await server.restart({ filesBucket: s3.settings })
    expect(await readable()).toEqual(texts)
    expect((await device.get(`/api/files/${damaged}`)).status).toBe(200)
  })
})
