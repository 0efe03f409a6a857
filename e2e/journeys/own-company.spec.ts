import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, installed, openSite, test } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { addSite, createOpenBot, importFile, signInByFirstLink } from '../pages/company.ts'
import { processed, save } from '../pages/form.ts'
import { fillHazard } from '../pages/hazard.ts'

/** The lists of the company, as files that an office has: list, name of the file, rows with a heading. */
const files = [
  ['people', 'crew.csv', ['Name,Mobile,Email', 'Ana Silva,2025550141,ana@example.com', 'Bo Lind,2025550142,bo@example.com']],
  ['equipment', 'machines.csv', ['Name', 'Tower crane 1', 'Hoist 2']],
  ['locations', 'places.csv', ['Name', 'Level 1', 'Stair B']],
] as const

for (const storage of ['embedded', 'postgres'] as const)
  test(`from an empty folder to the first record: an owner makes the company through the screens, a tablet without signal reports a hazard, and the owner reads it (${storage})`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const site = await openSite({
      storage,
      // No forms but those of its bots.
      forms: undefined,
      firstStart: mkdtempSync(path.join(tmpdir(), 'muster-data-')),
      env: { OWNER_MOBILE: '+12025550150', OWNER_NAME: 'Ruth Vega', OWNER_PROJECT: 'Pier 7' },
    })
    const tablet = await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true })
    try {
      await signInByFirstLink(page, site)
      const steps = page.getByRole('region', { name: 'First steps' })
      const start = (step: string) => steps.getByRole('link', { name: `Start: ${step}` }).click()
      const home = () => page.getByRole('link', { name: 'Muster, home' }).click()

      await start('Add a site to the project')
      await addSite(page, 'North yard')
      const team = /\/teams\/(\w+)/.exec(page.url())?.[1] ?? ''
      for (const [list, name, rows] of files) {
        await page.goto(`${site.address}/teams/${team}/lists/${list}`)
        await importFile(page, name, rows)
      }
      await page.goto(`${site.address}/automations`)
      await start('Create the first bot')
      const bot = await createOpenBot(page, { card: /^Muster QR Hazards/, project: 'Pier 7', owner: 'Ruth Vega', site: 'North yard' })
      await page.goto(`${site.address}/automation/${bot}/qr`)
      const code = ((await page.getByText(/\/q\/\w+$/).textContent()) ?? '').split('/').at(-1) ?? ''

      // A tablet scans the poster, goes off the network, and reports with the places of the imported list.
      const worker = await tablet.newPage()
      await worker.goto(`${site.address}/q/${code}`)
      await expect(worker.locator('[data-attribute="hazard_type"]')).toBeVisible()
      await installed(worker)
      await worker.reload()
      await expect(worker.locator('[data-attribute="hazard_type"]')).toBeVisible()
      site.proxy.down()
      await tablet.setOffline(true)
      await fillHazard(worker, 'A board is loose on the ramp', [photo(1, { width: 300, height: 200 })])
      await save(worker, 'Send report')
      await expect(processed(worker)).toContainText('Saved on this device')
      site.proxy.up()
      await tablet.setOffline(false)
      await expect(processed(worker).locator('[data-delivery=sent]')).toBeVisible()

      await page.goto(`${site.address}/automation/${bot}`)
      await page.getByRole('main').getByRole('link', { name: 'Records' }).click()
      await page.getByText(/^Slip or trip · Level 1|^Slip or trip · Stair B/).click()
      await expect(page.getByText('A board is loose on the ramp')).toBeVisible()
      await home()
      await expect(steps).toBeVisible()
      for (const step of ['Add a site to the project', 'Create the first bot'])
        await expect(steps.getByRole('link', { name: `Start: ${step}` })).toHaveCount(0)
    } finally {
      await tablet.close()
      await site.close()
    }
  })
