import { expect, type Page } from '@playwright/test'
import { newId, people, type Reader, texts } from '../harness/api.ts'
import { type DeviceRows, deviceRows } from '../harness/device-rows.ts'
import type { Match, Rule } from '../harness/faultProxy.ts'
import type { Site } from '../harness/fixtures.ts'
import { photo } from '../harness/photo.ts'
import { addPhotos, field, fill, processed, save } from '../pages/form.ts'

/**
 * When a fault hits a save: S while the device stores it, Q while it waits in the outbox, B during the
 * upload of its photo, R during the request of the record, A when the server has answered and the device
 * does not know it yet.
 */
export type Moment = 'S' | 'Q' | 'B' | 'R' | 'A'

export const uploads: Match = { method: 'PATCH', path: /^\/api\/uploads\// }
export const records: Match = { method: 'POST', path: /^\/api\/data\/forms\/quick\// }
const form = '/frontend/forms/quick'
const thanks = 'Thanks I have captured those form changes.'

/**
 * Ends the service worker at once, with all its running work; the browser starts it again when it is
 * needed.
 */
export async function stopWorkers(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
}

/** One save that meets a fault, and the assertions afterwards. */
export interface Cell {
  readonly note: string
  readonly site: Site
  /** Opens the form and types; with a photo if the moment needs one. */
  open(page: Page): Promise<void>
  /** Presses Save and waits until it is acknowledged. */
  send(page: Page): Promise<void>
  /** Presses Save and returns as soon as the moment is reached. */
  reach(page: Page, moment: Moment): Promise<void>
  /** Releases everything that the fault has held back. */
  heal(): void
  /**
   * Asserts that the outbox is empty and that the save arrived exactly once. `stored: 'maybe'`: the fault
   * occurred before the page showed "saved".
   */
  arrived(page: Page, stored?: 'surely' | 'maybe'): Promise<void>
}

const sentThanks = async (site: Site) =>
  (await texts(site.server.address)).filter(({ text }) => text.includes(thanks)).map(({ id }) => Number(id))

export async function cell(site: Site, { withPhoto = false } = {}): Promise<Cell> {
  const note = `note ${newId()}`
  const manager: Reader = await site.reader(people.manager)
  const before = Math.max(0, ...(await sentThanks(site)))
  let rule: Rule | undefined
  let earlier: readonly string[] = []

  const mine = async () => (await manager.records('quick')).filter(({ model }) => model['note'] === note)

  return {
    note,
    site,
    async open(page) {
      await page.goto(site.address + form)
      earlier = (await deviceRows(page)).receipts.map(({ opId }) => opId)
      await fill(page, 'note', note)
      if (withPhoto) await addPhotos(page, 'photos', [photo(note.charCodeAt(6) + note.charCodeAt(7), { width: 1800, height: 1350 })])
      await expect(page.locator('[data-draft=kept]')).toBeVisible()
    },
    async send(page) {
      await save(page, 'Save')
      await expect(processed(page)).toBeVisible()
    },
    async reach(page, moment) {
      if (moment === 'Q') site.proxy.down()
      if (moment === 'B') rule = site.proxy.on(uploads, { kind: 'holdRequest' }, { skip: 1 })
      if (moment === 'R') rule = site.proxy.on(records, { kind: 'holdRequest' })
      if (moment === 'A') rule = site.proxy.on(records, { kind: 'holdAnswer' })
      if (moment === 'S') {
        // Without waiting: the fault races with the transaction.
        void save(page, 'Save').catch(() => undefined)
        return
      }
      await save(page, 'Save')
      await expect(processed(page)).toBeVisible()
      await rule?.reached()
    },
    heal() {
      rule?.stop()
      site.proxy.up()
    },
    async arrived(page, stored = 'surely') {
      let rows: DeviceRows | undefined
      const fresh = () => rows?.receipts.filter(({ opId, path }) => path.startsWith('forms/quick/') && !earlier.includes(opId)) ?? []
      await expect
        .poll(
          async () => {
            rows = await deviceRows(page).catch(() => undefined)
            // A save that a slow database has not stored yet is in no outbox either: it waits beside it.
            return stored === 'maybe' || fresh().length > 0 ? rows?.outbox : 'no receipt yet'
          },
          // The limit of the design (docs/sync.md, I10): with all faults removed, no save waits longer than
          // this.
          { timeout: 30_000, message: 'the outbox becomes empty' },
        )
        .toEqual([])
      const found = await mine()
      if (stored === 'maybe' && found.length === 0) {
        // Never acknowledged, so the person still has the text: the form restores it.
        expect(fresh()).toEqual([])
        await page.goto(site.address + form)
        await expect(field(page, 'note').locator('input')).toHaveValue(note)
        return
      }
      expect(found).toHaveLength(1)
      expect(found[0]?.rev).toBe(1)
      expect(rows?.receipts.filter(({ path }) => path === found[0]?.path)).toHaveLength(1)
      expect(rows?.quarantine).toBe(0)
      if (withPhoto) {
        const kept = (found[0]?.model['photos'] ?? []) as { url: string; size: number }[]
        expect(kept).toHaveLength(1)
        for (const { url, size } of kept) expect((await manager.file(url)).length).toBe(size)
      }
      // One text message, because there was one save.
      await expect.poll(async () => (await sentThanks(site)).filter((id) => id > before)).toHaveLength(1)
    },
  }
}
