import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../scripts/crash/rounds.ts'
import { seed } from '../../scripts/crash/site.ts'
import { type Postgres, startPostgres } from '../harness/postgres.ts'
import { embeddedFolder, testSnapshot } from '../harness/storages.ts'
import { listenForCommands } from '../../server/start/listenForCommands.ts'
import { sendCommand } from '../../server/start/sendCommand.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { copyFolder, copyForBackup } from '../../server/backup/copyForBackup.ts'
import type { DatabasePlace } from '../../server/backup/fillDatabase.ts'
import { runBackupCommand } from '../../server/backup/runBackupCommand.ts'
import { saveAllTheTime } from './saveAllTheTime.ts'

const said: string[] = []

const run = async (words: readonly string[], { dataDir, databaseUrl }: DatabasePlace, folder: string) =>
  await runBackupCommand(words, {
    snapshot: await testSnapshot(),
    dataDir,
    databaseUrl,
    folder,
    version: '0.1.0',
    secretIsGiven: databaseUrl !== undefined,
    askServer: (asked) => sendCommand(dataDir, asked),
    say: (line) => said.push(line),
  })

describe('a backup while people save', () => {
  let postgres: Postgres
  let folder = ''
  const inFolder = (name: string) => join(folder, name)
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-backup-'))
    postgres = await startPostgres()
    const control = await openStorage({ databaseUrl: postgres.url() })
    await control.db.execute('create database busy')
    await control.db.execute('create database restored')
    await control.close()
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function backsUp(from: DatabasePlace, to: DatabasePlace, file: string) {
    const storage = await openStorage(from)
    const stopCommands = await listenForCommands(from.dataDir, () => copyForBackup(storage, from.dataDir))
    await seed(storage)
    const load = saveAllTheTime(storage)
    await expect.poll(() => load.answered.size, { timeout: 20_000 }).toBeGreaterThan(30)
    const before = new Set(load.answered)
    expect(await run(['backup', file], from, folder)).toBe(true)
    const after = load.answered.size
    await expect.poll(() => load.answered.size, { timeout: 20_000 }).toBeGreaterThan(after)
    await load.stop()
    await stopCommands?.()
    await storage.close()
    expect(after).toBeGreaterThan(before.size + 3)
    expect(statSync(inFolder(file)).mode & 0o077).toBe(0)

    expect(await run(['verify-backup', file], to, folder)).toBe(true)
    expect(await run(['restore', file], to, folder)).toBe(true)
    const restored = await openStorage(to)
    const found = await check(restored, before)
    await restored.close()
    expect(found).toEqual({ gone: [], faults: [] })
  }

  it('has each save that was answered before it, and none in part: embedded, restored to PostgreSQL', async () => {
    const dataDir = await embeddedFolder()
    writeFileSync(join(dataDir, 'secret'), 'the secret of this server, 32 characters')
    await backsUp({ dataDir }, { dataDir: inFolder('first'), databaseUrl: postgres.url('restored') }, 'embedded.tar')
    expect(existsSync(copyFolder(dataDir))).toBe(false)
    expect(readFileSync(inFolder('first/secret'), 'utf8')).toBe('the secret of this server, 32 characters')
    rmSync(dataDir, { recursive: true })
  }, 180_000)

  it('has each save that was answered before it, and none in part: PostgreSQL, restored to an embedded database', async () => {
    const from = { dataDir: mkdtempSync(join(folder, 'busy-')), databaseUrl: postgres.url('busy') }
    await backsUp(from, { dataDir: inFolder('second') }, 'postgres.tar')
    expect(said).toContain('Not in it: the setting SECRET, without which nobody stays signed in: keep it elsewhere.')
  }, 180_000)
})
