import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'
import { deviceRows } from '../harness/device-rows.ts'
import { expect, installed, openSite, people, test } from '../harness/fixtures.ts'
import { startKiosk } from '../pages/kiosk.ts'

const pages = path.resolve(import.meta.dirname, '../../src/fields/pages/pages.form.json')
const inside = (page: Page): FrameLocator => page.frameLocator('.m-kiosk-frame')
const start = (page: Page) => page.getByRole('button', { name: 'Start', exact: true })
/** Back of the browser, as a key or a gesture of the tablet does it. */
const goBack = (page: Page) => page.evaluate(() => history.back())

test('Back at a kiosk turns the pages of a form back, and neither leaves the form nor shows it to the next person', async ({
  browser,
  complaints: _,
}) => {
  const site = await openSite()
  try {
    const owner = await site.reader(people.owner)
    const { revision } = await owner.get<{ revision: number }>('/api/studio/check-in')
    const settings = { ...(JSON.parse(readFileSync(pages, 'utf8')) as object), public: true }
    expect((await owner.request('POST', '/api/studio/check-in', { settings, base: revision })).status).toBe(200)

    const page = await (await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true })).newPage()
    await startKiosk(page, site)
    await installed(page)
    const frame = inside(page)
    const heading = (name: string) => frame.getByRole('heading', { name })
    const room = frame.getByRole('textbox', { name: 'Room' })

    // On the first page Back stays, with and without answers.
    await start(page).click()
    await expect(heading('Page 1 of 2 Boiler room')).toBeVisible()
    await goBack(page)
    await expect(heading('Page 1 of 2 Boiler room')).toBeVisible()
    await room.fill('B1')
    await frame.getByRole('radiogroup').getByText('Yes', { exact: true }).click()
    await frame.getByRole('button', { name: 'Next' }).click()
    await frame.getByRole('textbox', { name: 'Where does it leak?' }).fill('Valve 3')
    await frame.getByRole('button', { name: 'Next' }).click()
    await expect(heading('Page 3 of 3 Sign')).toBeVisible()
    for (const before of ['Page 2 of 3 Leak', 'Page 1 of 3 Boiler room']) {
      await goBack(page)
      await expect(heading(before)).toBeFocused()
    }
    await expect(room).toHaveValue('B1')
    for (const _again of [1, 2, 3]) {
      await goBack(page)
      await expect(heading('Page 1 of 3 Boiler room')).toBeVisible()
      await expect(room).toHaveValue('B1')
    }
    await expect(page).toHaveURL(/\/kiosk(?:\/246810)?$/)
    await frame.getByRole('button', { name: 'Next' }).click()
    await expect(frame.getByRole('textbox', { name: 'Where does it leak?' })).toHaveValue('Valve 3')
    await frame.getByRole('button', { name: 'Next' }).click()
    await frame.getByRole('textbox', { name: 'Inspector' }).fill('Sam')
    await frame.getByRole('button', { name: 'Send the check' }).click()
    await frame.locator('[data-status-screen=processed]').getByText('Got it, thanks').click()

    // The next person begins on an empty first page, and Back does not show what was sent.
    await start(page).click()
    await expect(heading('Page 1 of 2 Boiler room')).toBeVisible()
    await expect(room).toHaveValue('')
    for (const _again of [1, 2, 3, 4, 5]) await goBack(page)
    await expect(heading('Page 1 of 2 Boiler room')).toBeVisible()
    await expect(room).toHaveValue('')
    await expect(page).toHaveURL(/\/kiosk(?:\/246810)?$/)
    await expect.poll(async () => (await deviceRows(page)).outbox.length).toBe(0)
    const records = await owner.records('check-in')
    expect(records.filter(({ model }) => model['room'] === 'B1').map(({ model }) => [model['place'], model['inspector']])).toEqual([
      ['Valve 3', 'Sam'],
    ])
  } finally {
    await site.close()
  }
})
