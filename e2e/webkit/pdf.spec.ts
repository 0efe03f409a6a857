import { expect, test } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { people } from '../harness/api.ts'
import { openSite } from '../harness/fixtures.ts'
import { startWebkit } from '../harness/webkit/startWebkit.ts'
import { installed, processed, signIn } from '../pages/webkit.ts'

test('in WebKit a PDF form is read, filled in and signed without signal, and arrives as a filled PDF', async () => {
  const site = await openSite()
  const device = await startWebkit({ width: 1024, height: 768 })
  try {
    const { page } = device
    await signIn(page, site, people.worker)
    await installed(page)
    page.patience = 120_000
    await page.shown({ css: 'main', text: /Everything here opens without a connection\./ })
    site.proxy.down()
    await page.goto(`${site.address}/frontend/forms/safety-manual`)
    const button = (text: string | RegExp) => ({ css: 'button', text })
    const field = (name: string) => ({ css: `[data-field="${name}"]` })
    const number = { css: 'input[inputmode=numeric]' }
    await page.click(button(/^\d+ \/ 40: all pages$/))
    await page.fill(number, '40')
    await page.click(button('Go'))
    await page.click(button('Close'))
    await page.shown(field('name'))
    await page.select(field('trade').css, 'Electrician')
    await page.click(field('first_aid'))
    await page.fill(field('questions'), 'Wo ist der Sammelplatz? – ¿Dónde?')
    await page.click(field('understood'))
    await page.click(field('signature'))
    await page.draw({ css: '[aria-label^="Sheet to sign on"]' })
    await page.click(button('Confirm'))
    await page.shown({ css: '[role=group]', text: 'Signature of Ashley Tran' })
    await page.click(button('Submit'))
    await processed(page)

    site.proxy.up()
    const manager = await site.reader(people.manager)
    await expect.poll(async () => (await manager.records('safety-manual')).length, { timeout: 60_000 }).toBe(1)
    const [record] = await manager.records('safety-manual')
    if (!record) throw new Error('nothing has arrived')
    const { pdf, fields } = record.model as { pdf: { url: string }[]; fields: Record<string, unknown> }
    expect(fields).toMatchObject({ name: 'Ashley Tran', trade: 'Electrician', first_aid: 'Yes', understood: true })
    const form = (await PDFDocument.load(await manager.file(pdf[0]?.url ?? ''))).getForm()
    expect(form.getTextField('questions').getText()).toBe('Wo ist der Sammelplatz? – ¿Dónde?')
    expect(form.getDropdown('trade').getSelected()).toEqual(['Electrician'])
  } finally {
    await device.close()
    await site.close()
  }
})
