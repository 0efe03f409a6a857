import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { people } from '../../../server/demo/company.ts'
import { personByMobile } from '../../../server/domain/sign-in/person.ts'
import { startSession } from '../../../server/domain/sign-in/sessionsOf.ts'
import { startServer } from '../../../server/main.ts'
import { newId } from '../../../server/domain/newId.ts'
import { startPostgres } from '../../../tests/harness/postgres.ts'
import { bundleServer } from './bundleServer.ts'
import type { Session } from './client.ts'
import { DiskModel, type Entry, readEntries } from './diskModel.ts'
import type { Fault } from './faults.ts'
import { Ledger } from './Ledger.ts'
import { runLoad } from './runLoad.ts'
import { buildRecorder, Recording } from './recorder.ts'

export interface CutOptions {
  readonly rounds: number
  /** Answers of a round before the server is stopped. */
  readonly answers: number
  readonly fault?: Fault | undefined
  /**
   * The database is PostgreSQL, which is killed with the server at each cut. Its own writes are not recorded: every commit
   * that it has made is there afterwards. So each cut is at the end of the record.
   */
  readonly usesPostgres?: boolean | undefined
  /** Ends with the first round that notices something. */
  readonly stopAtFirst?: boolean | undefined
  readonly onRound?: ((text: string) => void) | undefined
}

export interface CutResult {
  rounds: number
  saves: number
  files: number
  parts: number
  /** Acknowledged saves, files and parts that are not there, and other findings; empty if there are none. */
  lost: string[]
  /** Uploads that their device had to send again from the start: bytes that were never acknowledged came torn. */
  again: number
}

interface RecordedServer {
  readonly url: string
  /** How the process ended, and its last messages; undefined if it still runs after 5 s. */
  ended(): Promise<string | undefined>
}

/** Starts the server under the recorder, with many checkpoints and segments of the log. Resolves with its address. */
async function startRecorded({ disk: dataDir, recording, bundle, databaseUrl }: Round): Promise<RecordedServer> {
  const code = `import(${JSON.stringify(pathToFileURL(join(bundle, 'main.js')).href)}).then(async ({ startServer }) => {
    const { url, storage } = await startServer({ port: 0, host: '127.0.0.1', dataDir: ${JSON.stringify(dataDir)}, databaseUrl: ${JSON.stringify(databaseUrl)}, log: (line) => console.error(line), say: () => {},
      http: { appFolder: ${JSON.stringify(dataDir)}, trustProxy: false, framedBy: "'self'", secureCookie: 'never', limits: { rateFactor: 1000 } } })
    process.send(url)
    process.once('disconnect', () => process.exit())
    while (storage.kind === 'embedded') {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await storage.db.execute('select pg_switch_wal()')
      await storage.db.execute('checkpoint')
    }
  })`
  const child = spawn(process.execPath, ['--eval', code], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...recording.env },
  })
  let trouble = ''
  child.stderr?.on('data', (text) => {
    trouble = (trouble + String(text)).slice(-3000)
  })
  const closed = new Promise<void>((done) => child.once('close', () => done()))
  const howItEnded = () => `the server ended with ${child.exitCode ?? child.signalCode}: ${trouble}`
  // Its connections close before its end is known here.
  const ended = () => Promise.race([closed.then(howItEnded), pause(5000, undefined, { ref: false })])
  return new Promise((started, failed) => {
    child.once('message', (url) => started({ url: String(url), ended }))
    void closed.then(() => failed(new Error(howItEnded())))
  })
}

/** A data folder with the demo company, and sessions of its people. */
async function firstFolder(dataDir: string, databaseUrl: string | undefined): Promise<Session[]> {
  mkdirSync(dataDir)
  const running = await startServer({ port: 0, host: '127.0.0.1', dataDir, databaseUrl, log: () => {}, say: () => {} })
  const sessions: Session[] = []
  for (const { mobile } of people.slice(0, 4)) {
    const person = await personByMobile(running.storage, mobile)
    if (person) sessions.push({ uid: person.uid, device: newId(), cookie: `muster_session=${await startSession(running.app, person.uid)}` })
  }
  await running.close()
  return sessions
}

/**
 * Cuts the power under a server with saves and uploads, repeatedly on the same data. The recorder writes down what the
 * server does to its folder; each round ends at a moment of that log, and the next one starts on a disk that may be
 * there after it (DiskModel). Everything that was acknowledged before the moment has to be there.
 */
export async function cutPower({ rounds, answers, fault, usesPostgres, stopAtFirst = false, onRound }: CutOptions): Promise<CutResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-powercut-')))
  const library = buildRecorder(folder)
  const bundle = await bundleServer(fault)
  let disk = join(folder, 'disk0')
  const postgres = usesPostgres ? await startPostgres({ durable: true }) : undefined
  const databaseUrl = postgres?.url()
  const sessions = await firstFolder(disk, databaseUrl)
  const ledger = new Ledger()
  const result: CutResult = { rounds: 0, saves: 0, files: 0, parts: 0, lost: [], again: 0 }
  try {
    for (let round = 1; round <= rounds + 1; round++) {
      const model = new DiskModel(disk)
      const started = round % 10 === 1 ? new DiskModel(disk) : model
      const recording = new Recording(disk, library)
      try {
        const findings = await playRound({ disk, recording, bundle, databaseUrl, sessions, ledger, answers: round > rounds ? 0 : answers })
        result.lost.push(...findings.map((finding) => `after cut ${round - 1}: ${finding}`))
        onRound?.(`cut ${round - 1}: ${ledger.summary}${findings.map((finding) => `\n  ${finding}`).join('')}`)
        if (round > rounds || (stopAtFirst && findings.length > 0) || findings.some((one) => one.includes('the server ended'))) break
        const log = recording.read()
        if (round % 10 === 1) expectComplete(disk, started, log, join(folder, 'all'))
        const next = join(folder, `disk${round}`)
        await postgres?.killAndRestart()
        const cut = postgres ? log.length : chooseCut(log, ledger, checkpointsOf(log, disk))
        for (const entry of entriesUntil(log, cut)) model.apply(entry)
        model.writeCut(next)
        ledger.forgetAfter(cut)
        result.rounds = round
        rmSync(disk, { recursive: true, force: true })
        disk = next
      } finally {
        await recording.stop()
        recording.remove()
      }
    }
    return { ...result, ...ledger.totals, again: ledger.again }
  } catch (error) {
    const evidence = `${folder}-failed`
    execFileSync('cp', ['-a', disk, evidence])
    throw new Error(`the disk is kept as ${evidence}`, { cause: error })
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
    rmSync(bundle, { recursive: true, force: true })
  }
}

interface Round {
  readonly disk: string
  readonly recording: Recording
  readonly bundle: string
  readonly databaseUrl: string | undefined
  readonly sessions: readonly Session[]
  readonly ledger: Ledger
  readonly answers: number
}

/** Starts the server on a disk, checks what it has, and puts load on it until it is stopped. Returns what is missing. */
async function playRound(round: Round): Promise<string[]> {
  const { recording, sessions, ledger, answers } = round
  let server: RecordedServer | undefined
  const findings: string[] = []
  try {
    server = await startRecorded(round)
    const { url } = server
    findings.push(...(await ledger.check(url, sessions)))
    if (answers > 0) await runLoad({ url, sessions, ledger, answers, size: () => recording.size() })
  } catch (error) {
    const fault = server ? await server.ended() : String(error)
    if (fault === undefined) throw error
    findings.push(fault)
  }
  await recording.stop()
  return findings
}

/** Throws unless the log leads from the disk at the start to the disk at the end: the recorder missed something. */
function expectComplete(disk: string, started: DiskModel, log: Buffer, folder: string): void {
  for (const entry of readEntries(log)) started.apply(entry)
  started.writeAll(folder)
  try {
    execFileSync('diff', ['-r', '--no-dereference', '-q', '-x', 'commands', disk, folder], { encoding: 'utf8' })
  } catch (error) {
    throw new Error(`the recorder missed changes:\n${(error as { stdout?: string }).stdout ?? ''}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The moments right after checkpoints of the embedded database: its control file is on the disk and names a place in the
 * write-ahead log, which has to be there.
 */
function checkpointsOf(log: Buffer, disk: string): number[] {
  const { ino } = statSync(join(disk, 'database/global/pg_control'))
  return [...readEntries(log)].flatMap(({ kind, a, end }) => (kind === 'flushEnd' && a === ino ? [end] : []))
}

/** A moment of the log: mostly right after an acknowledgement or a checkpoint, otherwise any, and sometimes the end. */
function chooseCut(log: Buffer, ledger: Ledger, checkpoints: readonly number[]): number {
  const chance = Math.random()
  const anyOf = (moments: readonly number[]) => moments[Math.floor(Math.random() * moments.length)] ?? log.length
  if (chance < 0.45) return anyOf(ledger.moments)
  if (chance < 0.75) return anyOf(checkpoints)
  return chance < 0.9 ? Math.floor(Math.random() * log.length) : log.length
}

function* entriesUntil(log: Buffer, cut: number): Generator<Entry> {
  for (const entry of readEntries(log)) {
    if (entry.end > cut) return
    yield entry
  }
}
