import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { accessTree } from '../harness/accessTree.ts'
import { signInApi } from '../harness/api.ts'
import { type Device, phone, startDevice } from '../harness/browser.ts'
import { cookiesOf } from '../harness/cookiesOf.ts'
import { expect, installed, openSite, people, phoneTest as test, type Site, spokenTo } from '../harness/fixtures.ts'
import { holdStart, isKept, isReplaced, openHeld, wasDrawn, watchDrawn } from '../pages/drawn.ts'
import { choose, field, fill } from '../pages/form.ts'
import { signOutHere } from '../pages/signIn.ts'

/** Cold starts in which a person types: EARLY_STARTS=50 npx playwright test e2e/journeys/early-typing.spec.ts --project=chromium. */
const starts = Number(process.env['EARLY_STARTS'] ?? 5)

const hazard = '/frontend/forms/hazard-report'
const quick = '/frontend/forms/quick'
const box = (page: Page) => field(page, 'description').locator('textarea')

/** Runs in the page: puts the caret into the first text area of a drawn form at once. The app starts with the first letter. */
function focusDrawn() {
  const look = new MutationObserver(() => {
    const area = document.querySelector<HTMLElement>('#drawn textarea')
    if (!area) return
    look.disconnect()
    area.addEventListener('input', () => (window as unknown as { goOn(): void }).goOn(), { once: true })
    area.focus()
    console.debug('focused')
  })
  look.observe(document, { childList: true, subtree: true })
}

/** The texts of the form, without the question in which the test types. */
const otherTexts = (page: Page) =>
  page
    .locator('.m-forms-screen :is(input[type=text], textarea)')
    .evaluateAll((all) => all.filter((one) => !one.closest('[data-attribute=description]')).map((one) => (one as HTMLInputElement).value))

/** A phone whose profile has the signed-in worker and one kept form, as the browser leaves it when it is closed. */
async function keptProfile(site: Site, from: string, address: string): Promise<{ folder: string; others: string[] }> {
  const device = await startDevice(phone, from)
  await site.signedIn(device.page, people.worker)
  await spokenTo(device.page)
  await installed(device.page)
  await device.page.goto(site.address + address)
  await isKept(device.page, address)
  const others = await otherTexts(device.page)
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-kept-'))
  await device.quit()
  cpSync(device.profile, folder, { recursive: true })
  await device.close()
  return { folder, others }
}

interface Key {
  readonly key: string
  readonly text?: string
}

/** What a person types, and what the text is then: with deleted and inserted letters. */
function letters(count: number): { readonly keys: readonly Key[]; readonly text: string } {
  const keys: Key[] = []
  let [text, caret] = ['', 0]
  for (let at = 0; at < count; at += 1) {
    const letter = at % 10 === 9 ? ' ' : String.fromCodePoint(97 + ((at * 7) % 26))
    const move = at % 23
    if (move === 11 && caret > 0) {
      keys.push({ key: 'Backspace' })
      text = text.slice(0, caret - 1) + text.slice(caret)
      caret -= 1
    } else if (move === 17 && caret > 0) {
      keys.push({ key: 'ArrowLeft' })
      caret -= 1
    } else {
      keys.push({ key: letter, text: letter })
      text = text.slice(0, caret) + letter + text.slice(caret)
      caret += 1
    }
  }
  return { keys, text }
}

const codes: Readonly<Record<string, number>> = { Backspace: 8, ArrowLeft: 37 }

/** Keys that the person still presses after the app has taken over, and at most in one start. */
const [pressesAfter, mostPresses] = [60, 6000]

/**
 * Presses keys in the browser, one each 10 ms, without waiting for the page, until the app has taken over and some more.
 * Returns their number.
 */
async function press(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  const sent: Promise<unknown>[] = []
  let end = mostPresses
  const replaced = isReplaced(page).then(() => {
    end = Math.min(end, sent.length / 2 + pressesAfter)
  })
  for (const { key, text } of letters(mostPresses).keys) {
    if (sent.length / 2 >= end) break
    const code = codes[key]
    const about = { key, ...(text && { text }), ...(code && { windowsVirtualKeyCode: code, code: key }) }
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...about }))
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...(code && { windowsVirtualKeyCode: code, code: key }) }))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await Promise.all([...sent, replaced])
  return sent.length / 2
}

/** Returns what the person has typed. */
async function startTyping(device: Device, address: string): Promise<string> {
  const { page } = device
  await page.addInitScript(watchDrawn)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(holdStart)
  // A wait of Playwright would run its own script in the page, and lose the time before the app takes over.
  await page.addInitScript(focusDrawn)
  const isFocused = page.waitForEvent('console', (message) => message.text() === 'focused')
  await page.goto(address, { waitUntil: 'commit' })
  await isFocused
  const presses = await press(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return letters(presses).text
}

test('what a person types from the first paint on is in the form, letter by letter, on cold starts without a connection', async ({
  site,
  profile,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium slows its processor down for a test')
  test.setTimeout(120_000 + starts * 30_000)
  const kept = await keptProfile(site, profile, hazard)
  site.proxy.down()
  try {
    for (let start = 0; start < starts; start += 1) {
      const device = await startDevice(phone, kept.folder)
      const text = await startTyping(device, site.address + hazard)
      const { page } = device
      await expect(box(page)).toHaveValue(text)
      await expect(box(page)).toBeFocused()
      expect(await otherTexts(page)).toEqual(kept.others)
      await expect(page.locator('[data-draft=kept]')).toBeVisible()
      // The app took over while the person typed.
      const before = await page.evaluate(() => (window as unknown as { typedBefore: number }).typedBefore)
      expect(before).toBeGreaterThan(0)
      expect(before).toBeLessThan(text.length)
      await device.close()
    }
  } finally {
    site.proxy.up()
    rmSync(kept.folder, { recursive: true, force: true })
  }
})

test('choices, texts and the caret come along, and a button says that it is not ready', async ({ worker: page, site, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium tells the accessibility tree')
  await page.goto(site.address + hazard)
  await isKept(page, hazard)
  const goOn = await openHeld(page, site.address + hazard)
  // The app's files come after the form is painted.
  const early = await page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/.+\.js$/.test(name)).length,
  )
  expect(early).toBe(0)
  await choose(page, 'event', 'No, it is a hazard')
  await choose(page, 'hazard_type', 'Slip or trip')
  await box(page).fill('Loose boards')
  await box(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 5))
  const tree = await accessTree(page)
  await page.evaluate(() => document.querySelector<HTMLElement>('#drawn .m-forms-actionBar button:last-of-type')?.click())
  await expect(page.locator('#drawn').getByText('Ready in a moment')).toBeVisible()
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    return ids.filter((id, index) => ids.indexOf(id) !== index)
  })
  expect(await page.locator('#drawn').count()).toBe(1)
  await goOn()
  await isReplaced(page)
  expect(twice).toEqual([])
  for (const nodes of [tree, await accessTree(page)]) {
    const count = (wanted: string, name?: string) =>
      nodes.filter((one) => one.role === wanted && (!name || one.name.startsWith(name))).length
    expect([count('main'), count('heading', 'Hazard Report'), count('textbox', 'What')]).toEqual([1, 1, count('textbox', 'What')])
    expect(count('button', 'Save')).toBeLessThanOrEqual(1)
  }
  await expect(field(page, 'event').getByRole('radio', { name: 'No, it is a hazard' })).toBeChecked()
  expect(
    await field(page, 'hazard_type')
      .locator('select')
      .evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text),
  ).toBe('Slip or trip')
  await expect(box(page)).toHaveValue('Loose boards')
  expect(await box(page).evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd])).toEqual([2, 5])
  await expect(box(page)).toBeFocused()
})

test('only the first screen of a form is built before it is painted, and the rest in its place when a person goes on', async ({
  worker: page,
  site,
}) => {
  await page.goto(site.address + hazard)
  await isKept(page, hazard)
  const goOn = await openHeld(page, site.address + hazard)
  const questions = page.locator('.m-forms-screen [data-attribute]')
  const seen = () => page.evaluate(() => [document.querySelector('#drawn .m-forms-screen')?.scrollHeight, window.scrollY])
  const [first, before] = [await questions.count(), await seen()]
  await page.keyboard.press('Tab')
  const all = await questions.count()
  expect(first).toBeGreaterThan(0)
  expect(all).toBeGreaterThan(first)
  expect(await seen()).toEqual(before)
  await goOn()
  await isReplaced(page)
  await expect(questions).toHaveCount(all)
})

interface BuiltPart {
  readonly file: string
  readonly isDynamicEntry?: boolean
}

/** The files that were loaded before the app took the place of the drawn form. */
const filesBefore = (page: Page) => page.evaluate(() => (window as unknown as { loadedBefore: string[] }).loadedBefore)

/** The parts of the app in these files, without those that other parts share. */
function partsIn(loaded: readonly string[]): string[] {
  const built = JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8')) as Record<string, BuiltPart>
  const parts = Object.entries(built).filter(
    ([name, { file, isDynamicEntry }]) => isDynamicEntry && !name.startsWith('_') && loaded.includes(file),
  )
  return parts.map(([name]) => name.replace(/^src\//, '')).toSorted()
}

test('before the app takes the place of a form it loads the controls of the first screen, and nothing else', async ({
  worker: page,
  site,
}) => {
  await page.addInitScript(watchDrawn)
  await page.goto(site.address + hazard)
  await isKept(page, hazard)
  await page.reload()
  await isReplaced(page)
  expect(await wasDrawn(page)).toBe(true)
  const files = await filesBefore(page)
  expect(partsIn(files)).toEqual(['features/forms/drawn/drawnPage.tsx', 'fields/attachments/AttachmentsField.tsx'])
  // Those below it come after it.
  await expect(page.locator('.m-forms-screen input[type=tel]')).toHaveCount(1)
  // Controls share files: none of them has sync or drafts in it.
  expect(files.filter((file) => /\/(?:asking|drafts)-/.test(file))).toEqual([])
})

test('another person does not see what was kept, and a draft is not hidden by it', async ({ worker: page, site }) => {
  await page.addInitScript(watchDrawn)
  const address = site.address + quick
  await page.goto(address)
  await isKept(page, quick)
  await page.reload()
  await isReplaced(page)
  expect(await wasDrawn(page)).toBe(true)

  // A draft is not hidden by the form without it.
  await fill(page, 'note', 'The ladder at gate 2')
  await expect(page.locator('[data-draft=kept]')).toBeVisible()
  await page.reload()
  await expect(field(page, 'note').locator('input')).toHaveValue('The ladder at gate 2')
  expect(await wasDrawn(page)).toBe(false)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(field(page, 'note').locator('input')).toHaveValue('')

  await page.goto(site.address + hazard)
  await isKept(page, hazard)
  // Another window signs another person in.
  await site.signedIn(page, people.foreman)
  await page.goto(site.address + hazard)
  await expect(box(page)).toBeVisible()
  await isReplaced(page)
  expect(await wasDrawn(page)).toBe(false)
})

test('a sign-out deletes what was kept at once', async ({ worker: page, site }) => {
  await page.goto(site.address + quick)
  await isKept(page, quick)
  // A session of its own: the sign-out ends that of no other test.
  const { headers } = await signInApi(site.server.address, people.worker)
  await page.context().addCookies(cookiesOf(headers['cookie'], site.address))
  await page.goto(`${site.address}/sessions`)
  await signOutHere(page)
  await expect(page).toHaveURL(/\/sign-in$/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('muster:drawn:')))).toEqual([])
})

const settings = (...questions: readonly string[]) =>
  JSON.stringify({
    name: 'Toolbox talk',
    children: [...questions.map((name) => ({ type: 'text', attribute: name.toLowerCase(), label: name })), { type: 'save', label: 'Save' }],
  })

test('a form that has changed says so, and shows an answer that it does not take any more', async ({ phones }) => {
  const forms = mkdtempSync(path.join(tmpdir(), 'muster-forms-'))
  const file = path.join(forms, 'toolbox-talk.form.json')
  writeFileSync(file, settings('Topic', 'Place'))
  const site = await openSite({ forms })
  const talk = '/frontend/forms/toolbox-talk'
  try {
    const page = await (await phones.open()).newPage()
    await site.signedIn(page, people.worker)
    await installed(page)
    await page.goto(site.address + talk)
    await isKept(page, talk)
    const older = await page.evaluate((key) => localStorage.getItem(key) ?? '', `muster:drawn:${talk}`)

    writeFileSync(file, settings('Topic', 'Weather'))
    // The app asks for the form some time after it stands: a reload before would end the request.
    await expect(async () => {
      await page.reload()
      await isReplaced(page)
      await expect(field(page, 'weather')).toHaveCount(1, { timeout: 5000 })
    }).toPass()
    // After a power cut the browser has the older form, and the database the newer one.
    await page.goto(`${site.address}/readyz`)
    await page.evaluate(([key = '', text = '']) => localStorage.setItem(key, text), [`muster:drawn:${talk}`, older])
    const goOn = await openHeld(page, site.address + talk)
    await fill(page, 'topic', 'Ladders')
    await fill(page, 'place', 'Gate 2')
    await goOn()
    await isReplaced(page)
    await expect(field(page, 'topic').locator('input')).toHaveValue('Ladders')
    await expect(field(page, 'weather').locator('input')).toHaveValue('')
    const told = page.getByRole('alert').filter({ hasText: 'The form has changed.' })
    await expect(told).toContainText('Place Gate 2')
    await expect(told).not.toContainText('Ladders')
  } finally {
    await site.close()
    rmSync(forms, { recursive: true })
  }
})
