import type { Page } from '@playwright/test'
import { expect, people, phoneTestOfOwnSite } from '../harness/fixtures.ts'
import { sentDecisions, waitingTitles } from '../pages/review.ts'

const test = phoneTestOfOwnSite()
test.use({ viewport: { width: 1280, height: 800 } })

const cards = (page: Page) => page.getByRole('list', { name: 'Waiting for a decision' }).locator('> li')

/** Presses a button of the first card that has it; returns the title of the card, and how many cards have this title. */
async function decide(page: Page, action: 'Approve' | 'Reject') {
  const button = page.getByRole('button', { name: action, exact: true })
  const card = cards(page).filter({ has: button }).first()
  const title = await card.getByRole('heading').innerText()
  const before = await cards(page).filter({ hasText: title }).count()
  await card.getByRole('button', { name: action, exact: true }).click()
  await expect(cards(page).filter({ hasText: title })).toHaveCount(before - 1)
  return { title, before }
}

test('a manager decides without a connection, takes a decision back, and only the other one reaches the server', async ({
  page,
  site,
  complaints: _,
}) => {
  await site.signedIn(page, people.manager)
  await page.goto(`${site.address}/review`)
  await expect(cards(page).first()).toBeVisible()
  const before = await waitingTitles(site)
  site.proxy.down()

  const rejected = await decide(page, 'Reject')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(cards(page).filter({ hasText: rejected.title })).toHaveCount(rejected.before)
  // The inbox has given the focus to the answer that is back: before that, the card is drawn again under a press.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
  await expect(cards(page).filter({ hasText: rejected.title }).getByRole('link').first()).toBeFocused()
  const { title } = await decide(page, 'Approve')
  expect(before).toContain(title)

  site.proxy.up()
  const after = [...before]
  after.splice(after.indexOf(title), 1)
  await expect.poll(async () => await waitingTitles(site)).toEqual(after)
  // Both may be decisions about one answer: its title alone does not say which one the server has.
  expect(sentDecisions(site)).toEqual(['APPROVE'])
})
