import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runBackupCommand } from '../../server/backup/runBackupCommand.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { type Postgres, startPostgres } from '../harness/postgres.ts'
import { testSnapshot } from '../harness/storages.ts'

const disk = vi.hoisted(() => ({ isFull: false }))

vi.mock('../../server/backup/openDraft.ts', async (original) => {
  const real = await original<typeof import('../../server/backup/openDraft.ts')>()
  return {
    async openDraft(path: string) {
      const draft = await real.openDraft(path)
      if (!disk.isFull) return draft
      await draft.handle.close()
      // Each write to it fails with ENOSPC.
      return { ...draft, handle: await open('/dev/full', 'w') }
    },
  }
})

describe.skipIf(!existsSync('/dev/full'))('a backup of a PostgreSQL database', () => {
  let folder = ''
  let postgres: Postgres
  const said: string[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-room-'))
    mkdirSync(join(folder, 'data'))
    postgres = await startPostgres()
    const storage = await openStorage({ databaseUrl: postgres.url() })
    await storage.ready()
    await storage.close()
  }, 120_000)
  beforeEach(() => {
    disk.isFull = false
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const command = {
    version: '0.1.0',
    secretIsGiven: true,
    askServer: () => Promise.resolve(undefined),
    say: (line: string) => void said.push(line),
  }
  const backup = async (file: string) => {
    const place = { dataDir: join(folder, 'data'), databaseUrl: postgres.url(), snapshot: await testSnapshot() }
    return await runBackupCommand(['backup', file], { ...command, ...place, folder })
  }
  const left = (name: string) => [name, `${name}.part`].filter((one) => existsSync(join(folder, one)))

  it('says what to do when the disk is full, and leaves nothing', async () => {
    disk.isFull = true
    await expect(backup('full.tar')).rejects.toThrow(
      /^The disk is full after \d+ MB of the backup\. Nothing of this backup is left\. Free space on the disk of .*, or name a file on another disk: npm run backup -- FILE$/,
    )
    expect(left('full.tar')).toEqual([])
    disk.isFull = false
    expect(await backup('full.tar')).toBe(true)
  })

  it('is refused while another one writes the same file, which becomes complete', async () => {
    const outcomes = await Promise.allSettled([backup('same.tar'), backup('same.tar'), backup('other.tar')])
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(refused).toEqual([expect.stringMatching(/Another backup writes .*same\.tar\.part right now\. Wait until it has ended/)])
    expect([left('same.tar'), left('other.tar')]).toEqual([['same.tar'], ['other.tar']])
    expect(await runBackupCommand(['verify-backup', 'same.tar'], { ...command, folder, dataDir: '' })).toBe(true)
  })
})
