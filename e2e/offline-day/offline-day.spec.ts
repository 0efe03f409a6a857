import { expect, installed, people, spokenTo, test } from '../harness/fixtures.ts'
import { coldBrowser, makeReady, phoneLook } from './cold.ts'

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
    const keys = ['screens', 'onSite', 'rollCall', 'gates', 'dailyLog', 'review', 'projects', 'bots', 'devices', 'sent']
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
      [`/onsite/${gate.team}/muster`, /roll call/i],
      [`/gate/${gate.id}`, 'I am new here'],
      [`/team/${gate.team}/log`, 'Daily Log'],
      [`/team/${gate.team}/log?day=${day}`, 'Daily Log'],
      ['/review', /review/i],
      ...(answer ? [[`/automation/${answer.bot}/execution/${answer.key}`, answer.title] as [string, string]] : []),
      ['/teams', 'Harbor Point Tower'],
      [`/teams/${gate.team}`, 'Members'],
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
