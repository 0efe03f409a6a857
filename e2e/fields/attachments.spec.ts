import type { Page } from '@playwright/test'
import { photo } from '../harness/photo.ts'
import { addPhotos, field, processed, save } from '../pages/form.ts'
import { accessible, expect, people, strangers, test } from './field-site.ts'
import { cameraJpeg, firstStep, look } from './pictures.ts'

interface Item {
  id: string
  filename: string
  type: string
  url: string
  size: number
  thumbnail?: string
}

const tiles = (page: Page, attribute: string) => field(page, attribute).locator('.m-attachments-fileTiles > li')
const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

test('FE-291 FE-430 FE-292 FE-431 photos arrive upright, at most 2048 × 2048, as JPEG of quality 90, with a thumbnail of 100 × 100', async ({
  open,
  fieldSite,
  context,
}) => {
  const asked = strangers(context, fieldSite)
  const page = await open('attachments')
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  // The camera was held upright: orientation 6 means "rotate to the right".
  const turned = await cameraJpeg(page, 3000, 1500, 6)
  const small = photo(3, { width: 300, height: 200 })
  await addPhotos(page, 'photos', [jpeg('image.jpg', turned), small, jpeg('flat.jpg', await cameraJpeg(page, 2500, 2500, 1))])
  await accessible(page)
  await save(page, 'Save')
  await processed(page).waitFor()

  const manager = await fieldSite.reader(people.manager)
  let items: Item[] = []
  await expect
    .poll(async () => {
      items = ((await manager.records('attachments')).at(0)?.model['photos'] ?? []) as Item[]
      return items.length
    })
    .toBe(3)
  const arrived = await Promise.all(items.map(({ url }) => manager.file(url)))
  const seen = await Promise.all(arrived.map((bytes) => look(page, bytes)))
  expect(seen[0]).toEqual({ size: [1024, 2048], corners: 'blue red yellow green' })
  expect(seen[1]?.size).toEqual([300, 200])
  expect(seen[2]).toEqual({ size: [2048, 2048], corners: 'red green blue yellow' })
  for (const [at, bytes] of arrived.entries()) {
    expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(firstStep(bytes)).toBe(3)
    expect(items[at]?.size).toBe(bytes.length)
    expect(items[at]?.type).toBe('image/jpeg')
    const thumbnail = Buffer.from(items[at]?.thumbnail?.split(',')[1] ?? '', 'base64')
    expect((await look(page, thumbnail)).size).toEqual([100, 100])
  }
  expect(items.map(({ filename }) => filename).slice(1)).toEqual(['photo-3.jpg', 'flat.jpg'])
  expect(items[0]?.filename).toMatch(/^\d{4}-\d\d-\d\d /)
  expect(workers.filter((url) => url.includes('imageWorker'))).not.toEqual([])
  expect(asked).toEqual([])
})

test('without any connection photos are prepared just the same', async ({ open, fieldSite, context }) => {
  const page = await open('attachments')
  fieldSite.proxy.down()
  await context.setOffline(true)
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await addPhotos(page, 'photos', [photo(1), photo(2)])
  expect(workers.filter((url) => url.includes('imageWorker'))).not.toEqual([])
  await expect(field(page, 'photos').locator('.m-attachments-fileMarks')).toContainText('Saved on this device')
})

test('a file that is no photo arrives byte for byte', async ({ open, fieldSite }) => {
  const page = await open('attachments')
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 37) % 256))
  await addPhotos(page, 'photos', [photo(4, { width: 200, height: 100 })])
  await addPhotos(page, 'papers', [{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: bytes }])
  await save(page, 'Save')
  await processed(page).waitFor()
  const manager = await fieldSite.reader(people.manager)
  let item: Item | undefined
  await expect
    .poll(async () => {
      const models = (await manager.records('attachments')).map(({ model }) => model['papers'] as Item[] | undefined)
      item = models.flatMap((papers) => papers ?? []).find(({ filename }) => filename === 'plan.pdf')
      return item !== undefined
    })
    .toBe(true)
  expect(Buffer.compare(await manager.file(item?.url ?? ''), bytes)).toBe(0)
})

test('FE-220 a broken picture leaves the list, and its bytes are kept on the device', async ({ open }) => {
  const page = await open('attachments')
  const block = field(page, 'photos')
  await block.locator('input[type=file]:not([capture])').setInputFiles([jpeg('broken.jpg', Buffer.from('no picture at all')), photo(5)])
  await expect(page.getByText('broken.jpg could not be read')).toBeVisible()
  await expect(tiles(page, 'photos')).toHaveCount(1)
  const kept = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('muster')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const rows = request.result.transaction('unprocessed').objectStore('unprocessed').getAll()
          rows.onsuccess = () => {
            const found = (rows.result as { filename: string; bytes: ArrayBuffer }[]).map(({ filename, bytes }) => [
              filename,
              new TextDecoder().decode(bytes),
            ])
            request.result.close()
            resolve(found)
          }
        }
      }),
  )
  expect(kept).toEqual([['broken.jpg', 'no picture at all']])
})

test('a tapped photo fills the screen; keys go through the photos, and back', async ({ open }) => {
  const page = await open('attachments')
  await addPhotos(page, 'photos', [photo(6), photo(7)])
  const first = tiles(page, 'photos').first().locator('button').first()
  await first.click()
  const viewer = page.getByRole('dialog')
  await expect(viewer).toHaveAccessibleName('Photo 1 of 2: photo-6.jpg')
  await expect.poll(() => viewer.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await expect(viewer.getByRole('img')).toBeVisible()
  await accessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(viewer).toHaveAccessibleName('Photo 2 of 2: photo-7.jpg')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(first).toBeFocused()
})

test('the draft is on the disk before the chooser opens', async ({ open }) => {
  const page = await open('attachments')
  await page.getByLabel('Name on the badge').fill('Ana Silva')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    field(page, 'photos').getByRole('button', { name: 'Choose photo' }).click(),
  ])
  const drafts = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('muster')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const rows = request.result.transaction('drafts').objectStore('drafts').getAll()
          rows.onsuccess = () => {
            resolve((rows.result as { body: { name?: string } }[]).map(({ body }) => body.name))
            request.result.close()
          }
        }
      }),
  )
  expect(drafts).toEqual(['Ana Silva'])
  expect(chooser.isMultiple()).toBe(true)
})
