import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf } from '../../scripts/crash/powercut/client.ts'
import { DiskModel, readEntries } from '../../scripts/crash/powercut/diskModel.ts'
import { buildRecorder, Recording, whyNoRecorder } from '../../scripts/crash/powercut/recorder.ts'
import { diskFiles } from '../../server/adapters/files/disk/diskFiles.ts'
import type { FileStore } from '../../server/adapters/files/FileStore.ts'
import { randomFrom } from '../harness/randomFrom.ts'

const id = 'photo123456789012345'
const [size, part] = [20_000, 6000]
const photo = contentOf(id, size)
const expected = { size, sha256: createHash('sha256').update(photo).digest('hex') }

/** What a server does with one upload. It tells the number of bytes after each step that it would acknowledge. */
const steps = (folder: string) => `
  import { Readable } from 'node:stream'
  import { Upload } from '@tus/server'
  import { contentOf } from ${JSON.stringify(resolve('scripts/crash/powercut/client.ts'))}
  import { diskFiles } from ${JSON.stringify(resolve('server/adapters/files/disk/diskFiles.ts'))}
  const photo = contentOf('${id}', ${size})
  const store = await diskFiles(${JSON.stringify(folder)})
  const acknowledge = (bytes) => new Promise((told) => { process.once('message', told); process.send(bytes) })
  await store.uploads.create(new Upload({ id: '${id}', size: ${size}, offset: 0 }))
  await acknowledge(0)
  for (let at = 0; at < ${size}; at += ${part}) {
    const end = await store.uploads.write(Readable.from([photo.subarray(at, at + ${part})]), '${id}', at)
    if (end < ${size}) await acknowledge(end)
  }
  await store.finish('${id}', ${JSON.stringify(expected)})
  await acknowledge(${size})
  process.disconnect()
`

async function bytesIn(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const one of stream) parts.push(one as Buffer)
  return Buffer.concat(parts)
}

/** Like a device after the cut: continues where the server is, and never begins again. Returns where it continued. */
async function goOn(store: FileStore, counted: number): Promise<number> {
  await store.dropUncounted(id, counted)
  const arrived = await store.arrived(id)
  if (arrived !== undefined && arrived < size)
    await store.uploads.write(Readable.from([photo.subarray(arrived)]), (await store.uploads.getUpload(id)).id, arrived)
  expect(await store.finish(id, expected)).toBe('whole')
  expect((await bytesIn(await store.read(id))).equals(photo)).toBe(true)
  return arrived ?? size
}

describe.skipIf(whyNoRecorder())('an upload into a folder', () => {
  let work = ''
  let empty: DiskModel
  let log: Buffer
  /** Bytes that were acknowledged, and the length of the log at that moment. */
  const acknowledged: { bytes: number; at: number }[] = []
  beforeAll(async () => {
    work = realpathSync(mkdtempSync(join(tmpdir(), 'muster-upload-cut-')))
    const disk = join(work, 'disk')
    mkdirSync(disk)
    empty = new DiskModel(disk)
    const recording = new Recording(disk, buildRecorder(work))
    const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', steps(join(disk, 'files'))], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...recording.env },
    })
    child.on('message', (bytes) => {
      acknowledged.push({ bytes: Number(bytes), at: recording.size() })
      child.send('told')
    })
    await new Promise((ended) => child.once('exit', ended))
    log = recording.read()
    recording.remove()
  }, 60_000)
  afterAll(() => rmSync(work, { recursive: true, force: true }))

  it('goes on from an acknowledged byte after a power cut at any moment', async () => {
    expect(acknowledged.map(({ bytes }) => bytes)).toEqual([0, 6000, 12_000, 18_000, size])
    const begun = acknowledged[0]?.at ?? 0
    const random = randomFrom(20)
    let cuts = 0
    for (const { end, ...entry } of readEntries(log)) {
      empty.apply({ ...entry, end })
      if (end < begun) continue
      const counted = Math.max(...acknowledged.filter(({ at }) => at <= end).map(({ bytes }) => bytes))
      for (let n = 0; n < 6; n++) {
        const disk = join(work, `after${++cuts}`)
        empty.writeCut(disk, random)
        // The power was off for a while.
        const arriving = join(disk, 'files/arriving', id)
        if (existsSync(arriving)) utimesSync(arriving, 1, 1)
        const at = await goOn(await diskFiles(join(disk, 'files')), counted)
        expect(at, `cut ${cuts}`).toBeGreaterThanOrEqual(counted)
        rmSync(disk, { recursive: true, force: true })
      }
    }
    expect(cuts).toBeGreaterThan(120)
  }, 120_000)

  it('keeps bytes that this process has written, also if they are not counted yet and the clock was set back', async () => {
    const folder = join(work, 'same')
    const store = await diskFiles(folder)
    const setBack = () => utimesSync(join(folder, 'arriving', id), 1, 1)
    await store.uploads.create(new Upload({ id, size, offset: 0 }))
    await store.uploads.write(Readable.from([photo.subarray(0, part)]), id, 0)
    setBack()
    await store.dropUncounted(id, 0)
    expect(await store.arrived(id)).toBe(part)
    await store.put(id, photo)
    setBack()
    await store.dropUncounted(id, 0)
    expect(await store.finish(id, expected)).toBe('whole')
  })
})
