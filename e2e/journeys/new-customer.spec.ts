import { lastPin } from '../harness/api.ts'
import { expect, test } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { processed, save, tick } from '../pages/form.ts'
import { fillHazard } from '../pages/hazard.ts'
import { national } from '../pages/signIn.ts'
import { addSite } from '../pages/company.ts'

test('a new customer signs up, makes a project, a site and a bot and prints its code; a worker uses it, the customer sees it and copies it', async ({
  page,
  browser,
  site,
  complaints: _,
}, { repeatEachIndex }) => {
  // The same server may run this test several times.
  const customer = { name: 'Tove Berg', mobile: `+1202555017${repeatEachIndex}` }
  const next = page.getByRole('button', { name: 'Next' })
  const pick = async (name: string) => {
    await page.getByRole('radio', { name }).check()
    await next.click()
  }

  await page.goto(`${site.address}/signup`)
  await page.getByLabel('Email').fill(`tove${repeatEachIndex}@bergbuild.example`)
  await page.getByLabel('Name', { exact: true }).fill(customer.name)
  await page.getByLabel('Company').fill('Berg Build')
  await page.getByLabel('Mobile number').fill(national(customer))
  await page.getByRole('button', { name: 'Send PIN' }).click()
  const pin = page.getByLabel('PIN', { exact: true })
  await pin.waitFor()
  await pin.fill(await lastPin(site.server.address, customer.mobile))
  await expect(page).toHaveURL(/\/frontend\/tasks\//)

  for (const name of ['Foundry Row', 'Lighthouse Quay']) {
    if (name === 'Foundry Row') await page.getByRole('link', { name: 'Create Project' }).click()
    else await page.goto(`${site.address}/teams/create`)
    await page.getByLabel('Project Name').fill(name)
    await page.getByRole('button', { name: 'Create Project' }).click()
    await expect(page).toHaveURL(/\/teams$/)
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Lighthouse Quay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No bots yet' })).toBeVisible()
  const team = /team\/(\w+)/.exec(page.url())?.[1] ?? ''

  await page.goto(`${site.address}/teams/${team}`)
  // The wizard requests the list of sites from the server.
  await addSite(page, 'North yard')

  await page.goto(`${site.address}/team/${team}/automation/add`)
  await page.getByRole('button', { name: /^Muster QR Hazards/ }).click()
  await next.click()
  await pick('Lighthouse Quay')
  await pick(customer.name)
  await pick('North yard')
  await tick(page, 'open')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/automation\/\w{20}$/)
  const bot = page.url().split('/').at(-1) ?? ''

  await page.goto(`${site.address}/automation/${bot}/qr`)
  const short = (await page.getByText(/\/q\/\w+$/).textContent()) ?? ''
  const poster = await page.getByRole('link', { name: 'Poster, A4' }).getAttribute('href')
  const printed = await page.request.get(`${site.address}${poster}`)
  expect([printed.status(), printed.headers()['content-type'], (await printed.body()).subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])

  const visitor = await browser.newContext()
  const worker = await visitor.newPage()
  await worker.goto(`${site.address}/q/${short.split('/').at(-1)}`)
  await fillHazard(worker, 'A board is loose on the ramp', [photo(1, { width: 300, height: 200 })])
  // A new site has no named places yet.
  await worker.getByRole('textbox', { name: 'Other: Location' }).fill('Ramp B')
  await save(worker, 'Send report')
  await expect(processed(worker)).toBeVisible()
  await expect(worker.locator('[data-status-screen=processed] [data-delivery=sent]')).toBeVisible()

  await page.goto(`${site.address}/automation/${bot}`)
  await page.getByRole('main').getByRole('link', { name: 'Records' }).click()
  await page.getByText('Slip or trip · Ramp B').click()
  await expect(page.getByText('A board is loose on the ramp')).toBeVisible()
  await visitor.close()

  await page.goto(`${site.address}/team/${team}/automation/copy`)
  await page.getByRole('checkbox', { name: 'All' }).check()
  await next.click()
  await pick('Foundry Row')
  await pick(customer.name)
  await pick('Without a site')
  await page.getByRole('checkbox', { name: 'I have read the warnings' }).check()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page).toHaveURL(/\/team\/\w+\/automations$/)
  await expect(page.getByRole('row').filter({ hasText: 'QR Hazards & Near Misses' })).toBeVisible()
})
