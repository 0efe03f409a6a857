import type { Page } from '@playwright/test'
import { expect } from '../harness/fixtures.ts'
import { walk, type WayRow } from '../harness/walk.ts'
import { crawlTest, isSearch, minutes, roles, startPage } from './walksOf.ts'
import { readWays } from './waysDocument.ts'

/** Screens of the whole window, outside of the console, but for the playground; other tests look at them. */
const isAlone = (kind: string) => /^\/(?:frontend|playground\/|guide|studio|scan|devices\/register|gate\/)/.test(kind)

/** Waits until the page has what it asked for. */
async function drawn(page: Page) {
  await page.locator('h1').first().waitFor()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

interface Look {
  /** Looks at the page at the end of each way, before it has all its content. */
  arrived?(page: Page, row: WayRow): Promise<void>
  /** Looks at the page at the end of each way. */
  look(page: Page, row: WayRow): Promise<void>
  finish?(): void
}

/** A test that walks the ways of an owner to each address of the console and looks at the page there. */
export function addressTest(title: string, begin: () => Look): void {
  crawlTest(title, async ({ browser, crawled }) => {
    crawlTest.skip(isSearch)
    crawlTest.setTimeout(12 * minutes)
    const { arrived, look, finish } = begin()
    const page = await startPage(browser, crawled, roles['Owner'])
    const { lost } = await walk(page, readWays().roles.get('Owner') ?? [], async (row) => {
      if (isAlone(row.kind)) return
      await arrived?.(page, row)
      await drawn(page)
      await look(page, row)
    })
    await page.context().close()
    expect.soft(lost).toEqual([])
    finish?.()
  })
}
