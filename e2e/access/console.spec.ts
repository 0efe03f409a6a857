import type { Page } from '@playwright/test'
import { harborPine, harborPoint } from '../../server/demo/company.ts'
import { expect, people, phoneTest } from '../harness/fixtures.ts'
import { namedOtherwise } from '../harness/labelInName.ts'

const test = phoneTest.extend<{ owner: Page }>({
  /** A page on the laptop of a signed-in owner. */
  owner: async ({ page, site, complaints: _ }, provide) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await site.signedIn(page, people.owner)
    await provide(page)
  },
})

test('a letter decides only the answer that has the focus, and nothing from elsewhere on the page', async ({ owner: page, site }) => {
  await page.goto(`${site.address}/review`)
  const cards = page.locator('[data-item]')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect(cards.first()).toBeVisible()
  const count = await cards.count()
  for (const place of [page.getByRole('navigation', { name: 'Console' }).getByRole('link').first(), page.locator('main')]) {
    await place.focus()
    for (const key of ['a', 'r', 'o', 'ArrowDown', 'a', 'u']) await page.keyboard.press(key)
    await expect(page).toHaveURL(/\/review$/)
    await expect(cards).toHaveCount(count)
    await expect(undo).toHaveCount(0)
  }
  const plain = cards.filter({ has: page.getByRole('button', { name: /^Approve/ }) }).first()
  await plain.getByRole('link').first().focus()
  await page.keyboard.press('a')
  await expect(undo).toBeVisible()
  await expect(cards).toHaveCount(count - 1)
  await page.keyboard.press('u')
  await expect(undo).toHaveCount(0)
  await expect(cards).toHaveCount(count)
})

test('a message is inside of the open dialog, where it is read out and can be dismissed', async ({ owner: page, context, site }) => {
  // The mail server refuses the address.
  const refusal = { error: { code: 'INVALID', message: 'No such mailbox.' } }
  await context.route(/:invite$/, (route) => route.fulfill({ status: 400, json: refusal }))
  await page.goto(`${site.address}/billing/${harborPine}`)
  await page.getByRole('button', { name: 'Invite' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/mail/i).fill('ana@example.com')
  await dialog.getByRole('button', { name: /^(Invite|Send|OK)/ }).click()
  // The region itself has no size: its messages are above the dialog.
  const message = dialog.getByRole('status').filter({ hasText: 'Error Sending Invite' })
  await expect(message.getByText('Error Sending Invite')).toBeVisible()
  await message.getByRole('button', { name: 'Dismiss' }).click()
  await expect(message).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test('the focus is in the main part after a way out of the console, where bar and menu change', async ({ owner: page, site }) => {
  const isInMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null)
  await page.goto(`${site.address}/automations`)
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
  await page.locator('a[href="/outbox"]').first().press('Enter')
  await expect(page).toHaveTitle('Outbox – Muster')
  await expect.poll(isInMain).toBe(true)
  await page.goBack()
  await expect(page).toHaveURL(/\/automations$/)
  await expect.poll(isInMain).toBe(true)
})

test('people who speak to the device say what they see: on site, in the app bar and in the tools of a PDF form', async ({
  page,
  site,
  complaints: _,
}) => {
  await site.signedIn(page, people.owner)
  for (const path of [`/onsite/${harborPoint}`, '/frontend/forms/safety-manual', '/frontend/forms/hazard-report'])
    await test.step(path, async () => {
      await page.goto(site.address + path)
      await page.locator('h1, [role=toolbar]').first().waitFor()
      await expect(page.locator('[data-skeleton]')).toHaveCount(0)
      expect.soft(await namedOtherwise(page), path).toEqual([])
    })
})
