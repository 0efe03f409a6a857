import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { copyOf } from './copies.ts'
import { freePort } from './freePort.ts'
import { installPackage } from './installPackage.ts'

export interface Postgres {
  /** Address of a database on this server. */
  url(database?: string): string
  /** Runs a program with the tools of PostgreSQL in its PATH, as the user of PostgreSQL, and returns its output. */
  runTool(program: string, args: readonly string[]): Promise<string>
  /** Kills the server like a crash, and restarts it on the same data. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Committed data survives a kill (default false: tests without a kill are faster without fsync). */
  durable?: boolean
  /** Further settings, such as `archive_mode=on`. */
  settings?: readonly string[]
  /** Starts with this data folder of the user of PostgreSQL, which `stop` removes. */
  data?: string
  /**
   * Starts from a copy of data that `fill` created once under `name`; change the name when the data would
   * change.
   */
  filled?: { readonly name: string; fill(url: string): Promise<void> }
}

/**
 * Starts a PostgreSQL server on a free port, from the system's binaries (PG_BIN, or the newest of
 * /usr/lib/postgresql, or the PATH). As root, installs them if there are none. Throws and never skips: a
 * suite that did not run must not look green.
 */
export async function startPostgres({ durable = false, settings = [], data: given, filled }: PostgresOptions = {}): Promise<Postgres> {
  const bin = findBinaries() ?? installBinaries()
  const as = userFor(bin)
  const kind = basename(dirname(bin)).replace(/\W/g, '')
  const data = filled
    ? await copyOf(`${filled.name}-${kind}`, async (draft) => {
        const first = await emptyCluster(bin, as, kind)
        const { url, stop } = await run(bin, as, first, { durable: false })
        await filled.fill(url())
        await stop('SIGINT')
        moveInto(draft, first)
      })
    : (given ?? (await emptyCluster(bin, as, kind)))
  const { url, killAndRestart, stop } = await run(bin, as, data, { durable, settings })
  return {
    url,
    killAndRestart,
    async runTool(program, args) {
      const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` }
      const { stdout, stderr } = await promisify(execFile)(program, args, { ...as, cwd: tmpdir(), env })
      return stdout + stderr
    },
    async stop() {
      await stop(durable ? 'SIGINT' : 'SIGQUIT')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** A server that follows another one by streaming replication. */
export interface PostgresReplica extends Pick<Postgres, 'url' | 'stop'> {
  /** From then on it shows the data of this moment. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
}

/** Starts a hot standby of a server. `stop` ends it like a crash. */
export async function startReplica(primary: Postgres): Promise<PostgresReplica> {
  const bin = findBinaries() ?? installBinaries()
  const data = folderOfPostgres()
  const source = ['-h', '127.0.0.1', '-p', new URL(primary.url()).port, '-U', 'app']
  await primary.runTool('pg_basebackup', [...source, '-D', data, '-R', '-X', 'stream', '-c', 'fast'])
  const { url, stop } = await run(bin, userFor(bin), data, { ready: 'ready to accept read-only connections' })
  const ask = async (statement: string) => void (await primary.runTool('psql', ['-d', url(), '-c', statement]))
  return {
    url,
    pauseReplay: () => ask('select pg_wal_replay_pause()'),
    resumeReplay: () => ask('select pg_wal_replay_resume()'),
    async stop() {
      await stop('SIGKILL')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

type As = Pick<SpawnOptions, 'uid' | 'gid'>

/** A new temporary folder in which the user of PostgreSQL may write. */
export function folderOfPostgres(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-postgres-'))
  own(folder, userFor(findBinaries() ?? installBinaries()))
  return folder
}

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL server, with few connections, so that clients share
 * them. As root, installs it if it is missing. `ignored`: settings of clients that it ignores; it refuses the others.
 */
export async function startPgBouncer(postgres: Postgres, ignored = ''): Promise<{ url: string; stop(): Promise<void> }> {
  const program = '/usr/sbin/pgbouncer'
  if (!existsSync(program)) installPackage('pgbouncer')
  const folder = folderOfPostgres()
  const port = await freePort()
  const { port: behind } = new URL(postgres.url())
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${behind} user=app`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'server_login_retry = 1',
    'max_client_conn = 400',
    ...(ignored ? [`ignore_startup_parameters = ${ignored}`] : []),
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), settings.join('\n'))
  own(folder, userFor(findBinaries() ?? ''))
  const server = spawn(program, [join(folder, 'pgbouncer.ini')], {
    ...userFor(findBinaries() ?? ''),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilReady(server, 'process up')
  const killed = () => server.kill('SIGKILL')
  process.once('exit', killed)
  return {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', killed)
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new folder with an empty database cluster. It is a copy, because creating one takes seconds. */
const emptyCluster = (bin: string, as: As, kind: string): Promise<string> =>
  copyOf(`cluster-${kind}`, async (draft) => {
    const first = mkdtempSync(join(tmpdir(), 'muster-data-'))
    own(first, as)
    const initdb = ['-D', first, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C']
    execFileSync(join(bin, 'initdb'), initdb, { ...as, cwd: first, stdio: ['ignore', 'pipe', 'pipe'] })
    moveInto(draft, first)
  })

/** Created where the other user has access: the checkout may be in a home folder that they cannot enter. */
function moveInto(draft: string, made: string): void {
  cpSync(made, draft, { recursive: true })
  rmSync(made, { recursive: true, force: true })
}

/** Root's copies belong to root; PostgreSQL reads only files of the user who runs it. */
function own(folder: string, { uid, gid }: As): void {
  if (uid !== undefined && gid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
}

interface Run extends Pick<PostgresOptions, 'durable' | 'settings'> {
  /** What the server says when it is ready. */
  readonly ready?: string
}

async function run(bin: string, as: As, data: string, { durable, settings = [], ready }: Run) {
  own(data, as)
  const port = await freePort()
  const quick = durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
  const all = ['listen_addresses=127.0.0.1', 'max_connections=120', 'shared_buffers=32MB', ...quick, ...settings]
  const start = async () => {
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-k', data, ...all.flatMap((setting) => ['-c', setting])],
      {
        ...as,
        cwd: data,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    await untilReady(server, ready)
    return server
  }
  let server = await start()
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  // Stops the server however the tests end.
  const killed = () => server.kill('SIGKILL')
  process.once('exit', killed)
  return {
    url: (database = 'postgres') => `postgres://app@127.0.0.1:${port}/${database}`,
    async killAndRestart() {
      await end('SIGKILL')
      // Its backends notice the kill and exit; until then they hold the shared memory.
      for (let attempt = 1; ; attempt++) {
        try {
          server = await start()
          return
        } catch (error) {
          if (attempt === 50 || !String(error).includes('still in use')) throw error
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
    },
    async stop(signal: NodeJS.Signals) {
      process.off('exit', killed)
      await end(signal)
    },
  }
}

function findBinaries(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const candidates = [
    process.env['PG_BIN'],
    ...installed.map((version) => join(versions, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return candidates.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function installBinaries(): string {
  const trouble = installPackage('postgresql')
  const found = findBinaries()
  if (!found)
    throw new Error(
      `these tests run on a real PostgreSQL too, and there is none (${trouble}). Install postgresql, or point PG_BIN to its bin folder.`,
    )
  return found
}

/** PostgreSQL refuses to run as root, so root runs it as another user. */
function userFor(bin: string): As {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error(`${bin} does not run as root, and there is neither a user postgres nor nobody`)
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

function untilReady(server: ChildProcess, ready = 'ready to accept connections'): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = (why: string) => reject(new Error(`the database server did not start (${why}): ${log.slice(-2000)}`))
    const timer = setTimeout(() => fail('no answer for 30 s'), 30_000)
    server.once('error', (error) => fail(error.message))
    server.once('exit', (code) => fail(`exit code ${code}`))
    server.stderr?.on('data', (text) => {
      log = (log + String(text)).slice(-8000)
      if (!log.includes(ready)) return
      clearTimeout(timer)
      resolve()
    })
  })
}
