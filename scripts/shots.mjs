// npm run shots [-- SCREEN ...] [--all]: takes screenshots into docs/screens, on phone, tablet and laptop, in
// the light, dark and sunlight themes, in English and Spanish. Without --all, only the most useful
// combinations.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { demandNode, installMissing, root } from './steps/install.mjs'

demandNode()
installMissing()
const { register } = await import('tsx/esm/api')
register()
const { needBrowser } = await import('./steps/browser.mjs')
if (!(await needBrowser())) process.exit(1)
const { buildIsCurrent } = await import('./steps/newer.mjs')
const { tool } = await import('./steps/run.mjs')
if (!buildIsCurrent()) await tool('scripts/build.mjs', [], { show: true })
const { chromium } = await import('@playwright/test')
const { people } = await import('../e2e/harness/api.ts')
const { browserArgs, browserPath } = await import('../e2e/harness/browser.ts')
const { openSite } = await import('../e2e/harness/fixtures.ts')
const { photo } = await import('../e2e/harness/photo.ts')
const { addPhotos, fill, processed } = await import('../e2e/pages/form.ts')
const { fillHazard } = await import('../e2e/pages/hazard.ts')
const { withAuthenticator } = await import('../e2e/pages/passkeys.ts')
const { demoId, harborPine, harborPoint } = await import('../server/demo/company.ts')

const out = path.join(root, 'docs/screens')
const sizes = { phone: [390, 844], tablet: [1024, 768], laptop: [1440, 900] }
const looks = ['light', 'dark', 'sun']
const languages = ['en', 'es']

const all = process.argv.includes('--all')
/** The phone in every theme; the wide devices and Spanish in the light theme only. */
const showsMost = (device, look, language) =>
  language === 'en' ? device === 'phone' || look === 'light' : device === 'phone' && look === 'light'

const heading = (page) => page.locator('h1, h2').first().waitFor()
/** Waits for the live form of the studio; on a phone it is behind the outline. */
const studio = (page) => page.frameLocator('iframe').locator('.m-fields-form').waitFor({ state: 'attached' })
const form = (name) => `/frontend/forms/${name}`
/** A screen of the console, once its content is there. */
const consoleAt = (at, as = people.owner) => ({
  as,
  at,
  before: (page) => page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[data-skeleton]')),
})

/**
 * Name → the person, the address, and the steps before the screenshot. `named`: opens a host name, because browsers
 * have no passkeys at an IP address; `answers`: answers of the server, by path.
 */
const screens = {
  'sign-in': { at: '/sign-in', before: heading },
  tasks: { as: people.worker, at: '/', before: (page) => page.waitForURL(/tasks/).then(() => heading(page)) },
  hazard: { as: people.worker, at: form('hazard-report'), before: heading },
  'hazard-errors': {
    as: people.worker,
    at: form('hazard-report'),
    before: async (page) => {
      await page.locator('.m-forms-actionBar button').last().click()
      await page.locator('.m-forms-summary').waitFor()
    },
  },
  'hazard-photos': {
    as: people.worker,
    at: form('hazard-report'),
    before: async (page) => {
      await addPhotos(page, 'photos', [photo(1), photo(2)])
      await page.locator('[data-attribute=photos]').scrollIntoViewIfNeeded()
    },
  },
  manpower: {
    as: people.worker,
    at: form('manpower'),
    before: async (page) => {
      await heading(page)
      await page.locator('[data-attribute=status] label.m-controls-choice').first().click()
      await fill(page, 'worker_count', '12')
      await fill(page, 'hours_per_worker', '8')
    },
  },
  orientation: { as: people.worker, at: form('orientation'), before: heading },
  'check-in': { as: people.worker, at: form('check-in'), before: heading },
  saved: {
    as: people.worker,
    at: form('hazard-report'),
    lang: 'en',
    offline: true,
    before: async (page) => {
      await fillHazard(page, 'Loose boards on the stair to level 3.', [photo(3)])
      await page.locator('.m-forms-actionBar button').last().click()
      await processed(page).waitFor()
    },
  },
  outbox: {
    as: people.worker,
    at: form('quick'),
    offline: true,
    before: async (page, address) => {
      await fill(page, 'note', 'Stair B is wet again')
      await page.locator('.m-forms-actionBar button').last().click()
      await processed(page).waitFor()
      await page.goto(`${address}/outbox`)
      await heading(page)
    },
  },
  sent: {
    as: people.worker,
    at: form('quick'),
    before: async (page, address) => {
      await fill(page, 'note', 'Stair B is wet again')
      await page.locator('.m-forms-actionBar button').last().click()
      await processed(page).waitFor()
      await page.goto(`${address}/sent`)
      await page.getByText('Stair B is wet again').first().waitFor()
    },
  },
  arrived: { as: people.manager, at: '/frontend/arrived/hazard-report', before: heading },
  preferences: {
    as: people.worker,
    at: '/',
    before: async (page) => {
      await page.locator('[data-app-bar] button[aria-haspopup=dialog]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  sessions: { as: people.owner, at: '/sessions', named: true, before: (page) => page.locator('form').waitFor() },
  passkeys: {
    as: people.owner,
    at: '/sessions',
    named: true,
    before: async (page) => {
      await withAuthenticator(page)
      const own = page.locator('section', { has: page.locator('form') })
      await own.waitFor()
      if ((await own.locator('li').count()) === 0) await own.locator('form button').click()
      await own.locator('li').first().waitFor()
      await own.scrollIntoViewIfNeeded()
    },
  },
  'passkey-step': {
    at: '/sign-in',
    named: true,
    answers: { '/auth/verify': { success: true }, '/auth/signup': { success: true, uid: 'somebody', passkey: 'add' } },
    before: async (page) => {
      await page.locator('input[name=mobile]').fill('202 555 0101')
      await page.locator('button[type=submit]').click()
      await page.locator('input[name=pin]').fill('123456')
      await page.locator('h2').waitFor()
    },
  },
  'passkey-rule': {
    as: people.owner,
    at: `/billing/${harborPine}`,
    before: async (page) => {
      const rule = page.locator('.m-billing-section', { has: page.getByRole('heading', { name: /^(Passkeys|Claves de acceso)$/ }) })
      await rule.locator('li').first().waitFor()
      await rule.evaluate((section) => section.scrollIntoView({ block: 'center' }))
    },
  },
  texts: { at: '/texts', before: heading },
  playground: { at: '/playground', before: studio },
  gallery: { at: '/playground/gallery', before: (page) => page.locator('.m-studio-gallery[data-complete]').waitFor() },
  'forms-of-the-project': { as: people.manager, at: '/studio', before: (page) => page.locator('.m-studio-forms a').first().waitFor() },
  studio: {
    as: people.manager,
    at: '/studio/hazard-report',
    before: async (page) => {
      await studio(page)
      await page.locator('[role=treeitem]').nth(1).locator('.m-studio-outlineRow').first().click()
    },
  },
  'studio-add': {
    as: people.manager,
    at: '/studio/hazard-report',
    before: async (page) => {
      await studio(page)
      await page
        .getByRole('button', { name: /^(?:Add|Agregar)$/ })
        .first()
        .click()
      await page.getByRole('dialog').locator('input').first().fill('list')
    },
  },
  projects: consoleAt('/teams'),
  project: consoleAt(`/teams/${harborPoint}`),
  bots: consoleAt('/automations'),
  bot: consoleAt(`/automation/${demoId('bot Daily Manpower')}`),
  review: consoleAt('/review'),
  'on-site': consoleAt(`/onsite/${harborPoint}`),
  devices: consoleAt('/devices'),
  lists: consoleAt('/lists'),
  reporting: consoleAt('/reporting'),
  billing: consoleAt(`/billing/${harborPine}`),
  'not-found': { at: '/frontend/forms/nothing-here', before: heading },
}

const wanted = process.argv.slice(2).filter((word) => word !== '--all')
const named = wanted.length > 0 ? wanted : Object.keys(screens)
const unknown = named.filter((name) => !(name in screens))
if (unknown.length > 0) {
  console.error(`No screen ${unknown.join(', ')}; there are ${Object.keys(screens).join(', ')}.`)
  process.exit(1)
}

mkdirSync(out, { recursive: true })
const site = await openSite()
const browser = await chromium.launch({ executablePath: browserPath(), args: browserArgs })
let failed = 0
for (const name of named) {
  const { as, at, before, offline, lang, named: atName, answers } = screens[name]
  const address = atName ? site.address.replace('127.0.0.1', 'localhost') : site.address
  for (const [device, [width, height]] of Object.entries(sizes))
    for (const look of looks)
      for (const language of languages.filter((one) => !lang || one === lang)) {
        if (!all && !showsMost(device, look, language)) continue
        const context = await browser.newContext({
          viewport: { width, height },
          locale: language,
          hasTouch: device !== 'laptop',
          serviceWorkers: answers ? 'block' : 'allow',
        })
        for (const [asked, json] of Object.entries(answers ?? {}))
          await context.route(`**${asked}`, (route) => route.fulfill({ json, headers: { 'x-app': '1' } }))
        const uid = as && (await site.reader(as)).headers['x-actor']
        await context.addInitScript(
          ([theme, chosen, person]) => {
            localStorage.setItem('muster:preference:theme', JSON.stringify(theme))
            localStorage.setItem('muster:preference:language', JSON.stringify(chosen))
            // The setting of this device overrides the profile.
            localStorage.setItem(`muster:preference:x:language-of:people/${person}`, '""')
          },
          [look, language, uid],
        )
        const page = await context.newPage()
        page.setDefaultTimeout(15_000)
        try {
          if (as) await site.signedIn(page, as, address)
          await page.goto(address + at)
          await heading(page)
          if (offline) {
            await page.evaluate(() => navigator.serviceWorker.ready)
            await page.reload()
            await heading(page)
            await context.setOffline(true)
          }
          await before(page, address)
          // On a first visit the fonts load after the first paint.
          await page.waitForFunction(() => document.documentElement.dataset.fonts === undefined)
          await page.evaluate(() => document.fonts.ready)
          await page.screenshot({
            path: path.join(out, `${name}-${device}-${look}-${language}.png`),
            animations: 'disabled',
            caret: 'hide',
          })
        } catch (error) {
          failed += 1
          console.error(`${name} on ${device}, ${look}, ${language}: ${error.message.split('\n')[0]}`)
        }
        await context.close()
      }
  console.log(name)
}
await browser.close()
await site.close()
process.exit(failed > 0 ? 1 : 0)
