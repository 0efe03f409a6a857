// npm run shots [-- SCREEN ...] [--all] [--only PATTERN] [--whole] [--out FOLDER]: takes screenshots into docs/screens, on
// phone, tablet and laptop, in the light, dark and sunlight themes, in English and Spanish. Without --all, only the most
// useful combinations. --only takes those that a pattern names (`phone-.*-es`), --whole the page below the fold, too.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
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
const { browserArgs, browserPath } = await import('../e2e/harness/browser.ts')
const { openSite } = await import('../e2e/harness/fixtures.ts')
const { atRest } = await import('../e2e/harness/axe.ts')
const { screens } = await import('./steps/shotScreens.mjs')

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: path.join(root, 'docs/screens') },
  },
  allowPositionals: true,
})
const sizes = { phone: [390, 844], tablet: [1024, 768], laptop: [1440, 900] }
const looks = ['light', 'dark', 'sun']
const languages = ['en', 'es']

/** The phone in every theme; the wide devices and Spanish in the light theme only. */
const showsMost = (device, look, language) =>
  language === 'en' ? device === 'phone' || look === 'light' : device === 'phone' && look === 'light'
const showsFew = (device, look, language) => device !== 'tablet' && look === 'light' && language === 'en'
const isWanted = ({ brief, lang }, device, look, language) => {
  if (lang && language !== lang) return false
  if (values.only) return new RegExp(values.only).test(`${device}-${look}-${language}`)
  return values.all || (brief ? showsFew : showsMost)(device, look, language)
}

const named = positionals.length > 0 ? positionals : Object.keys(screens)
const unknown = named.filter((name) => !(name in screens))
if (unknown.length > 0) {
  console.error(`No screen ${unknown.join(', ')}; there are ${Object.keys(screens).join(', ')}.`)
  process.exit(1)
}

mkdirSync(values.out, { recursive: true })
const site = await openSite()
const browser = await chromium.launch({ executablePath: browserPath(), args: browserArgs })
let failed = 0

/** A browser with its own storage, in this language. */
async function openBrowser({ as, answers, offline, installed }, device, language) {
  const [width, height] = sizes[device]
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language,
    hasTouch: device !== 'laptop',
    isMobile: device === 'phone',
    serviceWorkers: offline || installed ? 'allow' : 'block',
  })
  for (const [asked, json] of Object.entries(answers ?? {}))
    await context.route(`**${asked}`, (route) => route.fulfill({ json, headers: { 'x-app': '1' } }))
  const uid = as && (await site.reader(as)).headers['x-actor']
  await context.addInitScript(
    ([chosen, person]) => {
      localStorage.setItem('muster:preference:theme', '"light"')
      localStorage.setItem('muster:preference:language', JSON.stringify(chosen))
      // The setting of this device overrides the profile.
      localStorage.setItem(`muster:preference:x:language-of:people/${person}`, '""')
    },
    [language, uid],
  )
  return context
}

/** Opens the screen in a browser and takes its picture in each of the looks. */
async function take(name, device, language, wanted) {
  const screen = screens[name]
  const { as, at, before, offline, named: atName } = screen
  const address = atName ? site.address.replace('127.0.0.1', 'localhost') : site.address
  const context = await openBrowser(screen, device, language)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  try {
    if (as) await site.signedIn(page, as, address)
    await page.goto(address + (typeof at === 'function' ? await at(site) : at))
    if (offline) {
      await page.locator('h1, h2').first().waitFor()
      await page.evaluate(() => navigator.serviceWorker.ready)
      await page.reload()
      await page.locator('h1, h2').first().waitFor()
      await context.setOffline(true)
    }
    await before(page, address, site)
    // On a first visit the fonts load after the first paint.
    await page.waitForFunction(() => document.documentElement.dataset.fonts === undefined)
    for (const look of wanted) {
      for (const frame of page.frames())
        await frame.evaluate((theme) => {
          document.documentElement.dataset.theme = theme
          document.documentElement.style.colorScheme = theme === 'dark' ? 'dark' : 'light'
        }, look)
      await atRest(page)
      await page.screenshot({
        path: path.join(values.out, `${name}-${device}-${look}-${language}.png`),
        animations: 'disabled',
        caret: 'hide',
        fullPage: values.whole,
      })
    }
  } catch (error) {
    failed += 1
    console.error(`${name} on ${device}, ${language}: ${error.message.split('\n').slice(0, 4).join(' ')}`)
    await page.screenshot({ path: path.join(values.out, `failed-${name}-${device}-${language}.png`) }).catch(() => {})
  }
  await context.close()
}

for (const name of named) {
  for (const device of Object.keys(sizes))
    for (const language of languages) {
      const wanted = looks.filter((look) => isWanted(screens[name], device, look, language))
      if (wanted.length > 0) await take(name, device, language, wanted)
    }
  console.log(name)
}
await browser.close()
await site.close()
process.exit(failed > 0 ? 1 : 0)
