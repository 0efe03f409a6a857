import { expect, test } from '@playwright/test'
import { lastPin, people } from '../harness/api.ts'
import { deviceRows } from '../harness/device-rows.ts'
import { openSite } from '../harness/fixtures.ts'
import { startWebkit } from '../harness/webkit/startWebkit.ts'
import type { WebkitPage } from '../harness/webkit/WebkitPage.ts'
import { choose, fill, installed } from '../pages/webkit.ts'

const start = { css: 'button', text: 'Start' }

/** One visitor who leaves, from the Start button to the Start button. */
async function visitor(page: WebkitPage, name: string) {
  await page.click(start)
  await page.inFrame('.m-kiosk-frame', async () => {
    for (const text of ['Leaving', 'Tower', 'I am a visitor or making a delivery']) await page.click({ css: 'label', text })
    await fill(page, 'visitor_name', name)
    await choose(page, 'company')
    await page.click({ css: 'button', text: 'Done' })
  })
  // The frame disappears with the turn.
  await page.shown(start)
}

test('in WebKit visitors leave at a kiosk without signal, over a killed browser, and arrive once each', async () => {
  const site = await openSite()
  const device = await startWebkit({ width: 1024, height: 768 })
  try {
    let { page } = device
    await page.goto(`${site.address}/kiosk/246810`)
    await page.click({ css: 'label', text: /Grace O\./ })
    await page.click({ css: 'button', text: 'Send PIN' })
    const pin = { css: 'input' }
    await page.shown({ css: 'label', text: 'Verification PIN' })
    await page.fill(pin, await lastPin(site.server.address, people.owner.mobile))
    await page.click({ css: 'button', text: 'Start kiosk' })
    await page.shown({ css: 'main, body', text: /Works without a connection, too/ })
    await installed(page)
    await page.shown(start)
    site.proxy.down()
    await visitor(page, 'Ana One')

    await device.kill()
    page = await device.restart()
    await page.goto(`${site.address}/sign-in`)
    await page.at(/\/kiosk$/)
    await visitor(page, 'Ben Two')
    expect((await deviceRows(page)).outbox).toHaveLength(2)

    site.proxy.up()
    await expect.poll(async () => (await deviceRows(page)).outbox).toEqual([])
    const records = await (await site.reader(people.manager)).records('check-in')
    const names = records.map(({ model }) => String(model['visitor_name'])).filter((name) => /(?:One|Two)$/.test(name))
    expect(names.sort()).toEqual(['Ana One', 'Ben Two'])
  } finally {
    await device.close()
    await site.close()
  }
})
