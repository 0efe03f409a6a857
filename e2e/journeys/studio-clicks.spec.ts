import { accessible } from '../fields/field-site.ts'
import { expect, installed, openSite, people, test } from '../harness/fixtures.ts'
import {
  add,
  addCondition,
  beginForm,
  desk,
  details,
  live,
  moreSettings,
  onlyWhen,
  publish,
  required,
  setting,
  writeChoices,
} from '../pages/studio.ts'

test('a manager builds a hot-work permit by clicks alone, tries it on a phone, and publishes it', async ({ browser, complaints: _ }) => {
  const site = await openSite()
  try {
    const page = await (await browser.newContext({ viewport: desk })).newPage()
    await beginForm(page, site, 'Hot work permit')
    await add(page, 'text', 'Where is the work?')
    await add(page, 'several', 'Kind of work')
    await writeChoices(page, ['Welding', 'Cutting', 'Grinding'])
    await add(page, 'time', 'Start')
    await add(page, 'time', 'End')
    await add(page, 'score', 'Hours')
    await setting(page, 'Calculation').selectOption({ label: 'Hours between two times' })
    await setting(page, 'From').selectOption({ label: 'Start' })
    await setting(page, 'Until').selectOption({ label: 'End' })
    await add(page, 'yes', 'Is the area free of anything that burns?')
    await add(page, 'comment', 'What must be done first?')
    await onlyWhen(page, 'When is it shown?', { question: 'Is the area free of anything that burns?', value: 'No' })
    await required(page)
    await add(page, 'photo', 'Photo of the place')
    await onlyWhen(page, 'Must it be answered?', { question: 'Is the area free of anything that burns?', value: 'No' })
    await add(page, 'rule')
    await details(page).getByRole('button', { name: 'Add a condition' }).click()
    await setting(page, 'Question').selectOption({ label: 'End' })
    await setting(page, 'Comparison').selectOption({ label: 'is after' })
    await setting(page, 'Compare with another answer').selectOption({ label: 'Start' })
    await setting(page, 'Message').fill('The end must be after the start.')
    await setting(page, 'Message belongs to').selectOption({ label: 'End' })
    await add(page, 'signature', 'Supervisor')
    await expect(page.getByText('This form can be published.')).toBeVisible()
    await accessible(page)

    // The form works as it was built.
    await live(page).getByText('No', { exact: true }).click()
    await expect(live(page).getByText('What must be done first?')).toBeVisible()
    await expect(page.getByRole('treeitem').last()).toHaveAttribute('aria-label', /Save/)

    // A phone without a login tries the draft.
    await page.getByRole('button', { name: 'Try on a phone' }).click()
    const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await phone.goto(link)
    await expect(phone.getByText('This is a trial of a draft')).toBeVisible()
    await accessible(phone)
    await phone.getByLabel('Where is the work?').fill('Roof of level 3')
    await phone.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(phone.getByText('Saved as a trial')).toBeVisible()
    await expect(page.getByRole('dialog').getByText('1 trial record')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

    await publish(page)
    const reader = await site.reader(people.manager)
    const made = await reader.get<{ settings: { children: Record<string, unknown>[] } }>(`/api${new URL(page.url()).pathname}`)
    expect(made.settings.children.map(({ type, attribute }) => attribute ?? type)).toEqual([
      'where_is_the_work',
      'kind_of_work',
      'start',
      'end',
      'hours',
      'is_the_area_free_of_anything_that_burns',
      'what_must_be_done_first',
      'photo_of_the_place',
      'validation',
      'supervisor',
      'save',
    ])
    expect(made.settings.children[4]).toMatchObject({ value: 'hours(start, end)' })
    expect(made.settings.children[8]).toMatchObject({ valid: 'end > start' })
  } finally {
    await site.close()
  }
})

test('a scaffold inspection on two pages is built by clicks: checks, photos, red tag, and recipients', async ({
  browser,
  complaints: _,
}) => {
  const site = await openSite()
  try {
    const page = await (await browser.newContext({ viewport: desk })).newPage()
    await beginForm(page, site, 'Scaffold inspection')
    // A part goes into the page that is chosen; a page is always directly in the form.
    await add(page, 'page', 'Scaffold')
    await add(page, 'qr', 'Scaffold number')
    await required(page)
    await moreSettings(page)
    await setting(page, 'The address can fill it in').check()
    await add(page, 'supervisor', 'Supervisor')
    await add(page, 'page', 'Inspection')
    await add(page, 'checklist', 'Checks')
    await writeChoices(page, ['Base plates stand on firm ground', 'Guardrails on all open sides', 'Ladders are secured'])
    await setting(page, 'Photos of a row').selectOption({ label: 'Required when a row fails' })
    await add(page, 'instruction')
    await details(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Do not use. Hang the red tag.')
    await onlyWhen(page, 'When is it shown?', { question: 'Checks: number of failed rows', comparison: 'is more than', value: 0 })
    await add(page, 'signature', 'Signature of the inspector')
    await required(page)

    // Who gets a text, and when.
    await page.getByRole('button', { name: 'Scaffold inspection', exact: true }).click()
    await details(page).getByText('After the save has arrived').click()
    const messages = details(page).getByRole('group', { name: 'Text messages to people of the project' })
    await messages.getByRole('button', { name: 'Add an entry' }).click()
    await messages.getByRole('textbox', { name: 'What it says', exact: true }).fill('Scaffold {{scaffold_number}} has defects')
    const recipients = messages.getByRole('group', { name: 'Who gets it' })
    await recipients.getByRole('button', { name: 'Add an entry' }).click()
    await recipients.getByLabel('Everyone with this role').selectOption({ label: 'Managers (owners and administrators)' })
    await recipients.getByRole('button', { name: 'Add an entry' }).click()
    await recipients.getByLabel('The people in an answer').last().selectOption({ label: 'Supervisor' })
    const when = messages.getByRole('group', { name: 'Only when', exact: true })
    await addCondition(when, { question: 'Checks: number of failed rows', comparison: 'is more than' })
    await expect(page.getByText('This form can be published.')).toBeVisible()
    await accessible(page)

    // The form works as it was built.
    await expect(live(page).getByRole('heading', { name: 'Page 1 of 2 Scaffold' })).toBeVisible()
    await live(page).getByRole('button', { name: 'Next' }).click()
    await expect(live(page).getByRole('textbox', { name: 'Scaffold number' })).toBeFocused()
    await live(page).getByRole('textbox', { name: 'Scaffold number' }).fill('S-12')
    await live(page).getByRole('button', { name: 'Next' }).click()
    await expect(live(page).getByRole('heading', { name: 'Page 2 of 2 Inspection' })).toBeVisible()
    await live(page).getByRole('radiogroup', { name: 'Guardrails on all open sides' }).getByText('No', { exact: true }).click()
    await expect(live(page).getByText('Do not use. Hang the red tag.')).toBeVisible()

    await publish(page)
    const reader = await site.reader(people.manager)
    const made = await reader.get<{ settings: Record<string, unknown> }>(`/api${new URL(page.url()).pathname}`)
    expect(made.settings).toMatchObject({
      saved: {
        messages: [
          {
            text: 'Scaffold {{scaffold_number}} has defects',
            recipients: [{ role: 'manager' }, { attribute: 'supervisor' }],
            when: 'checks_fails > 0',
          },
        ],
      },
      children: [
        { type: 'group', style: 'page', label: 'Scaffold', children: [{ attribute: 'scaffold_number', prefill: true }, { type: 'staff' }] },
        {
          type: 'group',
          style: 'page',
          label: 'Inspection',
          children: [{ type: 'checklist', photo: 'onFail' }, { type: 'info', visible: 'checks_fails > 0' }, { type: 'signature' }],
        },
        { type: 'save' },
      ],
    })

    // A QR code opens it with the number of the scaffold.
    await page.goto(`${site.address}/frontend/forms/scaffold-inspection?scaffold_number=S-12`)
    await expect(page.getByRole('textbox', { name: 'Scaffold number' })).toHaveValue('S-12')
  } finally {
    await site.close()
  }
})

test('the guide opens without a connection, with its functions in the language of the author', async ({ browser, complaints: _ }) => {
  const site = await openSite()
  try {
    const context = await browser.newContext({ viewport: desk, locale: 'es-ES' })
    const page = await context.newPage()
    await site.signedIn(page, people.foreman)
    await page.goto(`${site.address}/guide`)
    await installed(page)
    await expect(page.locator('#types')).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(page.locator('#types')).toBeVisible()
    await expect(page.locator('#lists')).toContainText('lists/machines.csv')
    await page.getByRole('searchbox').fill('coalesce')
    await expect(page.locator('#functions')).toContainText('Da el primer valor que no está vacío.')
    await context.setOffline(false)
  } finally {
    await site.close()
  }
})
