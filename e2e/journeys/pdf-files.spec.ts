import type { Page } from '@playwright/test'
import { onePage, oddPdfs, pdfOf, unreadablePdfs, wholePdf } from '../../tests/harness/malformedPdf.ts'
import { findingsInEveryLook } from '../harness/axe.ts'
import { phone } from '../harness/browser.ts'
import { expect, people, type Site, test } from '../harness/fixtures.ts'

// A service worker would serve the document from the device's cache.
test.use({ serviceWorkers: 'block', viewport: phone })

/** Opens the permit with other bytes in its place. */
async function openAs(page: Page, site: Site, bytes: Buffer) {
  await page.unroute('**/media/hot-work-permit.pdf')
  await page.route('**/media/hot-work-permit.pdf', (route) =>
    route.fulfill({ body: bytes, contentType: 'application/pdf', headers: { 'accept-ranges': 'none' } }),
  )
  await page.goto(`${site.address}/frontend/forms/hot-work-permit`)
}

test('for a file that is no PDF the screen stays, and its error says what to do', async ({ page, site, complaints: _ }) => {
  await site.signedIn(page, people.worker)
  for (const [name, bytes] of Object.entries(unreadablePdfs)) {
    await openAs(page, site, bytes)
    await expect(page.getByText('Ask the author of the form for another copy.'), name).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send permit' }), name).toHaveCount(0)
    await expect(page.getByRole('banner'), name).toBeVisible()
  }
  for (const [name, bytes] of Object.entries(oddPdfs)) {
    await openAs(page, site, bytes)
    await expect(page.locator('[data-page="1"] > canvas[data-drawn]'), name).toBeAttached()
    await expect(page.getByRole('button', { name: 'Send permit' }), name).toBeVisible()
  }
})

/** Lines as fine as those of a plan, on a sheet of 84 by 59 cm. */
const plan = () => {
  const lines = Array.from({ length: 120 }, (_, at) => `${at * 20} 0 m ${at * 20} 1684 l S`).join('\n')
  return Buffer.from(
    onePage('0 0 2384 1684', '/Contents 4 0 R')
      .toString('latin1')
      .replace('trailer', `4 0 obj\n<< /Length ${lines.length} >>\nstream\n${lines}\nendstream\nendobj\ntrailer`),
    'latin1',
  )
}

test('a drawing of A1 is sharp where it is enlarged, and two taps enlarge the place that was tapped', async ({
  page,
  site,
  complaints: _,
}) => {
  await site.signedIn(page, people.worker)
  await openAs(page, site, plan())
  const sheet = page.locator('[data-page="1"]')
  await expect(sheet.locator('> canvas[data-drawn]')).toBeAttached()
  const boxOf = async () => {
    const box = await sheet.boundingBox()
    if (!box) throw new Error('the page is not shown')
    return box
  }
  const small = await boxOf()
  const at = { x: small.x + small.width * 0.8, y: small.y + small.height * 0.5 }
  const share = ({ x, width }: typeof small) => (at.x - x) / width
  await page.mouse.dblclick(at.x, at.y)
  await expect.poll(async () => (await boxOf()).width).toBeCloseTo(small.width * 2, 0)
  await expect.poll(async () => share(await boxOf())).toBeCloseTo(0.8, 1)

  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
  await expect.poll(async () => (await boxOf()).width).toBeCloseTo(small.width * 8, 0)
  const detail = sheet.locator('> .m-pdfPages-detail')
  await expect(detail).toBeVisible()
  // As many pixels as the screen has, and at least as wide as the visible part.
  const drawn = await detail.evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.getBoundingClientRect().width)
  expect(drawn).toBeGreaterThanOrEqual(Math.min(2, await page.evaluate(() => devicePixelRatio)) * 0.99)
  const window = await page.getByRole('region', { name: 'Pages of the document' }).boundingBox()
  expect((await detail.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual((window?.width ?? 0) - 20)
})

test('the field that is filled in stays above what comes over the page: the sheet with its control, and the keyboard', async ({
  page,
  site,
  complaints: _,
}) => {
  await site.signedIn(page, people.worker)
  await page.goto(`${site.address}/frontend/forms/hot-work-permit`)
  const pages = page.getByRole('region', { name: 'Pages of the document' })
  // The lowest field that is visible without scrolling.
  const fields = page.locator('button.m-pdfForm-widget:enabled')
  await expect(fields.first()).toBeVisible()
  const low = await fields.evaluateAll((all) => {
    const end = document.querySelector('.m-pdfPages-root')?.getBoundingClientRect().bottom ?? 0
    const seen = all.filter((one) => one.getBoundingClientRect().bottom < end)
    return seen.sort((a, b) => b.getBoundingClientRect().bottom - a.getBoundingClientRect().bottom)[0]?.getAttribute('data-field')
  })
  const field = page.locator(`[data-field="${low}"]`)
  const inView = async () => {
    const [box, view] = [await field.boundingBox(), await pages.boundingBox()]
    return box !== null && view !== null && box.y >= view.y && box.y + box.height <= view.y + view.height
  }
  await field.click()
  await expect(page.locator('.m-pdfForm-sheet')).toBeVisible()
  await expect.poll(inView).toBe(true)
  // A keyboard covers the lower part of the screen.
  await page.setViewportSize({ width: phone.width, height: 560 })
  await expect.poll(inView).toBe(true)
})

test('a line across the page is enlarged from its beginning', async ({ page, site, complaints: _ }) => {
  await site.signedIn(page, people.worker)
  const line = pdfOf(
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [4 0 R] >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (line) /P 3 0 R /Rect [30 700 580 712] >>',
  )
  await openAs(page, site, line)
  const field = page.locator('[data-field="line"]')
  const widthBefore = (await field.boundingBox())?.width ?? 0
  await field.click()
  await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(widthBefore * 1.7)
  await expect.poll(async () => (await field.boundingBox())?.x ?? -1).toBeGreaterThanOrEqual(0)
  expect((await field.boundingBox())?.x).toBeLessThan(phone.width / 4)
})

test('a finger hits every small field of a dense form, also where it misses it by a little', async ({ page, site, complaints: _ }) => {
  await site.signedIn(page, people.worker)
  await openAs(page, site, wholePdf)
  const fields = page.locator('.m-pdfForm-widget:enabled')
  await expect(fields.first()).toBeVisible()
  const covered = await fields.evaluateAll((all) =>
    all.flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      return hit && one.contains(hit) ? [] : [one.getAttribute('data-field')]
    }),
  )
  expect(covered).toEqual([])
  const box = await page.locator('[data-field="name"]').boundingBox()
  if (!box) throw new Error('the field is not shown')
  expect(box.height).toBeLessThan(24)
  await page.mouse.click(box.x + box.width / 2, box.y - 12)
  await expect(page.locator('.m-pdfForm-sheet')).toHaveAccessibleName('Full name')
})

test('a permit is opened, filled in, signed and sent with the keyboard alone, and nothing of it is hard to see or to hear', async ({
  page,
  site,
  complaints: _,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await site.signedIn(page, people.worker)
  await page.goto(`${site.address}/frontend/forms/hot-work-permit`)
  const field = (name: string) => page.locator(`[data-field="${name}"]`).first()
  await expect(field('location')).toBeVisible()
  expect(await findingsInEveryLook(page)).toEqual([])

  const next = page.getByRole('button', { name: /Go to the next required field/ })
  const { keyboard } = page
  const typed: Record<string, string> = { location: 'Level 3', description: 'Cut a beam', welders: '2', watch_name: 'Sam Lee' }
  // Fills in each field that "Next" leads to, like a person, until none is required.
  for (let step = 0; step < 30 && (await next.count()) > 0; step++) {
    const before = await next.getAttribute('aria-label')
    await next.focus()
    await keyboard.press('Enter')
    const name = () => page.evaluate(() => document.activeElement?.getAttribute('data-field') ?? '')
    await expect.poll(name).not.toBe('')
    const active = await page.evaluate(() => ({
      name: document.activeElement?.getAttribute('data-field') ?? '',
      kind: document.activeElement?.getAttribute('data-kind') ?? '',
      tag: document.activeElement?.tagName ?? '',
      type: document.activeElement?.getAttribute('type') ?? '',
    }))
    if (active.kind === 'signature') {
      await keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      const type = page.getByRole('button', { name: 'Type instead' })
      await type.focus()
      await keyboard.press('Enter')
      await expect(page.getByLabel('Type your full name to sign')).toBeFocused()
      await keyboard.type('Ashley Tran')
      const confirm = page.getByRole('button', { name: 'Confirm' })
      await confirm.focus()
      await keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    } else if (active.tag === 'SELECT') await keyboard.press('ArrowDown')
    else if (active.type === 'checkbox' || active.type === 'radio') await keyboard.press('Space')
    else if (active.type === 'time') await keyboard.type('0430PM')
    else await keyboard.type(typed[active.name] ?? '7')
    await expect
      .poll(async () => ((await next.count()) === 0 ? '' : await next.getAttribute('aria-label')), { message: `after ${active.name}` })
      .not.toBe(before)
  }
  await expect(next).toHaveCount(0)
  await page.getByRole('region', { name: 'Pages of the document' }).focus()
  await keyboard.press('End')
  const send = page.getByRole('button', { name: 'Send permit' })
  await expect(page.getByRole('button', { name: /^2 \/ 2/ })).toBeVisible()
  await send.focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Send permit' })).toHaveCount(0)
})
