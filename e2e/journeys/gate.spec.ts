import { findingsInEveryLook } from '../harness/axe.ts'
import { lastPin } from '../harness/api.ts'
import { expect, people, test } from '../harness/fixtures.ts'
import { enterPin } from '../pages/signIn.ts'

test('CO-184 CO-189 CO-273 CO-441 a new user comes from another system, keeps the e-mail, and signs in with a PIN; the next time at once', async ({
  page,
  context,
  site,
  complaints: _,
}) => {
  const logInAs = async (name: string) => {
    await page.goto(`${site.address}/login`)
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Login with Construction System' }).click(),
    ])
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('link', { name }).click()])
  }
  const mobile = '+12025550151'
  await logInAs('Nora Lindqvist')
  await expect(page).toHaveURL(/\/signup$/)
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue('nora.lindqvist@example.com')
  await expect(email).toHaveJSProperty('readOnly', true)
  await page.getByLabel('Company').fill('Lindqvist Lifts')
  await page.getByLabel('Mobile number').fill(mobile.slice(2))
  await page.getByRole('button', { name: 'Send PIN' }).click()
  const pin = page.getByLabel('PIN', { exact: true })
  await pin.waitFor()
  await pin.fill(await lastPin(site.server.address, mobile))
  await expect(page).toHaveURL(/\/frontend\/tasks\//)
  await expect(page.getByText('No tasks yet')).toBeVisible()
  const address = page.url()

  await context.clearCookies()
  await logInAs('Nora Lindqvist')
  await expect(page).toHaveURL(address)
})

test('CO-191 CO-275 CO-014 a manager of several projects logs in to My Tasks of one', async ({ page, site, complaints: _ }) => {
  await page.goto(`${site.address}/mytasks`)
  await enterPin(page, site.server.address, people.manager)
  await page.getByRole('button', { name: 'Cedar Ridge School' }).click()
  await expect(page).toHaveURL(/\/frontend\/tasks\/\w+\?team=/)
  await expect(page.getByText('Cedar Ridge School').first()).toBeVisible()
  await expect(page.getByText('Harbor Point Tower')).toHaveCount(0)
  await page.getByRole('button', { name: 'Help: My Tasks' }).click()
  const help = page.getByRole('dialog', { name: 'My Tasks' })
  await expect(help).toBeVisible()
  await expect.poll(async () => (await help.boundingBox())?.width).toBe(350)
  expect(await findingsInEveryLook(page)).toEqual([])
})

test('the pages of the gate are free of what axe finds, and fit a narrow phone', async ({ page, site, complaints: _ }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/login/procore-monthly', '/signup', '/mytasks']) {
    await page.goto(site.address + path)
    await page.locator('h1').waitFor()
    if (path.startsWith('/login')) await page.getByRole('button', { name: 'Login with Design System' }).waitFor()
    expect.soft(await findingsInEveryLook(page), path).toEqual([])
    const { wide, width } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      width: document.documentElement.clientWidth,
    }))
    expect.soft(wide, path).toBeLessThanOrEqual(width)
    const small = await page
      .locator('main :is(button, a.m-button, input, select)')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 48).map((one) => one.outerHTML.slice(0, 80)))
    expect.soft(small, path).toEqual([])
  }
})
