import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { people } from '../harness/api.ts'
import { deviceRows } from '../harness/device-rows.ts'
import { openSite } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { startWebkit } from '../harness/webkit/startWebkit.ts'
import { fillHazard, installed, processed, save, signIn } from '../pages/webkit.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('in WebKit a hazard report made without signal survives a killed browser and arrives once, with photos and signature', async () => {
  const site = await openSite()
  const device = await startWebkit()
  try {
    let { page } = device
    await signIn(page, site, people.worker)
    await page.click({ css: 'a', text: /Hazard Report/ })
    await page.shown({ css: 'h1', text: 'Hazard Report' })
    const form = await page.url()
    await installed(page)
    for (const list of ['site', 'location'])
      await page.attached(`[data-attribute="${list}"] :is(option:nth-child(2), label.m-controls-choice)`)

    // The cell tower fails, and the phone opens the form after a cold start.
    await device.quit()
    site.proxy.down()
    page = await device.restart()
    await page.goto(form)
    await page.shown({ css: 'h1', text: 'Hazard Report' })
    await fillHazard(page, 'Loose boards on the stair to level 3.', [photo(1), photo(2)])
    await save(page, 'Send report')
    await processed(page)
    const kept = await deviceRows(page)
    expect(kept.outbox).toHaveLength(1)
    expect(kept.drafts).toBe(0)
    expect(Object.keys(kept.files)).toHaveLength(3)

    await device.kill()
    page = await device.restart()
    await page.goto(`${site.address}/outbox`)
    await page.shown({ css: '[data-save]', text: /Saved on this device/ })
    expect((await deviceRows(page)).outbox.map(({ opId }) => opId)).toEqual(kept.outbox.map(({ opId }) => opId))

    // The connection returns: no tap is needed.
    site.proxy.up()
    await expect.poll(async () => (await deviceRows(page)).outbox).toEqual([])
    const manager = await site.reader(people.manager)
    const mine = (await manager.records('hazard-report')).filter(
      ({ model }) => model['description'] === 'Loose boards on the stair to level 3.',
    )
    expect(mine).toHaveLength(1)
    const files = ['photos', 'signature'].flatMap((name) => (mine[0]?.model[name] ?? []) as { id: string; url: string }[])
    expect(files).toHaveLength(3)
    for (const { id, url } of files) expect(sha256(await manager.file(url))).toBe(kept.files[id])
  } finally {
    await device.close()
    await site.close()
  }
})
