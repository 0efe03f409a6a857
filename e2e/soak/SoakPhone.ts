import { type Device, startDevice } from '../harness/browser.ts'
import { type DeviceRows, deviceRows } from '../harness/device-rows.ts'
import { startFirefox } from '../harness/firefox/startFirefox.ts'
import { installed, people, type Site } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { startWebkit, type WebkitDevice } from '../harness/webkit/startWebkit.ts'
import * as form from '../pages/form.ts'
import * as webkit from '../pages/webkit.ts'

/** A phone of a worker who saves notes, in any browser. */
export interface SoakPhone {
  /** Signs in and installs the app; after a kill, waits until the app is there again. */
  ready(site: Site): Promise<void>
  /**
   * Saves a note, with a photo of this seed, and resolves when the phone has shown "saved", to the time since the press, ms. Throws
   * Mistyped if the form has another note than was typed: then nothing is saved.
   */
  save(site: Site, note: string, seed: number | undefined): Promise<number>
  /** Opens the app, as a person does who wants to see what waits. */
  open(site: Site): Promise<void>
  rows(): Promise<DeviceRows>
  kill(): Promise<void>
  /** Starts the browser again after a kill. */
  restart(): Promise<unknown>
  close(): Promise<void>
}

/** The form shows another text than was typed. */
export class Mistyped extends Error {}

const checkTyped = (note: string, shown: string) => {
  if (shown !== note) throw new Mistyped(`"${shown}" instead of "${note}"`)
}

const path = '/frontend/forms/quick'
const pictureOf = (seed: number) => photo(seed, { width: 900, height: 700 })
/** A step that takes longer was struck by a fault, ms. */
const patience = 15_000

const byPlaywright = (device: Omit<Device, 'debugger'>): SoakPhone => ({
  async ready(site) {
    // tsx wraps named functions with a helper that does not exist in the page.
    await device.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    await site.signedIn(device.page, people.worker)
    await installed(device.page)
  },
  async save(site, note, seed) {
    const { page } = device
    page.setDefaultTimeout(patience)
    await page.goto(site.address + path)
    await form.fill(page, 'note', note)
    if (seed !== undefined) await form.addPhotos(page, 'photos', [pictureOf(seed)])
    checkTyped(note, await form.field(page, 'note').locator('input, textarea').first().inputValue())
    const pressed = Date.now()
    await form.save(page, 'Save')
    await form.processed(page).waitFor()
    return Date.now() - pressed
  },
  async open(site) {
    await device.page.goto(site.address + path)
    await device.page.evaluate(() => dispatchEvent(new Event('online')))
  },
  rows: () => deviceRows(device.page),
  kill: () => device.kill(),
  restart: () => device.restart(),
  close: () => device.close(),
})

const byWebkit = (device: WebkitDevice): SoakPhone => {
  let isSignedIn = false
  return {
    async ready(site) {
      if (!isSignedIn) {
        await webkit.signIn(device.page, site, people.worker)
        await webkit.installed(device.page)
        isSignedIn = true
        // A browser writes its cookies when it is closed.
        await device.quit()
        await device.restart()
      }
      device.page.patience = patience
      await device.page.goto(site.address + path)
      await device.page.shown({ css: '[data-attribute="note"]' })
    },
    async save(site, note, seed) {
      const { page } = device
      await page.goto(site.address + path)
      await webkit.fill(page, 'note', note)
      if (seed !== undefined) await webkit.addPhotos(page, 'photos', [pictureOf(seed)])
      checkTyped(note, await webkit.valueOf(page, 'note'))
      const pressed = Date.now()
      await webkit.save(page, 'Save')
      await webkit.processed(page)
      return Date.now() - pressed
    },
    async open(site) {
      await device.page.goto(site.address + path)
      await device.page.evaluate(() => void dispatchEvent(new Event('online')))
    },
    rows: () => deviceRows(device.page),
    kill: () => device.kill(),
    restart: () => device.restart(),
    close: () => device.close(),
  }
}

export const soakBrowsers = {
  chromium: async () => byPlaywright(await startDevice()),
  firefox: async () => byPlaywright(await startFirefox()),
  webkit: async () => byWebkit(await startWebkit()),
} satisfies Record<string, () => Promise<SoakPhone>>
