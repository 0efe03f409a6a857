import type { Page } from '@playwright/test'
import { expect, test as usual, type Site } from '../harness/fixtures.ts'
import type { ColdBrowser } from './cold.ts'
import { type Task, titleOf, type Who } from './tasks.ts'

/** The device of a role, ready for site, before the server ends. */
export type Prepare = (site: Site, profile: string) => Promise<ColdBrowser>

/** What arrives once the server is back: rejects until it has, and if it is there twice. */
type Arrival = (site: Site) => Promise<void>

/** Title and body of a test. */
type Test = readonly [title: string, body: (fixtures: { site: Site }) => Promise<void>]

export interface OfflineDay<W extends Who> {
  /** The test of a task. Its browser has just started, and there is no server. */
  task<V extends W>(who: V, name: Task<V>, act: (page: Page, site: Site) => Promise<void>): Test
  /** Notes what must be on the server, exactly once, at the end of the day. */
  arrives(check: Arrival): void
  /** Starts the browser again in the middle of a task. */
  restart(): Promise<Page>
  /** The last test: the server is back, and everything arrives. */
  end(who: string, isSent?: (page: Page) => Promise<void>): Test
}

async function outboxIsEmpty(page: Page) {
  await expect(page.locator('[data-sync]')).toContainText('All sent')
  await expect(page.locator('[data-save]')).toHaveCount(0)
}

/**
 * One day of a device without the server: a cold start for each task, and one end of the day for all of them.
 * After a failed task the next one begins a new day. `test` is what its file calls tests with.
 */
export function offlineDay<W extends Who>(prepare: Prepare, test: typeof usual = usual): OfflineDay<W> {
  let device: ColdBrowser | undefined
  let arrivals: Arrival[] = []

  test.beforeAll(async ({ site, profile }) => {
    arrivals = []
    device = await prepare(site, profile)
    await site.server.pause()
  })
  test.afterAll(async ({ site }) => {
    await device?.remove()
    await site.server.pause()
    await site.server.restart()
  })
  const restart = async () => {
    if (!device) throw new Error('the day has not begun')
    return await device.restart()
  }
  return {
    task: (who, name, act) => [
      titleOf(who, name),
      async ({ site }) => {
        await expect(fetch(site.server.address), 'the server has ended').rejects.toThrow()
        await act(await restart(), site)
      },
    ],
    arrives: (check) => void arrivals.push(check),
    restart,
    end: (who, isSent = outboxIsEmpty) => [
      `${who}: what was done without the server arrives once`,
      async ({ site }) => {
        await site.server.restart()
        const page = await restart()
        await page.goto(`${site.address}/outbox`)
        await isSent(page)
        for (const check of arrivals) await check(site)
      },
    ],
  }
}
