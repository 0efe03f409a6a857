import { spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { newId, people, signInApi } from '../../e2e/harness/api.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { root } from '../../scripts/steps/install.mjs'
import { embeddedArgs, serverArgs, serverEnv } from '../../scripts/steps/serverArgs.mjs'
import { demoId } from '../../server/demo/company.ts'
import { withQueryBudget } from '../../server/storage/queryBudget.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { clockOf } from '../clock.mjs'
import { figure } from '../measure.mjs'
import { besideExportAndReports } from './besideExportAndReports.mjs'
import { loadGenerator } from './load.mjs'

const area = 'server'
const seconds = 5
const turns = 3
/** In the bench one device sends the load of hundreds. */
const env = { RATE_FACTOR: '1000' }
/** About 700 bytes, like a hazard report without files. */
const payload = {
  hazard_type: 'slip',
  event: 'hazard',
  severity: 'low',
  description: 'A long enough description of what was seen near the north stair on the third floor. '.repeat(5),
  site: 'north',
  location: 'Level 3',
  date: '2026-03-02',
  made_safe: 'yes',
  action: 'Swept and taped off.',
}

async function startBare(env) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'muster-bare-'))
  const child = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'bench/server/bare.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: path.join(dataDir, 'database'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)))
  })
  return {
    address,
    pid: child.pid,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** `clock` sums the CPU time of the server and its database. */
async function load({ address, clock }, connections, requestOf) {
  const autocannon = loadGenerator()
  const before = clock()
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...requestOf() }) }],
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} answers other than 2xx, ${result.errors} errors from ${address}`)
  return { perSecond: result.requests.average, p99: result.latency.p99, worked: (clock() - before) / result.requests.total }
}

const bareSave = () => ({ path: `/save/${newId()}`, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ payload }) })

/** Writes as one signed-in person on one device; the sequence number grows as on a device. */
function saves(reader) {
  let seq = 0
  return () => {
    seq += 1
    return {
      path: `/api/data/forms/hazard-report/${newId()}`,
      headers: {
        ...reader.headers,
        'content-type': 'application/json',
        'idempotency-key': newId(),
        'x-seq': String(seq),
        'if-match': '"0"',
      },
      body: JSON.stringify({ payload, base: null }),
    }
  }
}

/** Returns the MB that the JavaScript of the server needs after its garbage is gone (reportHeap.mjs). */
async function heapMB(muster) {
  const said = () => [...muster.log().matchAll(/^heap (\d+)$/gm)]
  const before = said().length
  process.kill(muster.pid, 'SIGUSR2')
  for (const end = Date.now() + 60_000; said().length === before; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (Date.now() > end) throw new Error('the server did not say how large its heap is')
  return Number(said().at(-1)?.[1]) / 2 ** 20
}

const residentMB = (pid) => Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024

/** Returns the bytes of the table of records with its indexes, and of all tables, as they are after the jobs of all saves. */
async function bytesOf(url) {
  const client = new pg.Client(url)
  await client.connect()
  const ask = async (statement) => (await client.query(statement)).rows[0]
  while ((await ask('select count(*)::int as open from jobs where finished_at is null and run_at <= now()')).open > 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
  await client.query('vacuum')
  const sizes = await ask(`select sum(pg_total_relation_size(relid))::float8 as all, pg_total_relation_size('records')::float8 as records,
      pg_total_relation_size('sms_outbox')::float8 as texts
    from pg_stat_user_tables`)
  await client.end()
  return sizes
}

const bytesSaved = 20_000

/** Stores 20,000 records, and returns the bytes of a record with all its traces beside those of the record. */
async function bytesOfSaves(address, url, requestOf) {
  const before = await bytesOf(url)
  const { non2xx, errors } = await loadGenerator()({
    url: address,
    connections: 64,
    amount: bytesSaved,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...requestOf() }) }],
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers other than 2xx, ${errors} errors`)
  const after = await bytesOf(url)
  const own = after.records - before.records
  return [
    figure(area, 'postgres: bytes of a record with its indexes', 'B', [own / bytesSaved]),
    figure(area, 'postgres: bytes of a record and all its traces to those of the record', '×', [(after.all - before.all) / own], {
      atMost: 2,
    }),
    // With a provider of texts the server stores none in sms_outbox.
    figure(area, 'postgres: the same with a provider of texts', '×', [(after.all - before.all - after.texts + before.texts) / own]),
  ]
}

async function onStorage(storage) {
  // Both flush what they have answered to the disk, as the embedded database does: a save is not lost.
  const start = () => startPostgres({ durable: true })
  const [own, other] = storage === 'postgres' ? await Promise.all([start(), start()]) : []
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-data-'))
  const measured = {
    ...env,
    ...serverEnv,
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'reportHeap.mjs')).href}`,
  }
  // Like the bare server: the engine compiles hot code of the embedded database, as it does for an operator.
  const started = { nodeArgs: own ? serverArgs : embeddedArgs, firstStart: folder }
  const muster = await startMuster({ ...started, env: own ? { ...measured, DATABASE_URL: own.url() } : measured })
  const bare = await startBare(other ? { DATABASE_URL: other.url() } : {})
  const save = saves(await signInApi(muster.address, people.worker))
  const us = { address: muster.address, clock: await clockOf(muster.pid, own?.url()) }
  const them = { address: bare.address, clock: await clockOf(bare.pid, other?.url()) }
  const ours = { 16: [], 64: [] }
  const theirs = { 16: [], 64: [] }
  for (let turn = 0; turn < turns; turn += 1)
    for (const connections of [16, 64]) {
      theirs[connections].push(await load(them, connections, bareSave))
      ours[connections].push(await load(us, connections, save))
    }
  const memory = residentMB(muster.pid)
  const heap = await heapMB(muster)
  const bytes = own ? await bytesOfSaves(muster.address, own.url(), save) : []
  await Promise.all([muster.stop(), bare.stop()])
  await Promise.all([own?.stop(), other?.stop()])
  rmSync(folder, { recursive: true, force: true })
  const each = (runs, name) => runs.map((run) => run[name])
  const ratios = (name, connections) => ours[connections].map((run, turn) => run[name] / theirs[connections][turn][name])
  return [
    figure(area, `${storage}: saves a second, 64 connections`, '/s', each(ours[64], 'perSecond')),
    figure(area, `${storage}: bare inserts a second, 64 connections`, '/s', each(theirs[64], 'perSecond')),
    figure(area, `${storage}: ratio of saves to bare inserts`, '×', ratios('perSecond', 64), { atLeast: 0.6 }),
    figure(area, `${storage}: p99 of a save to that of a bare insert, 16 connections`, '×', ratios('p99', 16), { atMost: 3 }),
    ...[16, 64].flatMap((connections) => [
      figure(area, `${storage}: computed for a save, ${connections} connections`, 'ms', each(ours[connections], 'worked')),
      figure(area, `${storage}: computed for a bare insert, ${connections} connections`, 'ms', each(theirs[connections], 'worked')),
    ]),
    figure(area, `${storage}: memory after load`, 'MB', [memory], { atMost: storage === 'embedded' ? 350 : 200 }),
    figure(area, `${storage}: heap after load, without garbage`, 'MB', [heap], { atMost: 100 }),
    ...bytes,
  ]
}

/** Measures the time from the start of the process to the first successful response. */
async function starts() {
  const first = []
  const later = []
  for (let turn = 0; turn < 5; turn += 1) {
    let begun = performance.now()
    const muster = await startMuster({ firstStart: mkdtempSync(path.join(tmpdir(), 'muster-data-')) })
    first.push((performance.now() - begun) / 1000)
    await muster.pause()
    begun = performance.now()
    await muster.restart()
    later.push((performance.now() - begun) / 1000)
    await muster.stop()
  }
  return [
    figure(area, 'embedded: first start ever, to the first answer', 's', first, { atMost: 6 }),
    figure(area, 'embedded: later start, to the first answer', 's', later, { atMost: 2 }),
  ]
}

const exported = 50_000
const form = 'forms/hazard-report'

/** Inserts records, as people would have sent them, directly into the database of the folder. */
async function fill(dataDir) {
  const storage = await openStorage({ dataDir })
  await withQueryBudget('none', () =>
    storage.db.execute(
      `insert into records (path, tenant, rev, model, created_by, created_device, updated_by)
        select '${form}/' || lpad(n::text, 20, 'b'), t.team, 1, '${JSON.stringify(payload).replaceAll("'", "''")}'::jsonb, 'bench', 'bench', 'bench'
        from generate_series(1, ${exported}) n, (select team from forms where key = 'hazard-report') t`,
    ),
  )
  await storage.close()
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
/** Returns the ms of one health check on a persistent connection. */
const healthCheck = (address) =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    get(`${address}/healthz`, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(performance.now() - begun))
    }).once('error', reject)
  })

/** Returns the 99th percentile of health checks, a hundred a second, while `goOn` returns true. */
async function p99OfHealth(address, goOn) {
  const took = []
  while (goOn(took.length)) {
    took.push(await healthCheck(address))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  took.sort((a, b) => a - b)
  return took[Math.floor(took.length * 0.99)]
}

/** Reads an export in a separate process, so that only the server is measured. */
function download(url, headers) {
  const script = `let n = 0; for await (const piece of (await fetch(${JSON.stringify(url)}, { headers: ${JSON.stringify(headers)} })).body)
    for (const byte of piece) if (byte === 10) n++; console.log(n)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let lines = ''
  child.stdout.on('data', (text) => {
    lines += String(text)
  })
  return new Promise((resolve) => child.once('exit', () => resolve(Number(lines))))
}

/** Measures whether an export of everything slows down other requests. */
export async function besideAnExport() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'muster-data-'))
  const muster = await startMuster({ firstStart: dataDir, nodeArgs: embeddedArgs })
  await muster.pause()
  await fill(dataDir)
  await muster.restart()
  const reader = await signInApi(muster.address, people.owner)
  const url = `${muster.address}/api/automation/${demoId('bot Hazards & Near Misses')}/export.csv`
  const idle = await p99OfHealth(muster.address, (count) => count < 500)
  let under = true
  const begun = performance.now()
  const reading = download(url, reader.headers).finally(() => {
    under = false
  })
  const busy = await p99OfHealth(muster.address, () => under)
  const lines = await reading
  const seconds = (performance.now() - begun) / 1000
  if (lines < exported) throw new Error(`the export has ${lines} lines`)
  await muster.stop()
  return [
    figure(area, `embedded: export of ${exported} records`, 's', [seconds]),
    figure(area, 'embedded: p99 of a health check, nothing else to do', 'ms', [idle]),
    figure(area, `embedded: p99 of a health check while ${exported} records are exported`, 'ms', [busy]),
    figure(area, 'embedded: p99 of a health check beside an export to that without', '×', [busy / idle], { atMost: 3 }),
  ]
}

export async function measure() {
  const large = [...(await besideExportAndReports('embedded', payload)), ...(await besideExportAndReports('postgres', payload))]
  return [...(await starts()), ...(await besideAnExport()), ...large, ...(await onStorage('embedded')), ...(await onStorage('postgres'))]
}
