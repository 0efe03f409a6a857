import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserType,
  test as base,
  expect,
  type LaunchOptions,
  type Page,
} from '@playwright/test'
import { copyOf, stateOfSources } from '../../tests/harness/copies.ts'
import { type Person, people, type Reader, signInApi } from './api.ts'
import { cookiesOf } from './cookiesOf.ts'
import { type FaultProxy, faultProxy } from './faultProxy.ts'
import { typesLikePeople } from './firefox/firefox.ts'
import { type Muster, startMuster } from './server.ts'

/** A server that the tests of one Playwright worker share, and the network in front of it. */
export interface Site {
  readonly server: Muster
  readonly proxy: FaultProxy
  /** The URL for browsers: through the proxy. */
  readonly address: string
  /** A person's own access to the server; signs in once and keeps the session. */
  reader(person: Person): Promise<Reader>
  /**
   * Makes this the device of a signed-in person, without a PIN because PIN texts are rate limited, and
   * opens My Tasks. `address` is another host name of the site.
   */
  signedIn(page: Page, person: Person, address?: string): Promise<void>
}

/** A page of the site that does not run the app. */
const withoutApp = '/readyz'

/** Runs in the page: true if the app has made its database on this device. */
const hasDatabase = async () => (await indexedDB.databases()).some(({ name }) => name === 'muster')

/** Runs in the page: stores the signed-in person where the app stores it. */
export async function writeOwner(owner: string) {
  localStorage.setItem('muster:owner', owner)
  while (!(await indexedDB.databases()).some(({ name }) => name === 'muster')) await new Promise((resolve) => setTimeout(resolve, 20))
  const request = indexedDB.open('muster')
  await new Promise<void>((resolve, reject) => {
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
  const change = request.result.transaction(['meta', 'principals'], 'readwrite')
  change.objectStore('meta').put({ key: 'owner', value: owner })
  change.objectStore('principals').put({ owner, session: 'ok', at: Date.now() })
  await new Promise<void>((resolve, reject) => {
    change.oncomplete = () => resolve()
    change.onerror = () => reject(change.error)
  })
  request.result.close()
}

/** The page after a sign-in: My Tasks, or the projects of a manager. */
const home = /\/(?:frontend\/tasks\/|automations$)/

/**
 * The port of the first site of a Playwright worker. Browsers keep what they install by address, so that the files of
 * a worker need one installation of the app.
 */
const usualPort = 24_400 + Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)

export const formsFolder = path.resolve(import.meta.dirname, '../forms')

export async function openSite(options: Parameters<typeof startMuster>[0] = {}): Promise<Site & { close(): Promise<void> }> {
  const server = await startMuster({ forms: formsFolder, ...options })
  const proxy = await faultProxy(() => server.port, usualPort)
  const readers = new Map<string, Promise<Reader>>()
  const reader = (person: Person) => {
    const known = readers.get(person.mobile) ?? signInApi(server.address, person)
    readers.set(person.mobile, known)
    return known
  }
  return {
    server,
    proxy,
    address: proxy.address,
    reader,
    async signedIn(page, person, address = proxy.address) {
      const { headers } = await reader(person)
      await page.context().addCookies(cookiesOf(headers['cookie'], address))
      await page.goto(address + withoutApp)
      // A device without the app has no database; the app creates it.
      if (!(await page.evaluate(hasDatabase))) {
        await page.goto(`${address}/sign-in`)
        await expect.poll(() => page.evaluate(hasDatabase)).toBe(true)
        // The app would go on from the sign-in page by itself.
        await page.goto(address + withoutApp)
      }
      await page.evaluate(writeOwner, `u:${headers['x-actor']}`)
      await page.goto(`${address}/frontend/tasks/${headers['x-actor']}`)
      await expect(page).toHaveURL(home)
    },
    async close() {
      await proxy.close()
      await server.stop()
    },
  }
}

/**
 * Waits until the shell is installed, so that the next start needs no connection, and the service worker
 * controls the page.
 */
export async function installed(page: Page) {
  const isControlled = () =>
    page.evaluate(async () => {
      const { serviceWorker } = navigator
      await serviceWorker.ready
      return await new Promise<boolean>((resolve) => {
        serviceWorker.addEventListener('controllerchange', () => resolve(true))
        setTimeout(() => resolve(serviceWorker.controller !== null), 5000)
        if (serviceWorker.controller) resolve(true)
      })
    })
  // The page may be loading itself again at this moment, for example in the language of the person.
  const unlessLeft = (error: Error) => {
    if (!error.message.includes('context was destroyed')) throw error
    return false
  }
  const mine = await isControlled().catch(unlessLeft)
  // A page that was loading while the worker took control of the others is only controlled after its next
  // load.
  if (!mine) await page.reload()
}

/**
 * Waits until the device knows the language of the newly signed-in person: until then a page may reload in
 * that language.
 */
export const spokenTo = (page: Page) => page.waitForFunction(() => localStorage.getItem('muster:preference:language') !== null)

/** Firefox reports requests as errors: of the icon of a page without the app, and those that ended with their page. */
const noComplaint = /\/favicon\.ico because it violates|^Failed to load .* A ServiceWorker (?:intercepted|passed)/

/** Collects errors of the page; a test with errors fails. */
function complaintsOf(page: Page, found: string[]) {
  page.on('pageerror', (error) => {
    // Playwright takes what is before a colon for the name of the error.
    if (!noComplaint.test(String(error))) found.push(String(error))
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && /unhandled|uncaught|is not a function|cannot read/i.test(message.text())) found.push(message.text())
  })
}

const newProfile = () => mkdtempSync(path.join(tmpdir(), 'muster-profile-'))
const remove = (profile: string) => rmSync(profile, { recursive: true, force: true, maxRetries: 5 })

/** The browser of a test and how it is started. */
export interface Engine {
  browser: BrowserType
  launch: LaunchOptions
}

/** Runs in the page: removes the device id and key, so that each copy of a profile is a device of its own. */
async function forgetDevice() {
  const request = indexedDB.open('muster')
  await new Promise<void>((resolve, reject) => {
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
  const change = request.result.transaction('meta', 'readwrite')
  change.objectStore('meta').delete('deviceId')
  change.objectStore('meta').delete('deviceKey')
  await new Promise<void>((resolve, reject) => {
    change.oncomplete = () => resolve()
    change.onerror = () => reject(change.error)
  })
  request.result.close()
}

/**
 * Provides a browser profile with a site's app installed and without a signed-in person, to be copied. It is made once
 * for each address and build of the app.
 */
export async function withProfile(site: Site, { browser, launch }: Engine, provide: (profile: string) => Promise<void>) {
  const install = async (profile: string) => {
    const context = await browser.launchPersistentContext(profile, launch)
    const page = await context.newPage()
    await page.goto(`${site.address}/sign-in`)
    await installed(page)
    await page.goto(site.address + withoutApp)
    await page.evaluate(forgetDevice)
    // A regular close writes everything to disk.
    await context.close()
  }
  const build = stateOfSources(path.resolve(import.meta.dirname, '../../dist/app'))
  const newInstallation = async () => {
    const own = newProfile()
    await install(own)
    return own
  }
  // Any other port is chosen by chance.
  const profile =
    site.proxy.port === usualPort ? await copyOf(`profile-${browser.name()}-${usualPort}-${build}`, install) : await newInstallation()
  await provide(profile)
  remove(profile)
}

/** Opens browsers with the app installed, each on its own copy of `profile`. */
const copiesOf = (profile: string, { browser, launch }: Engine, usual: BrowserContextOptions) => {
  const made: { context: BrowserContext; own: string }[] = []
  return {
    async open(look: BrowserContextOptions = {}): Promise<BrowserContext> {
      const own = newProfile()
      cpSync(profile, own, { recursive: true })
      const context = await browser.launchPersistentContext(own, { ...launch, ...usual, ...look })
      await typesLikePeople(context, browser.name())
      made.push({ context, own })
      return context
    },
    async close() {
      for (const { context, own } of made) {
        await context.close()
        remove(own)
      }
    },
  }
}

/** The window that a browser opens with. */
const firstPage = async (context: BrowserContext) => context.pages()[0] ?? (await context.newPage())

interface Own {
  /** A page with the signed-in worker, at My Tasks, with the shell installed. */
  worker: Page
  manager: Reader
  complaints: string[]
}

async function provideSite(provide: (site: Site) => Promise<void>) {
  const site = await openSite()
  await provide(site)
  await site.close()
}

export const test = base.extend<Own, { site: Site; engine: Engine; profile: string }>({
  site: [async ({ browserName: _ }, provide) => await provideSite(provide), { scope: 'worker', timeout: 180_000 }],
  engine: [
    async ({ playwright, browserName, launchOptions, channel }, provide) =>
      await provide({ browser: playwright[browserName], launch: { ...launchOptions, ...(channel && { channel }) } }),
    { scope: 'worker' },
  ],
  profile: [async ({ site, engine }, provide) => await withProfile(site, engine, provide), { scope: 'worker', timeout: 180_000 }],
  browser: [
    async ({ browser, browserName }, provide) => {
      const open = browser.newContext.bind(browser)
      const newContext: typeof open = async (options) => {
        const context = await open(options)
        await typesLikePeople(context, browserName)
        return context
      }
      await provide(Object.assign(browser, { newContext }))
    },
    { scope: 'worker' },
  ],
  manager: async ({ site }, provide) => provide(await site.reader(people.manager)),
  complaints: async ({ context }, provide) => {
    const found: string[] = []
    for (const page of context.pages()) complaintsOf(page, found)
    context.on('page', (page) => complaintsOf(page, found))
    await provide(found)
    expect(found).toEqual([])
  },
  worker: async ({ page, site, complaints: _ }, provide) => {
    await site.signedIn(page, people.worker)
    await spokenTo(page)
    await installed(page)
    await provide(page)
    site.proxy.reset()
  },
})

/**
 * For tests of an app that is already installed. Each has its own browser with its own copy of a profile:
 * installing the app's three hundred files in every test took longer than most of the tests.
 */
export const phoneTest = test.extend<{ phones: ReturnType<typeof copiesOf> }>({
  /** Further devices with the app installed. */
  phones: async ({ profile, engine, viewport, userAgent, isMobile, hasTouch, deviceScaleFactor, locale, timezoneId }, provide) => {
    const look = { viewport, isMobile, hasTouch, ...(userAgent && { userAgent }), ...(deviceScaleFactor && { deviceScaleFactor }) }
    const phones = copiesOf(profile, engine, { ...look, ...(locale && { locale }), ...(timezoneId && { timezoneId }) })
    await provide(phones)
    await phones.close()
  },
  context: async ({ phones }, provide) => await provide(await phones.open()),
  page: async ({ context }, provide) => await provide(await firstPage(context)),
})

type OwnSite = [
  (fixtures: { browserName: unknown }, provide: (site: Site) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
]

/** A new function for each file: Playwright runs files with the same function in one worker. */
const ownSite = (): OwnSite => [async ({ browserName: _ }, provide) => await provideSite(provide), { scope: 'worker', timeout: 180_000 }]

/** `test` with a site that no other file changes: who is on site, or whether a roll call has begun. */
export const testOfOwnSite = () => test.extend<object, { site: Site }>({ site: ownSite() })

/** `phoneTest` with a site that no other file changes. */
export const phoneTestOfOwnSite = () => phoneTest.extend<object, { site: Site }>({ site: ownSite() })

export { expect, people }
