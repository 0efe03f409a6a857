import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, openSite, people, test } from '../harness/fixtures.ts'
import { field, fill } from '../pages/form.ts'

const settings = (label: string) =>
  JSON.stringify({
    name: 'Toolbox talk',
    children: [
      { type: 'text', attribute: 'topic', label, required: true },
      { type: 'save', label: 'Save' },
    ],
  })

test('FE-001 FE-029 a form in the folder is published, changed while people look, and a broken one says what is wrong', async ({
  context,
  complaints: _,
}) => {
  const forms = mkdtempSync(path.join(tmpdir(), 'muster-forms-'))
  const file = path.join(forms, 'toolbox-talk.form.json')
  writeFileSync(file, settings('Topic'))
  const site = await openSite({ forms })
  try {
    const page = await context.newPage()
    await site.signedIn(page, people.worker)
    await page.goto(`${site.address}/frontend/forms/toolbox-talk`)
    await expect(field(page, 'topic')).toContainText('Topic')
    expect(site.proxy.seen.some(({ path: asked }) => asked.startsWith('/api/forms/toolbox-talk.json'))).toBe(true)

    writeFileSync(file, settings('What did you talk about?'))
    await expect
      .poll(async () => {
        await page.reload()
        await field(page, 'topic').waitFor()
        return field(page, 'topic').textContent()
      })
      .toContain('What did you talk about?')

    // An error in the file: people keep the last valid form, and the log shows its author the place and the
    // error.
    await fill(page, 'topic', 'Ladders')
    writeFileSync(file, settings('x').replace('"text"', '"txet"'))
    await expect.poll(() => site.server.log()).toMatch(/toolbox-talk\.form\.json[^\n]*/)
    await expect.poll(() => site.server.log()).toContain('txet')
    await page.reload()
    await expect(field(page, 'topic')).toContainText('What did you talk about?')
    await expect(field(page, 'topic').locator('input')).toHaveValue('Ladders')
  } finally {
    await site.close()
    rmSync(forms, { recursive: true })
  }
})
