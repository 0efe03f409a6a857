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

test('nothing in a form moves while a video arrives', async ({ context, fieldSite, complaints: _ }) => {
  const page = await context.newPage()
  await fieldSite.signedIn(page, people.worker)
  await spokenTo(page)
  // The code of the player and the video arrive late, as on a slow connection.
  const held: (() => void)[] = []
  let holds = true
  const hold = () => (holds ? new Promise<void>((go) => held.push(go)) : Promise.resolve())
  const release = () => {
    holds = false
    for (const go of held.splice(0)) go()
  }
  const late = /\/assets\/(?:VideoField|FilePlayer|FramePlayer|Document)[\w-]*\.js|\/media\/.*\.webm/
  await context.route(late, async (route) => {
    await hold()
    await route.continue()
  })
  await page.addInitScript(noteShifts)
  await page.goto(`${fieldSite.address}/frontend/forms/video`)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await twoFrames(page)
  release()
  const video = page.locator('video').first()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0)
  await expect(page.getByText('From elsewhere')).toBeAttached()
  await twoFrames(page)
  expect(await shiftsOf(page)).toEqual([])
})
