import { harborPoint } from '../../server/demo/company.ts'
import { expect, people, phoneTest as test } from '../harness/fixtures.ts'
import { namedOtherwise } from '../harness/labelInName.ts'

const laptop = { width: 1280, height: 800 }

test('a letter decides only the answer that has the focus, and nothing from elsewhere on the page', async ({
  page,
  site,
  complaints: _,
}) => {
  await page.setViewportSize(laptop)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await site.signedIn(page, people.owner)
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
  await page.keyboard.press('u')
  await expect(cards).toHaveCount(count)
})

test('the focus is in the main part after a way out of the console, where bar and menu change', async ({ page, site, complaints: _ }) => {
  await page.setViewportSize(laptop)
  await site.signedIn(page, people.owner)
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
