// What a save costs while devices listen for changes of its project: 2,000 listeners, 20 saves a second. The listeners
// run in a process of their own.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId, people, signInApi } from '../../e2e/harness/api.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { embeddedArgs } from '../../scripts/steps/serverArgs.mjs'
import { openEmbedded } from '../../server/storage/embedded/openEmbedded.ts'
import { figure, percentile } from '../measure.mjs'

const area = 'scale'
const listeners = Number(process.env['BENCH_LISTENERS'] ?? 2000)
const seconds = 20
const perSecond = 20
/** Streams of one session; the server allows three. */
const ofSession = 2

/** In the bench one device sends the load of hundreds. */
const env = { RATE_FACTOR: '1000' }
const payload = { hazard_type: 'slip', event: 'hazard', severity: 'low', description: 'Water on the north stair.', date: '2026-03-02' }

/** Signs people of the company in by writing their sessions, because a sign-in with a PIN costs 0.1 s. */
export async function sessionsOf(run, team) {
  const tokens = Array.from({ length: Math.ceil(listeners / ofSession) }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'))
  const people = await run(
    `with own as (select uid, row_number() over (order by uid) as n from (select uid from members where team = $1 and role = 'Worker' order by uid limit ${tokens.length}) m),
        hash as (select h, row_number() over () as n from jsonb_array_elements_text($2::jsonb) h)
      insert into sessions (token_sha256, id, uid, expires_at, last_seen)
        select hash.h, 'session' || lpad(hash.n::text, 13, '0'), own.uid, now() + interval '90 days', now() from hash join own using (n) returning uid, token_sha256`,
    [team, JSON.stringify(hashes)],
  )
  // Members read all records of the project, workers their own only.
  const members = people.filter((_, n) => n % 2 === 0).map(({ uid }) => uid)
  await run(`update members set role = 'Member' where team = $1 and uid in (select jsonb_array_elements_text($2::jsonb))`, [
    team,
    JSON.stringify(members),
  ])
  return people.map(({ uid, token_sha256: hash }) => ({ uid, token: tokens[hashes.indexOf(hash)], readsAll: members.includes(uid) }))
}

/** Opens the streams. `wait` resolves when each listener has had its first event. */
function listen(address, sessions) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'listen.mjs'), address, String(ofSession)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(sessions))
  let lines = ''
  const waiting = []
  child.stdout.on('data', (text) => {
    lines += String(text)
    for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n')) {
      waiting.shift()?.(JSON.parse(lines.slice(0, end)))
      lines = lines.slice(end + 1)
    }
  })
  const next = () => new Promise((resolve) => waiting.push(resolve))
  return {
    next,
    /** Resolves to what the listeners have received, and ends them. */
    async end() {
      const received = next()
      child.kill('SIGUSR2')
      const result = await received
      child.kill('SIGTERM')
      return result
    },
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Saves at a fixed rate, whether or not the earlier ones have been answered. Returns the ms of each. */
async function saveSteadily(device) {
  const took = []
  const running = []
  const begun = performance.now()
  for (let n = 0; n < seconds * perSecond; n += 1) {
    await pause(Math.max(0, begun + (n * 1000) / perSecond - performance.now()))
    const from = performance.now()
    running.push(
      device
        .request(
          'POST',
          `/api/data/forms/hazard-report/${newId()}`,
          { payload, base: null },
          { 'idempotency-key': newId(), 'x-seq': String(device.seq()), 'if-match': '"0"' },
        )
        .then(async (answer) => {
          const text = await answer.text()
          took.push(performance.now() - from)
          if (!answer.ok) throw new Error(`save: ${answer.status} ${text.slice(0, 200)}`)
        }),
    )
  }
  await Promise.all(running)
  return took
}

const residentKB = (pid) => Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0)

/** `device` saves, and `sessions` (of `sessionsOf`) listen. */
export async function besideListeners({ muster, device, sessions, name }) {
  let seq = 1_000_000
  const saver = { request: device.request, seq: () => (seq += 1) }
  await saveSteadily(saver)
  const alone = await saveSteadily(saver)
  const before = residentKB(muster.pid)
  const begun = performance.now()
  const open = listen(muster.address, sessions)
  const { opened } = await open.next()
  const connected = performance.now() - begun
  const memory = (residentKB(muster.pid) - before) / opened
  const beside = await saveSteadily(saver)
  await pause(5000)
  const { events, least } = await open.end()
  const of = (share) => [percentile(beside, share) / percentile(alone, share)]
  return [
    figure(area, `${name}: p50 of a save alone`, 'ms', [percentile(alone, 0.5)]),
    figure(area, `${name}: p50 of a save beside ${opened} listeners`, 'ms', [percentile(beside, 0.5)]),
    figure(area, `${name}: p50, beside ${opened} listeners and alone`, '×', of(0.5), { atMost: 2 }),
    figure(area, `${name}: p95 of a save alone`, 'ms', [percentile(alone, 0.95)]),
    figure(area, `${name}: p95 of a save beside ${opened} listeners`, 'ms', [percentile(beside, 0.95)]),
    figure(area, `${name}: ${opened} listeners connect`, 's', [connected / 1000]),
    figure(area, `${name}: memory of a listener`, 'kB', [memory], { atMost: 50 }),
    figure(area, `${name}: changes that the least informed listener has`, '', [least], { atLeast: seconds * perSecond }),
    figure(area, `${name}: events a listener received`, '', [events / opened]),
  ]
}

/** The same with the embedded database; `grow` fills it. */
export async function onEmbedded(grow) {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-scale-'))
  const muster = await startMuster({ firstStart: folder, nodeArgs: embeddedArgs, env })
  try {
    const owner = await signInApi(muster.address, people.owner)
    const { teams } = await owner.get('/api/teams')
    const team = teams.find(({ model }) => model.name === 'Harbor Point Tower').id
    await muster.pause()
    const engine = await openEmbedded({ dataDir: folder, budgets: { request: Infinity, job: Infinity } })
    const run = (text, values = []) => engine.ask(text, values)
    await grow(run, { team, owner: owner.headers['x-actor'] })
    const sessions = await sessionsOf(run, team)
    await engine.close()
    await muster.restart()
    return await besideListeners({ muster, device: owner, sessions, name: 'embedded' })
  } finally {
    await muster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
