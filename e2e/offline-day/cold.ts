import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { browserArgs, browserPath } from '../harness/browser.ts'

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
