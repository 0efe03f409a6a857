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
  const kept = (name: string) => readFileSync(join(folder, 'archive', name), 'utf8')
  const archive = (segment: string) => promisify(execFile)(script, ['archive', segment, join(folder, 'archive')])
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'muster-archive-'))
    mkdirSync(join(folder, 'archive'))
    mkdirSync(join(folder, 'other'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is archived once, and never in place of another one', async () => {
    const segment = join(folder, '000000010000000000000001')
    const other = join(folder, 'other/000000010000000000000001')
    writeFileSync(segment, 'first')
    writeFileSync(other, 'second')
    await archive(segment)
    await archive(segment)
    await expect(archive(other)).rejects.toThrow('is this the archive of another database?')
    expect(kept('000000010000000000000001')).toBe('first')
  })

  it('is complete when it has its name: what an interrupted copy has left is replaced', async () => {
    const segment = join(folder, '000000010000000000000002')
    writeFileSync(segment, 'whole')
    writeFileSync(join(folder, 'archive/.000000010000000000000002.part'), 'wh')
    await archive(segment)
    expect(kept('000000010000000000000002')).toBe('whole')
    expect(readdirSync(join(folder, 'archive')).filter((name) => name.includes('part'))).toEqual([])
  })
})

const Moment = z.object({ moment: z.string() })
const Segment = z.object({ name: z.string() })
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
  beforeAll(async () => {
    folder = folderOfPostgres()
    tool = at('recovery.sh')
    copyFileSync(script, tool)
    chmodSync(tool, 0o755)
    postgres = await startPostgres({
      durable: true,
      settings: ['archive_mode=on', `archive_command=${tool} archive "%p" ${at('archive')}`],
    })
    await postgres.runTool('mkdir', [at('archive')])
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const recovery = (...args: readonly string[]) => postgres.runTool(tool, args)

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
    postgres = await startPostgres({ durable: true, data: at('data') })
    const restored = await openStorage({ databaseUrl: postgres.url() })
    const isRecovering = async () => (await rows(restored.db, Recovering, sql`select pg_is_in_recovery() as is`))[0]?.is
    await expect.poll(isRecovering, { timeout: 20_000 }).toBe(false)
    expect(await check(restored, before)).toEqual({ gone: [], faults: [] })
    expect((await check(restored, load.answered)).gone.length).toBeGreaterThan(5)
    for (const n of [...load.answered].sort((one, other) => one - other)) await sendSave(restored, n)
    expect(await check(restored, load.answered)).toEqual({ gone: [], faults: [] })
    await restored.close()
  }, 180_000)

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
