import type { Page } from '@playwright/test'
import { expect, installed, people, phoneTest as test } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { readableData } from '../harness/readableData.ts'
import { addPhotos, field, fill, processed, save } from '../pages/form.ts'
import { enterPin, signIn } from '../pages/signIn.ts'

const form = '/frontend/forms/quick'
const secret = 'Loose boards at gate 2, says Ashley'

const preferences = (page: Page) => page.getByRole('button', { name: /User Preferences/ }).click()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('two people on one tablet: what one leaves behind arrives as theirs, and the other finds nothing of it', async ({
  page,
  site,
  complaints: _,
}) => {
  await signIn(page, site.address, site.server.address, people.worker)
  await installed(page)

  // The first person saves without a connection, with a photo, and leaves a second form half filled in.
  await page.goto(site.address + form)
  await fill(page, 'note', secret)
  await addPhotos(page, 'photos', [photo(7, { width: 800, height: 600 })])
  site.proxy.down()
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  await page.goto(site.address + form)
  await fill(page, 'note', 'half a sentence of Ashley')
  await expect(page.locator('[data-draft=kept]')).toBeVisible()

  // Log-out: asks once whether the device is shared (this needs no connection, because the sign-in brought
  // the key), then what to do with the save.
  await preferences(page)
  await dialog(page, 'User Preferences').getByRole('button', { name: 'Logout' }).click()
  await dialog(page, /other people use this device/)
    .getByRole('button', { name: 'Yes, several people' })
    .click()
  const later = dialog(page, '1 save will be sent later from this device')
  await expect(later).toBeVisible()
  for (const name of ['Discard', 'Export']) await expect(later.getByRole('button', { name })).toBeVisible()
  await later.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const kept = await readableData(page)
  expect([secret, 'half a sentence', 'Ashley Tran'].filter((open) => kept.includes(open))).toEqual([])

  // The second person signs in: the first person's save is sent under the first person's name, although the
  // cookie is the second person's.
  const before = site.proxy.seen.length
  site.proxy.up()
  await page.goto(`${site.address}/sign-in`)
  await enterPin(page, site.server.address, people.foreman)
  await expect(page).toHaveURL(/\/frontend\/tasks\//)
  const owner = await site.reader(people.owner)
  const mine = async () => (await owner.records('quick')).filter(({ model }) => model['note'] === secret)
  await expect.poll(async () => (await mine()).length).toBe(1)
  const [arrived] = await mine()
  const worker = await site.reader(people.worker)
  expect(arrived?.createdBy).toBe(worker.headers['x-actor'])
  const [kept1] = (arrived?.model['photos'] ?? []) as { url: string; size: number }[]
  expect((await owner.file(kept1?.url ?? '')).length).toBe(kept1?.size)
  const writes = site.proxy.seen.slice(before).filter(({ path }) => /^\/api\/(data|uploads|files)/.test(path))
  expect(writes.length).toBeGreaterThan(0)
  for (const { headers } of writes) expect([headers['x-actor'], headers['cookie']]).toEqual([worker.headers['x-actor'], undefined])

  // The second person sees nothing of the first: no draft, no list of saves, no name.
  await page.goto(site.address + form)
  await expect(field(page, 'note').locator('input')).toHaveValue('')
  await page.goto(`${site.address}/drafts`)
  await expect(page.getByText('half a sentence')).toHaveCount(0)
  await page.goto(`${site.address}/outbox`)
  await expect(page.locator('[data-save]')).toHaveCount(0)
  // A foreman may read arrived saves on the server; unsaved text belongs to its author only.
  expect((await readableData(page)).includes('half a sentence')).toBe(false)
})
