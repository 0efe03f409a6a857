import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { GateInfo, listGates } from '../../contract/endpoints/attendance.ts'
import type { Person } from '../harness/api.ts'
import { browserPath, testArgs } from '../harness/browser.ts'
import { installed, people, type Site, spokenTo } from '../harness/fixtures.ts'
import { fill, processed, save } from '../pages/form.ts'

/** A phone of a person on site. */
export const phoneLook = {
  locale: 'en-US',
  timezoneId: 'America/New_York',
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}

/** A laptop in an office on site. */
export const laptopLook = { locale: 'en-US', timezoneId: 'America/New_York', viewport: { width: 1280, height: 800 } }

/** Taps *Make ready* and waits until each item of `keys` is on the device. */
export async function makeReady(page: Page, address: string, keys: readonly string[]): Promise<void> {
  await page.goto(`${address}/ready`)
  await page.getByRole('button', { name: 'Make ready' }).click()
  for (const key of keys) await expect(page.locator(`[data-item="${key}"]`)).toHaveAttribute('data-ready', 'true', { timeout: 90_000 })
}

/** The first gate of the demo, with the project that it belongs to. */
export async function firstGate(site: Site): Promise<Pick<GateInfo, 'id' | 'team'>> {
  const { gates } = await (await site.reader(people.manager)).get<AnswerOf<typeof listGates>>('/api/gates')
  const [gate] = gates
  if (!gate) throw new Error('the demo has no gate')
  return gate
}

export interface ReadyFor {
  readonly person: Person
  readonly look: BrowserContextOptions
  /** What *Make ready* must have brought. */
  readonly keys: readonly string[]
  /** What the person does before *Make ready*. */
  readonly before?: (page: Page) => Promise<void>
}

/** The device of a signed-in person, with all that *Make ready* brings. */
export async function readyDevice(site: Site, profile: string, { person, look, keys, before }: ReadyFor): Promise<ColdBrowser> {
  const browser = await coldBrowser(profile, look)
  const page = browser.page()
  await site.signedIn(page, person)
  await spokenTo(page)
  await installed(page)
  await before?.(page)
  await makeReady(page, site.address, keys)
  return browser
}

/** A worker on their device with the app installed, after a note of theirs has arrived. */
export async function workerWithNote(page: Page, site: Site, note: string): Promise<void> {
  await site.signedIn(page, people.worker)
  await spokenTo(page)
  await installed(page)
  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', note)
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  await page.goto(`${site.address}/sent`)
  await expect(page.getByRole('link', { name: new RegExp(`${note}.*Received`) }).first()).toBeVisible()
}

/** Presses *Send now* for the only save of the outbox, unless it has left by itself, and waits until it is gone. */
export async function sendNow(page: Page): Promise<void> {
  const waiting = page.locator('[data-save]')
  await expect(async () => {
    if ((await waiting.count()) > 0) await waiting.getByRole('button', { name: 'Send now' }).click({ timeout: 2000 })
    expect(await waiting.count()).toBe(0)
  }).toPass({ timeout: 45_000 })
}

/** A phone or laptop with a browser that can be closed and started again, with the app installed. */
export interface ColdBrowser {
  /** The window of the browser that runs now. */
  page(): Page
  /** Closes the browser and starts it again. */
  restart(): Promise<Page>
  remove(): Promise<void>
}

export async function coldBrowser(installed: string, look: BrowserContextOptions): Promise<ColdBrowser> {
  const profile = mkdtempSync(path.join(tmpdir(), 'muster-cold-'))
  cpSync(installed, profile, { recursive: true })
  let context: BrowserContext
  let page: Page
  const start = async () => {
    context = await chromium.launchPersistentContext(profile, { executablePath: browserPath(), args: testArgs, ...look })
    page = context.pages()[0] ?? (await context.newPage())
    return page
  }
  await start()
  return {
    page: () => page,
    async restart() {
      await context.close()
      return await start()
    },
    async remove() {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
