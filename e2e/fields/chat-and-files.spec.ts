import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Person, people, type Reader } from '../harness/api.ts'
import { photo } from '../harness/photo.ts'
import { accessible, expect, test } from './field-site.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const newId = () => [...randomBytes(20)].map((byte) => alphabet[byte % 62]).join('')
let seq = 5_000_000

/** A write by another person, without a browser. */
async function write(address: string, reader: Reader, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${address}/api/${path}`, {
    method: 'POST',
    headers: {
      ...reader.headers,
      'content-type': 'application/json',
      'idempotency-key': newId(),
      'x-seq': String(++seq),
      'if-match': '"0"',
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
}

test.describe('a record that has been saved', () => {
  let record = ''
  test.beforeEach(async ({ fieldSite }) => {
    record = `forms/chat/${newId()}`
    await write(fieldSite.server.address, await fieldSite.reader(people.worker), `data/${record}`, {
      payload: { what: 'Steel' },
      feed: false,
    })
  })

  const feedOf = async (reader: Reader, address: string) => {
    const answer = await fetch(`${address}/api/feed/${record}`, { headers: reader.headers })
    return ((await answer.json()) as { entries: { text: string }[] }).entries.map(({ text }) => text)
  }
  const bubbles = (page: Page) => page.locator('.m-chatField-root').first().locator('.m-chatField-text')

  test('FE-013 FE-015 FE-149 a worker asks without a connection, and the manager reads it and answers', async ({
    open,
    fieldSite,
    context,
  }) => {
    const page = await open(`chat/${record.split('/')[2]}`)
    const manager = await fieldSite.reader(people.manager satisfies Person)
    await write(fieldSite.server.address, manager, `feed/${record}`, { text: 'Where is the steel?' })
    await page.reload()
    await expect(bubbles(page)).toHaveText(['Where is the steel?'])
    await expect(page.locator('.m-chatField-root').first()).toContainText(people.manager.name)

    fieldSite.proxy.down()
    await context.setOffline(true)
    const box = page.getByRole('textbox', { name: 'Message' })
    expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    expect((await page.getByRole('button', { name: 'Send' }).boundingBox())?.height).toBeGreaterThanOrEqual(48)
    await box.fill('On the truck')
    await box.press('Control+Enter')
    await expect(bubbles(page)).toHaveText(['Where is the steel?', 'On the truck'])
    await expect(page.locator('.m-chatField-root').first()).toContainText('Saved on this device')
    await accessible(page)

    // After a reload the messages still wait on the device.
    await page.reload()
    await expect(bubbles(page)).toHaveText(['Where is the steel?', 'On the truck'])
    await expect(page.locator('.m-chatField-root').first()).toContainText('Kept on this device')

    await context.setOffline(false)
    fieldSite.proxy.reset()
    await expect.poll(() => feedOf(manager, fieldSite.server.address)).toEqual(['On the truck', 'Where is the steel?'])
    await expect(page.locator('.m-chatField-root').first().locator('[data-delivery]')).toHaveCount(0)
    await expect(bubbles(page)).toHaveText(['Where is the steel?', 'On the truck'])
  })

  test('FE-147 FE-336 FE-337 each file is sent by itself, kept while there is no connection, and is there once', async ({
    open,
    fieldSite,
    context,
  }) => {
    const page = await open(`chat/${record.split('/')[2]}`)
    const papers = page.locator('[data-attribute="papers"]')
    await papers.locator('.m-attachments-files').waitFor()
    fieldSite.proxy.down()
    await context.setOffline(true)
    const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, at) => (at * 31) % 256))
    await papers
      .locator('input[type=file]:not([capture])')
      .setInputFiles([{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: bytes }, photo(8)])
    const tiles = papers.locator('.m-attachments-fileTiles > li')
    await expect(tiles).toHaveCount(2)
    await expect(papers.locator('.m-attachments-fileMarks')).toContainText('Saved on this device')
    await accessible(page)
    await page.reload()
    await expect(tiles).toHaveCount(2)

    await context.setOffline(false)
    fieldSite.proxy.reset()
    const manager = await fieldSite.reader(people.manager)
    let items: { filename: string; url: string }[] = []
    await expect
      .poll(async () => {
        const model = (await manager.records('chat')).find(({ path }) => path === record)?.model
        items = (model?.['papers'] ?? []) as typeof items
        return items.map(({ filename }) => filename)
      })
      .toEqual(['plan.pdf', 'photo-8.jpg'])
    expect(Buffer.compare(await manager.file(items[0]?.url ?? ''), bytes)).toBe(0)
    // The page has loaded the record again: the files now belong to the record.
    await expect(papers.locator('.m-attachments-fileMarks')).toHaveCount(0)
    await expect(tiles).toHaveCount(2)
  })

  test('FE-335 a photo opens as a page in a new window, and not without a connection', async ({ open, fieldSite, context }) => {
    const worker = await fieldSite.reader(people.worker)
    const picture = photo(9, { width: 600, height: 300 })
    await write(fieldSite.server.address, worker, `attach/${record}?attribute=papers`, {
      type: 'image/png',
      name: 'gate.png',
      data: picture.buffer.toString('base64'),
    })
    const page = await open(`chat/${record.split('/')[2]}`)
    await page.getByRole('button', { name: 'gate.png', exact: true }).click()
    const answered = context.waitForEvent('response', (response) => response.url().includes('/api/image2pdf'))
    const [window] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: 'PDF preview' }).click()])
    const answer = await answered
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await window.close()
    await context.setOffline(true)
    await expect(page.getByRole('button', { name: 'PDF preview' })).toHaveCount(0)
  })
})

test('a form that has not been saved yet says when messages begin, and takes files along', async ({ open }) => {
  const page = await open('chat')
  await expect(page.getByText('Messages begin after the first save.').first()).toBeVisible()
  await expect(
    page
      .locator('[data-attribute="papers"]')
      .getByRole('button', { name: /^Add|^Choose/ })
      .first(),
  ).toBeVisible()
})
