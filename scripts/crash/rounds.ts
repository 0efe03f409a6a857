import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../server/storage/database.ts'
import { openStorage, type Storage, type StorageOptions } from '../../server/storage/storage.ts'
import { opIdOf, type SaverSettings, seed, team } from './site.ts'

export interface CrashOptions {
  readonly rounds: number
  /** Minimum number of answered saves before the crash. */
  readonly saves: number
  readonly storageOptions: StorageOptions
  readonly checkpointEvery?: number | undefined
  /** Kills the process in any way; resolves when the storage may be opened again. */
  crash(saver: ChildProcess, round: number): Promise<void>
  /**
   * Whether saves that are answered during the crash count: only if the crash keeps all data written until
   * the end.
   */
  readonly countLate: boolean
  readonly onRound?: ((text: string) => void) | undefined
}

export interface CrashResult {
  rounds: number
  /** Number of answered saves, and how many of them were lost. */
  answered: number
  lost: number
  /** Faults found after a crash; empty if there are none. */
  faults: string[]
  savesPerSecond: number
  /** Time to open the storage after a crash, in ms. */
  openMs: { median: number; max: number }
}

/**
 * Runs saves under full load, crashes, reopens and compares with the answered saves; repeatedly on the same
 * data.
 */
export async function crashRounds({
  rounds,
  saves,
  storageOptions,
  checkpointEvery = 0,
  crash,
  countLate,
  onRound,
}: CrashOptions): Promise<CrashResult> {
  const first = await openStorage(storageOptions)
  await seed(first)
  await first.close()
  const answered = new Set<number>()
  const opens: number[] = []
  const faults: string[] = []
  let next = 1
  let lost = 0
  let loadMs = 0
  for (let round = 1; round <= rounds; round++) {
    const settings: SaverSettings = { storageOptions, from: next, loops: 16, checkpointEvery: round % 2 === 0 ? checkpointEvery : 0 }
    const seen = await loadAndCrash(settings, saves + Math.floor(Math.random() * 60), (saver) => crash(saver, round))
    for (const n of countLate ? seen.all : seen.beforeCrash) answered.add(n)
    loadMs += seen.loadMs
    next = Math.max(next, ...seen.all) + 1000

    const begun = performance.now()
    const storage = await openStorage(storageOptions)
    opens.push(performance.now() - begun)
    try {
      const found = await check(storage, answered)
      for (const n of found.gone) answered.delete(n)
      lost += found.gone.length
      faults.push(...found.faults.map((fault) => `round ${round}: ${fault}`))
      onRound?.(
        `round ${round}: ${seen.beforeCrash.length} answered, ${found.gone.length} lost${found.faults.map((fault) => `, ${fault}`).join('')}`,
      )
    } finally {
      await storage.close()
    }
  }
  opens.sort((a, b) => a - b)
  return {
    rounds,
    answered: answered.size + lost,
    lost,
    faults,
    savesPerSecond: Math.round((answered.size + lost) / (loadMs / 1000)),
    openMs: { median: Math.round(opens[opens.length >> 1] ?? 0), max: Math.round(opens.at(-1) ?? 0) },
  }
}

function loadAndCrash(settings: SaverSettings, enough: number, crash: (saver: ChildProcess) => Promise<void>) {
  const saver = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('saver.ts', import.meta.url)), JSON.stringify(settings)],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const killSaver = () => saver.kill('SIGKILL')
  process.once('exit', killSaver)
  return new Promise<{ all: number[]; beforeCrash: number[]; loadMs: number }>((resolve, reject) => {
    const all: number[] = []
    let beforeCrash: number[] | undefined
    let crashed: Promise<void> | undefined
    let rest = ''
    let trouble = ''
    let begun = 0
    saver.stderr.on('data', (text) => {
      trouble = (trouble + String(text)).slice(-2000)
    })
    saver.stdout.on('data', (text) => {
      const lines = (rest + String(text)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === 'open') begun = performance.now()
        else all.push(Number(line.slice('ack '.length)))
      }
      if (all.length >= enough && !crashed) {
        beforeCrash = [...all]
        crashed = crash(saver)
        crashed.catch(reject)
      }
    })
    // `close`: the process has ended and all its output has been read.
    saver.once('close', () => {
      process.off('exit', killSaver)
      if (!beforeCrash || !crashed) return reject(new Error(`the saver ended by itself after ${all.length} saves: ${trouble}`))
      const loadMs = performance.now() - begun
      const known = beforeCrash
      crashed.then(() => resolve({ all, beforeCrash: known, loadMs }), reject)
    })
  })
}

/**
 * Checks that every answered save is complete, no save is stored partially, and no number is used twice or
 * skipped.
 */
export async function check({ db }: Storage, answered: ReadonlySet<number>): Promise<{ gone: number[]; faults: string[] }> {
  const [counted] = await rows(
    db,
    z.record(z.string(), z.number()),
    // The form and the member of the team took numbers before the first save.
    sql`with others as (select count(*)::int as n from changes where tenant = ${team} and kind <> 'record')
      select (select count(*) from receipts)::int as receipts, (select count(*) from changes where kind = 'record')::int as changes, (select count(*) from jobs)::int as jobs,
      (select count(*) from feed_entries)::int as "feed entries", (select coalesce(sum(rev), 0) from records)::int as revisions,
      (select coalesce(max(t.seq), 0) from tenants t)::int - others.n as "last number",
      (select coalesce(max(c.seq), 0) from changes c)::int - others.n as "highest number" from others`,
  )
  const receipts = await rows(
    db,
    z.object({ opId: z.string(), rev: z.number(), n: z.nullable(z.number()), now: z.nullable(z.number()) }),
    sql`select p.op_id as "opId", p.rev, (r.model ->> 'n')::int as n, r.rev as now from receipts p left join records r on r.path = p.path`,
  )
  const faults: string[] = []
  if (new Set(Object.values(counted ?? {})).size !== 1) faults.push(`counts differ: ${JSON.stringify(counted)}`)
  const found = new Map(receipts.map((receipt) => [receipt.opId, receipt]))
  // The record shows the save itself or a later one.
  const isThere = (n: number) => {
    const receipt = found.get(opIdOf(n))
    return receipt?.now != null && (receipt.now > receipt.rev || receipt.n === n)
  }
  return { gone: [...answered].filter((n) => !isThere(n)), faults }
}
