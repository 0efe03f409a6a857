import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyOf, stateOfSources } from '../../tests/harness/copies.ts'
import { engineArgs } from '../../tests/harness/engineArgs.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface MusterOptions {
  storage?: 'embedded' | 'postgres'
  /** Folder of *.form.json files to publish and watch. */
  forms?: string | undefined
  port?: number
  env?: Record<string, string>
  /** The folder of the built server; absent: the checkout. */
  release?: string
  /** An empty folder for a first start, instead of one in which a server ran before. */
  firstStart?: string
  /** Arguments of Node; absent: those of a process that lives for seconds. */
  nodeArgs?: readonly string[]
}

/** A separate built server, on a free port, with its own folder. */
export interface Muster {
  readonly port: number
  readonly address: string
  readonly pid: number
  /** The output of the server so far. */
  log(): string
  /** Sends SIGKILL at once, like a power cut. */
  kill(): Promise<void>
  /** Ends it regularly; `restart` continues with the same folder. */
  pause(): Promise<void>
  /** Starts it on the same port and folder, after `kill` or `pause`. `env` changes its environment. */
  restart(env?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

/** A port that is in use for longer belongs to another server, ms. */
const portPatience = 20_000

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
const gone = (child: ChildProcess) =>
  isOver(child) ? Promise.resolve() : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** A data folder as the first start of the built server leaves it. */
const startedBefore = () =>
  copyOf(`built-${stateOfSources(path.join(root, 'dist/server'))}`, async (draft) => {
    const first = await startMuster({ firstStart: draft })
    await first.pause()
  })

export async function startMuster({
  storage = 'embedded',
  forms,
  port,
  env = {},
  firstStart,
  release = root,
  nodeArgs = engineArgs,
}: MusterOptions = {}): Promise<Muster> {
  // The first start of a server takes seconds; main.test.ts and scripts/start.mjs test that case.
  const dataDir =
    storage === 'embedded' && firstStart === undefined
      ? await startedBefore()
      : (firstStart ?? mkdtempSync(path.join(tmpdir(), 'muster-data-')))
  const postgres = storage === 'postgres' ? await startPostgres() : undefined
  if (storage === 'postgres' && !postgres) throw new Error('no PostgreSQL here: set PG_BIN to the folder of initdb and postgres')
  // The operating system chooses the port: a port found beforehand may be taken by the time the server
  // listens.
  let own = port ?? 0
  let address = ''
  let child: ChildProcess
  let log = ''

  const run = async (more: Record<string, string>) => {
    const before = log.length
    const args = [...nodeArgs, 'dist/server/main.js', ...(forms ? ['--forms', forms] : [])]
    child = spawn(process.execPath, args, {
      cwd: release,
      env: {
        ...process.env,
        PORT: String(own),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ...(postgres && { DATABASE_URL: postgres.url() }),
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        log += String(chunk)
      })
    const started = child
    for (;;) {
      if (isOver(started)) throw new Error(`the server ended with ${started.exitCode ?? started.signalCode}:\n${log.slice(before)}`)
      own ||= Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(log)?.[1] ?? 0)
      address = `http://127.0.0.1:${own}`
      const ready =
        own > 0 &&
        (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
          (answer) => answer.ok,
          () => false,
        ))
      if (ready) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  /** A connection of another test may have the port of a server that was stopped, for a moment. */
  const start = async (more: Record<string, string> = {}) => {
    for (const end = Date.now() + portPatience; ; )
      try {
        return await run(more)
      } catch (error) {
        if (own === 0 || Date.now() > end || !String(error).includes('EADDRINUSE')) throw error
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
  }
  // Its parent may be stopped by a signal before it stops the server.
  const atExit = () => void child.kill('SIGTERM')
  process.once('exit', atExit)
  await start()

  const pause = async () => {
    child.kill('SIGTERM')
    await gone(child)
  }
  return {
    port: own,
    address,
    get pid() {
      return child.pid ?? 0
    },
    pause,
    log: () => log,
    async kill() {
      child.kill('SIGKILL')
      await gone(child)
    },
    restart: start,
    async stop() {
      process.off('exit', atExit)
      await pause()
      await postgres?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
