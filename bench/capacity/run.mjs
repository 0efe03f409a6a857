// What one save, one screen and one listening device cost: processor, bytes of the database, WAL, memory. On PostgreSQL with
// durable commits. Writes bench/capacity/measured.json, from which `npm run plan` makes the tables of docs/scale.md. These are
// sums over thousands of calls and not times, so other work on the machine hardly affects them. BENCH_SAVES is another number of saves.
import { randomBytes, createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { newId, people, signInApi } from '../../e2e/harness/api.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { serverArgs, serverEnv } from '../../scripts/steps/serverArgs.mjs'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { figure, machine } from '../measure.mjs'

const area = 'capacity'
const saves = Number(process.env['BENCH_SAVES'] ?? 20_000)
const warmUp = 500
const atOnce = 16
const listeners = 600
const perScreen = 100

const payload = {
  hazard_type: 'slip',
  event: 'hazard',
  severity: 'low',
  description: 'Water on the north stair, near the second landing. Mats were placed and the foreman of the floor was told.',
  date: '2026-03-02',
}

/** CPU time of a process and of its ended children so far, in ms. */
function worked(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}

const residentBytes = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024

const parentOf = (pid) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1])

/** The work of all processes of the database, in ms. */
async function databaseClock(client) {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0].pid)
  const children = () => readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  return () => [postmaster, ...children()].reduce((sum, pid) => sum + worked(pid), 0)
}

/** The bytes of each table with its indexes, without what later rows can use again: a job is deleted when it is done. */
async function tablesOf(client) {
  const open = 'select 1 from jobs where finished_at is null and run_at <= now() limit 1'
  while ((await client.query(open)).rowCount > 0) await pause(200)
  await client.query('vacuum')
  const { rows } = await client.query(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

async function stateOf(client) {
  const one = async (statement) => (await client.query(statement)).rows[0]
  await client.query('checkpoint')
  const { lsn } = await one(`select (pg_current_wal_lsn() - '0/0')::float8 as lsn`)
  const { syncs } = await one('select wal_sync::float8 as syncs from pg_stat_wal')
  const { buffers } = await one('select (buffers_checkpoint + buffers_clean + buffers_backend)::float8 as buffers from pg_stat_bgwriter')
  return { lsn, syncs, buffers }
}

let seq = 0
async function save(device) {
  seq += 1
  const headers = { 'idempotency-key': newId(), 'x-seq': String(seq), 'if-match': '"0"' }
  const answer = await device.request('POST', `/api/data/forms/hazard-report/${newId()}`, { payload, base: null }, headers)
  if (!answer.ok) throw new Error(`a save was refused with ${answer.status}`)
  await answer.arrayBuffer()
}

async function saveMany(device, count) {
  let left = count
  const lane = async () => {
    while (left-- > 0) await save(device)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** What 1 save costs, on the average of many. */
async function costOfSave({ device, client, clock, pid }) {
  await saveMany(device, warmUp)
  const tablesBefore = await tablesOf(client)
  const before = await stateOf(client)
  const [server, database] = [worked(pid), clock()]
  await saveMany(device, saves)
  const serverMs = (worked(pid) - server) / saves
  const databaseMs = (clock() - database) / saves
  const after = await stateOf(client)
  const tables = Object.entries(await tablesOf(client))
    .map(([name, bytes]) => [name, Math.round((bytes - (tablesBefore[name] ?? 0)) / saves)])
    .filter(([, bytes]) => bytes > 0)
    .sort(([, one], [, other]) => other - one)
  return {
    serverMs,
    databaseMs,
    walBytes: (after.lsn - before.lsn) / saves,
    writes: (after.syncs - before.syncs + after.buffers - before.buffers) / saves,
    tables: Object.fromEntries(tables),
  }
}

/** The screens that people open during a day, and what one opening costs on the average. */
async function costOfScreen({ device, tower, clock, pid }) {
  const addresses = [
    '/api/forms/hazard-report.json',
    `/api/tasks/${device.headers['x-actor']}.json`,
    `/api/onsite/${tower}`,
    '/api/arrived/hazard-report.json',
  ]
  const fetchAll = async () => {
    let bytes = 0
    for (const address of addresses) {
      const answer = await device.request('GET', address)
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      bytes += (await answer.arrayBuffer()).byteLength
    }
    return bytes
  }
  // The first calls compile the code of the server.
  for (let n = 0; n < 20; n += 1) await fetchAll()
  const [server, database] = [worked(pid), clock()]
  let bytes = 0
  for (let n = 0; n < perScreen; n += 1) bytes += await fetchAll()
  const calls = perScreen * addresses.length
  return { serverMs: (worked(pid) - server) / calls, databaseMs: (clock() - database) / calls, bytes: bytes / calls }
}

/** Memory of one listening device, bytes. */
async function costOfListener({ address, client, device, pid }) {
  const uid = device.headers['x-actor']
  const tokens = Array.from({ length: listeners / 2 }, () => randomBytes(32).toString('base64url'))
  for (const [n, token] of tokens.entries())
    await client.query(
      `insert into sessions (token_sha256, id, uid, expires_at, last_seen) values ($1, $2, $3, now() + interval '1 day', now())`,
      [createHash('sha256').update(token).digest('base64url'), `capacity${String(n).padStart(12, '0')}`, uid],
    )
  const before = residentBytes(pid)
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  const open = (token, n) =>
    new Promise((resolve, reject) => {
      const headers = { accept: 'text/event-stream', 'x-actor': uid, 'x-device': `capacity-${n}`, cookie: `muster_session=${token}` }
      get(`${address}/api/changes`, { agent, headers }, (answer) => {
        if (answer.statusCode === 200) answer.once('data', resolve).resume()
        else reject(new Error(`a stream was refused with ${answer.statusCode}`))
      }).on('error', reject)
    })
  for (const [n, token] of tokens.entries()) await Promise.all([open(token, n), open(token, n)])
  const bytes = (residentBytes(pid) - before) / listeners
  agent.destroy()
  return bytes
}

const round = (value) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

/** The connections of one server, as its pools allow them. */
function connectionsOf() {
  const code = readFileSync(path.resolve('server/storage/postgres/openPostgres.ts'), 'utf8')
  const pools = /const connections[^{]*\{([^}]*)\}/.exec(code)[1]
  return [...pools.matchAll(/: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
}

export async function measure() {
  const postgres = await startPostgres({ durable: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-capacity-'))
  const muster = await startMuster({
    firstStart: folder,
    nodeArgs: serverArgs,
    env: { ...serverEnv, DATABASE_URL: postgres.url(), RATE_FACTOR: '1000' },
  })
  const client = new pg.Client(postgres.url())
  await client.connect()
  try {
    const { pid, address } = muster
    const idleMemory = residentBytes(pid)
    const device = await signInApi(address, people.manager)
    const { teams } = await device.get('/api/teams')
    const tower = teams.find(({ model }) => model.name === 'Harbor Point Tower').id
    const of = { device, client, pid, tower, address, clock: await databaseClock(client) }
    // First: later the server has memory left from saves, and streams would seem to need none.
    const listenerBytes = await costOfListener(of)
    const oneSave = await costOfSave(of)
    const oneScreen = await costOfScreen(of)
    const measured = {
      date: new Date().toISOString().slice(0, 10),
      machine: machine(),
      saves,
      saveServerMs: round(oneSave.serverMs),
      saveDatabaseMs: round(oneSave.databaseMs),
      saveWalBytes: round(oneSave.walBytes),
      saveWrites: round(oneSave.writes),
      saveBytesByTable: oneSave.tables,
      screenServerMs: round(oneScreen.serverMs),
      screenDatabaseMs: round(oneScreen.databaseMs),
      screenBytes: round(oneScreen.bytes),
      listenerKB: round(listenerBytes / 1000),
      serverIdleMB: round(idleMemory / 1e6),
      serverLoadedMB: round(residentBytes(pid) / 1e6),
      connectionsPerServer: connectionsOf(),
    }
    writeFileSync(path.join(import.meta.dirname, 'measured.json'), `${JSON.stringify(measured, null, 2)}\n`)
    return [
      figure(area, 'a save: processor of the server', 'ms', [oneSave.serverMs]),
      figure(area, 'a save: processor of the database', 'ms', [oneSave.databaseMs]),
      figure(area, 'a save: WAL', 'bytes', [oneSave.walBytes]),
      figure(area, 'a save: bytes of all tables and indexes', 'bytes', [
        Object.values(oneSave.tables).reduce((sum, bytes) => sum + bytes, 0),
      ]),
      figure(area, 'a screen: processor of the server', 'ms', [oneScreen.serverMs]),
      figure(area, 'a screen: processor of the database', 'ms', [oneScreen.databaseMs]),
      figure(area, 'a listener: memory of the server', 'kB', [listenerBytes / 1000]),
    ]
  } finally {
    await client.end()
    await muster.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
