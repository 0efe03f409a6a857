import { expect, people, phoneTest as test } from '../harness/fixtures.ts'
import { field, fill } from '../pages/form.ts'

const bar = '[data-app-bar]'
const tasks = /\/frontend\/tasks\//

test('FE-042 FE-044 FE-045 FE-047 the bar has a logo and leads to My Tasks, but not from My Tasks itself', async ({
  worker: page,
  site,
  browser,
}) => {
  await expect(page).toHaveURL(tasks)
  await expect(page.locator(bar).getByRole('link', { name: 'Muster, home' })).toBeVisible()
  await expect(page.locator(bar).getByRole('link', { name: 'My Tasks' })).toHaveCount(0)
  await page.goto(`${site.address}/frontend/forms/quick`)
  await page.locator(bar).getByRole('link', { name: 'My Tasks' }).click()
  await expect(page).toHaveURL(tasks)
  // Not signed in: no tasks URL, no link.
  const other = await browser.newContext()
  const stranger = await other.newPage()
  await stranger.goto(`${site.address}/frontend/forms/hazard-report`)
  await expect(stranger.getByRole('heading', { name: 'Hazard Report' })).toBeVisible()
  await expect(stranger.locator(bar).getByRole('link', { name: 'My Tasks' })).toHaveCount(0)
  await other.close()
})

test('the account button has a menu with User Preferences, the sessions and the log-out, by keyboard too', async ({ worker: page }) => {
  const account = page.locator(bar).getByRole('button', { name: `Account: ${people.worker.name}` })
  const item = (name: string) => page.getByRole('menuitem', { name })
  await account.press('Enter')
  await expect(item('User Preferences')).toBeFocused()
  await page.keyboard.press('End')
  await expect(item('Logout')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await account.click()
  await item('User Preferences').click()
  await expect(page.getByRole('dialog', { name: 'User Preferences' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await account.click()
  await item('Where you are signed in').click()
  await expect(page).toHaveURL(/\/sessions$/)
  // The bar of the console has the same button.
  await expect(account).toBeVisible()
})

test('FE-033 FE-034 FE-035 FE-036 FE-037 the address may ask for size, margin, colour and no bar, in exact words only', async ({
  worker: page,
  site,
}) => {
  const form = `${site.address}/frontend/forms/quick`
  const open = async (query: string) => {
    await page.goto(`${form}${query}`)
    await expect(field(page, 'note')).toBeVisible()
  }
  const fontSize = () => page.evaluate(() => document.documentElement.style.fontSize)
  await open('?fontsize=20px&margintop=3em&background=ffeedd&embedded=true')
  await expect.poll(fontSize).toBe('20px')
  await expect(page.locator(bar)).toHaveCount(0)
  const shell = page.locator('#main > div').first()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 238, 221)')
  await expect(shell).toHaveCSS('margin-top', '60px')
  await open('?fontsize=20em&margintop=3&background=red&embedded=yes')
  await expect.poll(fontSize).toBe('')
  await expect(page.locator(bar)).toBeVisible()
  await expect(page.locator('html')).not.toHaveCSS('background-color', 'rgb(255, 0, 0)')
  await expect(shell).toHaveCSS('margin-top', '0px')
})

test('FE-032 a hash longer than 9 characters represents the path', async ({ worker: page, site }) => {
  await page.goto(`${site.address}/frontend/forms/manpower#/frontend/forms/quick`)
  await expect(page.getByRole('heading', { name: 'Quick note' })).toBeVisible()
  await page.goto(`${site.address}/frontend/forms/manpower#short`)
  await expect(page.getByRole('heading', { name: 'Daily Manpower' })).toBeVisible()
})

test('FE-030 the query goes along with the page load', async ({ worker: page, site }) => {
  await page.goto(`${site.address}/frontend/forms/quick?date=2026-03-02&x=a%20b&n=1`)
  await expect(field(page, 'note')).toBeVisible()
  const asked = site.proxy.seen
    .map(({ path }) => new URL(path, site.address))
    .filter(({ pathname }) => pathname === '/api/forms/quick.json')
  const queries = asked.map(({ searchParams }) => ['date', 'x', 'n'].map((name) => searchParams.get(name)))
  expect(queries).toContainEqual(['2026-03-02', 'a b', '1'])
})

test('FE-054 FE-224 a page that cannot be loaded says Uh Oh! instead of its content', async ({ worker: page, site }) => {
  await page.goto(`${site.address}/frontend/forms/nothing-here`)
  await expect(page.getByRole('heading', { name: 'Uh Oh!' })).toBeVisible()
})

test('FE-397 the browser’s back button asks before a changed form is left', async ({ worker: page, site }) => {
  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', 'Half')
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You may lose data. Do you wish to continue?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'note').locator('input')).toHaveValue('Half')
  await page.goBack()
  await question.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(tasks)
})
