import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { findings } from '../harness/axe.ts'
import { people } from '../harness/api.ts'
import { expect, installed, openSite, phoneTest, type Site, spokenTo, withProfile } from '../harness/fixtures.ts'

const fields = path.resolve(import.meta.dirname, '../../src/fields')

/**
 * A server that publishes the example form of every field type (`signature` is at
 * /frontend/forms/signature).
 */
export const test = phoneTest.extend<{ open: (form: string) => Promise<Page> }, { fieldSite: Site }>({
  fieldSite: [
    async ({ browserName: _ }, provide) => {
      const forms = mkdtempSync(path.join(tmpdir(), 'muster-forms-'))
      for (const file of readdirSync(fields, { recursive: true, encoding: 'utf8' }))
        if (file.endsWith('.form.json')) copyFileSync(path.join(fields, file), path.join(forms, path.basename(file)))
      const site = await openSite({ forms })
      await provide(site)
      await site.close()
      rmSync(forms, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  profile: [async ({ fieldSite, engine }, provide) => await withProfile(fieldSite, engine, provide), { scope: 'worker', timeout: 180_000 }],
  /** Opens a form as a signed-in worker, with the app installed. */
  open: async ({ context, fieldSite, complaints: _ }, provide) => {
    await provide(async (form) => {
      const page = await context.newPage()
      await fieldSite.signedIn(page, people.worker)
      await spokenTo(page)
      await page.goto(`${fieldSite.address}/frontend/forms/${form}`)
      await page.locator('[data-attribute]').first().waitFor()
      await installed(page)
      return page
    })
    fieldSite.proxy.reset()
  },
})

/** Asserts that the page has no accessibility errors (WCAG 2.2 AA). */
export async function accessible(page: Page) {
  expect(await findings(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })).toEqual([])
}

/** URLs outside the site that this browser requests, including its workers. */
export function strangers(context: BrowserContext, site: Site): string[] {
  const found: string[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(site.address) && !/^(?:blob|data):/.test(url)) found.push(url)
  })
  return found
}

export { expect, people }
