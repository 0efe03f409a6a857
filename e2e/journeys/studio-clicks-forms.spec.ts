import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, openSite, people, type Site, test as base } from '../harness/fixtures.ts'
import { choose, field, fill, processed, save, sign } from '../pages/form.ts'
import { add, beginForm, clicksSoFar, desk, details, moreSettings, onlyWhen, publish, required, setting } from '../pages/studio.ts'

/** A server with the list machines beside its forms. */
const test = base.extend<{ office: Page }, { studioSite: Site }>({
  studioSite: [
    async ({ browserName: _ }, provide) => {
      const forms = mkdtempSync(path.join(tmpdir(), 'muster-forms-'))
      cpSync(path.resolve(import.meta.dirname, '../../docs/forms/example'), forms, { recursive: true })
      const site = await openSite({ forms })
      await provide(site)
      await site.close()
      rmSync(forms, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  office: async ({ browser, complaints: _ }, provide) => {
    const context = await browser.newContext({ viewport: desk })
    await provide(await context.newPage())
    await context.close()
  },
})

/** Publishes the form, says what it took to build it, and opens it. */
async function publishAndOpen(page: Page, { address }: Site, { key, begun }: { key: string; begun: number }) {
  await publish(page)
  const [clicks, seconds] = [await clicksSoFar(page), Math.round((Date.now() - begun) / 1000)]
  process.stdout.write(`${key}: ${clicks} clicks, ${seconds} s\n`)
  test.info().annotations.push({ type: 'rebuilt', description: `${clicks} clicks, ${seconds} s` })
  await page.goto(`${address}/frontend/forms/${key}`)
}

/** The only record of a form, once it has arrived. */
async function arrived(site: Site, key: string): Promise<Record<string, unknown>> {
  const reader = await site.reader(people.manager)
  await expect.poll(async () => (await reader.records(key)).length).toBe(1)
  return (await reader.records(key))[0]?.model ?? {}
}

test('a concrete ticket is built by clicks: exact times, units, minutes, warning and reason', async ({
  office: page,
  studioSite: site,
}) => {
  const begun = Date.now()
  await beginForm(page, site, 'Concrete ticket')
  await add(page, 'text', 'Ticket number')
  await required(page)
  await add(page, 'number', 'Volume')
  await moreSettings(page)
  await setting(page, 'Unit').fill('m³')
  await setting(page, 'Largest number').fill('20')
  await add(page, 'exact time', 'Batched')
  await required(page)
  await add(page, 'exact time', 'Discharged')
  await required(page)
  await add(page, 'calculated', 'Age of the concrete')
  await setting(page, 'Calculation').selectOption({ label: 'Minutes between two times' })
  await setting(page, 'From').selectOption({ label: 'Batched' })
  await setting(page, 'Until').selectOption({ label: 'Discharged' })
  await add(page, 'warning')
  await details(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Older than 90 minutes: ask the engineer.')
  await onlyWhen(page, 'When is it shown?', { question: 'Age of the concrete', comparison: 'is more than', value: 90 })
  await add(page, 'yes', 'Is the load accepted?')
  await required(page)
  await add(page, 'comment', 'Why not?')
  await onlyWhen(page, 'When is it shown?', { question: 'Is the load accepted?', value: 'No' })
  await required(page)
  await add(page, 'signature', 'Signature')
  await publishAndOpen(page, site, { key: 'concrete-ticket', begun })

  await fill(page, 'ticket_number', 'T-4711')
  await fill(page, 'volume', '7.5')
  await expect(field(page, 'volume')).toContainText('m³')
  await fill(page, 'batched', '22:50')
  await fill(page, 'discharged', '00:27')
  await expect(page.getByText('Older than 90 minutes')).toBeVisible()
  await choose(page, 'is_the_load_accepted', 'No')
  await fill(page, 'why_not', 'Too old')
  await sign(page, 'signature')
  await save(page, 'Save')
  await processed(page).waitFor()
  expect(await arrived(site, 'concrete-ticket')).toMatchObject({
    ticket_number: 'T-4711',
    volume: 7.5,
    batched: '22:50',
    discharged: '00:27',
    age_of_the_concrete: 97,
    is_the_load_accepted: 'no',
    why_not: 'Too old',
  })
})
