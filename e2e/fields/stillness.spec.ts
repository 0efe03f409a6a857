import type { Browser, Page } from '@playwright/test'
import { expect, people, test } from './field-site.ts'
import { type Site, spokenTo } from '../harness/fixtures.ts'

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
      // Parts of the form: a strip of the app above it moves all of `main`.
      const moved = sources.flatMap(({ node }) => (node?.parentElement?.closest('.m-fields-form') ? [node.textContent?.slice(0, 80)] : []))
      if (moved.length > 0) found.push(`${value.toFixed(6)} ${moved.join(' | ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: readonly string[] }).shifts)

/** Lets the page pass two frames: a shift is reported after the frame that has it. */
const twoFrames = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

interface Late {
  readonly form: string
  /** A CSS class in the code that arrives late: the names of files say nothing. */
  readonly code: string
  /** A file that arrives last, and what the page shows until then. */
  readonly last?: { readonly file: string; readonly until: (page: Page) => Promise<void> }
  readonly isComplete: (page: Page) => Promise<void>
}

/**
 * Opens a form on a new device whose connection is slow for a part of the code. Returns what has moved until the form
 * is complete.
 */
async function shiftsWhile(browser: Browser, site: Site, { form, code, last, isComplete }: Late) {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await site.signedIn(page, people.worker)
  await spokenTo(page)
  const held: (() => void)[] = []
  let holds = true
  await context.route('**/assets/*.js', async (route) => {
    try {
      const response = await route.fetch()
      const body = await response.body()
      if (holds && body.includes(code)) await new Promise<void>((go) => held.push(go))
      await route.fulfill({ response, body })
    } catch {
      // The page that asked for the file has been left.
    }
  })
  // A font that arrives moves words too; the page keeps the font of the system.
  await context.route('**/*.woff2', (route) => route.abort())
  const lastOnes: (() => void)[] = []
  let holdsLast = true
  if (last)
    await context.route(last.file, async (route) => {
      if (holdsLast) await new Promise<void>((go) => lastOnes.push(go))
      await route.continue().catch(() => undefined)
    })
  await page.addInitScript(noteShifts)
  await page.goto(`${site.address}/frontend/forms/${form}`)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await twoFrames(page)
  holds = false
  for (const go of held) go()
  if (last) {
    await last.until(page)
    await twoFrames(page)
    holdsLast = false
    for (const go of lastOnes) go()
  }
  await isComplete(page)
  await twoFrames(page)
  const shifts = await shiftsOf(page)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  return shifts
}

test('nothing in a form moves while a video arrives', async ({ browser, fieldSite }) => {
  const shifts = await shiftsWhile(browser, fieldSite, {
    form: 'video',
    code: 'm-video-lesson',
    // The sizes of the captions are known before that of the film: the words beside the progress become longer.
    last: {
      file: '**/media/site-safety.webm',
      until: (page) => page.getByText(/^Downloading to this device: /).waitFor(),
    },
    async isComplete(page) {
      await expect(page.getByText('On this device, also without a connection')).toBeVisible()
      await expect(page.getByText('Unknown Video Provider')).toBeAttached()
      const film = page.locator('video').first()
      await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0)
    },
  })
  expect(shifts).toEqual([])
})

test('nothing in a form moves while the field of a mobile number arrives', async ({ browser, fieldSite }) => {
  const shifts = await shiftsWhile(browser, fieldSite, {
    form: 'mobile',
    code: 'm-mobile-use',
    isComplete: (page) => page.locator('[type=tel]').first().waitFor(),
  })
  expect(shifts).toEqual([])
})
