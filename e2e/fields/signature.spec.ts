import type { Page } from '@playwright/test'
import { field, processed, save } from '../pages/form.ts'
import { accessible, expect, people, test } from './field-site.ts'

interface Item {
  url: string
  signatory: string
  strokes: unknown[]
}

const laptop = { width: 1024, height: 768 }

async function openSheet(page: Page) {
  await field(page, 'signature').getByRole('button', { name: 'Sign here' }).click()
  const sheet = page.locator('dialog canvas')
  await sheet.waitFor()
  return sheet
}

async function draw(page: Page) {
  // Waits until the dialog has opened.
  await page.locator('dialog canvas').hover()
  const box = await page.locator('dialog canvas').boundingBox()
  if (!box) throw new Error('the sheet is not shown')
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  for (let step = 1; step <= 20; step++) await page.mouse.move(box.x + 40 + step * 10, box.y + 60 + (step % 4) * 8)
  await page.mouse.up()
}

/** Fraction of the sheet's pixels with ink. */
const inked = (page: Page) =>
  page.locator('dialog canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() }
    let count = 0
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 128) count++
    return count / (canvas.width * canvas.height)
  })

test('FE-434 FE-435 the sheet is 350 wide and 40 % high, on a laptop and on a phone', async ({ open }) => {
  const page = await open('signature')
  for (const size of [laptop, { width: 500, height: 800 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size)
    const sheet = await openSheet(page)
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBeCloseTo(350, 1)
    await expect.poll(async () => (await sheet.boundingBox())?.height).toBeCloseTo(140, 1)
    await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click()
  }
})

/** Makes the sheet large on a phone that is held upright, and draws a line down all of it. */
async function drawLarge(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  const sheet = await openSheet(page)
  const full = page.getByRole('button', { name: 'Full screen' })
  await full.click()
  await expect(full).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBeGreaterThan(500)
  await sheet.hover()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('the sheet is not shown')
  await page.mouse.move(box.x + 100, box.y + 30)
  await page.mouse.down()
  for (let step = 1; step <= 10; step++) await page.mouse.move(box.x + 100 + step * 10, box.y + 30 + step * 45)
  await page.mouse.up()
  await expect.poll(() => inked(page)).toBeGreaterThan(0.001)
  return { sheet, full }
}

/** The highest and the lowest ink of the sheet, as a share of its height. */
const extent = (page: Page): Promise<[top: number, bottom: number]> =>
  page.locator('dialog canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() }
    const rows: number[] = []
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 128) rows.push(Math.floor(at / 4 / canvas.width))
    return [Math.min(...rows) / canvas.height, Math.max(...rows) / canvas.height]
  })

/** All of the line is on the sheet, and it fills most of its height. */
const isWhole = ([top, bottom]: [top: number, bottom: number]) => top > 0.02 && bottom < 0.98 && bottom - top > 0.7

test('on a phone the sheet grows to the screen, and what is drawn on all of it is stored as a whole', async ({ open, fieldSite }) => {
  const page = await open('signature')
  await page.getByLabel('Name').fill('Large Sheet')
  const { sheet, full } = await drawLarge(page)
  // Back on the small sheet nothing of it is outside.
  await full.click()
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBeCloseTo(140, 1)
  await expect.poll(async () => isWhole(await extent(page))).toBe(true)
  await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click()

  // Confirmed while it is large.
  await drawLarge(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('img', { name: 'Signature of Large Sheet' })).toBeVisible()
  await save(page, 'Save')
  await processed(page).waitFor()
  const manager = await fieldSite.reader(people.manager)
  const stored = async () =>
    ((await manager.records('signature')).find(({ model }) => model['name'] === 'Large Sheet')?.model['signature'] ?? []) as Item[]
  await expect.poll(async () => (await stored()).length).toBe(1)
  const [item] = await stored()
  const heights = ((item?.strokes ?? []) as number[][][]).flat().map(([, y]) => y ?? 0)
  expect(Math.max(...heights)).toBeLessThanOrEqual(0.4)
  expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.3)
})

for (const size of [
  { width: 844, height: 390 },
  { width: 2560, height: 1440 },
])
  test(`in a window of ${size.width} by ${size.height} the large sheet shows all of what was drawn on the usual one`, async ({ open }) => {
    const page = await open('signature')
    await page.setViewportSize(size)
    const sheet = await openSheet(page)
    // Waits until the dialog has opened.
    await sheet.hover()
    const usual = await sheet.boundingBox()
    if (!usual) throw new Error('the sheet is not shown')
    await page.mouse.move(usual.x + 40, usual.y + 8)
    await page.mouse.down()
    for (let step = 1; step <= 10; step++) await page.mouse.move(usual.x + 40 + step * 10, usual.y + 8 + step * 12)
    await page.mouse.up()
    await expect.poll(async () => isWhole(await extent(page))).toBe(true)
    await page.getByRole('button', { name: 'Full screen' }).click()
    await expect(page.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(async () => {
        const { width, height } = (await sheet.boundingBox()) ?? { width: 1, height: 0 }
        return height / width
      })
      .toBeGreaterThan(0.399)
    await expect.poll(async () => isWhole(await extent(page))).toBe(true)
  })

test('a signature on the large sheet stays whole when the phone is turned, and after Escape', async ({ open }) => {
  const page = await open('signature')
  const { sheet, full } = await drawLarge(page)
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBeLessThan(200)
  await expect(full).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => isWhole(await extent(page))).toBe(true)
  await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click()

  await drawLarge(page)
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog')).toHaveCount(0)
  await openSheet(page)
  await expect.poll(async () => isWhole(await extent(page))).toBe(true)
})

test('FE-436 the dialog fills the screen below 500 px of window width, and not at 500', async ({ open }) => {
  const page = await open('signature')
  await page.setViewportSize({ width: 499, height: 800 })
  await openSheet(page)
  const dialog = page.locator('dialog')
  const box = async () => {
    const found = await dialog.boundingBox()
    return [found?.x, found?.y, found?.width, found?.height]
  }
  await expect.poll(box).toEqual([0, 0, 499, 800])
  await page.setViewportSize({ width: 500, height: 800 })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThan(400)
})

test('a turned tablet shows the same strokes, and they can still be confirmed', async ({ open }) => {
  const page = await open('signature')
  await page.setViewportSize({ width: 360, height: 640 })
  await openSheet(page)
  expect(await inked(page)).toBe(0)
  await draw(page)
  await expect.poll(() => inked(page)).toBeGreaterThan(0.005)
  // A stroke is drawn in the following frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const before = await inked(page)
  await page.setViewportSize({ width: 640, height: 360 })
  await expect.poll(async () => (await page.locator('dialog canvas').boundingBox())?.width).toBeCloseTo(350, 1)
  await expect.poll(async () => Math.abs((await inked(page)) - before)).toBeLessThan(before * 0.15)
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeEnabled()
})

test('FE-295 FE-296 a confirmed signature arrives as a stamped picture with its strokes', async ({ open, fieldSite }) => {
  const page = await open('signature')
  await page.getByLabel('Name').fill('Ana Silva')
  await openSheet(page)
  await accessible(page)
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await draw(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('img', { name: 'Signature of Ana Silva' })).toBeVisible()
  await accessible(page)
  await save(page, 'Save')
  await processed(page).waitFor()

  const manager = await fieldSite.reader(people.manager)
  let items: Item[] = []
  await expect
    .poll(async () => {
      items = ((await manager.records('signature')).find(({ model }) => model['name'] === 'Ana Silva')?.model['signature'] ?? []) as Item[]
      return items.length
    })
    .toBe(1)
  const [item] = items
  expect(item?.signatory).toBe('Ana Silva')
  expect(item?.strokes).toHaveLength(1)
  const png = await manager.file(item?.url ?? '')
  const seen = await page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(picture, 0, 0)
      const dark = (x: number, y: number, width: number, height: number) => {
        const { data } = context.getImageData(x, y, width, height)
        let count = 0
        for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) < 160) count++
        return count
      }
      return {
        size: [picture.width, picture.height],
        corner: [...context.getImageData(698, 2, 1, 1).data],
        stroke: dark(0, 60, 700, 160),
        stamp: dark(0, 240, 700, 40),
      }
    },
    [...png],
  )
  expect(seen.size).toEqual([700, 280])
  expect(seen.corner).toEqual([255, 255, 255, 255])
  expect(seen.stroke).toBeGreaterThan(500)
  expect(seen.stamp).toBeGreaterThan(200)
})

test('a name that is typed by keyboard signs as well', async ({ open }) => {
  const page = await open('signature')
  await field(page, 'witness').getByRole('button', { name: 'Sign here' }).press('Enter')
  await page.getByRole('button', { name: 'Type instead' }).press('Enter')
  await page.keyboard.type('Bo Lee')
  await expect.poll(() => inked(page)).toBeGreaterThan(0.002)
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(page.getByRole('img', { name: 'Signature of Bo Lee' })).toBeVisible()
})
