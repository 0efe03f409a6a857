import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileStore } from '../FileStore.ts'
import { diskFiles } from './diskFiles.ts'

const disk = vi.hoisted(() => ({ fails: false }))

vi.mock('./flush.ts', async (original) => {
  const real = await original<typeof import('./flush.ts')>()
  return {
    async flush(path: string) {
      if (disk.fails) throw Object.assign(new Error('EIO: the disk is gone'), { code: 'EIO' })
      await real.flush(path)
    },
  }
})

const photo = Buffer.from('a photo '.repeat(9000))
const expected = { size: photo.length, sha256: createHash('sha256').update(photo).digest('hex') }

describe('files on a disk that fails a flush', () => {
  let folder = ''
  let store: FileStore
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-flush-'))
    store = await diskFiles(folder)
  })
  beforeEach(() => {
    disk.fails = false
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const begin = (id: string) => store.uploads.create(new Upload({ id, size: photo.length, offset: 0 }))

  it('a part is refused, and the device begins again', async () => {
    await begin('part')
    disk.fails = true
    await expect(store.uploads.write(Readable.from([photo]), 'part', 0)).rejects.toThrow('EIO')
    expect(await store.arrived('part')).toBeUndefined()
    disk.fails = false
    await begin('part')
    expect(await store.uploads.write(Readable.from([photo]), 'part', 0)).toBe(photo.length)
    expect(await store.finish('part', expected)).toBe('whole')
  })

  it('a complete file is not said to be stored, also not by a second try without its bytes', async () => {
    await store.put('whole', photo)
    disk.fails = true
    await expect(store.finish('whole', expected)).rejects.toThrow('EIO')
    disk.fails = false
    expect(await store.finish('whole', expected)).toBe('absent')
    expect(await store.size('whole')).toBeUndefined()
  })

  it('a part of an upload that was deleted meanwhile is no error', async () => {
    await begin('deleted')
    const bytes = async function* () {
      yield photo
      await expect.poll(() => store.arrived('deleted')).toBe(photo.length)
      await store.drop('deleted')
    }
    expect(await store.uploads.write(Readable.from(bytes()), 'deleted', 0)).toBe(photo.length)
    expect(await store.arrived('deleted')).toBeUndefined()
  })
})
