import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { check } from '../../scripts/crash/rounds.ts'
import { seed } from '../../scripts/crash/site.ts'
import { rows } from '../../server/storage/database.ts'
import { openStorage, type Storage } from '../../server/storage/storage.ts'
import { folderOfPostgres, type Postgres, startPostgres } from '../harness/postgres.ts'
import { saveAllTheTime, sendSave } from './saveAllTheTime.ts'

const script = resolve(import.meta.dirname, '../../deploy/recovery.sh')

describe('a segment of the log', () => {
  let folder = ''
  const archived = (name: string) =>
    readFileSync(join(folder, 'archive', name))
      .subarray(32)
      .toString()
  const archive = (segment: string) => promisify(execFile)(script, ['archive', segment, join(folder, 'archive')])
  /** Writes a segment of a database. Its path may be in a folder below. */
  const write = (path: string, content: string, identifier = 7321n) => {
    const header = Buffer.alloc(32)
    header.writeBigUInt64LE(identifier, 24)
    writeFileSync(join(folder, path), Buffer.concat([header, Buffer.from(content)]))
    return join(folder, path)
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'muster-archive-'))
    for (const name of ['archive', 'other', 'unmounted']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'archive/muster-archive'), '7321 00000001\n')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is archived once, and never in place of another one', async () => {
    const segment = write('000000010000000000000001', 'first')
    const other = write('other/000000010000000000000001', 'second')
    await archive(segment)
    await archive(segment)
    await expect(archive(other)).rejects.toThrow('is there with other contents: make a new archive')
    expect(archived('000000010000000000000001')).toBe('first')
  })

  it('is complete when it has its name: what an interrupted copy has left is replaced', async () => {
    const segment = write('000000010000000000000002', 'whole')
    writeFileSync(join(folder, 'archive/.000000010000000000000002.part'), 'wh')
    await archive(segment)
    expect(archived('000000010000000000000002')).toBe('whole')
    expect(readdirSync(join(folder, 'archive')).filter((name) => name.includes('part'))).toEqual([])
  })

  it('gets into no folder without a mark, which may be a disk that is not mounted', async () => {
    const segment = write('000000010000000000000003', 'third')
    const unmounted = join(folder, 'unmounted')
    await expect(promisify(execFile)(script, ['archive', segment, unmounted])).rejects.toThrow('is its disk mounted?')
    expect(readdirSync(unmounted)).toEqual([])
    writeFileSync(join(unmounted, 'muster-archive'), '')
    await expect(promisify(execFile)(script, ['archive', segment, unmounted])).rejects.toThrow('is damaged: name a new folder')
  })

  it('of another database, or of a time after a recovery, is refused', async () => {
    await expect(archive(write('000000010000000000000004', 'fourth', 7322n))).rejects.toThrow('is the archive of another database')
    await expect(archive(write('000000020000000000000004', 'fourth'))).rejects.toThrow('because the database was recovered: make a new')
    await expect(archive(write('00000002.history', 'fourth'))).rejects.toThrow('because the database was recovered: make a new')
    expect(readdirSync(join(folder, 'archive')).filter((name) => name.includes('4') || name.includes('history'))).toEqual([])
  })
})

const Moment = z.object({ moment: z.string() })
const Segment = z.object({ name: z.string() })
const Refusals = z.object({ count: z.number() })
const Archived = z.object({ name: z.nullable(z.string()) })
const Recovering = z.object({ is: z.boolean() })

/** The time of the database. */
async function momentOf({ db }: Storage): Promise<string> {
  const [row] = await rows(db, Moment, sql`select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US+00') as moment`)
  return row?.moment ?? ''
}

/** Waits until the archive has all that is written so far. */
async function untilArchived({ db }: Storage): Promise<void> {
  const [last] = await rows(db, Segment, sql`select pg_walfile_name(pg_switch_wal()) as name`)
  const archived = async () => (await rows(db, Archived, sql`select last_archived_wal as name from pg_stat_archiver`))[0]?.name ?? ''
  await expect.poll(async () => (await archived()) >= (last?.name ?? ''), { timeout: 20_000 }).toBe(true)
}

describe('PostgreSQL with an archive', () => {
  let folder = ''
  let tool = ''
  let postgres: Postgres
  const at = (name: string) => join(folder, name)
  const recovery = (...args: readonly string[]) => postgres.runTool(tool, args)
  const archiveCommand = (name: string) => `${tool} archive "%p" ${at(name)}`
  beforeAll(async () => {
    folder = folderOfPostgres()
    tool = at('recovery.sh')
    copyFileSync(script, tool)
    chmodSync(tool, 0o755)
    postgres = await startPostgres({ durable: true, settings: ['archive_mode=on', `archive_command=${archiveCommand('archive')}`] })
    await postgres.runTool('mkdir', [at('archive'), at('archive-2')])
    await recovery('init', postgres.url(), at('archive'))
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  it('goes back to a moment between two backups: all saves before it and none in part, and takes later ones again', async () => {
    const storage = await openStorage({ databaseUrl: postgres.url() })
    await seed(storage)
    const load = saveAllTheTime(storage)
    const more = async (count: number) => {
      const wanted = load.answered.size + count
      await expect.poll(() => load.answered.size, { timeout: 20_000 }).toBeGreaterThan(wanted)
    }
    await more(10)
    await recovery('base', postgres.url(), at('base'))
    await more(10)
    const before = new Set(load.answered)
    const moment = await momentOf(storage)
    await more(10)
    await load.stop()
    // An accident of an operator.
    await storage.db.execute(sql`delete from records`)
    await untilArchived(storage)
    await storage.close()
    await postgres.stop()

    await recovery('restore', at('base'), at('archive'), at('data'), moment)
    postgres = await startPostgres({ durable: true, data: at('data'), settings: ['archive_mode=on'] })
    const restored = await openStorage({ databaseUrl: postgres.url() })
    const archiveTo = async (name: string) => {
      await restored.db.execute(sql.raw(`alter system set archive_command = '${archiveCommand(name)}'`))
      await restored.db.execute(sql`select pg_reload_conf()`)
    }
    // The command is still that of the old archive.
    await archiveTo('archive')
    const isRecovering = async () => (await rows(restored.db, Recovering, sql`select pg_is_in_recovery() as is`))[0]?.is
    await expect.poll(isRecovering, { timeout: 20_000 }).toBe(false)
    expect(await check(restored, before)).toEqual({ gone: [], faults: [] })
    expect((await check(restored, load.answered)).gone.length).toBeGreaterThan(5)
    for (const n of [...load.answered].sort((one, other) => one - other)) await sendSave(restored, n)
    expect(await check(restored, load.answered)).toEqual({ gone: [], faults: [] })

    await rows(restored.db, Segment, sql`select pg_walfile_name(pg_switch_wal()) as name`)
    const refusals = async () => (await rows(restored.db, Refusals, sql`select failed_count::int as count from pg_stat_archiver`))[0]?.count
    await expect.poll(refusals, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(readdirSync(at('archive')).filter((name) => name.startsWith('00000002'))).toEqual([])
    await expect(recovery('init', postgres.url(), at('archive'))).rejects.toThrow('or to this one before a recovery')
    await recovery('init', postgres.url(), at('archive-2'))
    await recovery('init', postgres.url(), at('archive-2'))
    await archiveTo('archive-2')
    await untilArchived(restored)
    await restored.close()
    expect(readdirSync(at('archive-2'))).toContain('00000002.history')
    await expect(recovery('restore', at('base'), at('archive-2'), at('next'), moment)).rejects.toThrow('or of another time of it')
  }, 180_000)

  it('of an earlier version of the script, without a mark, is restored, and gets a mark', async () => {
    const early = at('early')
    await postgres.runTool('cp', ['-R', at('archive'), early])
    await postgres.runTool('rm', [join(early, 'muster-archive')])
    await recovery('restore', at('base'), early, at('early-data'), '2026-03-14 07:30:00+00')
    expect(existsSync(at('early-data/recovery.signal'))).toBe(true)
    // It is of the database before the recovery.
    await expect(recovery('init', postgres.url(), early)).rejects.toThrow('which is not of this database')
    const own = at('own')
    await postgres.runTool('cp', ['-R', at('archive-2'), own])
    await postgres.runTool('sh', ['-c', `rm -f ${own}/muster-archive ${own}/*.history ${own}/00000001*`])
    await recovery('init', postgres.url(), own)
    expect(existsSync(join(own, 'muster-archive'))).toBe(true)
  }, 180_000)

  it('says when a copy is incomplete, and PostgreSQL does not start with it', async () => {
    // No file may have more than 8 MB: a segment has 16.
    const limited = `ulimit -f 16384; trap "" XFSZ; exec ${tool} restore "$@"`
    const moment = '2026-03-14 07:30:00+00'
    const restore = postgres.runTool('sh', ['-c', limited, 'sh', at('base'), at('archive'), at('half'), moment])
    await expect(restore).rejects.toThrow(/half is incomplete: make room on its disk, empty it, and repeat/)
    await expect(startPostgres({ data: at('half') })).rejects.toThrow('did not start')
    expect(existsSync(at('half/recovery.signal'))).toBe(true)
  })

  it('is not recovered over data, from a damaged base, or to a moment without a time zone', async () => {
    const moment = '2026-03-14 07:30:00+00'
    await expect(recovery('restore', at('base'), at('archive'), at('data'), moment)).rejects.toThrow('is not empty')
    await expect(recovery('restore', at('base'), at('archive'), at('next'), '2026-03-14 07:30')).rejects.toThrow('with its time zone')
    await expect(recovery('restore', at('base'), at('archive'), at('next'), `${moment}'`)).rejects.toThrow('without quotes')
    await expect(recovery('base', postgres.url(), at('base'))).rejects.toThrow('name a new folder')
    writeFileSync(join(at('base'), 'PG_VERSION'), '1\n')
    await expect(recovery('restore', at('base'), at('archive'), at('next'), moment)).rejects.toThrow('is damaged: take an earlier one')
    expect(existsSync(at('next'))).toBe(false)
  })
})
