import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { texts } from '../harness/api.ts'
import { expect, openSite, people, type Site, test as base } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { addPhotos, choose, field, fill, processed, save, sign, tick } from '../pages/form.ts'
import {
  add,
  addCondition,
  beginForm,
  clicksSoFar,
  desk,
  details,
  moreSettings,
  onlyWhen,
  publish,
  required,
  selectPart,
  setting,
  writeChoices,
} from '../pages/studio.ts'

/** A server with the list machines beside its forms. */
const test = base.extend<{ office: Page }, { studioSite: Site }>({
  studioSite: [
    async ({ browserName: _ }, provide) => {
      const forms = mkdtempSync(path.join(tmpdir(), 'muster-forms-'))
      cpSync(path.resolve(import.meta.dirname, '../../docs/forms/example'), forms, { recursive: true })
      const site = await openSite({ forms })
      await provide(site)
      await site.close()
      rmSync(forms, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  office: async ({ browser, complaints: _ }, provide) => {
    const context = await browser.newContext({ viewport: desk })
    await provide(await context.newPage())
    await context.close()
  },
})

/** Publishes the form, says what it took to build it, opens it, and returns its key. */
async function publishAndOpen(page: Page, { address }: Site, begun: number): Promise<string> {
  await publish(page)
  const key = path.basename(new URL(page.url()).pathname)
  const [clicks, seconds] = [await clicksSoFar(page), Math.round((Date.now() - begun) / 1000)]
  process.stdout.write(`${key}: ${clicks} clicks, ${seconds} s\n`)
  test.info().annotations.push({ type: 'rebuilt', description: `${clicks} clicks, ${seconds} s` })
  await page.goto(`${address}/frontend/forms/${key}`)
  return key
}

/** The only record of a form, once it has arrived. */
async function arrived(site: Site, key: string): Promise<Record<string, unknown>> {
  const reader = await site.reader(people.manager)
  await expect.poll(async () => (await reader.records(key)).length).toBe(1)
  return (await reader.records(key))[0]?.model ?? {}
}

/** Chooses what the answer begins with from the menu below the setting. */
const insert = (page: Page, word: string) =>
  details(page)
    .locator('div', { has: page.locator('[data-setting=default]') })
    .filter({ has: page.getByLabel('Insert an answer') })
    .last()
    .getByLabel('Insert an answer')
    .selectOption(word)

/** A text message with these words has been sent to the number. */
const textOf = (site: Site, mobile: string, words: string) =>
  expect
    .poll(async () => (await texts(site.server.address)).filter(({ to }) => to === mobile).map(({ text }) => text))
    .toContainEqual(expect.stringContaining(words))

test('a concrete ticket is built by clicks: exact times, units, minutes, warning and reason', async ({
  office: page,
  studioSite: site,
}) => {
  const begun = Date.now()
  await beginForm(page, site, 'Concrete ticket')
  await add(page, 'text', 'Ticket number')
  await required(page)
  await add(page, 'number', 'Volume')
  await moreSettings(page)
  await setting(page, 'Unit').fill('m³')
  await setting(page, 'Largest number').fill('20')
  await add(page, 'exact time', 'Batched')
  await required(page)
  await add(page, 'exact time', 'Discharged')
  await required(page)
  await add(page, 'calculated', 'Age of the concrete')
  await setting(page, 'Calculation').selectOption({ label: 'Minutes between two times' })
  await setting(page, 'From').selectOption({ label: 'Batched' })
  await setting(page, 'Until').selectOption({ label: 'Discharged' })
  await add(page, 'warning')
  await details(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Older than 90 minutes: ask the engineer.')
  await onlyWhen(page, 'When is it shown?', { question: 'Age of the concrete', comparison: 'is more than', value: 90 })
  await add(page, 'yes', 'Is the load accepted?')
  await required(page)
  await add(page, 'comment', 'Why not?')
  await onlyWhen(page, 'When is it shown?', { question: 'Is the load accepted?', value: 'No' })
  await required(page)
  await add(page, 'signature', 'Signature')
  await selectPart(page, 'Save')
  await setting(page, 'Text message to the sender').selectOption({ label: 'Own text' })
  await setting(page, 'Own text').fill('Ticket {{ticket_number}}: {{age_of_the_concrete}} minutes')
  const key = await publishAndOpen(page, site, begun)

  await fill(page, 'ticket_number', 'T-4711')
  await fill(page, 'volume', '7.5')
  await expect(field(page, 'volume')).toContainText('m³')
  await fill(page, 'batched', '22:50')
  await fill(page, 'discharged', '00:27')
  await expect(page.getByText('Older than 90 minutes')).toBeVisible()
  await choose(page, 'is_the_load_accepted', 'No')
  await fill(page, 'why_not', 'Too old')
  await sign(page, 'signature')
  await save(page, 'Save')
  await processed(page).waitFor()
  expect(await arrived(site, key)).toMatchObject({
    ticket_number: 'T-4711',
    volume: 7.5,
    batched: '22:50',
    discharged: '00:27',
    age_of_the_concrete: 97,
    is_the_load_accepted: 'no',
    why_not: 'Too old',
  })
  await textOf(site, people.manager.mobile, 'Ticket T-4711: 97 minutes')
  // Readers see what was calculated.
  await page.goto(`${site.address}/frontend/arrived/${key}`)
  const record = page.locator('[data-record]')
  await record.locator('summary').first().click()
  await expect(record).toContainText(/Age of the concrete\s*97/)
})

test('an incident report is built by clicks: people, injuries, a count, a risk, and a text to the managers', async ({
  office: page,
  studioSite: site,
}) => {
  const begun = Date.now()
  await beginForm(page, site, 'Incident report')
  await add(page, 'date time', 'When did it happen?')
  await moreSettings(page)
  await insert(page, 'now()')
  await add(page, 'comment', 'What happened?')
  await required(page)
  await add(page, 'list entries', 'People')
  await add(page, 'text', 'Name')
  await required(page)
  await add(page, 'radio', 'Role')
  await writeChoices(page, ['Injured', 'Witness'])
  await add(page, 'injury', 'What is injured?')
  await onlyWhen(page, 'When is it shown?', { question: 'Role', value: 'Injured' })
  await selectPart(page, 'People')
  await moreSettings(page)
  await setting(page, 'Title of an entry').fill('{{name}}')
  await selectPart(page, 'Save')
  await add(page, 'calculated', 'Injured people')
  await setting(page, 'Calculation').selectOption({ label: 'Count the entries with an answer' })
  await setting(page, 'List').selectOption({ label: 'People' })
  await setting(page, 'Column').selectOption({ label: 'Role' })
  await setting(page, 'Counts when the answer is').selectOption({ label: 'Injured' })
  for (const question of ['Severity', 'Likelihood']) {
    await add(page, 'points', question)
    await required(page)
  }
  await add(page, 'calculated', 'Risk')
  await setting(page, 'Calculation').selectOption({ label: 'Multiply answers' })
  for (const factor of ['Severity', 'Likelihood']) await details(page).getByLabel(factor, { exact: true }).check()
  await page.getByRole('button', { name: 'Incident report', exact: true }).click()
  await details(page).getByText('After the save has arrived').click()
  const messages = details(page).getByRole('group', { name: 'Text messages to people of the project' })
  await messages.getByRole('button', { name: 'Add an entry' }).click()
  await messages.getByRole('textbox', { name: 'What it says', exact: true }).fill('Incident with risk {{risk}}: {{what_happened}}')
  await messages.getByRole('group', { name: 'Who gets it' }).getByRole('button', { name: 'Add an entry' }).click()
  await messages.getByLabel('Everyone with this role').selectOption({ label: 'Managers (owners and administrators)' })
  await addCondition(messages.getByRole('group', { name: 'Only when', exact: true }), {
    question: 'Risk',
    comparison: 'is at least',
    value: 4,
  })
  const key = await publishAndOpen(page, site, begun)

  await fill(page, 'what_happened', 'A board fell')
  for (const [name, role] of [
    ['Ana Silva', 'Injured'],
    ['Ben Cole', 'Witness'],
  ] as const) {
    await field(page, 'people').getByRole('button', { name: 'Add' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByText(role, { exact: true }).click()
    if (role === 'Injured') {
      await dialog.getByText('Choose from a list').click()
      await dialog.getByLabel('Head', { exact: true }).check()
    }
    await dialog.getByRole('button', { name: 'OK' }).click()
  }
  await choose(page, 'severity', 'High')
  await choose(page, 'likelihood', 'High')
  await save(page, 'Save')
  await processed(page).waitFor()
  expect(await arrived(site, key)).toMatchObject({
    what_happened: 'A board fell',
    when_did_it_happen: expect.stringMatching(/^\d{4}-\d\d-\d\d/) as unknown,
    people: [
      { name: 'Ana Silva', role: 'Injured', what_is_injured: ['Head'] },
      { name: 'Ben Cole', role: 'Witness' },
    ],
    injured_people: 1,
    severity: 2,
    likelihood: 2,
    risk: 4,
  })
  await textOf(site, people.owner.mobile, 'Incident with risk 4: A board fell')
})

test('a toolbox talk is built by clicks: another topic, presenter from the login, and who signed', async ({
  office: page,
  studioSite: site,
}) => {
  const begun = Date.now()
  await beginForm(page, site, 'Toolbox talk')
  await add(page, 'date', 'Date')
  await moreSettings(page)
  await insert(page, 'today()')
  await add(page, 'dropdown', 'Topic')
  await writeChoices(page, ['Work at height', 'Heat'])
  await moreSettings(page)
  await setting(page, 'Offer "Other"').check()
  await add(page, 'text', 'Presenter')
  await moreSettings(page)
  await insert(page, 'person.name')
  await add(page, 'list entries', 'Who attended')
  await required(page)
  await add(page, 'text', 'Name')
  await required(page)
  await add(page, 'signature', 'Signature')
  await required(page)
  await selectPart(page, 'Save')
  await add(page, 'calculated', 'Number of people')
  await setting(page, 'Calculation').selectOption({ label: 'Count the entries of a list' })
  await setting(page, 'List').selectOption({ label: 'Who attended' })
  await add(page, 'photo', 'Photo of the group')
  await page.getByRole('button', { name: 'Toolbox talk', exact: true }).click()
  await setting(page, 'Title of a record').fill('{{topic}}: {{number_of_people}}')
  const key = await publishAndOpen(page, site, begun)

  await choose(page, 'topic', 'Other')
  await field(page, 'topic').getByRole('textbox').fill('New crane')
  await field(page, 'who_attended').getByRole('button', { name: 'Add' }).first().click()
  const dialog = page.getByRole('dialog').first()
  await dialog.getByLabel('Name').fill('Ana Silva')
  await sign(page, 'signature')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await addPhotos(page, 'photo_of_the_group', [photo(7, { width: 400, height: 300 })])
  await save(page, 'Save')
  await processed(page).waitFor()
  expect(await arrived(site, key)).toMatchObject({
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
    topic: 'New crane',
    presenter: people.manager.name,
    who_attended: [{ name: 'Ana Silva', signature: expect.anything() as unknown }],
    number_of_people: 1,
    photo_of_the_group: [expect.anything()],
  })
})

test('an equipment hand-over is built by clicks: a QR code fills it in from the own list, and a defect stops it', async ({
  office: page,
  studioSite: site,
}) => {
  const begun = Date.now()
  await beginForm(page, site, 'Equipment hand-over')
  await add(page, 'qr', 'Machine')
  await required(page)
  await moreSettings(page)
  await setting(page, 'The address can fill it in').check()
  await add(page, 'calculated', 'Model')
  await setting(page, 'Calculation').selectOption({ label: 'What a list of the project knows of an answer' })
  await setting(page, 'List of the project').selectOption({ label: 'machines' })
  await setting(page, 'Answer to look for').selectOption({ label: 'Machine' })
  await expect(details(page).locator('datalist option:text-is("serial_no")')).toHaveCount(1)
  await setting(page, 'Column of the list').fill('name')
  await add(page, 'checklist', 'Condition')
  await writeChoices(page, ['Complete and clean', 'Guards work'])
  await add(page, 'rule')
  await addCondition(details(page), { question: 'Condition: number of failed rows', comparison: 'is at most', value: 0 })
  await setting(page, 'Message').fill('A machine with a defect is not handed over.')
  await setting(page, 'Message belongs to').selectOption({ label: 'Condition' })
  await add(page, 'checkbox', 'The new user was instructed')
  await required(page)
  await add(page, 'text', 'Who takes it?')
  await required(page)
  await add(page, 'signature', 'Signature')
  await required(page)
  const key = await publishAndOpen(page, site, begun)

  await page.goto(`${site.address}/frontend/forms/${key}?machine=M-2`)
  await expect(field(page, 'machine').getByRole('textbox')).toHaveValue('M-2')
  await expect(field(page, 'model')).toContainText('Tower crane')
  const row = (name: string) => page.getByRole('radiogroup', { name })
  await row('Complete and clean').getByText('Yes', { exact: true }).click()
  await row('Guards work').getByText('No', { exact: true }).click()
  await tick(page, 'the_new_user_was_instructed')
  await fill(page, 'who_takes_it', 'Ben Cole')
  await sign(page, 'signature')
  await save(page, 'Save')
  await expect(field(page, 'condition').getByText('A machine with a defect is not handed over.').first()).toBeVisible()
  await row('Guards work').getByText('Yes', { exact: true }).click()
  await save(page, 'Save')
  await processed(page).waitFor()
  expect(await arrived(site, key)).toMatchObject({
    machine: 'M-2',
    model: 'Tower crane',
    the_new_user_was_instructed: true,
    who_takes_it: 'Ben Cole',
    condition_score: 100,
  })
})
