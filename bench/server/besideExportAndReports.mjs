// Health checks and saves while a form of 1,000,000 records is exported and the twelve months of a year are reported,
// on both storages. BENCH_ROWS is another number of records.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId, people, signInApi } from '../../e2e/harness/api.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { embeddedArgs, serverArgs } from '../../scripts/steps/serverArgs.mjs'
import { demoId } from '../../server/demo/company.ts'
import { withQueryBudget } from '../../server/storage/queryBudget.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { figure, percentile } from '../measure.mjs'

const area = 'server'
const exported = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const form = 'forms/hazard-report'
/** Idle requests of each kind. */
const idleCalls = 600
/** In the bench one device sends the load of hundreds. */
const env = { RATE_FACTOR: '1000' }
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Inserts records of a whole year, as people would have sent them. */
async function fill(where, payload) {
  const storage = await openStorage(where)
  const most = 50_000
  await withQueryBudget('none', async () => {
    for (let from = 1; from <= exported; from += most)
      await storage.db.execute(
        `insert into records (path, tenant, rev, model, created_by, created_device, updated_by, created_at, updated_at)
          select '${form}/' || lpad(n::text, 20, 'b'), t.team, 1, '${JSON.stringify(payload).replaceAll("'", "''")}'::jsonb, 'bench', 'bench', 'bench', at, at
          from generate_series(${from}, ${Math.min(exported, from + most - 1)}) n, (select team from forms where key = 'hazard-report') t,
            lateral (select now() - (n::bigint * 7919 % 525600) * interval '1 minute' as at) x`,
      )
    await storage.db.execute('analyze')
  })
  await storage.close()
}

/** Sends one request on a persistent connection of its own. Returns its ms. */
function timed(address, agent, { method = 'GET', path: at, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const sent = request(address + at, { method, headers, agent }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve(performance.now() - begun) : reject(new Error(`${at}: ${answer.statusCode}`)),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Sends requests one after the other while `goOn` returns true. Returns the ms of each. */
async function steadily(address, makeRequest, goOn) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took = []
  while (goOn(took.length)) {
    took.push(await timed(address, agent, makeRequest()))
    await pause(10)
  }
  agent.destroy()
  return took
}

function saves(reader, payload) {
  let seq = 0
  return () => ({
    method: 'POST',
    path: `/api/data/${form}/${newId()}`,
    headers: {
      ...reader.headers,
      'content-type': 'application/json',
      'idempotency-key': newId(),
      'x-seq': String((seq += 1)),
      'if-match': '"0"',
    },
    body: JSON.stringify({ payload, base: null }),
  })
}

/** Reads an export in a separate process, so that only the server is measured. Returns its status and number of lines. */
function download(url, headers) {
  const script = `import { createInterface } from 'node:readline'; import { Readable } from 'node:stream'
    let n = 0; const answer = await fetch(${JSON.stringify(url)}, { headers: ${JSON.stringify(headers)} })
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body) })) n++
    console.log(JSON.stringify({ status: answer.status, lines: n }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (text) => {
    printed += String(text)
  })
  return new Promise((resolve, reject) =>
    child.once('exit', (code) => (code === 0 ? resolve(JSON.parse(printed)) : reject(new Error(`the download ended with ${code}`)))),
  )
}

const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Reports the year before today, a month at a time, which is the longest report. Returns the ms of each. */
async function reportYear(reader, took) {
  for (let month = 0; month < 12; month += 1) {
    const begun = performance.now()
    const answer = await reader.request('POST', '/api/statistics', { start: dayBefore(month * 30 + 29), end: dayBefore(month * 30) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`report: ${answer.status} ${text.slice(0, 200)}`)
    took.push(performance.now() - begun)
  }
}

/** The requests of other people while `isOpen` returns true. */
async function others(address, save, isOpen) {
  const [health, saved] = await Promise.all([steadily(address, () => ({ path: '/healthz' }), isOpen), steadily(address, save, isOpen)])
  return { health: percentile(health, 0.99), save: percentile(saved, 0.99) }
}

/** Measures whether an export of everything and a report of a year slow down other requests. */
export async function besideExportAndReports(storage, payload) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'muster-data-'))
  const postgres = storage === 'postgres' ? await startPostgres() : undefined
  // The engine compiles hot code of the embedded database, as it does for an operator.
  const muster = await startMuster({
    firstStart: dataDir,
    nodeArgs: postgres ? serverArgs : embeddedArgs,
    env: { ...env, ...(postgres && { DATABASE_URL: postgres.url() }) },
  })
  try {
    await muster.pause()
    await fill(postgres ? { databaseUrl: postgres.url() } : { dataDir }, payload)
    await muster.restart()
    const reader = await signInApi(muster.address, people.owner)
    const save = saves(await signInApi(muster.address, people.worker), payload)
    const idle = await others(muster.address, save, (count) => count < idleCalls)
    const url = `${muster.address}/api/automation/${demoId('bot Hazards & Near Misses')}/export.csv`
    let isReading = true
    const begun = performance.now()
    const reading = download(url, reader.headers).finally(() => {
      isReading = false
    })
    const reports = []
    const reporting = (async () => {
      do await reportYear(reader, reports)
      while (isReading)
    })()
    const busy = await others(muster.address, save, () => isReading)
    const [{ status, lines }] = await Promise.all([reading, reporting])
    const seconds = (performance.now() - begun) / 1000
    if (status !== 200 || lines <= exported) throw new Error(`the export answered ${status} with ${lines} lines`)
    const name = `${storage}: ${exported} records exported and a year reported`
    return [
      figure(area, `${name}, both together`, 's', [seconds]),
      figure(area, `${name}: a month's report`, 'ms', reports),
      figure(area, `${name}: p99 of a health check, idle`, 'ms', [idle.health]),
      figure(area, `${name}: p99 of a health check`, 'ms', [busy.health]),
      figure(area, `${name}: p99 of a health check, beside idle`, '×', [busy.health / idle.health], { atMost: 3 }),
      figure(area, `${name}: p99 of a save, idle`, 'ms', [idle.save]),
      figure(area, `${name}: p99 of a save`, 'ms', [busy.save]),
      figure(area, `${name}: p99 of a save, beside idle`, '×', [busy.save / idle.save], { atMost: 3 }),
    ]
  } finally {
    await muster.stop()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
