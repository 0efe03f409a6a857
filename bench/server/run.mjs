import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId, people, signInApi } from '../../e2e/harness/api.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { root } from '../../scripts/steps/install.mjs'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { figure } from '../measure.mjs'
import { loadGenerator } from './load.mjs'

const area = 'server'
/** One address asks as much as a thousand phones. */
const manyRequests = { RATE_FACTOR: '1000' }
const seconds = 5
const turns = 3
/** About 700 bytes, as a hazard report without files is. */
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
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function load(address, connections, requestOf) {
  const autocannon = loadGenerator()
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...requestOf() }) }],
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} answers other than 2xx, ${result.errors} errors from ${address}`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

const bareSave = () => ({ path: `/save/${newId()}`, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ payload }) })

/** Writes as one signed-in person on one device; the number grows as it does there. */
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

const residentMB = (pid) => Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024

async function onStorage(storage) {
  const postgres = storage === 'postgres' ? await startPostgres() : undefined
  const [muster, bare] = [await startMuster({ storage, env: manyRequests }), await startBare(postgres ? { DATABASE_URL: postgres.url() } : {})]
  const save = saves(await signInApi(muster.address, people.worker))
  const ours = { 16: [], 64: [] }
  const theirs = { 16: [], 64: [] }
  for (let turn = 0; turn < turns; turn += 1)
    for (const connections of [16, 64]) {
      theirs[connections].push(await load(bare.address, connections, bareSave))
      ours[connections].push(await load(muster.address, connections, save))
    }
  const memory = residentMB(muster.pid)
  await Promise.all([muster.stop(), bare.stop()])
  await postgres?.stop()
  const speed = (runs) => runs.map(({ perSecond }) => perSecond)
  const late = (runs) => runs.map(({ p99 }) => p99)
  const ratios = (mine, peer) => mine.map((value, turn) => value / peer[turn])
  return [
    figure(area, `${storage}: saves a second, 64 connections`, '/s', speed(ours[64])),
    figure(area, `${storage}: bare inserts a second, 64 connections`, '/s', speed(theirs[64])),
    figure(area, `${storage}: ratio of saves to bare inserts`, '×', ratios(speed(ours[64]), speed(theirs[64])), { atLeast: 0.6 }),
    figure(area, `${storage}: p99 of a save to that of a bare insert, 16 connections`, '×', ratios(late(ours[16]), late(theirs[16])), {
      atMost: 3,
    }),
    figure(area, `${storage}: memory after load`, 'MB', [memory], { atMost: storage === 'embedded' ? 350 : 200 }),
  ]
}

/** From the start of the process to the first answer that is ready. */
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

export async function measure() {
  return [...(await starts()), ...(await onStorage('embedded')), ...(await onStorage('postgres'))]
}
