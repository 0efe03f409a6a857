import type { Browser, BrowserContext, Page } from '@playwright/test'
import { harborPine, harborPoint } from '../../server/demo/company.ts'
import { newId, type Person } from '../harness/api.ts'
import { expect, openSite, people, type Site, test } from '../harness/fixtures.ts'
import { startKiosk } from '../pages/kiosk.ts'
import { addPageTools } from '../harness/pageTools.ts'
import { walk, type WayRow } from '../harness/walk.ts'
import { readWays, type Reasons } from './waysDocument.ts'

/** Addresses that come to a person from outside of the app, and where from. */
const fromOutside: Reasons = {
  '/kiosk/$code': 'the six digits of a bot, typed on the tablet or scanned from its Kiosk page (kiosk.spec.ts)',
  '/login/finished': 'the other system redirects to it',
  '/login/link': 'a link in the terminal or in an email',
  '/join/$token': 'the link of an invitation',
  '/login/$': 'the construction system redirects to it from its own menu',
  '/procore-monthly': 'the construction system redirects to it from its own menu',
  '/procore-monthly/$': 'the construction system redirects to it from its own menu',
  '/checkout/$session': 'the card provider redirects to it',
  '/portal/$session': 'the card provider redirects to it',
  '/invite/$token': 'a link in an email',
  '/billing/request/$id': 'a link in an email',
  '/billing/refer/$id': 'a link in an email',
  '/device/$code': 'a code that another device shows',
  '/q/$code': 'the code of a poster',
  '/groundbreak': 'the public demo of the website',
  '/automation/embedded/$system/$systemId': 'a frame in the construction system',
  '/automation/embedded/$system/$systemId/demo': 'a frame in the construction system',
  '/automation/add/$botClass': 'a link of the website to one kind of bot',
  '/automation/add/$botClass/$team': 'a link of the website to one kind of bot',
  '/mytasks': 'a kiosk shows it in its frame',
  '/share': 'another app shares a file with this one (share.spec.ts)',
  '/frontend/s': 'a short link that a person shares',
  '/frontend/q': 'the code of a poster',
  '/frontend/pick': 'a link that the author of a form writes',
  '/frontend/dialog': 'a link that the author of a form writes',
  '/': 'it leads on to the start page of the person',
  // The router names the pages of the server by their kinds, and unknown addresses by `$`.
  '/frontend/$': 'its kinds are listed instead',
  '/$': 'an address that the app does not know',
}

/** Addresses that a person reaches by an act which changes something, and the test that does it. */
const afterActs: Reasons = {
  '/drafts': 'a link of My Tasks that shows once this device has a draft (drafts.spec.ts)',
  '/teams/create': 'a link of people without a project (new-customer.spec.ts)',
  '/devices/$device': 'a row of a registered device (devices.test.tsx)',
  '/onsite/$team/muster/$muster': 'a roll call, which starts with a save (gate-day.spec.ts)',
  '/billing/request': 'a link of people who pay for no account yet (billing.spec.ts)',
  '/playground/preview': 'a window of its own, which the playground opens',
  '/trial/$token': 'a link that the author of a form makes and shares (studio-clicks.spec.ts)',
  '/automation/new': 'the end of the wizard, which asks four questions (new-customer.spec.ts)',
}
export const others: Reasons = { ...fromOutside, ...afterActs }

/** Kinds of pages that the server describes (server/domain/pages/pageData.ts). */
export const serverPages = ['tasks', 'forms', 'arrived', 'pick', 'dialog', 's', 'q', 'chat'].map((kind) => `/frontend/${kind}`)

const administrator: Person = { name: 'Ben Kowalski', mobile: '+12025550106' }

/** The roles by title. The visitor and the kiosk are not signed in. */
export const roles: Readonly<Record<string, Person | undefined>> = {
  Owner: people.owner,
  Manager: people.manager,
  Foreman: people.foreman,
  Worker: people.worker,
  'Product administrator': administrator,
  'Signed-out visitor': undefined,
}
export const kiosk = 'Locked tablet'

export const minutes = 60_000
export const isSearch = process.env['PRINT'] !== undefined

/** The crawl changes nothing: the network's writes are blocked. */
const blockWrites = (context: BrowserContext) =>
  context.route('**/*', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))

export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    isMobile: false,
    hasTouch: false,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  await addPageTools(context)
  return context.newPage()
}

export async function startPage(browser: Browser, site: Site, person?: Person): Promise<Page> {
  const page = await openPage(browser)
  if (person) await site.signedIn(page, person)
  await blockWrites(page.context())
  await page.goto(`${site.address}/`)
  await page.waitForFunction(() => location.pathname !== '/')
  return page
}

/**
 * A library, a bot of which visitors see a demo, and a product administrator who is nothing else, made as people
 * make them.
 */
async function prepare(site: Site) {
  const [owner, foreman, other] = await Promise.all([people.owner, people.foreman, administrator].map((one) => site.reader(one)))
  if (!owner || !foreman || !other) throw new Error('people')
  const uidOf = ({ headers }: typeof owner) => headers['x-actor'] ?? ''
  let seq = 0
  const save = async (who: typeof owner, path: string, payload: object, method = 'POST') => {
    const headers = { 'idempotency-key': newId(), 'x-seq': String(++seq), 'if-match': '"0"' }
    const { status } = await who.request(method, `/api/data/${path}`, { payload }, headers)
    expect([200, 201]).toContain(status)
  }
  const appoint = async (uid: string, on: boolean, by: typeof owner) =>
    expect((await by.request('POST', `/api/people/${uid}:appoint`, { as: 'administrator', on })).status).toBe(200)
  const library = newId()
  await save(owner, `libraries/${library}`, {
    key: library,
    billingAccount: harborPine,
    name: 'Site talks',
    type: 'Toolbox',
    deleted: false,
  })
  const demoBot = { class: 'manpower', team: harborPoint, title: 'A demo bot', owner: uidOf(owner), demoMode: true }
  await save(owner, `automations/${newId()}`, demoBot)
  await save(foreman, `people/${uidOf(foreman)}`, { lang: 'en' }, 'PATCH')
  await appoint(uidOf(other), true, owner)
  await appoint(uidOf(owner), false, other)
}

/** What a locked tablet shows: its start page, and the form in its frame. No link leads out of either. */
export async function kioskWays(browser: Browser, site: Site): Promise<WayRow[]> {
  const page = await openPage(browser)
  await startKiosk(page, site)
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await expect(start).toBeVisible()
  const linksOf = async () =>
    (await Promise.all(page.frames().map((frame) => frame.evaluate(() => pageTools.links().map(({ pathname }) => pathname))))).flat()
  expect(await linksOf(), 'links of the tablet').toEqual([])
  // The tablet stays at the kiosk for every address.
  await page.goto(`${site.address}/`)
  await expect(page).toHaveURL(/\/kiosk$/)
  await expect(start).toBeVisible()
  const ways: WayRow[] = [{ kind: await page.evaluate(() => pageTools.kindOf(location.pathname)), path: [] }]
  await start.click()
  await expect(page.frameLocator('.m-kiosk-frame').getByText('Leaving', { exact: true })).toBeVisible()
  for (const frame of page.frames().slice(1))
    ways.unshift({ kind: await frame.evaluate(() => pageTools.kindOf(location.pathname)), path: ['Start'] })
  expect(await linksOf(), 'links of the form on the tablet').toEqual([])
  await page.context().close()
  return ways
}

/** Runs on a server of its own: other tests change what the controls of the made-up company are called. */
export const crawlTest = test.extend<object, { crawled: Site }>({
  crawled: [
    async ({ browserName: _ }, provide) => {
      const site = await openSite()
      await prepare(site)
      await provide(site)
      await site.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** A test for each role: its ways in docs/ways-in.md lead where they say. */
export function walksOf(titles: readonly string[]): void {
  for (const title of titles)
    crawlTest(`${title}: each way in the list leads to its address`, async ({ browser, crawled }) => {
      crawlTest.skip(isSearch)
      const ways = readWays().roles.get(title) ?? []
      expect(ways.length).toBeGreaterThan(0)
      if (title === kiosk) {
        expect(await kioskWays(browser, crawled)).toEqual(ways)
        return
      }
      const page = await startPage(browser, crawled, roles[title])
      const { lost, deadEnds } = await walk(page, ways)
      await page.context().close()
      expect.soft(lost, `ways of the ${title} that lead nowhere: PRINT=1 searches for others`).toEqual([])
      expect.soft(deadEnds, `links of the ${title} to addresses that do not exist`).toEqual([])
    })
}
