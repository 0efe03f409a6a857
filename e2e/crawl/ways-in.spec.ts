import type { Browser } from '@playwright/test'
import { crawl } from '../harness/crawl.ts'
import { expect, type Site } from '../harness/fixtures.ts'
import { routesOf } from '../harness/pageTools.ts'
import { walk, type WayRow } from '../harness/walk.ts'
import { crawlTest, isSearch, kiosk, kioskWays, minutes, openPage, others, roles, serverPages, startPage, walksOf } from './walksOf.ts'
import { readWays, writeWays } from './waysDocument.ts'

/** Searches for the ways of these roles, and writes the document. */
async function search(browser: Browser, site: Site, routes: readonly string[]) {
  const asked = process.env['PRINT'] ?? ''
  const wanted = new Set(routes.filter((one) => others[one] === undefined))
  const searches = Object.entries(roles).map(async ([title, person]) => {
    if (asked !== '1' && asked !== title) return [title, readWays().roles.get(title) ?? []] as const
    const page = await startPage(browser, site, person)
    const { reached } = await crawl(page, { wanted, until: Date.now() + 8 * minutes })
    await page.context().close()
    const ways = [...reached].map(([kind, { path }]) => ({ kind, path })).filter(({ kind }) => others[kind] === undefined)
    // Links to a page that asks a visitor to sign in are no way in.
    const again = await startPage(browser, site, person)
    const walked = await walk(again, ways)
    await again.context().close()
    return [title, walked.reached] as const
  })
  const found = new Map<string, readonly WayRow[]>(await Promise.all(searches))
  found.set(kiosk, await kioskWays(browser, site))
  writeWays(found, others)
}

crawlTest('every address of the app has a way in the list, or a reason why it has none', async ({ browser, crawled }) => {
  if (isSearch) crawlTest.setTimeout(25 * minutes)
  const page = await openPage(browser)
  await page.goto(`${crawled.address}/login`)
  const routes = [...(await routesOf(page)), ...serverPages]
  await page.context().close()
  if (isSearch) await search(browser, crawled, routes)
  const document = readWays()
  const listed = new Set([...document.roles.values()].flat().map(({ kind }) => kind))
  const reasons = Object.keys(others)
  expect.soft(Object.fromEntries(document.others), 'reasons in docs/ways-in.md').toEqual(others)
  expect.soft([...document.roles.keys()].sort(), 'roles in docs/ways-in.md').toEqual([...Object.keys(roles), kiosk].sort())
  expect
    .soft(
      routes.filter((one) => !listed.has(one) && !reasons.includes(one)),
      'addresses without a way in',
    )
    .toEqual([])
  expect
    .soft(
      reasons.filter((one) => !routes.includes(one)),
      'reasons for addresses that do not exist',
    )
    .toEqual([])
  expect
    .soft(
      reasons.filter((one) => listed.has(one)),
      'reasons that are no longer needed',
    )
    .toEqual([])
})

walksOf(['Owner', 'Worker', 'Signed-out visitor', kiosk])
