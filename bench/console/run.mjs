// An administrator of 500 projects, 5,000 bots and 20,000 people searches for one: CPU time of the server,
// and waiting time of the person.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { people, signInApi } from '../../e2e/harness/api.ts'
import { browserArgs, browserPath } from '../../e2e/harness/browser.ts'
import { cookiesOf } from '../../e2e/harness/cookiesOf.ts'
import { startMuster } from '../../e2e/harness/server.ts'
import { writeOwner } from '../../e2e/harness/fixtures.ts'
import { figure, percentile } from '../measure.mjs'
import { fillCompany, idOf } from './company.mjs'
import { measureScreens } from './screens.mjs'

const area = 'console'
const runs = Number(process.env['BENCH_RUNS'] ?? 5)
const calls = runs * 4

/** The requests of the screens. */
const asked = [
  [
    'projects',
    '/api/teams?property=team.name&property=team.source&property=team.isTemplate&property=billing.name&include=team.billingAccount',
    150,
  ],
  ['bots', '/api/automation/list?archived=false', 400],
  ['bots of one project', `/api/team/${idOf('project', 42)}/automations?archived=false`, 50],
  [
    'project of 5,000 people',
    `/api/teams/${idOf('project', 1)}?include=team.members&include=team.billingAccount&include=team.holidayCalendar&include=team.usage&include=team.automationIds`,
    300,
  ],
  ['find a bot', '/api/find?q=manpower%2001237', 100],
  ['find a person', '/api/find?q=petra%2000010', 100],
  ['who can be invited', `/api/lookups/{uid}/users-by-billing-account?billing=${idOf('account', 1)}&team=${idOf('project', 42)}`, 400],
]

/** CPU time of a process so far, in ms: other work on the machine hardly affects it. */
const worked = (pid) => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

async function ofServer(muster, admin) {
  const found = []
  for (const [name, address, atMost] of asked) {
    const url = address.replace('{uid}', admin.headers['x-actor'])
    const times = []
    let bytes = ''
    const before = worked(muster.pid)
    for (let call = 0; call < calls; call += 1) {
      const begun = performance.now()
      const answer = await admin.request('GET', url)
      bytes = await answer.text()
      times.push(performance.now() - begun)
      if (!answer.ok) throw new Error(`${url}: ${answer.status} ${bytes}`)
    }
    found.push(
      figure(area, `${name}: p50`, 'ms', times),
      figure(area, `${name}: p95`, 'ms', [percentile(times, 0.95)]),
      figure(area, `${name}: computed for a call`, 'ms', [(worked(muster.pid) - before) / calls], { atMost }),
      figure(area, `${name}: answer`, 'kB', [bytes.length / 1000]),
      figure(area, `${name}: answer on the wire`, 'kB', [gzipSync(bytes).length / 1000]),
    )
  }
  return found
}

/** Opens a laptop browser in which the administrator is signed in. */
export async function desk(browser, muster, admin) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(cookiesOf(admin.headers.cookie, muster.address))
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error.message))
  await page.goto(`${muster.address}/sign-in`)
  await page.evaluate(writeOwner, `u:${admin.headers['x-actor']}`)
  const clock = await context.newCDPSession(page)
  await clock.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => (await clock.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  return { context, page, busy }
}

/**
 * Returns the ms from `act` until `see` is painted, and the CPU time of the page in between. `act` may be an
 * address to open.
 */
async function until({ page, busy }, act, see) {
  const isVisit = typeof act === 'string'
  // A newly opened page has used no CPU time before.
  const [begun, before] = [performance.now(), isVisit ? 0 : await busy()]
  await (isVisit ? page.goto(act) : act())
  await see.waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return { waited: performance.now() - begun, worked: (await busy()) - before }
}

/** Measures the same five actions, on a new device (`first`) and on one that has opened the app before. */
async function ofBrowser(muster, admin) {
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArgs })
  const times = {}
  const note = (name, { waited, worked: own }) => {
    const kept = (times[name] ??= { waited: [], worked: [] })
    kept.waited.push(waited)
    kept.worked.push(own)
  }
  for (let run = 0; run < runs; run += 1) {
    const at = await desk(browser, muster, admin)
    const { context, page } = at
    const row = (text) => page.locator('tr[data-row]', { hasText: text }).first()
    for (const visit of ['first visit', 'again']) {
      note(`${visit}: bots, until rows show`, await until(at, `${muster.address}/automations`, row('Gate Check-in 00')))
      const search = page.getByRole('searchbox')
      note(`${visit}: bots, from the word to its row`, await until(at, () => search.fill('Manpower 01237'), row('Manpower 01237')))
      note(`${visit}: projects, until rows show`, await until(at, `${muster.address}/teams`, row('Project 00')))
      note(
        `${visit}: projects, from the word to its row`,
        await until(at, () => page.getByRole('searchbox').fill('0432'), row('Project 0432')),
      )
      const largest = `${muster.address}/teams/${idOf('project', 1)}`
      note(`${visit}: 5,000 people, until rows show`, await until(at, largest, row('Meridian').or(row('person')).first()))
      const members = page.getByRole('searchbox', { name: 'Search Members' })
      note(`${visit}: 5,000 people, from the name to its row`, await until(at, () => members.fill('04321'), row('04321')))
      await page.keyboard.press('Control+k')
      const find = page.getByRole('combobox', { name: 'Search for a name, a form or a day' })
      note(
        `${visit}: find anything, from the words to the bot`,
        await until(at, () => find.fill('toolbox 02344'), page.getByRole('option', { name: 'Toolbox Talk 02344' })),
      )
    }
    await context.close()
  }
  await browser.close()
  return Object.entries(times).flatMap(([name, { waited, worked: own }]) => [
    figure(area, name, 'ms', waited),
    figure(area, `${name}: the page at work`, 'ms', own, { atMost: name.includes(', from ') ? 300 : 1500 }),
  ])
}

/** A server with the company, and its administrator. */
export async function startCompany() {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-data-'))
  const muster = await startMuster({ firstStart: folder })
  await muster.pause()
  await fillCompany(folder, people.owner.mobile)
  await muster.restart()
  return { muster, admin: await signInApi(muster.address, people.owner) }
}

export async function measure() {
  const { muster, admin } = await startCompany()
  const found = [...(await ofServer(muster, admin)), ...(await ofBrowser(muster, admin))]
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArgs })
  found.push(...(await measureScreens(() => desk(browser, muster, admin), muster.address, runs)))
  await browser.close()
  await muster.stop()
  return found
}
