import { accessTree, announced, focused, recordAnnouncements } from '../harness/accessTree.ts'
import { expect, phoneTest as test } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { addPhotos, field, fill, processed, save, sign } from '../pages/form.ts'

const hazard = '/frontend/forms/hazard-report'

test('a screen reader is given what is required, what is wrong, and each message once', async ({ worker: page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(site.address + hazard)
  await expect(field(page, 'photos').getByRole('button').first()).toBeVisible()
  await expect(page).toHaveTitle('Hazard Report – Muster')
  await recordAnnouncements(page)

  const choices = async () => (await accessTree(page)).filter(({ role, required }) => role === 'radiogroup' && required)
  expect((await choices()).map(({ invalid }) => invalid)).toContain(false)
  expect((await choices()).map(({ invalid }) => invalid)).not.toContain(true)
  const kind = await accessTree(page)
  expect(kind.some(({ role, name }) => role === 'group' && /photo.*Required/i.test(name))).toBe(true)
  expect(kind.some(({ role, name }) => role === 'group' && /signature.*Required/i.test(name))).toBe(true)

  await page.locator('.m-forms-actionBar button').last().click()
  const summary = page.locator('[data-problems]')
  await expect(summary).toBeFocused()
  await expect(page.locator('.m-forms-summary [role=alert]')).toHaveCount(0)
  // Each problem is marked at its control, or, where it can't be marked, described by its text.
  const open = await page.evaluate(() =>
    [...document.querySelectorAll('.m-controls-field[data-invalid]')]
      .filter((part) => {
        const text = part.querySelector(':scope > .m-controls-error')
        const isMarked = part.querySelector('[aria-invalid=true]') !== null
        return !text || !(isMarked || part.querySelector(`button[aria-describedby~="${text.id}"]`))
      })
      .map((part) => part.getAttribute('data-attribute')),
  )
  expect(open).toEqual([])
  expect((await choices()).map(({ invalid }) => invalid)).not.toContain(false)
  const problems = Number(await summary.getAttribute('data-problems'))
  expect((await accessTree(page)).filter(({ invalid }) => invalid).length).toBeGreaterThanOrEqual(problems - 2)

  // What is corrected is not read out again, and the draft is announced once.
  await fill(page, 'description', 'Loose boards at the stairs')
  await expect(page.locator('[data-draft=kept]')).toBeVisible()
  await fill(page, 'reporter', 'Ana Silva')
  await expect(page.locator('[data-draft=kept]')).toBeVisible()
  const told = await announced(page)
  expect(told.filter((words) => words === 'Draft kept on this device')).toHaveLength(1)
  expect(told.filter((words) => words.includes('before saving'))).toEqual([])
})

test('the focus never falls to the page: after a signature, after a save', async ({ worker: page, site }) => {
  await page.goto(site.address + hazard)
  await sign(page, 'signature')
  await expect(field(page, 'signature').getByRole('button', { name: 'Remove' })).toBeFocused()

  await page.goto(`${site.address}/frontend/forms/quick`)
  await fill(page, 'note', 'Focus')
  await addPhotos(page, 'photos', [photo(7, { width: 1200, height: 900 })])
  await recordAnnouncements(page)
  await save(page, 'Save')
  await expect(processed(page)).toBeFocused()
  await expect(processed(page).locator('[role=status]')).toHaveText('Sent')
  const told = await announced(page)
  expect(told.filter((words) => words.includes('%'))).toEqual([])
  expect(await focused(page)).not.toMatch(/^body/)
})

test('a lost connection is said politely, and its return', async ({ worker: page, site, context }) => {
  await page.goto(`${site.address}/frontend/forms/quick`)
  await expect(field(page, 'note').locator('input, textarea').first()).toBeVisible()
  const status = page.locator('[data-connection]')
  await expect(status).toHaveText('')
  await context.setOffline(true)
  await expect(status).toHaveText('No connection')
  await context.setOffline(false)
  await expect(status).toHaveText('Connected again')
})
