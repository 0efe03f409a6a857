import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { constructionSystem } from '../../tests/harness/constructionSystem.ts'
import { expect, openSite, test } from '../harness/fixtures.ts'
import { createFreeAccount, createOpenBot, importFile, openPoster, signInByFirstLink, takeProjectOver } from '../pages/company.ts'
import { choose, fill, processed, save } from '../pages/form.ts'

const lists = [
  ['trades', 'trades.csv', ['Name', 'Concrete', 'Electrical']],
  ['locations', 'places.csv', ['Name', 'Level 1', 'Stair B']],
] as const

/** A company in an empty folder, and the construction system in which its people have logins. */
const openConnectedSite = (storage: 'embedded' | 'postgres', { url, settings }: Awaited<ReturnType<typeof constructionSystem>>) =>
  openSite({
    storage,
    // No forms but those of its bots.
    forms: undefined,
    firstStart: mkdtempSync(path.join(tmpdir(), 'muster-data-')),
    env: {
      OWNER_MOBILE: '+12025550150',
      OWNER_NAME: 'Ruth Vega',
      OWNER_PROJECT: 'Pier 7',
      CONSTRUCTION_CLIENT_ID: 'muster',
      CONSTRUCTION_CLIENT_SECRET: 'secret',
      CONSTRUCTION_AUTHORIZE_URL: `${url}/authorize`,
      CONSTRUCTION_TOKEN_URL: `${url}/token`,
      CONSTRUCTION_USER_URL: `${url}/me`,
      CONSTRUCTION_API_URL: url,
      CONSTRUCTION_API_TOKEN_URL: `${url}/token`,
      CONSTRUCTION_API_CLIENT_ID: settings.serviceAccount.id,
      CONSTRUCTION_API_CLIENT_SECRET: settings.serviceAccount.secret,
      CONSTRUCTION_API_ACCOUNT: '1',
    },
  })

for (const storage of ['embedded', 'postgres'] as const)
  test(`from an empty folder to the daily log of the construction system: a tablet without signal reports manpower, the owner approves it, and it is written with the login of the owner (${storage})`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const system = await constructionSystem()
    system.settings.signsIn = 'ruth@build'
    const site = await openConnectedSite(storage, system)
    const tablet = await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true })
    try {
      await signInByFirstLink(page, site)

      // The owner links their login, names the company, and takes a project of the construction system over.
      await page.goto(`${site.address}/sessions`)
      await page
        .getByRole('link', { name: /^Link with/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Link with/ }).click()
      await expect(page).toHaveURL(/\/automations$/)
      await createFreeAccount(page, 'Vega Build')
      await page.getByRole('link', { name: 'Projects', exact: true }).click()
      await takeProjectOver(page, { account: 'Vega Build', system: 'Procore', project: 'Lakeview Medical Center' })
      await page.getByRole('link', { name: 'Lakeview Medical Center', exact: true }).click()
      await expect(page).toHaveURL(/\/team\/\w+\/automations$/)
      const team = /\/team\/(\w+)/.exec(page.url())?.[1] ?? ''
      await page.goto(`${site.address}/teams/${team}/lists/companies`)
      // Its companies came with the project.
      await expect(page.getByText('Voltmark Electric')).toBeVisible()
      for (const [list, name, rows] of lists) {
        await page.goto(`${site.address}/teams/${team}/lists/${list}`)
        await importFile(page, name, rows)
      }
      await page.goto(`${site.address}/team/${team}/automation/add`)
      const bot = await createOpenBot(page, {
        card: /^Procore Manpower Bot/,
        project: 'Lakeview Medical Center',
        owner: 'Ruth Vega',
        site: 'Lakeview Medical Center',
      })

      const worker = await tablet.newPage()
      await openPoster(page, worker, { address: site.address, bot, attribute: 'worker_count' })
      site.proxy.down()
      await tablet.setOffline(true)
      await choose(worker, 'vendor', 'Keystone Concrete')
      await choose(worker, 'trade', 'Concrete')
      await choose(worker, 'location', 'Level 1')
      await fill(worker, 'worker_count', '6')
      await save(worker, 'Send report')
      await expect(processed(worker)).toContainText('Saved on this device')
      site.proxy.up()
      await tablet.setOffline(false)
      await expect(worker.getByRole('link', { name: 'All sent' })).toBeVisible()

      await page.getByRole('link', { name: /^Review/ }).click()
      const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Keystone Concrete' }) })
      await expect(card).toContainText('6 workers × 8 h = 48 h')
      await card.getByRole('button', { name: 'Approve' }).click()
      await expect
        .poll(() => system.bodies)
        .toEqual([
          expect.objectContaining({
            vendor_name: 'Keystone Concrete',
            num_workers: 6,
            num_hours: 8,
            trade: 'Concrete',
            location: 'Level 1',
            status: 'approved',
          }),
        ])
      expect(system.entries).toEqual([{ by: 'ruth@build', vendor: 'Keystone Concrete' }])
    } finally {
      await tablet.close()
      await site.close()
      system.close()
    }
  })
