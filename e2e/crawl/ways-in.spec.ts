import type { Browser, Page } from '@playwright/test'
import { harborPine, harborPoint } from '../../server/demo/company.ts'
import { newId, type Person } from '../harness/api.ts'
import { type Crawled, crawl, routesOf, trackRequests } from '../harness/crawl.ts'
import { expect, people, type Site, test } from '../harness/fixtures.ts'

/** Addresses that come to a person from outside of the app, and where from. */
const fromOutside: Readonly<Record<string, string>> = {
  '/kiosk': 'the address on the Kiosk page of a bot, opened on the tablet (kiosk.spec.ts)',
  '/kiosk/$code': 'the six digits of a bot, typed on the tablet or scanned from its Kiosk page',
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
  '/frontend/s': 'a short link that a person shares',
  '/frontend/q': 'the code of a poster',
  '/frontend/pick': 'a link that the author of a form writes',
  '/frontend/dialog': 'a link that the author of a form writes',
  // The router names the pages of the server by their kinds, and unknown addresses by `$`.
  '/frontend/$': 'its kinds are listed instead',
  '/$': 'an address that the app does not know',
}

/** Behind buttons and menus that the manager shares with the owner; the manager's crawl follows links alone. */
const isBehindButtons = (route: string) =>
  /^\/(?:automation\/(?:\$id|new)|library|sessions|studio\/\$form|teams\/.*\/lists\/\$list)/.test(route)

/** Addresses that a person reaches by an act which the crawl does not do, and the test that does it. */
const afterActs: Readonly<Record<string, string>> = {
  '/drafts': 'a link of My Tasks that shows once this device has a draft (drafts.spec.ts)',
  '/teams/create': 'a link of people without a project (new-customer.spec.ts)',
  '/devices/$device': 'a row of a registered device (devices.test.tsx)',
  '/onsite/$team/muster/$muster': 'a roll call, which starts with a save (gate-day.spec.ts)',
  '/billing/request': 'a link of people who pay for no account yet (billing.spec.ts)',
  '/playground/preview': 'a window of its own, which the playground opens',
  '/automation/new': 'the end of the wizard, which asks four questions (new-customer.spec.ts)',
}

const signedOut = ['/login', '/sign-in', '/muster', '/signup', '/pricing', '/texts']
const ofProductAdministrators = ['/administration', '/mail', '/partners', '/impersonate']
/** Screens of people who only fill in forms. */
const ofWorkers = [
  '/',
  '/outbox',
  '/scan',
  '/ready',
  '/sessions',
  '/support',
  '/frontend/tasks',
  '/frontend/forms',
  '/frontend/chat',
  '/grants',
  '/losses',
]

/** Kinds of pages that the server describes (server/domain/pages/pageData.ts). */
const serverPages = ['tasks', 'forms', 'arrived', 'pick', 'dialog', 's', 'q', 'chat'].map((kind) => `/frontend/${kind}`)

const minutes = 60_000
const except = (all: readonly string[], ...some: (readonly string[])[]) => new Set(all.filter((one) => !some.flat().includes(one)))

async function startPage(browser: Browser, site: Site, person?: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block', reducedMotion: 'reduce' })
  await trackRequests(context)
  const page = await context.newPage()
  if (person) await site.signedIn(page, person)
  // The crawl changes nothing: the network's writes are blocked.
  await context.route('**/*', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  await page.goto(`${site.address}/`)
  await page.waitForFunction(() => location.pathname !== '/')
  return page
}

/** A library, a bot of which visitors see a demo, and a bot that starts others, made as the owner makes them. */
async function prepare(site: Site) {
  const owner = await site.reader(people.owner)
  const uid = owner.headers['x-actor'] ?? ''
  let seq = 0
  const save = async (path: string, payload: object) => {
    const headers = { 'idempotency-key': newId(), 'x-seq': String(++seq), 'if-match': '"0"' }
    const { status } = await owner.request('POST', `/api/data/${path}`, { payload }, headers)
    expect([200, 201]).toContain(status)
  }
  const library = newId()
  await save(`libraries/${library}`, { key: library, billingAccount: harborPine, name: 'Site talks', type: 'Toolbox', deleted: false })
  await save(`automations/${newId()}`, { class: 'manpower', team: harborPoint, title: 'A demo bot', owner: uid, demoMode: true })
}

test('every address of the app is reached from the start page by links, menus and buttons alone, or by a way that is named here', async ({
  browser,
  site,
  complaints: _,
}) => {
  await prepare(site)
  const until = Date.now() + 4.5 * minutes
  const pages = {
    owner: await startPage(browser, site, people.owner),
    manager: await startPage(browser, site, people.manager),
    worker: await startPage(browser, site, people.worker),
    visitor: await startPage(browser, site),
  }
  const routes = [...(await routesOf(pages.owner)), ...serverPages]
  const outside = Object.keys(fromOutside)
  const known = [...outside, ...Object.keys(afterActs)]
  expect(
    known.filter((one) => !routes.includes(one)),
    'reasons for addresses that do not exist',
  ).toEqual([])
  const wanted = {
    owner: except(routes, known, signedOut),
    manager: except(routes, known, signedOut, ofProductAdministrators, routes.filter(isBehindButtons)),
    worker: new Set(ofWorkers),
    visitor: new Set(signedOut),
  }
  const crawled = await Promise.all(
    Object.entries(wanted).map(async ([role, all]) => {
      const page = pages[role as keyof typeof pages]
      const found = await crawl(page, { wanted: all, until, linksOnly: role === 'manager' })
      await page.context().close()
      return [role, found] as const
    }),
  )
  const missed = (found: Crawled, all: ReadonlySet<string>) => [...all].filter((one) => !found.reached.has(one))
  for (const [role, found] of crawled) {
    expect.soft(missed(found, wanted[role as keyof typeof wanted]), `no way in for the ${role}`).toEqual([])
    expect.soft(found.deadEnds, `ways to nowhere for the ${role}`).toEqual([])
    expect
      .soft(
        outside.filter((one) => found.reached.has(one)).map((one) => found.reached.get(one)),
        `${role}: reasons that are no longer needed`,
      )
      .toEqual([])
  }
})
