import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accessible } from '../fields/field-site.ts'
import { expect, installed, openSite, people, test } from '../harness/fixtures.ts'
import { field, fill } from '../pages/form.ts'

const treeItem = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
const live = (page: Page) => page.frameLocator('iframe[title="The form"]')
const code = (page: Page) => page.locator('.cm-content')
/**
 * Opens the form again until it shows the question; the device first shows its cached form and loads the
 * newer one meanwhile.
 */
const reopened = (phone: Page, question: string) =>
  expect
    .poll(
      async () => {
        const fresh = phone.waitForResponse((answer) => answer.url().includes('/api/forms/hazard-report.json'))
        await phone.reload()
        await fresh
        await field(phone, 'description').waitFor()
        return field(phone, 'description').textContent()
      },
      { timeout: 60_000 },
    )
    .toContain(question)
const desk = { width: 1480, height: 900 }

test('an administrator changes a form in the studio, and the open phone gets it without losing what was typed', async ({
  browser,
  complaints: _,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only seen to pass in Chromium so far')
  const site = await openSite()
  try {
    // On the phone a person is in the middle of a report.
    const phone = await (await browser.newContext()).newPage()
    await site.signedIn(phone, people.worker)
    await phone.goto(`${site.address}/frontend/forms/hazard-report`)
    await fill(phone, 'description', 'Loose boards on stair B')
    await installed(phone)

    const office = await browser.newContext({ viewport: desk })
    const page = await office.newPage()
    await site.signedIn(page, people.manager)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Form studio/ })
      .click()
    await page.locator('a[href="/studio/hazard-report"]').click()
    await expect(page.getByText('This form can be published.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Hazard Report' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled()

    // From the outline: a new label for a question, visible in the live form at once.
    await treeItem(page, 'Describe it in your own words').locator('.m-studio-outlineRow').click()
    await expect(page.locator('.m-studio-details').getByLabel('Name in the record')).toHaveValue('description')
    await page.locator('.m-studio-details').getByLabel('Question or heading').fill('What exactly did you see?')
    await expect(live(page).getByText('What exactly did you see?')).toBeVisible()
    await expect(page.getByText('Changes kept on this device')).toBeVisible()

    // A crash of the browser loses nothing: the draft is still there, and only a publication makes it
    // visible to others.
    await page.reload()
    await expect(live(page).getByText('What exactly did you see?')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published as version 2.')).toBeVisible()

    await reopened(phone, 'What exactly did you see?')
    await expect(field(phone, 'description').locator('input, textarea')).toHaveValue('Loose boards on stair B')

    // Another person publishes in the meantime: neither version is lost.
    const owner = await site.reader(people.owner)
    const now = await owner.get<{ settings: { name: string }; revision: number }>('/api/studio/hazard-report')
    await page.getByRole('button', { name: /^Hazard Report$/ }).click()
    await page.locator('.m-studio-details').getByLabel('Name of the form').fill('Hazard')
    const theirs = { settings: { ...now.settings, name: 'Their name' }, base: now.revision }
    expect((await owner.request('POST', '/api/studio/hazard-report', theirs)).status).toBe(200)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Grace Okafor published version 3 in the meantime.')).toBeVisible()
    await page.getByRole('button', { name: 'Put mine on top' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published as version 4.')).toBeVisible()

    // Back to the first version.
    await page.getByRole('button', { name: 'Versions' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Version 1' }).getByRole('button').click()
    await expect(live(page).getByText('What exactly did you see?')).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published as version 5.')).toBeVisible()
    await reopened(phone, 'Describe it in your own words')
    await expect(field(phone, 'description').locator('input, textarea')).toHaveValue('Loose boards on stair B')

    // A person without the right to publish gets a message.
    await phone.goto(`${site.address}/studio/hazard-report`)
    await expect(phone.getByText('Only owners and administrators edit forms')).toBeVisible()
  } finally {
    await site.close()
  }
})

test('a visitor writes a form in the playground: completion, findings, looks, a lost connection, a file in and out', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ viewport: desk, acceptDownloads: true })
  const page = await context.newPage()
  await page.goto(`${site.address}/playground`)
  await expect(treeItem(page, 'Your name')).toBeVisible()
  await expect(live(page).getByLabel('Your name')).toBeVisible()

  // Completion knows the settings of the type, and its input can be undone.
  await page.getByText('Code', { exact: true }).click()
  await expect(code(page)).toContainText('"First and last name"')
  const length = () => page.evaluate(() => document.querySelector('.cm-content')?.textContent?.length ?? 0)
  const before = await length()
  await code(page).getByText('"First and last name"').click()
  await page.keyboard.press('End')
  await page.keyboard.type(',')
  await page.keyboard.press('Enter')
  await page.keyboard.type('"maxL')
  await page.getByRole('option', { name: /maxLength/ }).click()
  // The editor undoes in steps of what was typed within half a second.
  const undone = async () => {
    const now = await length()
    if (now !== before) await page.keyboard.press('ControlOrMeta+z')
    return now
  }
  await expect.poll(undone).toBe(before)

  // Invalid text: the error leads to its place, the last valid form stays, nothing is lost.
  await code(page).getByText('"notes"', { exact: true }).click()
  await page.keyboard.type('x y')
  const finding = page.locator('.m-studio-findings button').first()
  await expect(finding).toContainText('children[1].attribute')
  await expect(page.getByText('You see the last valid form.')).toBeVisible()
  await expect(live(page).getByLabel('Your name')).toBeVisible()
  await finding.click()
  await expect(page.locator('.cm-editor.cm-focused')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('This form can be published.')).toBeVisible()

  // Filled in as on site; the record below shows what a save would contain.
  await live(page).getByLabel('Your name').fill('Ana Silva')
  await expect(page.locator('.m-studio-record')).toContainText('"name": "Ana Silva"')
  await page.getByText('No network').click()
  await live(page).getByLabel('Workers').fill('12')
  await live(page).getByRole('button', { name: 'Test this form' }).click()
  await expect(live(page).getByText(/kept on the device now/)).toBeVisible()
  await page.getByText('Slow device').click()
  await page.getByText('Laptop', { exact: true }).click()
  await page.getByLabel('Language of the form').selectOption('es')
  await expect(live(page).getByRole('button', { name: /Probar/ })).toBeVisible()
  await expect(live(page).getByRole('textbox').first()).toHaveValue('Ana Silva')
  for (const look of ['dark', 'sun', 'light']) {
    await page.getByLabel('Look').selectOption(look)
    await expect(live(page).locator(`html[data-theme=${look}]`)).toHaveCount(1)
  }
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')

  // Add and move with the keyboard only.
  await treeItem(page, 'Site').focus()
  await page.keyboard.press('+')
  await page.keyboard.type('signature')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Question or heading')).toBeFocused()
  await expect(page.getByLabel('Question or heading')).toHaveValue('Signature')
  await treeItem(page, 'Signature, Signature').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('treeitem').nth(3)).toHaveAttribute('aria-label', /Signature/)
  await accessible(page)

  // The file is exported and imported again.
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  expect(file.suggestedFilename()).toBe('text.form.json')
  const exported = JSON.parse(readFileSync(await file.path(), 'utf8')) as { name: string; children: { type: string }[] }
  expect(exported.children.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'signature', 'text'])
  await page.setInputFiles('input[type=file]', {
    name: 'walk.form.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...exported, name: 'Site walk' })),
  })
  await expect(live(page).getByRole('heading', { name: 'Site walk' })).toBeVisible()
  // Stored after every change: another tab, a day later, starts with the state of this one.
  await expect(page.getByText('Kept on this device')).toBeVisible()
  await page.close()
  const next = await context.newPage()
  await next.setViewportSize({ width: 390, height: 844 })
  await next.goto(`${site.address}/playground`)
  await expect(next.getByRole('button', { name: 'Site walk' })).toBeVisible()
  await next.getByRole('group', { name: 'What to see' }).getByText('Form').click()
  await expect(live(next).getByRole('heading', { name: 'Site walk' })).toBeVisible()
  await accessible(next)
  await context.close()
})
