import { expect, type Page } from '@playwright/test'

/** Waits until the device keeps the page of this address, to draw it before the app. */
export const isKept = (page: Page, address: string) =>
  page.waitForFunction((key) => localStorage.getItem(key) !== null, `muster:drawn:${address}`, { polling: 100 })

/** Runs in the page: remembers whether a page was drawn before the app, and what it had when the app took its place. */
export function watchDrawn() {
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) if ((node as Element).id === 'drawn') Object.assign(window, { wasDrawn: true })
      for (const node of removedNodes)
        if ((node as Element).id === 'drawn')
          Object.assign(window, {
            typedBefore: (node as Element).querySelector('textarea')?.value.length,
            loadedBefore: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1)),
          })
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: the app starts when `goOn` is called, as on a very slow device. */
export function holdStart() {
  const { requestAnimationFrame, setTimeout } = window
  const held: (() => void)[] = []
  window.requestAnimationFrame = (work) => held.push(() => requestAnimationFrame(work))
  window.setTimeout = ((work: () => void, ms?: number) =>
    Number(ms) >= 1000 ? held.push(() => setTimeout(work, ms)) : setTimeout(work, ms)) as never
  const goOn = () => {
    Object.assign(window, { requestAnimationFrame, setTimeout })
    for (const begin of held.splice(0)) begin()
  }
  Object.assign(window, { goOn })
}

export const wasDrawn = (page: Page) => page.evaluate(() => 'wasDrawn' in window)
export const isReplaced = (page: Page) => expect(page.locator('#drawn')).toHaveCount(0)

/** Opens the address in another window, where the app does not start before the returned function is called. */
export async function openHeld(page: Page, address: string) {
  await page.addInitScript(holdStart)
  await page.goto(address)
  await page.locator('#drawn').waitFor()
  return () => page.evaluate(() => (window as unknown as { goOn(): void }).goOn())
}
