import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { people } from '../harness/api.ts'
import { deviceRows } from '../harness/device-rows.ts'
import { installed, openSite } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { startPhone } from '../harness/startPhone.ts'
import { field, processed, save } from '../pages/form.ts'
import { fillHazard } from '../pages/hazard.ts'
import { signIn } from '../pages/signIn.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

for (const storage of ['embedded', 'postgres'] as const)
  test(`FE-010 FE-011 a hazard report made without signal survives a dead battery and arrives once, with both photos (${storage})`, async ({
    browserName,
  }) => {
    test.skip(browserName !== 'chromium' && storage === 'postgres', 'the database of the server is the same for every browser')
    const site = await openSite({ storage })
    const device = await startPhone(browserName)
    let desk: typeof device | undefined
    try {
      let { page } = device
      await signIn(page, site.address, site.server.address, people.worker)
      await page.getByRole('link', { name: /Hazard Report/ }).click()
      await expect(page.getByRole('heading', { name: 'Hazard Report' })).toBeVisible()
      const form = page.url()
      await installed(page)
      // The choices of the form are on the device, too.
      for (const list of ['site', 'location'])
        await expect(field(page, list).locator('option:nth-child(2), label.m-controls-choice').first()).toBeAttached()

      // The cell tower fails, and the phone opens the form after a cold start.
      await device.quit()
      site.proxy.down()
      page = await device.restart()
      await device.context.setOffline(true)
      await page.goto(form)
      await expect(page.getByRole('heading', { name: 'Hazard Report' })).toBeVisible()

      await fillHazard(page, 'Loose boards on the stair to level 3.', [photo(1), photo(2)])
      await save(page, 'Send report')
      await expect(processed(page)).toContainText('Saved on this device')
      const kept = await deviceRows(page)
      expect(kept.outbox).toHaveLength(1)
      expect(kept.drafts).toBe(0)
      expect(Object.keys(kept.files)).toHaveLength(3)

      // The battery dies; the phone starts again, still without a connection.
      await device.kill()
      page = await device.restart()
      await device.context.setOffline(true)
      await page.goto(`${site.address}/outbox`)
      await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible()
      // The same save; a running try makes no difference.
      const saves = ({ outbox }: typeof kept) => outbox.map(({ opId, path }) => ({ opId, path }))
      expect(saves(await deviceRows(page))).toEqual(saves(kept))

      // The connection returns: no tap is needed.
      site.proxy.up()
      await device.context.setOffline(false)
      await expect.poll(async () => (await deviceRows(page)).outbox).toEqual([])

      const manager = await site.reader(people.manager)
      const records = await manager.records('hazard-report')
      const mine = records.filter(({ model }) => model['description'] === 'Loose boards on the stair to level 3.')
      expect(mine).toHaveLength(1)
      const photos = mine[0]?.model['photos'] as { id: string; url: string }[]
      expect(photos).toHaveLength(2)
      for (const { id, url } of photos) expect(sha256(await manager.file(url))).toBe(kept.files[id])
      const signatures = (mine[0]?.model['signature'] ?? []) as { id: string; url: string }[]
      expect(signatures).toHaveLength(1)
      for (const { id, url } of signatures) expect(sha256(await manager.file(url))).toBe(kept.files[id])

      // The view of the manager.
      await device.close()
      desk = await startPhone(browserName, { width: 1440, height: 900 })
      await site.signedIn(desk.page, people.manager)
      await desk.page.goto(`${site.address}/frontend/arrived/hazard-report`)
      const arrived = desk.page.locator(`[data-record="${mine[0]?.path}"]`)
      await expect(arrived).toContainText(/slip/i)
      await expect
        .poll(() =>
          arrived.locator('img').evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length),
        )
        .toBeGreaterThanOrEqual(2)
    } finally {
      await desk?.close()
      await device.close().catch(() => undefined)
      await site.close()
    }
  })
