import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test'
import { browserArgs, browserPath } from '../harness/browser.ts'
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

/** Taps *Make ready* and waits until each item of `keys` is on the device. */
export async function makeReady(page: Page, address: string, keys: readonly string[]): Promise<void> {
  await page.goto(`${address}/ready`)
  await page.getByRole('button', { name: 'Make ready' }).click()
  for (const key of keys) await expect(page.locator(`[data-item="${key}"]`)).toHaveAttribute('data-ready', 'true', { timeout: 90_000 })
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
    context = await chromium.launchPersistentContext(profile, { executablePath: browserPath(), args: browserArgs, ...look })
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
