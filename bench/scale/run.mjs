// What screens and saves cost in a company with 1,000,000 records, beside one with 1,000. On PostgreSQL, each company with a
// server and a database of its own, so that both have had the same calls; they take turns. BENCH_RECORDS is another number of
// records. Ratios are those of the CPU time of server and database: other work on the machine hardly affects it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId, people, signInApi } from '../../e2e/harness/api.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { serverArgs } from '../../scripts/steps/serverArgs.mjs'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { clockOf } from '../clock.mjs'
import { figure, median, percentile } from '../measure.mjs'
import { grow, growCompany, withDatabase } from './growth.mjs'
import { besideListeners, onEmbedded, sessionsOf } from './listeners.mjs'

const area = 'scale'
/** Runs of each screen, the calls of a run, and the calls of each screen before. */
const everyScreen = Number(process.env['BENCH_RUNS'] ?? 5)
const callsOfRun = 16
const warmUp = 40
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

/** Calls a screen; returns the ms of each call and the CPU time of a call. */
async function call({ clock }, [reader, screen], calls) {
  const waited = []
  const before = clock()
  for (let made = 0; made < calls; made += 1) {
    const begun = performance.now()
    const answer = await send(reader, screen)
    const text = await answer.text()
    waited.push(performance.now() - begun)
    if (!answer.ok) throw new Error(`${screen[0]}: ${answer.status} ${text.slice(0, 200)}`)
  }
  return { waited, worked: (clock() - before) / calls }
}

/** A company of a size, with a server and a database of its own. */
async function openCompany(size) {
  const postgres = await startPostgres()
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-scale-'))
  const muster = await startMuster({ firstStart: folder, nodeArgs: serverArgs, env: { DATABASE_URL: postgres.url(), RATE_FACTOR: '1000' } })
  const owner = await signInApi(muster.address, people.owner)
  const { teams } = await owner.get('/api/teams')
  const tower = teams.find(({ model }) => model.name === 'Harbor Point Tower').id
  const manager = await signInApi(muster.address, people.manager)
  await growCompany(postgres.url(), { team: tower, owner: owner.headers['x-actor'], to: size })
  return {
    muster,
    owner,
    tower,
    url: postgres.url(),
    screens: screensOf({ manager, owner, tower }),
    clock: await clockOf(muster.pid, postgres.url()),
    async close() {
      await muster.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Calls each screen of both companies in turns; returns the figures. */
async function compare(companies) {
  const figures = []
  for (const at of companies[0].screens.keys()) {
    const [, [name]] = companies[0].screens[at]
    const runs = companies.map(() => [])
    for (let run = 0; run < everyScreen; run += 1)
      for (const [which, company] of companies.entries()) runs[which].push(await call(company, company.screens[at], callsOfRun))
    const [ofSmall, ofLarge] = runs
    for (const [each, { records }] of [
      [ofSmall, small],
      [ofLarge, large],
    ]) {
      const waited = each.flatMap((run) => run.waited)
      figures.push(figure(area, `${name}: p95, ${records} records`, 'ms', [percentile(waited, 0.95)]))
      const worked = each.map((run) => run.worked)
      figures.push(figure(area, `${name}: computed for a call, ${records} records`, 'ms', worked))
    }
    const floor = median(ofSmall.map((run) => run.worked))
    const ratios = ofLarge.map((run) => run.worked / floor)
    const budget = name.startsWith('owner: ') ? undefined : { atMost }
    figures.push(figure(area, `${name}: computed, large beside small`, '×', ratios, budget))
  }
  return figures
}

async function onPostgres() {
  const companies = []
  try {
    for (const size of [small, large]) companies.push(await openCompany(size))
    const [, big] = companies
    // A report keeps the days that it counts: the first one reads all records of its period.
    const report = big.screens.find(([, [name]]) => name === 'report of 30 days')
    const first = await call(big, report, 1)
    // The first calls compile the code of the server, and read pages that are not in memory.
    for (const company of companies) for (const screen of company.screens) await call(company, screen, warmUp)
    const screens = await compare(companies)
    const sessions = await withDatabase(big.url, (run) => sessionsOf(run, big.tower))
    const listening = await besideListeners({ muster: big.muster, device: big.owner, sessions, name: 'PostgreSQL' })
    return [...screens, figure(area, `report of 30 days: the first one, ${large.records} records`, 'ms', first.waited), ...listening]
  } finally {
    for (const company of companies) await company.close()
  }
}

/** Measures everything on both storages; the embedded one only beside listeners. */
export async function measure() {
  return [...(await onPostgres()), ...(await onEmbedded((run, company) => grow(run, { ...company, to: large })))]
}
