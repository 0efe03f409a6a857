import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type CardProvider, startCardProvider } from '../../tests/harness/cardProvider.ts'
import { textProvider } from '../../tests/harness/textProvider.ts'
import { startDevice } from '../harness/browser.ts'
import { expect, openSite, test } from '../harness/fixtures.ts'
import { addSite, createFreeAccount, createOpenBot, importFile, openPoster, signInByFirstLink } from '../pages/company.ts'
import { choose, chooseFirst, field, fill, processed, save, sign } from '../pages/form.ts'

/** A company that an owner makes with the screens and with files, without the demo. */
const owner = { name: 'Ruth Vega', mobile: '+12025550150' }
const contact = '+12025550161'
const lists = [
  ['people', 'crew.csv', ['Name,Mobile,Company', 'Ana Silva,2025550141,Keystone Concrete', 'Bo Lind,2025550142,Keystone Concrete']],
  ['companies', 'firms.csv', ['Name,Contact,Mobile', `Keystone Concrete,Lee Park,${contact}`, 'Ironline Steel,,']],
  ['trades', 'trades.csv', ['Name', 'Concrete']],
  ['locations', 'places.csv', ['Name', 'Level 1']],
] as const
const webhookSecret = 'whsec_journey'

let site: Awaited<ReturnType<typeof openSite>>
let texts: Awaited<ReturnType<typeof textProvider>>
let cards: CardProvider
let page: Page
let team = ''

const wizard = (name: string) => ({ card: new RegExp(`^Muster ${name}`), project: 'Pier 7', owner: owner.name, site: 'North yard' })
const createBot = async (name: string) => {
  await page.goto(`${site.address}/team/${team}/automation/add`)
  return createOpenBot(page, wizard(name))
}

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  texts = await textProvider()
  cards = await startCardProvider({ secret: webhookSecret, start: Math.floor(Date.now() / 1000) })
  site = await openSite({
    // No forms but those of its bots.
    forms: undefined,
    firstStart: mkdtempSync(path.join(tmpdir(), 'muster-data-')),
    env: {
      OWNER_MOBILE: owner.mobile,
      OWNER_NAME: owner.name,
      OWNER_PROJECT: 'Pier 7',
      STRIPE_URL: cards.url,
      STRIPE_SECRET_KEY: 'sk_test_key',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_key',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      ...texts.env,
    },
  })
  cards.tell = async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const { status } = await fetch(`${site.server.address}/api/payments/events`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`the server refused an event with ${status}`)
  }
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false })
  page = await context.newPage()
  await signInByFirstLink(page, site)
  await page.getByRole('region', { name: 'First steps' }).getByRole('link', { name: 'Start: Add a site to the project' }).click()
  await addSite(page, 'North yard')
  team = /\/teams\/(\w+)/.exec(page.url())?.[1] ?? ''
  for (const [list, name, rows] of lists) {
    await page.goto(`${site.address}/teams/${team}/lists/${list}`)
    await importFile(page, name, rows)
  }
})
test.afterAll(async () => {
  await page.context().close()
  await site.close()
  await cards.close()
  texts.close()
})

test('the company gets a billing account, pays for a plan at the card provider, and sees its invoice there', async () => {
  await createFreeAccount(page, 'Vega Build')
  const account = new URL(page.url()).pathname
  // The pages of the card provider, which is on this computer.
  await page.route('https://checkout.example/*', async (route) => {
    const session = new URL(route.request().url()).pathname.slice(1)
    expect(await cards.pay(session, '4242424242424242')).toBe('complete')
    await route.fulfill({ status: 302, headers: { location: cards.backFrom(session) } })
  })
  await page.route('https://portal.example/*', async (route) => {
    const invoices = cards.invoicesOf(new URL(route.request().url()).pathname.slice(1))
    const rows = invoices.map(({ number, due, status }) => `<li>${number}: $${(due / 100).toFixed(2)}, ${status}</li>`)
    await route.fulfill({ contentType: 'text/html', body: `<h1>Invoices</h1><ul>${rows.join('')}</ul>` })
  })
  const plan = page.getByRole('region', { name: 'Plan' })
  await plan.getByRole('button', { name: 'Change Plan' }).click()
  await page.getByRole('tab', { name: 'Just Orientations' }).click()
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await page.getByRole('button', { name: 'Choose Orientations Site' }).click()
  await expect(page.getByText('You pay $79.00 now for Orientations Site.')).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page).toHaveURL(new RegExp(`${account}(?:\\?|$)`))
  await expect(plan).toContainText('$79.00 a month')
  await expect(plan).toContainText('Active')
  await page.getByRole('button', { name: 'Invoices' }).click()
  await expect(page.getByText(/^INV-\w+: \$79\.00, paid$/)).toBeVisible()
})

test('manpower of a day comes by text from a contact of the imported list, and by form from a poster, and both are approved', async ({
  browser,
}) => {
  const bot = await createBot('Manpower Bot')
  await field(page, 'contacts').getByRole('button', { name: /^Add/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Lee Park/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Select/ })
    .click()
  await expect(field(page, 'contacts').getByText('Lee Park')).toBeVisible()
  await save(page, 'Save')
  await expect(page).toHaveURL(/\/automations$/)

  // By text: the bot asks, and the contact answers.
  await page.goto(`${site.address}/automation/${bot}`)
  await page.getByRole('button', { name: 'Ask now' }).click()
  await expect(page.getByText('1 person is asked now.')).toBeVisible()
  const said = (words: string) => texts.textsTo(contact).some((text) => text.includes(words))
  await expect.poll(() => said('How many workers')).toBe(true)
  await texts.answer(site.server.address, contact, '6 for 8 hours')
  await expect.poll(() => said('48 hours')).toBe(true)
  await texts.answer(site.server.address, contact, 'yes')

  // By form: a visitor scans the poster.
  const visitor = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await visitor.newPage()
  await openPoster(page, phone, { address: site.address, bot, attribute: 'worker_count' })
  await choose(phone, 'vendor', 'Ironline Steel')
  await choose(phone, 'trade', 'Concrete')
  await choose(phone, 'location', 'Level 1')
  await fill(phone, 'worker_count', '4')
  await save(phone, 'Send report')
  await expect(processed(phone).locator('[data-delivery=sent]')).toBeVisible()
  // A visitor has no start page: the thanks stay.
  await expect(processed(phone)).toContainText('Thank you')
  await visitor.close()

  await page.getByRole('link', { name: /^Review/ }).click()
  for (const [firm, figures] of [
    ['Keystone Concrete', '6 workers × 8 h = 48 h'],
    ['Ironline Steel', '4 workers × 8 h = 32 h'],
  ] as const) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: firm }) })
    await expect(card).toContainText(figures)
    await card.getByRole('button', { name: 'Approve' }).click()
    await expect(card).toHaveCount(0)
  }
  await page.goto(`${site.address}/team/${team}/log`)
  await expect(page.getByText('10 workers')).toBeVisible()
  await expect(page.getByText('80 h', { exact: true })).toBeVisible()
})

test('a permit is asked for from a poster with a signature, and the owner reads it', async ({ browser }) => {
  const bot = await createBot('Site Permits')
  const visitor = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await visitor.newPage()
  await openPoster(page, phone, { address: site.address, bot, attribute: 'permit' })
  await choose(phone, 'permit', 'Hot work')
  await choose(phone, 'company', 'Ironline Steel')
  await choose(phone, 'location', 'Level 1')
  await fill(phone, 'work', 'Weld the stair rail')
  await chooseFirst(phone, 'from')
  await chooseFirst(phone, 'to')
  await fill(phone, 'controls', 'Fire watch and an extinguisher')
  await fill(phone, 'name', 'Bo Lind')
  await fill(phone, 'mobile', '2025550142')
  await sign(phone, 'signature')
  await save(phone, 'Send')
  await expect(processed(phone).locator('[data-delivery=sent]')).toBeVisible()
  await visitor.close()

  await page.goto(`${site.address}/automation/${bot}`)
  await page.getByRole('main').getByRole('link', { name: 'Records' }).click()
  await page.getByText('Hot work · Level 1').click()
  await expect(page.getByText('Weld the stair rail')).toBeVisible()
  await expect(page.locator('[data-attribute="signature"] img, img[alt*="ignature"]').first()).toBeVisible()
})

test('a tablet is locked to its code as a kiosk, a worker of the imported list signs in and out at it, and the list of who is on site follows', async () => {
  const bot = await createBot('QR Attendance')
  await page.goto(`${site.address}/automation/${bot}/kiosk`)
  await page.getByRole('button', { name: 'Make a kiosk code' }).click()
  const code = (await page.getByText(/^\d{6}$/).textContent()) ?? ''
  await page.getByLabel(/^People find their name/).click()
  await expect(page.getByLabel(/^People find their name/)).toBeChecked()

  const tablet = await startDevice({ width: 1024, height: 768 })
  const kiosk = tablet.page
  try {
    await kiosk.goto(`${site.address}/kiosk/${code === '000000' ? '000001' : '000000'}`)
    await expect(kiosk.getByText('Unknown Kiosk Code')).toBeVisible()
    await kiosk.goto(`${site.address}/kiosk/${code}`)
    await kiosk.getByText('Ruth V.').click()
    await kiosk.getByRole('button', { name: 'Send PIN' }).click()
    const pin = () =>
      texts
        .textsTo(owner.mobile)
        .at(-1)
        ?.match(/\b\d{6}\b/)?.[0]
    await expect.poll(pin).toBeDefined()
    await kiosk.getByLabel('Verification PIN').fill(pin() ?? '')
    await kiosk.getByRole('button', { name: 'Start kiosk' }).click()
    const start = kiosk.getByRole('button', { name: 'Start', exact: true })
    await expect(start).toBeVisible()
    // Another address of the app leads back to the kiosk.
    await kiosk.goto(`${site.address}/automations`)
    await expect(kiosk).toHaveURL(`${site.address}/kiosk`)

    await start.click()
    const gate = kiosk.frameLocator('.m-kiosk-frame')
    const onSite = page.locator('[data-count]')
    for (const [act, greeting, count] of [
      ['Sign in', 'Welcome, Ana Silva', '1'],
      ['Sign out', 'Goodbye, Ana Silva', '0'],
    ] as const) {
      await gate.getByLabel('Name, mobile or badge code').fill('Ana Silva')
      await gate.locator('.m-gate-row', { hasText: 'Ana Silva' }).first().click()
      await gate.getByRole('button', { name: act }).click()
      await expect(gate.getByText(greeting)).toBeVisible()
      await gate.getByRole('button', { name: 'Next person' }).click()
      await page.goto(`${site.address}/onsite/${team}`)
      await expect(onSite).toHaveAttribute('data-count', count)
    }

    // The owner takes the tablet back.
    await page.goto(`${site.address}/automation/${bot}/kiosk`)
    await page.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(kiosk.getByText('This device is no longer a kiosk')).toBeVisible()
  } finally {
    await tablet.close()
  }
})
