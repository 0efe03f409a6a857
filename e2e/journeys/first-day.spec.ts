import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, installed, test } from '../harness/fixtures.ts'
import { type Muster, startMuster } from '../harness/server.ts'
import { addSite } from '../pages/company.ts'

const mobile = '+12025550150'
const linkIn = (text: string) => /http:\/\/\S+\/login\/link#[\w-]{43}/.exec(text)?.[0] ?? ''

let muster: Muster
const dataDir = mkdtempSync(path.join(tmpdir(), 'muster-data-'))
test.beforeAll(async () => {
  muster = await startMuster({ firstStart: dataDir, env: { OWNER_MOBILE: mobile, OWNER_NAME: 'Ruth Vega', OWNER_PROJECT: 'Pier 7' } })
})
test.afterAll(() => muster.stop())

test('an empty folder, a link in the terminal, the owner signed in, and the first steps that know what is done', async ({
  page,
  context,
}) => {
  await page.goto(`${muster.address}/muster`)
  await expect(page.getByText('This server cannot send PINs yet')).toBeVisible()

  await expect.poll(() => linkIn(muster.log())).not.toBe('')
  await page.goto(linkIn(muster.log()))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/automations$/)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('0 of 7 done')).toBeVisible()

  await steps.getByRole('link', { name: 'Start: Add a site to the project' }).click()
  await addSite(page, 'North yard')

  await page.goto(`${muster.address}/automations`)
  await expect(steps.getByText('1 of 7 done')).toBeVisible()
  await steps.getByRole('button', { name: 'Dismiss: Pair a tablet' }).click()
  await expect(steps.getByText('Pair a tablet')).toHaveCount(0)

  await installed(page)
  await context.setOffline(true)
  await page.reload()
  await expect(steps.getByText('1 of 7 done')).toBeVisible()
  await expect(steps.getByText('Pair a tablet')).toHaveCount(0)
  await context.setOffline(false)
})

test('npm run sign-in-link gives the owner a new link, which works once', async ({ browser }) => {
  const said = execFileSync(process.execPath, ['scripts/command.mjs', 'sign-in-link', mobile], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir },
  })
  const link = linkIn(said)
  for (const works of [true, false]) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    if (works) await expect(page).toHaveURL(/\/automations$/)
    else await expect(page.getByText('This link was used already')).toBeVisible()
    await context.close()
  }
})
