import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProcess } from '../tests/harness/serverProcess.ts'
import { startS3Server, type S3Server } from '../tests/harness/s3Server.ts'
import { type Device, metadata, newId, sha256, useServer, worker } from '../tests/harness/testServer.ts'
import { sendCommand } from './start/sendCommand.ts'

const tus = { 'tus-resumable': '1.0.0' }
const partBytes = 9000
const contentOf = (id: string) => Buffer.from(`a photo ${id} `.repeat(4000))

/** The same person at the server of a process. */
function atProcess({ device, uid, cookie }: Device, url: string) {
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
    await fetch(url + path, {
      method,
      headers: { ...headers, cookie, 'x-actor': uid, 'x-device': device },
      ...(body && { body: body as NonNullable<RequestInit['body']> }),
    })
  return {
    create: async (id: string) =>
      await ask('POST', '/api/uploads', {
        ...tus,
        'upload-length': String(contentOf(id).length),
        'upload-metadata': metadata({ id, sha256: sha256(contentOf(id)), filename: 'gate.jpg', type: 'image/jpeg' }),
      }),
    offsetOf: async (id: string) => Number((await ask('HEAD', `/api/uploads/${id}`, tus)).headers.get('upload-offset') ?? -1),
    send: async (id: string, at: number) =>
      await ask(
        'PATCH',
        `/api/uploads/${id}`,
        { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) },
        contentOf(id).subarray(at, at + partBytes),
      ),
    receipt: async (id: string) => (await ask('GET', `/api/files/${id}/receipt`)).status,
    content: async (id: string) => Buffer.from(await (await ask('GET', `/api/files/${id}`)).arrayBuffer()),
  }
}

describe.each(['a folder', 'a bucket'])('uploads into %s while the server is killed', (store) => {
  const server = useServer()
  let bucket: S3Server | undefined
  let device: Device
  beforeAll(async () => {
    if (store === 'a bucket') bucket = await startS3Server()
    device = await server.person(worker)
    await server.running.close()
  })
  afterAll(() => bucket?.close())

  it('keep each byte that was acknowledged, and go on from there', async () => {
    const ids = Array.from({ length: 6 }, newId)
    const acknowledged = new Map(ids.map((id) => [id, 0]))
    const received = new Set<string>()
    for (const killAfter of [7, 16, Number.POSITIVE_INFINITY]) {
      const running = await startProcess(server.dataDir, { filesBucket: bucket?.settings })
      const person = atProcess(device, running.url)
      for (const id of received) expect((await person.content(id)).equals(contentOf(id))).toBe(true)
      let parts = 0
      let killed: Promise<void> | undefined
      const uploadOne = async (id: string) => {
        await person.create(id)
        for (;;) {
          const at = await person.offsetOf(id)
          if (killed) return
          expect(at).toBeGreaterThanOrEqual(acknowledged.get(id) ?? 0)
          if (at === contentOf(id).length) break
          const { status, headers } = await person.send(id, at)
          expect(status).toBe(204)
          acknowledged.set(id, Number(headers.get('upload-offset')))
          if (++parts === killAfter) killed = running.kill()
        }
        if ((await person.receipt(id)) === 200) received.add(id)
      }
      // A request fails when the process is killed.
      await Promise.all(
        ids
          .filter((id) => !received.has(id))
          .map((id) =>
            uploadOne(id).catch((error: unknown) => {
              if (!killed) throw error
            }),
          ),
      )
      if (killed) await killed
      else {
        for (const id of ids) expect((await person.content(id)).equals(contentOf(id))).toBe(true)
        await running.kill()
      }
    }
    expect([...received].sort()).toEqual([...ids].sort())
  }, 180_000)
})

describe('files that are moved into a bucket while the server is killed', () => {
  const server = useServer()
  let bucket: S3Server
  beforeAll(async () => {
    bucket = await startS3Server()
  })
  afterAll(() => bucket?.close())
  const inFolder = () => {
    const whole = join(server.dataDir, 'files/whole')
    return readdirSync(whole).flatMap((name) => readdirSync(join(whole, name))).length
  }

  it('stay readable, and the move goes on', async () => {
    const device = await server.person(worker)
    const ids = Array.from({ length: 40 }, newId)
    for (const id of ids) await device.upload(contentOf(id), { id })
    await server.running.close()
    const all = inFolder()
    const first = await startProcess(server.dataDir, { filesBucket: bucket?.settings })
    expect(await sendCommand(server.dataDir, ['files:move'])).toMatch(/…$/)
    await expect.poll(inFolder, { interval: 1 }).toBeLessThan(all)
    await first.kill()
    expect(inFolder()).toBeGreaterThan(0)

    const second = await startProcess(server.dataDir, { filesBucket: bucket?.settings })
    const person = atProcess(device, second.url)
    for (const id of ids) expect((await person.content(id)).equals(contentOf(id))).toBe(true)
    await expect.poll(() => sendCommand(server.dataDir, ['files:move']), { timeout: 60_000 }).toMatch(/moved\.$/)
    expect(inFolder()).toBe(0)
    for (const id of ids) expect((await person.content(id)).equals(contentOf(id))).toBe(true)
    await second.kill()
  }, 180_000)
})
