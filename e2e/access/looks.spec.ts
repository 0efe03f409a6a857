import type { Page } from '@playwright/test'
import { harborPoint } from '../../server/demo/company.ts'
import { atRest } from '../harness/axe.ts'
import { cutOff, widening } from '../harness/fits.ts'
import { expect, people, phoneTest as test } from '../harness/fixtures.ts'
import { vanished } from '../harness/forcedColors.ts'
import { keyboardTour } from '../harness/keyboardTour.ts'
import { choose, field } from '../pages/form.ts'
import { startKiosk } from '../pages/kiosk.ts'

test('at 200 % text size nothing of a form is cut off at a side', async ({ worker: page, site }) => {
  await page.goto(`${site.address}/frontend/forms/hazard-report?fontsize=32px`)
  await expect(field(page, 'hazard_type')).toBeVisible()
  expect(await cutOff(page)).toEqual([])
  await page.locator('.m-forms-actionBar button').last().click()
  await page.locator('.m-forms-summary').waitFor()
  expect(await cutOff(page)).toEqual([])
})

test('at 200 % text size nothing of the main screens of a manager is cut off at a side, and each focused control is marked', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // The text size of the browser's own settings.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await site.signedIn(page, people.owner)
  const paths = ['/today', '/automations', '/review', `/teams/${harborPoint}`, `/onsite/${harborPoint}`, '/people', '/billing', '/devices']
  for (const path of [...paths, '/outbox', '/sent', '/ready'])
    await test.step(path, async () => {
      await page.goto(site.address + path)
      await page.locator('h1').first().waitFor()
      await expect(page.locator('[data-skeleton]')).toHaveCount(0)
      await atRest(page)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      expect.soft(await cutOff(page), path).toEqual([])
      const unmarked: string[] = []
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press('Tab')
        const bare = await page.evaluate(async () => {
          const part = document.activeElement as HTMLElement
          if (part === document.body) return ''
          // A choice card has the mark around its radio button.
          const around = [part, part.parentElement ?? part, part.closest('label') ?? part]
          const marks = () =>
            around.map((one) => {
              const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one)
              const outline = outlineStyle === 'none' || outlineWidth === '0px' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`
              return `${outline} ${one === part ? boxShadow : ''}`
            })
          const focused = marks()
          // An outline or a shadow that the control has at rest, too, is no mark.
          part.blur()
          // With reduced motion, a transition ends in the next frame.
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
          const resting = marks()
          part.focus({ preventScroll: true })
          return focused.some((mark, at) => mark !== resting[at]) ? '' : part.outerHTML.slice(0, 100)
        })
        if (bare) unmarked.push(bare)
      }
      expect.soft(unmarked, path).toEqual([])
    })
})

test('in a window of 320 by 256 px, a page at 400 %, the bars leave room and nothing is cut off', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await site.signedIn(page, people.owner)
  for (const path of ['/frontend/forms/hazard-report', '/automations', `/teams/${harborPoint}`, '/review', '/support'])
    await test.step(path, async () => {
      await page.goto(site.address + path)
      await page.locator('h1').first().waitFor()
      await atRest(page)
      expect.soft(await cutOff(page), path).toEqual([])
      expect.soft(await widening(page), path).toEqual([])
      const taken = await page.evaluate(() => {
        scrollTo(0, 400)
        return [...document.querySelectorAll('[data-app-bar], [data-foot]')]
          .map((bar) => bar.getBoundingClientRect())
          .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)), 0)
      })
      expect.soft(taken, `${path}: height of the bars`).toBeLessThan(128)
    })
})

/** The colors of a control that show whether it is chosen. */
const colors = (page: Page, attribute: string, at: number) =>
  field(page, attribute)
    .locator('label.m-controls-choice')
    .nth(at)
    .evaluate((label) => {
      const input = label.querySelector('input') as HTMLElement
      return [getComputedStyle(label).outlineStyle, getComputedStyle(label).borderTopColor, getComputedStyle(input).backgroundColor].join(
        ' ',
      )
    })

test('with forced colors, what is chosen looks different, and a signature is dark on white', async ({ worker: page, site }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(`${site.address}/frontend/forms/hazard-report`)
  await choose(page, 'event', 'No, it is a hazard')
  const all = await field(page, 'event').locator('label.m-controls-choice').count()
  const looks = await Promise.all(Array.from({ length: all }, (_, at) => colors(page, 'event', at)))
  expect(new Set(looks).size).toBe(2)
  await field(page, 'signature').locator('button').first().click()
  const sheet = page.getByRole('dialog').locator('canvas')
  await expect(sheet).toBeVisible()
  expect(await sheet.evaluate((part) => getComputedStyle(part).backgroundColor)).toBe('rgb(255, 255, 255)')
})

test('with forced colors nothing of the sign-in, My Tasks, a form and its errors vanishes, and each focused control is marked', async ({
  worker: page,
  site,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  const look = async (name: string) => {
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
    await keyboardTour(page)
    expect.soft(await vanished(page), name).toEqual([])
  }
  await look('My Tasks')
  for (const form of ['hazard-report', 'orientation', 'manpower', 'check-in']) {
    await page.goto(`${site.address}/frontend/forms/${form}`)
    const bar = page.locator('.m-forms-actionBar button').last()
    await bar.waitFor()
    await look(form)
    await bar.click()
    await page.locator('.m-forms-summary').waitFor()
    await look(`${form} with errors`)
  }
  await context.clearCookies()
  await page.goto(`${site.address}/sign-in`)
  await page.locator('h1').waitFor()
  await look('sign-in')
})

test('with forced colors nothing vanishes of the page that starts a kiosk, nor of its start page', async ({ page, site }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.goto(`${site.address}/kiosk/246810`)
  await page.getByText('Grace O.').waitFor()
  await keyboardTour(page)
  expect.soft(await vanished(page), 'who starts it').toEqual([])
  await startKiosk(page, site)
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor()
  await keyboardTour(page)
  expect.soft(await vanished(page), 'start').toEqual([])
})

test('with reduced motion nothing moves when a dialog opens and a form is saved', async ({ worker: page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moved: string[] = []
  await page.exposeFunction('noteMotion', (name: string) => moved.push(name))
  await page.addInitScript(() => {
    const note = (globalThis as unknown as { noteMotion(name: string): void }).noteMotion
    // With reduced motion the kit's motions last 0.01 ms: a person does not see them.
    const see = ({ target }: Event) => {
      const part = target as Element
      const isSeen = part.getAnimations().some(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      if (isSeen) note(part.outerHTML.slice(0, 80))
    }
    addEventListener('animationstart', see, true)
    addEventListener('transitionrun', see, true)
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...given) {
      note(`animate ${this.className}`)
      return animate.apply(this, given)
    }
  })
  await page.goto(`${site.address}/frontend/forms/quick`)
  await page.locator('[data-app-bar] button[aria-haspopup=dialog]').click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await field(page, 'note').locator('input, textarea').first().fill('Still')
  await page.locator('.m-forms-actionBar button').last().click()
  await page.locator('[data-status-screen=processed]').waitFor()
  expect(moved).toEqual([])
})
