import { expect, people, phoneTest as test } from '../harness/fixtures.ts'
import { field, fill, processed, save } from '../pages/form.ts'

test('FE-004 FE-017 FE-018 manpower collection: the server names the screen, the device draws it with a card that follows the answers', async ({
  worker: page,
  site,
  manager,
}) => {
  await page.goto(`${site.address}/frontend/forms/crew`)
  await expect(page.getByRole('heading', { name: 'Crew today' })).toBeVisible()
  await fill(page, 'crew', 'Formwork B')
  await fill(page, 'workers', '7')
  await expect(page.getByText('Crew of Formwork B: 7 people')).toBeVisible()
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  await expect.poll(async () => (await manager.records('crew')).map(({ model }) => model['workers'])).toContain(7)
})

test('FE-019 the mini form has its fields and its save, and no page around it', async ({ worker: page, site, manager }) => {
  await page.goto(`${site.address}/frontend/forms/small`)
  await fill(page, 'answer', 'Crane is down')
  await expect(page.getByRole('heading', { name: 'Small question' })).toHaveCount(0)
  await save(page, 'Save')
  await expect
    .poll(async () => (await manager.records('small')).map(({ model }) => model['model']))
    .toContainEqual({ answer: 'Crane is down' })
})

test('FE-024 a list to pick from narrows while a person types', async ({ worker: page, site }) => {
  await page.goto(`${site.address}/frontend/pick/vendors`)
  await expect(page.getByRole('heading', { name: /^Pick a/ })).toBeVisible()
  const search = page.getByPlaceholder('Search...')
  await search.fill('zzzz')
  await expect(page.getByText('No items')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('FE-023 the same list in a dialog', async ({ worker: page, site }) => {
  await page.goto(`${site.address}/frontend/pick/vendors/dialog`)
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('Search...').fill('zzzz')
  await expect(dialog.getByText('No items')).toBeVisible()
})

test('FE-025 a form in a dialog fills the screen of a phone, and is 350 px wide where there is room', async ({ worker: page, site }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`${site.address}/frontend/dialog/small`)
  const dialog = page.getByRole('dialog')
  await expect(field(page, 'answer')).toBeVisible()
  await expect.poll(async () => Math.round((await dialog.boundingBox())?.width ?? 0)).toBe(350)
  await page.setViewportSize({ width: 400, height: 800 })
  await expect.poll(async () => Math.round((await dialog.boundingBox())?.width ?? 0)).toBe(400)
})

test('FE-026 FE-038 a visitor chooses a plan on a page of the server, which keeps the mode of the address', async ({ page, site }) => {
  const tables: string[] = []
  page.on('request', (request) => {
    const table = /\/api\/pricing-tables\/([^?]+)/.exec(request.url())?.[1]
    if (table !== undefined) tables.push(table)
  })
  await page.goto(`${site.address}/frontend/pricing`)
  await expect(page.getByRole('tab', { name: 'Just Manpower' })).toBeVisible()
  await expect.poll(() => tables).toContain('prctbl_test_manpower')
  await page.goto(`${site.address}/frontend/pricing?livemode=true`)
  await expect.poll(() => tables).toContain('prctbl_live_manpower')
})

test('FE-002 FE-016 a visitor without a sign-in, a worker and a foreman fill in what an administrator put there', async ({
  browser,
  context,
  phones,
  worker: page,
  site,
  manager,
}) => {
  const note = async (by: typeof page, text: string) => {
    await by.goto(`${site.address}/frontend/forms/quick`)
    await fill(by, 'note', text)
    // The foreman reads Spanish, once the device knows it.
    await by
      .locator('.m-forms-actionBar')
      .getByRole('button', { name: /^(?:Save|Guardar)$/ })
      .click()
    await expect(processed(by)).toBeVisible()
  }
  await note(page, 'By a worker')
  const foreman = await phones.open()
  const hers = await foreman.newPage()
  await site.signedIn(hers, people.foreman)
  await note(hers, 'By a foreman')
  const street = await browser.newContext()
  await note(await street.newPage(), 'By a visitor')
  const notes = async () => (await manager.records('quick')).map(({ model, createdBy }) => [model['note'], createdBy] as const)
  await expect
    .poll(async () => (await notes()).map(([text]) => text))
    .toEqual(expect.arrayContaining(['By a worker', 'By a foreman', 'By a visitor']))
  const worker = (await site.reader(people.worker)).headers['x-actor']
  expect(await notes()).toEqual(
    expect.arrayContaining([
      ['By a worker', worker],
      ['By a visitor', 'anonymous'],
    ]),
  )
  await street.close()
  expect(context.pages()).toHaveLength(1)
})
