import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { embeddedFolder } from '../../../tests/harness/storages.ts'
import { answeringOnceFlushed, DurableFileSystem } from './durableFileSystem.ts'
import { startParams } from './startParams.ts'

const machine = vi.hoisted(() => ({ broken: false, isSlow: false, late: [] as (() => void)[] }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const trouble = () => Object.assign(new Error('EIO: the disk is gone'), { code: 'EIO' })
  const fdatasync: typeof fs.fdatasync = Object.assign(
    (descriptor: number, done: (error: NodeJS.ErrnoException | null) => void) => {
      if (machine.broken) queueMicrotask(() => done(trouble()))
      else if (machine.isSlow) machine.late.push(() => fs.fdatasync(descriptor, done))
      else fs.fdatasync(descriptor, done)
    },
    { __promisify__: fs.fdatasync.__promisify__ },
  )
  return {
    ...fs,
    fdatasync,
    fdatasyncSync(descriptor: number) {
      if (machine.broken) throw trouble()
      fs.fdatasyncSync(descriptor)
    },
  }
})

/**
 * PGlite does not offer the internals used here as an API, so every upgrade must pass these tests and
 * scripts/crash.
 */
describe('the file system under the embedded database', () => {
  let folder = ''
  let disk: DurableFileSystem
  let client: PGlite
  const failures: Error[] = []

  beforeEach(async () => {
    failures.length = 0
    machine.broken = false
    folder = await embeddedFolder()
    disk = new DurableFileSystem(join(folder, 'database'), (error) => failures.push(error))
    client = answeringOnceFlushed(await PGlite.create({ fs: disk, startParams }), disk)
  })
  afterEach(async () => {
    if (failures.length === 0) await client.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const add = (id: string) => client.query('insert into teams (id, name) values ($1, $1)', [id])

  it('runs a PostgreSQL that believes in flushing', async () => {
    const setting = async (name: string) => Object.values((await client.query<Record<string, string>>(`show ${name}`)).rows[0] ?? {})[0]
    expect([await setting('fsync'), await setting('synchronous_commit'), await setting('full_page_writes')]).toEqual(['on', 'on', 'on'])
    expect(await setting('wal_sync_method')).toBe('fsync')
  })

  it('has every commit on disk before it is answered', async () => {
    const before = disk.counts.logFlushes + disk.counts.forcedLogFlushes
    const bytes = disk.logBytes
    await add('one')
    await add('two')
    expect(disk.counts.logFlushes + disk.counts.forcedLogFlushes).toBeGreaterThanOrEqual(before + 2)
    expect(disk.logBytes).toBeGreaterThan(bytes)
  })

  it('flushes once for commits that come together', async () => {
    const before = disk.counts.logFlushes
    await Promise.all(Array.from({ length: 40 }, (_, n) => add(`together-${n}`)))
    expect(disk.counts.logFlushes - before).toBeLessThan(40)
  })

  it('makes a table longer without waiting for the log', async () => {
    const size = async () => (await client.query<{ size: number }>("select pg_relation_size('teams')::int as size")).rows[0]?.size ?? 0
    const [before, pages] = [disk.counts.forcedLogFlushes, await size()]
    await Promise.all(Array.from({ length: 40 }, (_, n) => add(`${n}`.padEnd(1500, '-'))))
    expect((await size()) - pages).toBeGreaterThan(5 * 8192)
    // PostgreSQL may write the free space map in between.
    expect(disk.counts.forcedLogFlushes - before).toBeLessThan(5)
  })

  it('flushes the data files at a checkpoint', async () => {
    await add('checked')
    const before = disk.counts.fileFlushes
    await client.exec('checkpoint')
    expect(disk.counts.fileFlushes).toBeGreaterThan(before)
  })

  it('also keeps a transaction, an exec and a read waiting for the disk', async () => {
    await client.transaction((tx) => tx.query("insert into teams (id, name) values ('t', 't')"))
    await client.exec("insert into teams (id, name) values ('e', 'e')")
    const read = await client.query('select count(*)::int as n from teams')
    expect(read.rows).toEqual([{ n: 2 }])
    await disk.flushed()
  })

  it('never answers again once the disk refused to store, and says so', async () => {
    await add('before')
    machine.broken = true
    await expect(add('lost')).rejects.toThrow('EIO')
    machine.broken = false
    // The kernel drops pages that it could not write: a later flush that succeeds proves nothing.
    await expect(client.query('select 1')).rejects.toThrow('EIO')
    await expect(disk.flushed()).rejects.toThrow('EIO')
    expect(failures).toHaveLength(1)
  })

  it('writes nothing else before the log: a checkpoint forces the log out first', async () => {
    const before = disk.counts.forcedLogFlushes
    await Promise.all([add('log first'), client.exec('checkpoint')])
    expect(disk.counts.forcedLogFlushes).toBeGreaterThan(before)
  })

  it('lets a checkpoint take away a segment of the log while a slow disk still flushes it', async () => {
    machine.isSlow = true
    const saved = add('slow')
    await expect.poll(() => machine.late.length).toBe(1)
    const before = disk.counts.fileFlushes
    const checked = client.exec('select pg_switch_wal(); checkpoint')
    await expect.poll(() => disk.counts.fileFlushes).toBeGreaterThan(before)
    machine.isSlow = false
    for (const flush of machine.late.splice(0)) flush()
    await Promise.all([saved, checked])
    expect(failures).toEqual([])
    expect((await client.query('select name from teams')).rows).toEqual([{ name: 'slow' }])
  })
})
