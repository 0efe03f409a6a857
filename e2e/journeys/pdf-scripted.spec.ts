import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { readFields } from '../../src/pdf/readFields.ts'
import { phone } from '../harness/browser.ts'
import { expect, installed, openSite, people, spokenTo, test } from '../harness/fixtures.ts'
import { coldBrowser, makeReady, phoneLook } from '../offline-day/cold.ts'

test.use({ viewport: phone, hasTouch: true, locale: 'en-US' })

const settingsWith = (more: object) =>
  JSON.stringify({
    name: 'Access permit',
    component: 'pdfForm',
    recoveryEnabled: true,
    children: [],
    pdf: { source: `data:application/pdf;base64,${readFileSync('tests/pdf/forms/scripted.pdf').toString('base64')}`, ...more },
  })
const settings = settingsWith({ fieldEnforceRequired: true })

const has = (tool: string) => {
  try {
    execFileSync('which', [tool])
    return true
  } catch {
    return false
  }
}

const sheet = (page: Page) => page.locator('.m-pdfForm-sheet')
const fieldOf = (page: Page, name: string) => page.locator(`[data-field="${name}"]`).first()
const done = (page: Page) => sheet(page).getByRole('button', { name: 'Done' }).click()

/** Types into the sheet that a press on the field opens. */
async function type(page: Page, name: string, text: string) {
  await fieldOf(page, name).click()
  await sheet(page).getByRole('textbox').fill(text)
  await done(page)
}

test('a permit with scripts and without names for its fields is filled in on a phone without a connection, signed, and arrives', async ({
  context,
  complaints: _,
}) => {
  const forms = mkdtempSync(path.join(tmpdir(), 'muster-forms-'))
  writeFileSync(path.join(forms, 'access-permit.form.json'), settings)
  const site = await openSite({ forms })
  try {
    const page = await context.newPage()
    await site.signedIn(page, people.worker)
    await installed(page)
    await page.goto(`${site.address}/frontend/forms/access-permit`)
    await expect(fieldOf(page, 'undefined')).toHaveAccessibleName('Name of the worker (required)')
    await context.setOffline(true)

    // The field is marked, and the page is enlarged around it.
    const width = async () => (await page.locator('[data-page="1"]').boundingBox())?.width ?? 0
    const before = await width()
    await fieldOf(page, 'undefined').click()
    await expect(sheet(page)).toHaveAccessibleName('Name of the worker')
    await expect(fieldOf(page, 'undefined')).toHaveAttribute('data-edited', 'true')
    await expect.poll(width).toBeGreaterThan(before * 1.5)
    await sheet(page).getByRole('textbox').fill('Zażółć Ёжик')
    await done(page)
    await expect.poll(width).toBe(before)

    // Letters are no number.
    await fieldOf(page, 'undefined_2').click()
    await expect(sheet(page).getByRole('textbox')).toHaveAttribute('inputmode', 'decimal')
    await sheet(page).getByRole('textbox').fill('abc')
    await expect(sheet(page).getByText('Only a number is allowed here.')).toBeVisible()
    await sheet(page).getByRole('textbox').fill('7.5')
    await done(page)
    // A date has a calendar and is stored as the file writes it.
    await fieldOf(page, 'undefined_3').click()
    await sheet(page).locator('input[type=date]').fill('2026-03-04')
    await done(page)

    const fit = page.locator('[data-field="Group5"]')
    await expect(fit.first()).toHaveAccessibleName(/^Fit for work today\?: Yes/)
    await fit.first().check()
    await page.locator('[data-field="Group6"]').check()
    await type(page, 'Text1', 'Steel')
    await type(page, 'Text2', '3')
    await type(page, 'Text4', '4')
    await type(page, 'Mail', 'ana@example.org')
    await fieldOf(page, 'Check Box7').check()
    await expect(fieldOf(page, 'sum')).toContainText('7')
    await expect(fit.first()).toBeChecked()
    await expect(page.locator('[data-field="Group6"]')).toBeChecked()

    await fieldOf(page, 'Signature8').click()
    await page.getByRole('button', { name: 'Type instead' }).click()
    await page.getByLabel('Type your full name to sign').fill('Ashley Tran')
    await page.getByRole('button', { name: 'Confirm' }).click()
    // A character that no font has: the person is asked first.
    await type(page, 'Text3', 'Crane 🏗')
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText('🏗')
    await expect(page.getByRole('alertdialog')).toContainText('Material (2)')
    await page.getByRole('button', { name: 'Change text' }).click()
    await page.getByRole('button', { name: 'Go to “Material (2)”' }).click()
    await sheet(page).getByRole('textbox').fill('Crane')
    await done(page)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toHaveCount(0)

    await context.setOffline(false)
    const manager = await site.reader(people.manager)
    await expect.poll(async () => (await manager.records('access-permit')).length, { timeout: 60_000 }).toBe(1)
    const [record] = await manager.records('access-permit')
    if (!record) throw new Error('no permit has arrived')
    const { pdf } = record.model as { pdf: { url: string }[] }
    const bytes = await manager.file(pdf[0]?.url ?? '')
    const { fields, signatures } = await readFields(new Uint8Array(bytes))
    expect(signatures).toHaveLength(1)
    expect(fields.find(({ name }) => name === 'Signature8')?.signed).toBe(true)
    expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toMatchObject({
      undefined: 'Zażółć Ёжик',
      undefined_2: '7.5',
      undefined_3: '03/04/2026',
      Group5: '0',
      Group6: '0',
      Text2: '3',
      sum: '7',
      'Check Box7': true,
    })
    if (has('pdftotext') && has('qpdf')) {
      const file = path.join(forms, 'arrived.pdf')
      writeFileSync(file, bytes)
      expect(execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })).toContain('Zażółć Ёжик')
      execFileSync('qpdf', ['--check', file])
      if (has('mutool')) expect(execFileSync('mutool', ['draw', '-F', 'txt', file], { encoding: 'utf8' })).toContain('Ёжик')
    }
  } finally {
    await site.close()
    rmSync(forms, { recursive: true, force: true })
  }
})

test('after Make ready the scripts of a permit run, and a Chinese name is written, where it is opened for the first time without the server', async () => {
  const forms = mkdtempSync(path.join(tmpdir(), 'muster-forms-'))
  const empty = mkdtempSync(path.join(tmpdir(), 'muster-profile-'))
  writeFileSync(path.join(forms, 'access-permit.form.json'), settingsWith({}))
  const site = await openSite({ forms })
  const browser = await coldBrowser(empty, phoneLook)
  try {
    await site.signedIn(browser.page(), people.worker)
    await spokenTo(browser.page())
    await installed(browser.page())
    await makeReady(browser.page(), site.address, ['app', 'screens', 'viewer'])
    await site.server.pause()

    const page = await browser.restart()
    await page.goto(`${site.address}/frontend/forms/access-permit`)
    await type(page, 'undefined_2', '1234.5')
    // The file has a script for the comma.
    await expect(fieldOf(page, 'undefined_2')).toContainText('1,234.5')
    // The font for it is on the device: the app does not ask whether an empty box is enough.
    await type(page, 'undefined', 'Łukasz 李')
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.locator('[data-status-screen=processed]').or(page.getByRole('alertdialog'))).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  } finally {
    await browser.remove()
    await site.close()
    rmSync(forms, { recursive: true, force: true })
    rmSync(empty, { recursive: true, force: true })
  }
})
