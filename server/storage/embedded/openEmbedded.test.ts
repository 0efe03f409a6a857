import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedFolder, testSnapshot } from '../../../tests/harness/storages.ts'
import { rows } from '../database.ts'
import { openStorage } from '../storage.ts'

describe('the embedded storage', () => {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'muster-open-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const lock = () => join(dataDir, 'database.lock')
  const teams = async () => {
    const storage = await openStorage({ dataDir, snapshot: await testSnapshot() })
    try {
      return await rows(storage.db, sql`select id from teams`)
    } finally {
      await storage.close()
    }
  }

  it('starts from a snapshot, and lets go of the folder when it is closed', async () => {
    expect(await teams()).toEqual([])
    expect(existsSync(join(dataDir, 'database/global/pg_control'))).toBe(true)
    expect(existsSync(lock())).toBe(false)
  })

  it('starts from the beginning after an interrupted first start', async () => {
    mkdirSync(join(dataDir, 'database.new/global'), { recursive: true })
    writeFileSync(join(dataDir, 'database.new/global/pg_control'), 'half of it')
    expect(await teams()).toEqual([])
    expect(existsSync(join(dataDir, 'database.new'))).toBe(false)
  })

  it('does not touch a folder that holds something else', async () => {
    mkdirSync(join(dataDir, 'database'))
    writeFileSync(join(dataDir, 'database/holiday.txt'), 'photos')
    await expect(teams()).rejects.toThrow('holds something that is no database')
    expect(readFileSync(join(dataDir, 'database/holiday.txt'), 'utf8')).toBe('photos')
    expect(existsSync(lock())).toBe(false)
  })

  it('refuses a folder that another server uses', async () => {
    rmSync(dataDir, { recursive: true })
    dataDir = await embeddedFolder()
    const storage = await openStorage({ dataDir })
    await expect(openStorage({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`)
    await storage.close()
    expect(await teams()).toEqual([])
  })

  it('takes the folder over from a server that was killed', async () => {
    rmSync(dataDir, { recursive: true })
    dataDir = await embeddedFolder()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(lock(), `${pid} 1`)
    expect(await teams()).toEqual([])
    // The same process id, but another process.
    writeFileSync(lock(), `${process.pid} 1`)
    expect(await teams()).toEqual([])
  })

  it('says which snapshot is missing', async () => {
    await expect(openStorage({ dataDir, snapshot: join(dataDir, 'none.tar.gz') })).rejects.toThrow('none.tar.gz')
  })

  it('keeps nothing in memory mode', async () => {
    const storage = await openStorage({ memory: true, snapshot: await testSnapshot() })
    await storage.db.execute(sql`insert into teams (id, name) values ('t', 't')`)
    expect(await rows(storage.db, sql`select id from teams`)).toEqual([{ id: 't' }])
    await storage.close()
    expect(existsSync(join(dataDir, 'database'))).toBe(false)
  })
})
