import type { Page } from '@playwright/test'
import { expect, installed, people, type Site, spokenTo, test } from '../harness/fixtures.ts'
import { field, fill, processed, save } from '../pages/form.ts'
import { type ColdBrowser, coldBrowser, makeReady, phoneLook, sendNow, workerWithNote } from './cold.ts'

test('after Make ready and a cold start without the server, everything opens that a manager runs a site with', async ({
  site,
  profile,
}) => {
  const browser = await coldBrowser(profile, phoneLook)
  try {
    let page = browser.page()
    await site.signedIn(page, people.manager)
    await spokenTo(page)
    await installed(page)
    const keys = ['screens', 'onSite', 'rollCall', 'gates', 'dailyLog', 'review', 'projects', 'people', 'bots', 'devices', 'sent']
    await makeReady(page, site.address, keys)
    const boss = await site.reader(people.manager)
    const { gates } = await boss.get<{ gates: { id: string; team: string }[] }>('/api/gates')
    const gate = gates[0] ?? { id: '', team: '' }
    const { executions } = await boss.get<{ executions: { bot: string; key: string; title: string }[] }>('/api/executions/open')
    const [answer] = executions
    await site.server.pause()
    page = await browser.restart()
    const day = await page.evaluate(() => {
      const at = new Date(Date.now() - 7 * 86_400_000)
      return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
    })
    const screens: [path: string, sign: RegExp | string][] = [
      [`/frontend/tasks/${boss.headers['x-actor']}`, 'Roll call'],
      [`/onsite/${gate.team}`, /on site/i],
      [`/onsite/${gate.team}/muster`, /roll call|muster drill/i],
      [`/gate/${gate.id}`, 'I am new here'],
      [`/team/${gate.team}/log`, 'Daily Log'],
      [`/team/${gate.team}/log?day=${day}`, 'Daily Log'],
      ['/review', /review/i],
      ...(answer ? [[`/automation/${answer.bot}/execution/${answer.key}`, answer.title] as [string, string]] : []),
      ['/teams', 'Harbor Point Tower'],
      [`/teams/${gate.team}`, 'Members'],
      [`/teams/${gate.team}/companies`, 'Keystone Concrete'],
      [`/teams/${gate.team}/lists/companies`, 'Keystone Concrete'],
      ['/people', 'Marisol Vega'],
      ['/devices', 'Devices'],
      ['/automations', /bot/i],
      ['/sent', 'Sent by me'],
    ]
    for (const [address, sign] of screens) {
      await page.goto(site.address + address)
      await expect(page.locator('main').getByText(sign).filter({ visible: true }).first(), address).toBeVisible()
      await expect(page.getByText('Not on this device yet'), address).toHaveCount(0)
      await expect(page.getByText('needs a connection'), address).toHaveCount(0)
    }
    await expect(page.locator('[data-sync][data-offline=true]')).toContainText('Offline')
  } finally {
    await browser.remove()
    await site.server.restart()
  }
})

/** The worker's phone: one record sent, ready, the server ended, the browser started cold. */
async function workerWithoutServer(site: Site, browser: ColdBrowser): Promise<Page> {
  const page = browser.page()
  await workerWithNote(page, site, 'Ladder 4 is safe')
  await makeReady(page, site.address, ['screens', 'sent'])
  await site.server.pause()
  return await browser.restart()
}

test('without the server a worker reads what they sent, corrects what waits, takes a discard back, and it arrives once', async ({
  site,
  profile,
  manager,
}) => {
  const browser = await coldBrowser(profile, phoneLook)
  let running = true
  try {
    const page = await workerWithoutServer(site, browser)
    running = false
    await page.goto(`${site.address}/sent`)
    await page
      .getByRole('link', { name: /Ladder 4 is safe.*Received/ })
      .first()
      .click()
    await expect(page.getByRole('definition').filter({ hasText: 'Ladder 4 is safe' })).toBeVisible()

    await page.goto(`${site.address}/frontend/forms/quick`)
    const note = `Gate 7 ${Date.now()}`
    await fill(page, 'note', `${note} wrong`)
    await save(page, 'Save')
    await expect(page.locator('[data-sync]')).toContainText('Offline · 1 waiting')
    await page.goto(`${site.address}/outbox`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(field(page, 'note').locator('input, textarea').first()).toHaveValue(`${note} wrong`)
    await fill(page, 'note', `${note} right`)
    await save(page, 'Save')
    await expect(processed(page)).toBeVisible()
    await page.goto(`${site.address}/outbox`)
    await expect(page.locator('[data-save]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await site.server.restart()
    running = true
    await sendNow(page)
    const arrived = (await manager.records('quick')).filter(({ model }) => String(model['note']).startsWith(note))
    expect(arrived.map(({ model, rev }) => [model['note'], rev])).toEqual([[`${note} right`, 1]])
  } finally {
    await browser.remove()
    if (!running) await site.server.restart()
  }
})
