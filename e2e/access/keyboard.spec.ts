import type { Page } from '@playwright/test'
import { demoId, harborPine, harborPoint } from '../../server/demo/company.ts'
import { expect, people, phoneTest as test } from '../harness/fixtures.ts'

const bot = (title: string) => `/automation/${demoId(`bot ${title}`)}`

const botPaths = [
  '/automations',
  `/team/${harborPoint}/automations`,
  `/team/${harborPoint}/automation/add`,
  bot('Daily Manpower'),
  `${bot('Daily Manpower')}/executions`,
  `${bot('Gate 1 Check-in')}/people`,
  `${bot('Gate 1 Check-in')}/kiosk`,
  '/review',
]

const otherPaths = [
  '/teams',
  `/teams/${harborPoint}`,
  `/teams/${harborPoint}/companies`,
  `/onsite/${harborPoint}`,
  '/gate',
  '/reporting',
  '/libraries',
  '/lists',
  '/devices',
  '/billing',
  `/billing/${harborPine}`,
  '/support',
]

/** Marks every control that a person can reach, again at each call, and returns how many there are. A radio group is one stop. */
const markControls = (page: Page): Promise<number> =>
  page.evaluate(() => {
    for (const name of ['data-stop', 'data-reached']) for (const part of document.querySelectorAll(`[${name}]`)) part.removeAttribute(name)
    const seen = new Set<string>()
    const parts = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter(
      (part) => {
        if (!part.checkVisibility({ visibilityProperty: true }) || part.matches(':disabled, [tabindex="-1"], [type=hidden]')) return false
        if (!(part instanceof HTMLInputElement) || part.type !== 'radio') return true
        const group = `radio ${part.name}`
        const isFirst = !seen.has(group)
        seen.add(group)
        return isFirst
      },
    )
    for (const part of parts) {
      const group = part instanceof HTMLInputElement && part.type === 'radio' ? document.getElementsByName(part.name) : [part]
      for (const one of group) one.setAttribute('data-stop', String(parts.indexOf(part)))
    }
    return parts.length
  })

/** Presses Tab through the whole page and returns the controls that it does not reach. */
async function unreached(page: Page): Promise<string[]> {
  const count = await markControls(page)
  await page.evaluate(() => {
    const { body } = document
    body.tabIndex = -1
    body.focus()
    body.removeAttribute('tabindex')
    document.addEventListener('focusin', ({ target }) => (target as Element).setAttribute('data-reached', ''))
  })
  const session = await page.context().newCDPSession(page)
  const press = () => session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 })
  // Without a wait for each: hundreds of answers would take most of the time.
  await Promise.all(Array.from({ length: count + 5 }, press))
  await session.detach()
  return await page.evaluate(() => {
    const reached = new Set([...document.querySelectorAll('[data-reached]')].map((part) => part.getAttribute('data-stop')))
    return [...document.querySelectorAll('[data-stop]')]
      .filter((part) => !reached.has(part.getAttribute('data-stop')))
      .map((part) => part.outerHTML.slice(0, 140))
  })
}

/** True if the focus is in the content, or the content has no control. */
const isInContent = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('main') !== null || document.querySelector('main :is(a, button, input)') === null)

for (const [about, paths] of [
  ['bots', botPaths],
  ['projects and accounts', otherPaths],
] as const)
  test(`Tab reaches every control of the console’s screens about ${about}, and the skip link leads past the menu`, async ({
    page,
    site,
    complaints: _,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await site.signedIn(page, people.owner)
    for (const path of paths)
      await test.step(path, async () => {
        await page.goto(site.address + path)
        await page.locator('h1').first().waitFor()
        await expect(page.locator('[data-skeleton]')).toHaveCount(0)
        const title = (await page.locator('h1').first().textContent()) ?? ''
        await expect.soft(page, path).toHaveTitle(`${title} – Muster`)
        expect.soft(await page.locator('main :is(header[data-app-bar], nav[aria-label=Console])').count(), path).toBe(0)
        await expect.soft(page.locator('main'), path).toHaveCount(1)
        // A screen that is still filled may have no control yet at the first Tab.
        await expect(async () => {
          await page.getByRole('button', { name: 'Skip to the content' }).press('Enter')
          await page.keyboard.press('Tab')
          expect(await isInContent(page), `${path}: the skip link`).toBe(true)
        }).toPass()
        // A control that is drawn again during the tour counts in the next one.
        await expect.soft.poll(() => unreached(page), { message: path, timeout: 20_000 }).toEqual([])
      })
  })
