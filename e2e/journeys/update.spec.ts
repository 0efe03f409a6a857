import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { shellListOf, writeShellList } from '../../scripts/steps/shellList.mjs'
import { expect, installed, openSite, people, test } from '../harness/fixtures.ts'
import { field, fill, processed, save } from '../pages/form.ts'

/** The next version of a built app, in place: another shell, and a service worker that knows it. */
function deploy(app: string) {
  const edit = (name: string, change: (text: string) => string) => {
    writeFileSync(path.join(app, name), change(readFileSync(path.join(app, name), 'utf8')))
    for (const packed of ['.br', '.gz']) rmSync(path.join(app, name + packed), { force: true })
  }
  edit('index.html', (text) => text.replace('</head>', '<meta name="deployed" content="2" /></head>'))
  const before = shellListOf(app)
  edit('sw.js', (text) => text.replace(before, '__SHELL_LIST__').replace(/["'`](__SHELL_LIST__)["'`]/, '$1'))
  if (writeShellList(app) === before) throw new Error('the list of files did not change')
}

test('a new version waits until the form is saved, and then comes at one tap', async ({ browser, complaints: _ }) => {
  const app = mkdtempSync(path.join(tmpdir(), 'muster-app-'))
  cpSync(path.resolve(import.meta.dirname, '../../dist/app'), app, { recursive: true })
  const site = await openSite({ env: { APP_DIR: app } })
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await site.signedIn(page, people.worker)
    await installed(page)
    await page.goto(`${site.address}/frontend/forms/quick`)
    await fill(page, 'note', 'Half a sentence')

    deploy(app)
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update()
    })
    await expect(page.getByText('A new version is ready.')).toBeVisible()
    const update = page.getByRole('button', { name: 'Update', exact: true })
    await expect(update).toBeDisabled()
    await expect(field(page, 'note').locator('input')).toHaveValue('Half a sentence')
    expect(await page.locator('meta[name=deployed]').count()).toBe(0)

    await save(page, 'Save')
    await expect(processed(page)).toBeVisible()
    await update.click()
    await expect(page.locator('meta[name=deployed]')).toHaveAttribute('content', '2')
    await expect.poll(async () => (await (await site.reader(people.manager)).records('quick')).length).toBe(1)
  } finally {
    await context.close()
    await site.close()
    rmSync(app, { recursive: true })
  }
})
