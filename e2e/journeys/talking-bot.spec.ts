import type { DemoPhone } from '../../contract/endpoints/conversations.ts'
import type { ExecutionRow } from '../../contract/endpoints/executions.ts'
import type { LogDay } from '../../contract/endpoints/dailyLog.ts'
import { newId } from '../harness/api.ts'
import { expect, installed, phoneTest as test } from '../harness/fixtures.ts'

/**
 * A time zone in which it is now between three and four in the afternoon, the time at which the bot starts.
 */
function zoneAtThree(): string {
  const ahead = 15 - new Date().getUTCHours()
  const offset = ahead > 14 ? ahead - 24 : ahead
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** Has his own project here, so that no demo data waits for him; no other test uses him. */
const ben = { name: 'Ben Kowalski', mobile: '+12025550106' }
const firms = ['Alder Concrete', 'Birch Steel', 'Cedar Plumbing', 'Dogwood Electric', 'Elm Drywall', 'Fir Roofing']
const numberOf = (n: number) => `+1202555${7300 + n}`

test('CO-002 RV-004 a bot texts six vendors at three, a manager decides on a phone that is off the network for a while, and the daily log holds each entry once', async ({
  page,
  site,
  complaints: _,
}) => {
  const boss = await site.reader(ben)
  const uid = boss.headers['x-actor'] ?? ''
  let seq = 0
  const save = async (method: string, path: string, payload: object, rev = 0) => {
    const headers = { 'idempotency-key': newId(), 'x-seq': String(++seq), 'if-match': `"${rev}"` }
    const answer = await boss.request(method, `/api/data/${path}`, { payload }, headers)
    expect([200, 201]).toContain(answer.status)
    return (await answer.json()) as { rev: number }
  }
  const [team, bot] = [newId(), newId()]
  await save('POST', `teams/${team}`, { name: 'Juniper Clinic', owner: uid, deleted: false })
  const { rev } = await save('POST', `automations/${bot}`, { class: 'manpower', team, title: 'Clinic Manpower', owner: uid })
  const timezone = zoneAtThree()
  const settings = {
    contacts: firms.map((vendor, n) => ({
      name: `Contact ${vendor}`,
      mobile: numberOf(n),
      vendor,
      ...(n === 2 && { lang: 'es' }),
    })),
    days: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    time: '15:00',
    timezone,
    stopAfter: '3 hours',
    remindAfter: 'Never',
    collectLocation: 'Disabled',
  }
  await save('PATCH', `automations/${bot}`, settings, rev)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())

  // Meanwhile the phone gets ready.
  await site.signedIn(page, ben)
  await installed(page)

  // At three the bot texts all six.
  const said = async (n: number, words: string) => {
    const { phones } = await boss.get<{ phones: DemoPhone[] }>('/api/demo/phones')
    const lines = phones.find(({ number }) => number === numberOf(n))?.lines ?? []
    return lines.filter(({ from, text }) => from === 'bot' && text.includes(words)).length
  }
  for (const n of firms.keys()) await expect.poll(() => said(n, firms[n] ?? '')).toBe(1)
  const answer = async (n: number, text: string) => {
    const { status } = await boss.request('POST', '/api/demo/phones', { id: newId(), from: numberOf(n), text })
    expect(status).toBe(200)
  }
  await Promise.all([answer(0, '12 for 8 hours'), answer(1, '7 guys, 8.5 hrs each')])
  await answer(2, 'nueve por 10 horas')
  await expect.poll(() => said(2, '9 trabajadores por 10 horas')).toBe(1)
  await Promise.all([answer(0, 'yes'), answer(1, 'yep'), answer(2, 'sí'), answer(3, 'nil'), answer(4, 'wrong number')])

  // The inbox shows all answers that need him, and who has not answered.
  await page.goto(`${site.address}/review`)
  const cards = page.getByRole('list', { name: 'Waiting for a decision' }).getByRole('listitem')
  const card = (firm: string) => page.locator('[data-item]').filter({ hasText: firm })
  for (const firm of firms.slice(0, 5)) await expect(card(firm)).toBeVisible()
  await expect(page.getByText('4 of 5 have answered')).toBeVisible()

  // In the basement he decides all of them: the usual ones together, the others one by one.
  site.proxy.down()
  await page.getByRole('button', { name: 'Approve 3 routine answers' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  for (const firm of firms.slice(0, 3)) await expect(card(firm)).toHaveCount(0)
  await card('Dogwood Electric').getByRole('button', { name: 'Acknowledge' }).click()
  await expect(card('Dogwood Electric')).toHaveCount(0)
  const open = async () => {
    const { executions } = await boss.get<{ executions: ExecutionRow[] }>('/api/executions/open')
    return executions.filter((row) => row.bot === bot).length
  }
  expect(await open()).toBe(5)

  // Back upstairs he decides the last one.
  site.proxy.up()
  await card('Elm Drywall').getByRole('button', { name: 'Disable Vendor' }).click()
  await expect(page.getByText('All decided')).toBeVisible()
  await expect(cards).toHaveCount(0)
  await expect.poll(open).toBe(0)

  // The daily log: the approved entries and the nil entry, each once.
  const log = async () => {
    const { entries } = await boss.get<LogDay>(`/api/team/${team}/log/${day}`)
    return entries.map(({ vendor, workers, hours, state }) => [vendor, workers, hours, state]).sort()
  }
  await expect.poll(log).toEqual([
    ['Alder Concrete', 12, 96, 'written'],
    ['Birch Steel', 7, 59.5, 'written'],
    ['Cedar Plumbing', 9, 90, 'written'],
    ['Dogwood Electric', 0, 0, 'written'],
  ])
  await page.goto(`${site.address}/team/${team}/log?day=${day}`)
  await expect(page.getByText('28 workers')).toBeVisible()
  await expect(page.getByText('245 h 30 min')).toBeVisible()
  for (const firm of firms.slice(0, 4)) await expect(page.getByText(firm, { exact: true })).toHaveCount(1)
})
