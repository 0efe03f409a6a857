import path from 'node:path'
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { getLibrary, listLibraries } from '../../contract/endpoints/libraries.ts'
import { browserPath, testArgs } from '../harness/browser.ts'
import { installed, openSite, people, type Site, spokenTo } from '../harness/fixtures.ts'
import { laptopLook, makeReady, phoneLook } from '../offline-day/cold.ts'
import { type Entry, PhoneForm } from './PhoneForm.ts'

/** The project of the worker. */
const ownProject = 'Harbor Point Tower'

/** What came of a form that was filled in on the phone. */
export interface Sent {
  /** The file that arrived at the server. */
  readonly bytes: Uint8Array
  /** The texts that were entered, by field. */
  readonly entered: ReadonlyMap<string, string>
  /** What the screen showed before Submit, by field: texts, and whether boxes are ticked. */
  readonly shown: ReadonlyMap<string, string | boolean>
  /** Fields that could not be filled in, and why. */
  readonly failed: ReadonlyMap<string, string>
  /** What the screen said. */
  readonly said: readonly string[]
}

export type Outcome = Sent | { readonly refused: string } | { readonly readOnly: string }

export interface PdfSite {
  /**
   * Puts a file into a library of forms, as a manager does; then opens the form on the phone, cuts the connection,
   * fills it in, submits it, connects again and returns what arrived.
   */
  send(file: string, entries: readonly Entry[]): Promise<Outcome>
  close(): Promise<void>
}

interface Options {
  readonly colorScheme?: 'light' | 'dark'
  /** A folder for pictures of the phone with an open sheet. */
  readonly pictures?: string | undefined
}

/** A server, the laptop of a manager, and the phone of a worker. */
export async function openPdfSite({ colorScheme = 'light', pictures }: Options = {}): Promise<PdfSite> {
  const site = await openSite()
  const browser = await chromium.launch({ executablePath: browserPath(), args: testArgs })
  const publish = await openLibrary(site, browser)
  const phone = await browser.newContext({ ...phoneLook, colorScheme })
  const page = await phone.newPage()
  await site.signedIn(page, people.worker)
  await spokenTo(page)
  await installed(page)
  await makeReady(page, site.address, ['app', 'viewer'])
  return {
    async send(file, entries) {
      const published = await publish(file)
      if (published.refused !== undefined) return { refused: published.refused }
      await phone.setOffline(false)
      await page.goto(`${site.address}/frontend/forms/${published.form}`)
      const state = await whenOpen(page)
      if (state !== undefined) return { readOnly: state }
      await phone.setOffline(true)
      return await fillIn(
        { site, phone, page, form: published.form, pictures: pictures && path.join(pictures, path.basename(file, '.pdf')) },
        entries,
      )
    },
    async close() {
      await browser.close()
      await site.close()
    },
  }
}

/** Returns a function that adds a file to a new library and returns the form, or why the dialog refuses the file. */
async function openLibrary(site: Site, browser: Browser) {
  const context = await browser.newContext(laptopLook)
  const page = await context.newPage()
  await site.signedIn(page, people.owner)
  await spokenTo(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`${site.address}/libraries`)
  await button('Create Library').click()
  const dialog = page.getByRole('dialog')
  const account = dialog.getByLabel('Billing Account')
  if ((await account.inputValue()) === '') await account.selectOption({ index: 1 })
  await dialog.getByLabel('Type').selectOption('Forms')
  await dialog.getByLabel('Library Name').fill('Site forms')
  await dialog.getByRole('button', { name: 'Create' }).click()
  // A library that waits in the outbox has no page yet.
  const owner = await site.reader(people.owner)
  const names = async () => (await owner.get<AnswerOf<typeof listLibraries>>('/api/library')).items.map(({ model }) => model.name)
  await expect.poll(names, { timeout: 60_000 }).toContain('Site forms')
  await page.getByRole('row').filter({ hasText: 'Site forms' }).getByRole('button', { name: 'Manage' }).click()
  await expect(button('Add')).toBeVisible({ timeout: 60_000 })
  const library = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  return async (file: string): Promise<{ readonly form: string; readonly refused?: undefined } | { readonly refused: string }> => {
    const name = path.basename(file, '.pdf')
    await button('Add').click()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('PDF file').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const refusal = dialog.locator('.m-controls-error')
    await expect(async () => {
      expect((await dialog.count()) === 0 || (await refusal.count()) > 0).toBe(true)
    }).toPass({ timeout: 30_000 })
    if ((await dialog.count()) > 0) {
      const refused = await refusal.first().innerText()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      return { refused }
    }
    let form: string | undefined
    await expect
      .poll(
        async () => {
          const { documents } = await owner.get<AnswerOf<typeof getLibrary>>(`/api/library/${library}`)
          form = documents.find((document) => document.name === name)?.forms?.find(({ project }) => project === ownProject)?.key
          return form
        },
        { timeout: 60_000 },
      )
      .toBeTruthy()
    return { form: form ?? '' }
  }
}

/** Waits until the form can be filled in. Returns what the screen says if it can only be read. */
async function whenOpen(page: Page): Promise<string | undefined> {
  const notice = page.getByText(/You can read this (?:form|document) here, not fill it in|can't be read/)
  const submit = page.getByRole('button', { name: 'Submit', exact: true })
  try {
    await expect(notice.or(submit).first()).toBeVisible({ timeout: 60_000 })
  } catch {
    throw new Error(
      `the form does not open; the screen says: ${(await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').slice(0, 300)}`,
    )
  }
  return (await notice.count()) > 0 ? await notice.first().innerText() : undefined
}

interface Visit {
  readonly site: Site
  readonly phone: BrowserContext
  readonly page: Page
  readonly form: string
  /** The beginning of the names of pictures. */
  readonly pictures: string | undefined
}

async function fillIn({ site, phone, page, form, pictures }: Visit, entries: readonly Entry[]): Promise<Sent> {
  const phoneForm = new PhoneForm(page)
  const failed = new Map<string, string>()
  const said = new Set<string>()
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  let taken = 0
  for (const [at, entry] of entries.entries()) {
    try {
      await phoneForm.fill(entry)
      if (pictures && taken < 4 && (await phoneForm.sheet.count()) > 0 && at % 3 === 0)
        await page.screenshot({ path: `${pictures}-${++taken}.png` })
      await phoneForm.goOn(entries[at + 1]?.name)
    } catch (error) {
      failed.set(entry.name, String(error).split('\n').slice(0, 12).join(' ').slice(0, 600))
      if (pictures) await page.screenshot({ path: `${pictures}-failed-${failed.size}.png` })
      await page.keyboard.press('Escape').catch(() => undefined)
    }
    for (const text of await phoneForm.notices()) said.add(text.replaceAll(/\s+/g, ' '))
    await phoneForm.answerRefusals(byName)
  }
  const shown = await phoneForm.shownBy(entries.filter(({ name }) => !failed.has(name)))
  await phoneForm.answerRefusals(byName)
  for (const text of await phoneForm.submit()) said.add(text)
  await phone.setOffline(false)
  const manager = await site.reader(people.owner)
  await expect.poll(async () => (await manager.records(form)).length, { timeout: 60_000 }).toBe(1)
  const [record] = await manager.records(form)
  const { pdf } = (record?.model ?? {}) as { pdf?: { url: string }[] }
  const bytes = new Uint8Array(await manager.file(pdf?.[0]?.url ?? ''))
  return { bytes, entered: phoneForm.entered, shown, failed, said: [...said] }
}
