import type { Page } from '@playwright/test'
import { unjudged } from '../access/exceptions.ts'
import { liveRegions, nameless } from '../harness/accessTree.ts'
import { engineFindings } from '../harness/equalAccess.ts'
import { clippedBySpacing, cutOff, widening } from '../harness/fits.ts'
import { expect } from '../harness/fixtures.ts'
import { vanished } from '../harness/forcedColors.ts'
import { keyboardTour, wholeTour } from '../harness/keyboardTour.ts'
import { namedOtherwise } from '../harness/labelInName.ts'
import { addressTest } from './addressWalk.ts'

const laptop = { width: 1280, height: 900 }

/** Parts of a screen may still arrive, and a chart is drawn again after a change of its width. */
const patience = { timeout: 8000 }

/** What the structure of the page gets wrong: its landmarks, and texts that a control names and that are not there. */
const structure = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const mains = document.querySelectorAll('main').length
    if (mains !== 1) found.push(`${mains} <main>`)
    if (document.querySelectorAll('h1').length !== 1) found.push(`${document.querySelectorAll('h1').length} <h1>`)
    if (document.querySelector('main nav[aria-label=Console], main header[data-app-bar]')) found.push('the menu is inside of <main>')
    // The link to a page above this one is not the current page.
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[aria-current=page]'))
      if (link.pathname !== location.pathname) found.push(`aria-current of ${link.outerHTML.slice(0, 100)}`)
    for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-activedescendant', 'for'])
      for (const part of document.querySelectorAll(`[${name}]`))
        for (const id of part.getAttribute(name)?.split(/\s+/) ?? [])
          if (!document.getElementById(id)) found.push(`${name} of ${part.outerHTML.slice(0, 100)}`)
    return found
  })

/** Letters that do something although no control has the focus: speech input would press them by accident (2.1.4). */
const singleKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const layers = () => `${location.pathname} ${document.querySelectorAll('dialog[open], [role=dialog], [role=menu]').length}`
    const before = layers()
    return [...'abcdefghijklmnopqrstuvwxyz0123456789?/.'].filter((key) => {
      const isLeft = document.querySelector('main')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      return isLeft === false || layers() !== before
    })
  })

/** What moves although the person asked for reduced motion. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ playState, effect }) => {
      if (playState !== 'running' || !(effect instanceof KeyframeEffect) || Number(effect.getComputedTiming().duration) <= 1) return []
      return [effect.target?.outerHTML.slice(0, 100) ?? '']
    }),
  )

/** True if the focus is in the content, or the content has no control. */
const isInContent = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('main') !== null || document.querySelector('main :is(a, button, input)') === null)

/** Uses the page with the keyboard alone. */
async function tryKeyboard(page: Page, kind: string) {
  // A control that is drawn again during the tour counts in the next one.
  await expect.soft.poll(() => keyboardTour(page), { ...patience, message: `${kind}: keyboard` }).toEqual(wholeTour)
  const skips = async () => {
    await page.getByRole('button', { name: 'Skip to the content' }).press('Enter')
    await page.keyboard.press('Tab')
    return await isInContent(page)
  }
  await expect.soft.poll(skips, { ...patience, message: `${kind}: the skip link` }).toBe(true)
}

/** Addresses that show the same screen as another one: its title is theirs. */
const sameScreen = (kind: string) => kind.replace(/^\/(?:team|teams)\/\$id\/automations$/, '/automations').replace(/^\/team\/\$id\//, '/')

addressTest(
  'at every address of an owner in the console: title, focus, keyboard, names, forced colors, large and narrow text, and a second engine',
  () => {
    const titles = new Map<string, Set<string>>()
    return {
      async arrived(page, { kind, path }) {
        const isInMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null)
        if (path.length > 0) await expect.soft.poll(isInMain, { ...patience, message: `${kind}: focus` }).toBe(true)
      },
      async look(page, { kind }) {
        await expect.soft.poll(() => structure(page), { ...patience, message: `${kind}: structure` }).toEqual([])
        let heading = ''
        // Both change when the page knows the name of what it shows.
        const title = async () => {
          heading = (await page.locator('h1').first().textContent())?.trim() ?? ''
          return (await page.title()).replace(`${heading} – Muster`, 'the heading')
        }
        await expect.soft.poll(title, { ...patience, message: `${kind}: title` }).toBe('the heading')
        // A list of one project leads on to the project.
        const shown = await page.evaluate(() => pageTools.kindOf(location.pathname))
        titles.set(heading, (titles.get(heading) ?? new Set()).add(sameScreen(shown)))
        expect.soft(await namedOtherwise(page), `${kind}: label in name`).toEqual([])
        expect.soft(await singleKeys(page), `${kind}: single keys`).toEqual([])
        expect.soft(await moving(page), `${kind}: motion`).toEqual([])
        expect.soft(await clippedBySpacing(page), `${kind}: text spacing`).toEqual([])
        expect.soft(await nameless(page), `${kind}: names`).toEqual([])
        expect.soft(await liveRegions(page), `${kind}: live regions`).toContain('status polite')
        await tryKeyboard(page, kind)
        expect.soft(await vanished(page), `${kind}: forced colors`).toEqual([])
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        expect.soft(await cutOff(page), `${kind}: 200 % text`).toEqual([])
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
        await page.setViewportSize({ width: 320, height: 640 })
        await expect.soft
          .poll(async () => [...(await widening(page)), ...(await cutOff(page))], { ...patience, message: `${kind}: 320 px` })
          .toEqual([])
        await page.setViewportSize(laptop)
        const found = unjudged(await engineFindings(page)).map(({ rule, message, element }) => `${rule}: ${message} ${element}`)
        expect.soft(found, `${kind}: IBM Equal Access`).toEqual([])
      },
      finish() {
        const shared = [...titles].filter(([, kinds]) => kinds.size > 1).map(([title, kinds]) => [title, ...kinds])
        expect.soft(shared, 'one title, two screens').toEqual([])
      },
    }
  },
)
