// What screens and saves cost in a company with 1,000,000 records, beside the same company when it had 1,000. On
// PostgreSQL. BENCH_RECORDS is another number of records. Ratios are those of the CPU time of server and database: other
// work on the machine hardly affects it. At both sizes each screen has been called before it is measured.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId, people, signInApi } from '../../e2e/harness/api.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { clockOf } from '../clock.mjs'
import { figure, percentile } from '../measure.mjs'
import { grow, growCompany, withDatabase } from './growth.mjs'
import { besideListeners, onEmbedded, sessionsOf } from './listeners.mjs'

const area = 'scale'
/** Calls of each screen. */
const everyScreen = Number(process.env['BENCH_RUNS'] ?? 5) * 8
/** More people than a page of members has, so that both companies show a full page. */
const small = { records: 1000, projects: 2, people: 250 }
const large = { records: Number(process.env['BENCH_RECORDS'] ?? 1_000_000), projects: 200, people: 50_000 }
/** How often a large company may take the time of a small one. */
const atMost = 1.3

const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The requests of the screens of one project: a method, an address and a body. */
const ofProject = (uid, tower) => [
  ['form page', 'GET', '/api/forms/hazard-report.json'],
  ['my tasks', 'GET', `/api/tasks/${uid}.json`],
  ['arrived records', 'GET', '/api/arrived/hazard-report.json'],
  ['records of a form', 'GET', '/api/records/forms/hazard-report'],
  ['review inbox', 'GET', '/api/executions/open'],
  ['on site', 'GET', `/api/onsite/${tower}`],
  ['daily log', 'GET', `/api/team/${tower}/log/${dayBefore(0)}`],
  ['find a person', 'GET', '/api/find?q=person%20000042'],
  ['find a bot', 'GET', '/api/find?q=hazard'],
  ['bots', 'GET', `/api/team/${tower}/automations?archived=false`],
  [
    'project page',
    'GET',
    `/api/teams/${tower}?include=team.members&include=team.billingAccount&include=team.holidayCalendar&include=team.usage&include=team.automationIds&membersLimit=200`,
  ],
  ['report of 30 days', 'POST', '/api/statistics', () => ({ projects: [tower], start: dayBefore(30), end: dayBefore(0) })],
  ['save', 'SAVE'],
]

/** The requests of an owner of all projects: they grow with the projects that they show. */
const ofCompany = (uid) => [
  ['owner: my tasks', 'GET', `/api/tasks/${uid}.json`],
  ['owner: projects', 'GET', '/api/teams'],
  ['owner: on site', 'GET', '/api/onsite'],
  ['owner: find a person', 'GET', '/api/find?q=person%20000042'],
]

let seq = 0
function send(reader, [, method, address, body]) {
  if (method !== 'SAVE') return reader.request(method, address, body?.())
  seq += 1
  const path = `/api/data/forms/hazard-report/${newId()}`
  const payload = { hazard_type: 'slip', event: 'hazard', severity: 'low', description: 'Water on the north stair.', date: dayBefore(0) }
  return reader.request('POST', path, { payload, base: null }, { 'idempotency-key': newId(), 'x-seq': String(seq), 'if-match': '"0"' })
}

const screensOf = ({ manager, owner, tower }) => [
  ...ofProject(manager.headers['x-actor'], tower).map((screen) => [manager, screen]),
  ...ofCompany(owner.headers['x-actor']).map((screen) => [owner, screen]),
]

/** Returns the ms of each call and the CPU time of a call, by the name of the screen. */
async function times(readers, { screens = screensOf(readers), calls = everyScreen } = {}) {
  const { clock } = readers
  const taken = {}
  for (const [reader, screen] of screens) {
    const waited = []
    const before = clock()
    for (let call = 0; call < calls; call += 1) {
      const begun = performance.now()
      const answer = await send(reader, screen)
      const text = await answer.text()
      waited.push(performance.now() - begun)
      if (!answer.ok) throw new Error(`${screen[0]}: ${answer.status} ${text.slice(0, 200)}`)
    }
    taken[screen[0]] = { p95: percentile(waited, 0.95), worked: (clock() - before) / calls }
  }
  return taken
}

async function onPostgres() {
  const postgres = await startPostgres()
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-scale-'))
  const muster = await startMuster({ firstStart: folder, env: { DATABASE_URL: postgres.url(), RATE_FACTOR: '1000' } })
  try {
    const owner = await signInApi(muster.address, people.owner)
    const { teams } = await owner.get('/api/teams')
    const tower = teams.find(({ model }) => model.name === 'Harbor Point Tower').id
    const readers = {
      owner,
      manager: await signInApi(muster.address, people.manager),
      tower,
      clock: await clockOf(muster.pid, postgres.url()),
    }
    const company = { team: tower, owner: owner.headers['x-actor'] }
    await growCompany(postgres.url(), { ...company, to: small })
    // The first calls compile the code of the server.
    await times(readers)
    const before = await times(readers)
    await growCompany(postgres.url(), { ...company, from: small, to: large })
    // A report keeps the days that it counts: the first one reads all records of its period.
    const report = screensOf(readers).find(([, [name]]) => name === 'report of 30 days')
    const first = await times(readers, { screens: [report], calls: 1 })
    // As before: the first calls read the new figures of the planner, and pages that are not in memory.
    await times(readers)
    const after = await times(readers)
    const sessions = await withDatabase(postgres.url(), (run) => sessionsOf(run, tower))
    const listening = await besideListeners({ muster, device: owner, sessions, name: 'PostgreSQL' })
    const screens = Object.keys(before).flatMap((name) => {
      const [one, other] = [before[name], after[name]]
      return [
        figure(area, `${name}: p95, ${small.records} records`, 'ms', [one.p95]),
        figure(area, `${name}: p95, ${large.records} records`, 'ms', [other.p95]),
        figure(area, `${name}: computed for a call, ${small.records} records`, 'ms', [one.worked]),
        figure(area, `${name}: computed for a call, ${large.records} records`, 'ms', [other.worked]),
        figure(
          area,
          `${name}: computed, large beside small`,
          '×',
          [other.worked / one.worked],
          name.startsWith('owner: ') ? undefined : { atMost },
        ),
      ]
    })
    const firstReport = figure(area, `report of 30 days: the first one, ${large.records} records`, 'ms', [first['report of 30 days'].p95])
    return [...screens, firstReport, ...listening]
  } finally {
    await muster.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures everything on both storages; the embedded one only beside listeners. */
export async function measure() {
  return [...(await onPostgres()), ...(await onEmbedded((run, company) => grow(run, { ...company, to: large })))]
}
