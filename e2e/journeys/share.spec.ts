import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { findingsInEveryLook } from '../harness/axe.ts'
import { expect, formsFolder, installed, openSite, people, phoneTest, type Site } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { addPhotos, field, fill, processed, save } from '../pages/form.ts'
import { share } from '../pages/share.ts'

const papers = {
  name: 'Delivery Note',
  public: true,
  component: 'automationForm',
  recordTitle: '{{note}}',
  children: [
    { type: 'text', attribute: 'note', label: 'Note', required: true },
    { type: 'attachments', attribute: 'papers', label: 'Papers' },
    { type: 'attachments', attribute: 'one', label: 'One photo', accept: 'photos', limit: 1 },
    {
      type: 'subForm',
      attribute: 'defects',
      label: 'Defects',
      subform: [
        { type: 'text', attribute: 'what', label: 'What is wrong' },
        { type: 'attachments', attribute: 'photos', label: 'Pictures', accept: 'photos' },
      ],
    },
    { type: 'save', label: 'Save' },
  ],
}

/** A PDF form without fields. */
async function handover() {
  const document = await PDFDocument.create()
  document.addPage([300, 300])
  const source = `data:application/pdf;base64,${Buffer.from(await document.save()).toString('base64')}`
  const children = ['pdf', 'attachments'].map((attribute) => ({ type: 'attachments', attribute, label: attribute }))
  return { name: 'Site Handover', public: true, component: 'pdfForm', recordTitle: 'Handover', pdf: { source }, children }
}

/** A site with a form that takes any file, and a PDF form. */
const test = phoneTest.extend<object, { site: Site }>({
  site: [
    async ({ browserName: _ }, provide) => {
      const forms = mkdtempSync(path.join(tmpdir(), 'muster-forms-'))
      cpSync(path.join(formsFolder, 'quick.form.json'), path.join(forms, 'quick.form.json'))
      writeFileSync(path.join(forms, 'papers.form.json'), JSON.stringify(papers))
      writeFileSync(path.join(forms, 'handover.form.json'), JSON.stringify(await handover()))
      const site = await openSite({ forms })
      await provide(site)
      await site.close()
      rmSync(forms, { recursive: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4\n% ${name}\n%%EOF\n`) })
const tiles = (page: Page, attribute: string) => field(page, attribute).locator('.m-attachments-fileTiles > li')

const shared = (page: Page) => page.getByRole('button', { name: /^Delete / })

test('the installed app is offered by other apps for photos and PDF files', async ({ worker: page, site }) => {
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await page.request.get(`${site.address}${address}`)).json()) as Record<string, unknown>
  expect(manifest['share_target']).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' })
  expect(manifest['file_handlers']).toMatchObject([{ action: '/share', accept: { 'application/pdf': ['.pdf'] } }])
})

test('a photo and a PDF that another app shares without a connection arrive once, in the question that the person chooses', async ({
  worker: page,
  site,
  manager,
}) => {
  await page.goto(`${site.address}/frontend/forms/quick`)
  await expect(field(page, 'note')).toBeVisible()
  await page.goto(`${site.address}/frontend/forms/papers`)
  await expect(field(page, 'note')).toBeVisible()
  site.proxy.down()
  await share(page, [photo(3, { width: 3000, height: 1500 }), pdf('note 14.pdf')])
  await expect(shared(page)).toHaveCount(2)
  expect(await findingsInEveryLook(page)).toEqual([])

  // A question for photos does not take a PDF.
  await expect(page.getByRole('link', { name: /^Quick note: Photos$/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Delivery Note: Papers' }).click()
  await expect(tiles(page, 'papers')).toHaveCount(2)
  await expect(field(page, 'papers').locator('.m-attachments-fileMarks')).toContainText('2')

  // The draft has them now: a reload and a second look at the shared files add nothing.
  await expect.poll(async () => await waiting(page)).toBe(0)
  await page.reload()
  await expect(tiles(page, 'papers')).toHaveCount(2)
  await fill(page, 'note', 'Beams for level 3')
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  await page.goto(`${site.address}/share`)
  await expect(page.getByText('No shared files')).toBeVisible()

  site.proxy.up()
  const arrived = async () => (await manager.records('papers')).filter(({ model }) => model['note'] === 'Beams for level 3')
  await expect.poll(async () => (await arrived()).length).toBe(1)
  const [record] = await arrived()
  const files = record?.model['papers'] as { filename: string; type: string; url: string; size: number }[]
  expect(files.map(({ filename, type }) => [filename, type])).toEqual([
    ['photo-3.jpg', 'image/jpeg'],
    ['note 14.pdf', 'application/pdf'],
  ])
  for (const { url, size } of files) expect((await manager.file(url)).length).toBe(size)
  expect(Buffer.from(await manager.file(files[1]?.url ?? '')).equals(pdf('note 14.pdf').buffer)).toBe(true)
})

/** The number of files in the drafts of the device. */
const inDrafts = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('muster')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const rows = request.result.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => rows.addEventListener('success', resolve))
    request.result.close()
    return (rows.result as { blobIds: string[] }[]).flatMap(({ blobIds }) => blobIds).length
  })

/** The number of shared files on the device, of all people. */
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('muster')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const rows = request.result.transaction('blobs').objectStore('blobs').index('draftId').count('shared')
    await new Promise((resolve) => rows.addEventListener('success', resolve))
    request.result.close()
    return rows.result
  })

test('a shared file is seen by the person who shared it, and by no other person of the device', async ({ worker: page, site, phones }) => {
  await share(page, [pdf('payslip.pdf')])
  await expect(shared(page)).toHaveCount(1)
  await site.signedIn(page, people.foreman)
  // She reads Spanish.
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { name: 'Mis tareas' })).toBeVisible()
  await expect(page.getByText('1 archivo compartido')).toHaveCount(0)
  await page.goto(`${site.address}/share`)
  await expect(page.getByText('Sin archivos compartidos')).toBeVisible()
  await site.signedIn(page, people.worker)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: /1 shared file/ }).click()
  await page.getByRole('button', { name: 'Delete payslip.pdf' }).click()
  await expect(page.getByText('No shared files')).toBeVisible()
  expect(await waiting(page)).toBe(0)

  const stranger = await (await phones.open()).newPage()
  await stranger.goto(`${site.address}/sign-in`)
  await installed(stranger)
  await share(stranger, [pdf('payslip.pdf')])
  await expect(stranger.getByRole('alert')).toContainText('you are not signed in here')
  expect(await waiting(stranger)).toBe(0)
})

test('a shared photo for which the question has no room stays shared, and the form says so', async ({ worker: page, site }) => {
  await page.goto(`${site.address}/frontend/forms/quick`)
  await addPhotos(
    page,
    'photos',
    [1, 2, 3].map((seed) => photo(seed, { width: 300, height: 200 })),
  )
  await expect.poll(async () => await inDrafts(page)).toBe(3)
  await share(page, [photo(4, { width: 300, height: 200 }), photo(5, { width: 300, height: 200 })])
  await page.getByRole('link', { name: 'Quick note: Photos' }).click()
  await expect(tiles(page, 'photos')).toHaveCount(4)
  await expect.poll(async () => await waiting(page)).toBe(1)
  // A person reads that a file is missing, and finds it.
  await expect(
    page.getByRole('alert').filter({ hasText: '1 shared file was not added: this question is hidden or has no room for it' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Shared files' }).click()
  await expect(page.getByText('Not listed: questions with room for fewer files')).toBeVisible()
  await shared(page).click()
  await expect(page.getByText('No shared files')).toBeVisible()
})

test('a shared photo begins a new entry of a list, and arrives in it', async ({ worker: page, site, manager }) => {
  await page.goto(`${site.address}/frontend/forms/papers`)
  await expect(field(page, 'note')).toBeVisible()
  await share(page, [photo(6, { width: 600, height: 400 })])
  await expect(page.getByText('New entry in Defects')).toBeVisible()
  await page.getByRole('link', { name: 'Delivery Note: Pictures' }).click()
  const entry = page.getByRole('dialog')
  await expect(tiles(page, 'photos')).toHaveCount(1)
  await expect.poll(async () => await waiting(page)).toBe(0)
  await entry.getByLabel('What is wrong').fill('Dented beam')
  await entry.getByRole('button', { name: 'OK' }).click()
  await fill(page, 'note', 'A dent')
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  const arrived = async () => (await manager.records('papers')).filter(({ model }) => model['note'] === 'A dent')
  await expect.poll(async () => (await arrived()).length).toBe(1)
  const [record] = await arrived()
  const defects = record?.model['defects'] as { what: string; photos: { filename: string; url: string; size: number }[] }[]
  expect(defects.map(({ what, photos }) => [what, photos.map(({ filename }) => filename)])).toEqual([['Dented beam', ['photo-6.jpg']]])
  expect((await manager.file(defects[0]?.photos[0]?.url ?? '')).length).toBe(defects[0]?.photos[0]?.size)
})

test('a PDF and a photo that are shared without a connection are attachments of a PDF form, and arrive once', async ({
  worker: page,
  site,
  manager,
}) => {
  const attachments = page.getByRole('dialog', { name: 'Attachments (2)' })
  await page.goto(`${site.address}/frontend/forms/handover`)
  await expect(page.locator('[data-page="1"]')).toBeVisible()
  site.proxy.down()
  await share(page, [pdf('risk.pdf'), photo(7, { width: 600, height: 400 })])
  await page.getByRole('link', { name: 'Site Handover: Attachments' }).click()
  await expect(attachments.getByText('risk.pdf')).toBeVisible()
  await expect.poll(async () => await waiting(page)).toBe(0)
  // The draft has them now: a reload adds nothing.
  await page.reload()
  await page.getByRole('button', { name: 'Attachments (2)' }).click()
  await expect(attachments.getByText('photo-7.jpg')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(processed(page)).toBeVisible()

  site.proxy.up()
  await expect.poll(async () => (await manager.records('handover')).length).toBe(1)
  const [record] = await manager.records('handover')
  const files = record?.model['attachments'] as { filename: string; url: string; size: number }[]
  expect(files.map(({ filename }) => filename)).toEqual(['risk.pdf', 'photo-7.jpg'])
  expect(Buffer.from(await manager.file(files[0]?.url ?? '')).equals(pdf('risk.pdf').buffer)).toBe(true)
  expect((await manager.file(files[1]?.url ?? '')).length).toBe(files[1]?.size)
})

test('without a service worker, the screen for shared files says what to do', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${site.address}/sign-in`)
  await share(page, [pdf('plan.pdf')])
  await expect(page.getByRole('alert')).toContainText('this browser window cannot take shared files')
  await context.close()
})

test('what is too much or of another kind is refused as a whole, with the reason', async ({ worker: page }) => {
  await share(page, [pdf('plan.pdf'), { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }])
  await expect(page.getByRole('alert')).toContainText('Only photos and PDF files')
  await share(
    page,
    Array.from({ length: 11 }, (_, at) => pdf(`${at}.pdf`)),
  )
  await expect(page.getByRole('alert')).toContainText('At most 10 shared files')
  expect(await waiting(page)).toBe(0)
})
