import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { people } from '../harness/api.ts'
import { deploy } from '../harness/deploy.ts'
import { openSite } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { readableData } from '../harness/readableData.ts'
import { startWebkit, type WebkitDevice } from '../harness/webkit/startWebkit.ts'
import { addPhotos, button, dialog, enterPin, fill, installed, processed, save, signIn, valueOf } from '../pages/webkit.ts'

// One tablet on one site for both journeys: it belongs to the worker at the beginning of each.

let app: string
let site: Awaited<ReturnType<typeof openSite>>
let device: WebkitDevice

test.beforeAll(async () => {
  app = mkdtempSync(path.join(tmpdir(), 'muster-app-'))
  cpSync(path.resolve(import.meta.dirname, '../../dist/app'), app, { recursive: true })
  site = await openSite({ env: { APP_DIR: app } })
  device = await startWebkit({ width: 1024, height: 768 })
  await signIn(device.page, site, people.worker)
  await installed(device.page)
})

test.afterAll(async () => {
  await device?.close()
  await site?.close()
  rmSync(app, { recursive: true })
})

/** The records of the quick form with this note, as the owner has them. */
const recordsOf = async (note: string) =>
  (await (await site.reader(people.owner)).records('quick')).filter(({ model }) => model['note'] === note)

test('in WebKit a new version waits until the form is saved, and then comes at one tap', async () => {
  const { page } = device
  const note = 'Half a sentence of an update'
  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', note)
  deploy(app)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await page.shown({ css: 'body', text: /A new version is ready\./ })
  await page.shown({ css: 'button:disabled', text: 'Update' })
  expect(await valueOf(page, 'note')).toBe(note)

  await save(page, 'Save')
  await processed(page)
  await page.click({ css: 'button:enabled', text: 'Update' })
  await page.attached('meta[name=deployed][content="2"]')
  await expect.poll(async () => (await recordsOf(note)).length).toBe(1)
})

test('in WebKit two people use one tablet: what one leaves behind arrives as theirs, and the other finds nothing of it', async () => {
  const { page } = device
  const secret = 'Loose boards at gate 2, says Ashley'
  const half = 'half a sentence of Ashley'
  const form = `${site.address}/frontend/forms/quick`
  await page.goto(form)
  await fill(page, 'note', secret)
  await addPhotos(page, 'photos', [photo(7, { width: 800, height: 600 })])
  site.proxy.down()
  await save(page, 'Save')
  await processed(page)
  await page.goto(form)
  await fill(page, 'note', half)
  await page.attached('[data-draft=kept]')

  await page.click(button(/User Preferences/))
  await page.click({ css: `${dialog} button`, text: 'Logout' })
  await page.click(button('Yes, several people'))
  await page.shown({ css: dialog, text: /1 save will be sent later from this device/ })
  await page.click({ css: `${dialog} button`, text: 'Logout' })
  await page.at(/\/sign-in$/)
  await page.gone({ css: dialog })
  const kept = await readableData(page)
  expect([secret, half, 'Ashley Tran'].filter((open) => kept.includes(open))).toEqual([])

  site.proxy.up()
  await page.goto(`${site.address}/sign-in`)
  await enterPin(page, site, people.foreman)
  await expect.poll(async () => (await recordsOf(secret)).length).toBe(1)
  const [record] = await recordsOf(secret)
  expect(record?.createdBy).toBe((await site.reader(people.worker)).headers['x-actor'])
  const [picture] = (record?.model['photos'] ?? []) as { url: string; size: number }[]
  expect((await (await site.reader(people.owner)).file(picture?.url ?? '')).length).toBe(picture?.size)

  await page.goto(form)
  await page.shown({ css: '[data-attribute="note"]' })
  expect(await valueOf(page, 'note')).toBe('')
  expect((await readableData(page)).includes(half)).toBe(false)
})
