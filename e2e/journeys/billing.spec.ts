import type { Page } from '@playwright/test'
import { expect, people, phoneTest as test } from '../harness/fixtures.ts'

/** Enters a card on the built-in provider's checkout page and pays. */
async function pay(page: Page, card: string) {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Valid until (MM/YY)').fill('12/39')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}
/** Works on the demo's other project, so that his purchases affect no other test. */
const ben = { name: 'Ben Kowalski', mobile: '+12025550106' }
const declined = '4000 0000 0000 0002'
const good = '4242 4242 4242 4242'

interface Mail {
  readonly to: string
  readonly text: string
}

test('RV-093 RV-176 a free trial becomes paid and is cancelled, and a boss pays from the link of a mail on a phone', async ({
  browser,
  page,
  site,
  complaints: _,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await site.signedIn(page, ben)

  // A trial, without a card.
  await page.goto(`${site.address}/billing/create`)
  await page.getByLabel('Name').fill('Kowalski Interiors')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Choose Free Trial' }).click()
  await page.getByRole('button', { name: 'Start Trial' }).click()
  await expect(page).toHaveURL(/\/billing\/\w{20}$/)
  const account = new URL(page.url()).pathname
  const plan = page.getByRole('region', { name: 'Plan' })
  await expect(plan).toContainText('Free Trial')

  // A plan: the first card is declined, the second one pays.
  await plan.getByRole('button', { name: 'Change Plan' }).click()
  await page.getByRole('tab', { name: 'Just Orientations' }).click()
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await page.getByRole('button', { name: 'Choose Orientations Site' }).click()
  await expect(page.getByText('You pay $79.00 now for Orientations Site.')).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await pay(page, declined)
  await expect(page.getByText('The card was declined. Nothing was charged: try another card.')).toBeVisible()
  await pay(page, good)
  await expect(page).toHaveURL(new RegExp(`${account}(?:\\?|$)`))
  await expect(plan).toContainText('Orientations Site')
  await expect(plan).toContainText('$79.00 a month')
  await expect(plan).toContainText('Active')

  // Cancelled with a reason; the plan runs until the end of the period.
  await plan.getByRole('button', { name: 'Request Cancellation' }).click()
  const cancel = page.getByRole('dialog', { name: 'Request Cancellation' })
  await cancel.getByText('Price too high').click()
  await cancel.getByRole('button', { name: 'Request Cancellation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kowalski Interiors - Cancellation Requested')
  await expect(plan.getByRole('button', { name: 'Keep the account' })).toBeVisible()

  // Another person will pay for the next one.
  await page.goto(`${site.address}/billing/request`)
  await page.getByLabel('Name of the billing account').fill('Kowalski Drywall')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await page.getByRole('button', { name: 'Choose Manpower Crew' }).click()
  await page.getByLabel('Name of your boss or finance contact').fill('Pat Boss')
  await page.getByLabel('Email').fill('pat.boss@example.com')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue(/Manpower Crew: \$49 a month/)
  await page.getByRole('button', { name: 'Send Request' }).click()
  await expect(page).toHaveURL(/\/billing$/)
  const reader = await site.reader(people.owner)
  const link = async () => {
    const { mails } = await reader.get<{ mails: Mail[] }>('/api/mail')
    return /\/billing\/request\/\w{20}\?t=\w{8}$/m.exec(mails.find(({ to }) => to === 'pat.boss@example.com')?.text ?? '')?.[0]
  }
  await expect.poll(link).toBeTruthy()

  // The boss: a phone without a signed-in person.
  const theirs = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  try {
    const phone = await theirs.newPage()
    await phone.goto(site.address + (await link()))
    await expect(phone).toHaveURL(/\/checkout\//)
    await expect(phone.getByText('Kowalski Drywall')).toBeVisible()
    await pay(phone, good)
    await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  } finally {
    await theirs.close()
  }
  const asked = (await link())?.split('?')[0]?.replace('/request', '') ?? ''
  await page.goto(site.address + asked)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kowalski Drywall')
  await expect(plan).toContainText('Manpower Crew')
  await expect(plan).toContainText('Active')
})
