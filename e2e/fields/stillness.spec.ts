import type { Page } from '@playwright/test'
import { expect, people, test } from './field-site.ts'
import { spokenTo } from '../harness/fixtures.ts'

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

/** Runs in the page: notes what moves, from the first paint on. */
function noteShifts() {
  const found: string[] = []
  Object.assign(window, { shifts: found })
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.textContent)?.slice(0, 120))
      found.push(`${value.toFixed(4)} ${moved.join(' | ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: readonly string[] }).shifts)

/** Lets the page pass two frames: a shift is reported after the frame that has it. */
const twoFrames = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Opens a form whose code arrives late, as on a slow connection, and returns what has moved until it is complete. */
async function shiftsWhile(page: Page, { url, late, isComplete }: { url: string; late: RegExp; isComplete: () => Promise<void> }) {
  const held: (() => void)[] = []
  let holds = true
  await page.context().route(late, async (route) => {
    if (holds) await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  await page.addInitScript(noteShifts)
  await page.goto(url)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await twoFrames(page)
  holds = false
  for (const go of held) go()
  await isComplete()
  await twoFrames(page)
  return await shiftsOf(page)
}

test('nothing in a form moves while a video arrives', async ({ context, fieldSite, complaints: _ }) => {
  const page = await context.newPage()
  await fieldSite.signedIn(page, people.worker)
  await spokenTo(page)
  const shifts = await shiftsWhile(page, {
    url: `${fieldSite.address}/frontend/forms/video`,
    late: /\/assets\/VideoField[\w-]*\.js|\/media\/.*\.webm/,
    async isComplete() {
      await expect(page.getByText('Unknown Video Provider')).toBeAttached()
      const film = page.locator('video').first()
      await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0)
    },
  })
  expect(shifts).toEqual([])
})

test('nothing in a form moves while the field of a mobile number arrives', async ({ context, fieldSite, complaints: _ }) => {
  const page = await context.newPage()
  await fieldSite.signedIn(page, people.worker)
  await spokenTo(page)
  const shifts = await shiftsWhile(page, {
    url: `${fieldSite.address}/frontend/forms/mobile`,
    late: /\/assets\/MobileField[\w-]*\.js/,
    isComplete: () => page.locator('[type=tel]').first().waitFor(),
  })
  expect(shifts).toEqual([])
})
