import type { Page } from '@playwright/test'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { GateInfo, onSiteEvents } from '../../contract/endpoints/attendance.ts'
import { presenceOf } from '../../contract/rules/presence.ts'
import type { Reader } from '../harness/api.ts'
import { findings, findingsInEveryLook } from '../harness/axe.ts'
import { deviceRows } from '../harness/device-rows.ts'
import { expect, installed, people, phoneTestOfOwnSite, type Site } from '../harness/fixtures.ts'
import { signInVisitor } from '../pages/gate.ts'

const test = phoneTestOfOwnSite()

const gateOf = async (reader: Reader) => {
  const { gates } = await reader.get<{ gates: GateInfo[] }>('/api/gates')
  return gates[0] as GateInfo
}
const found = (page: Page) => page.locator('[data-found]')
const person = (page: Page, name: string) => page.locator(`.m-gate-musterPerson[data-person="${name}"]`)

async function warden(page: Page, site: Site, who: { name: string; mobile: string }, address: string) {
  await site.signedIn(page, who)
  await installed(page)
  await page.goto(site.address + address)
  await expect(page.locator('[data-count]')).toBeVisible()
}

test('forty people come through the gate without a signal, the tablet is loaded again in between, and forty arrive', async ({
  page,
  site,
  manager,
  complaints: _,
}) => {
  const { id, team } = await gateOf(manager)
  await site.signedIn(page, people.foreman)
  await installed(page)
  // Her language is Spanish and arrives with the first answer; afterwards the setting of the device
  // applies.
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.evaluate(() => localStorage.setItem('muster:preference:language', '"en"'))
  await page.goto(`${site.address}/gate/${id}`)
  const search = page.getByLabel('Name, mobile or badge code')
  await expect(search).toBeFocused()
  expect(await findingsInEveryLook(page)).toEqual([])

  site.proxy.down()
  // People with an orientation who are not on site: found by name, signed in by two taps.
  const came = await page.evaluate(async (address) => {
    const answer = await new Promise<{ data: { people: { name: string; inducted?: object }[] } }>((resolve, reject) => {
      const open = indexedDB.open('muster')
      open.onerror = () => reject(open.error)
      open.onsuccess = () => {
        const owner = localStorage.getItem('muster:owner')
        const row = open.result
          .transaction('screens')
          .objectStore('screens')
          .get([owner ?? '', address])
        row.onsuccess = () => resolve(row.result as never)
      }
    })
    return answer.data.people.filter(({ inducted }) => inducted).map(({ name }) => name)
  }, `/api/gates/${id}`)
  const before = await manager.get<AnswerOf<typeof onSiteEvents>>(`/api/onsite/${team}`)
  const inside = new Set(presenceOf({ events: before.events, now: Date.now() }).onSite.map(({ name }) => name))
  const queue = came.filter((name) => !inside.has(name)).slice(0, 40)
  expect(queue).toHaveLength(40)
  for (const [n, name] of queue.entries()) {
    if (n === 20) await page.reload()
    await search.fill(name)
    await page.locator('.m-gate-row', { hasText: name }).first().click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(`Welcome, ${name}`).waitFor()
    await page.getByRole('button', { name: 'Next person' }).click()
  }
  await expect(page.locator('[data-unsent="40"]')).toBeVisible()
  // An unknown visitor gives four answers; each missing one has its own error text.
  await page.getByRole('button', { name: 'I am new here' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Please say who you are visiting.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await signInVisitor(page, 'Nora Newcomer')

  site.proxy.up()
  await expect
    .poll(async () => {
      const { events } = await manager.get<AnswerOf<typeof onSiteEvents>>(`/api/onsite/${team}`)
      const names = presenceOf({ events, now: Date.now() }).onSite.map(({ name }) => name)
      return [...queue, 'Nora Newcomer'].filter((name) => names.filter((one) => one === name).length === 1).length
    })
    .toBe(41)
})

test('two wardens call the roll without a network, each on their own device, and the union is right when both are back', async ({
  phones,
  site,
  manager,
  complaints: _,
}) => {
  const { team } = await gateOf(manager)
  const devices = await Promise.all([0, 1].map(async () => (await phones.open()).newPage()))
  const [ana, ben] = devices as [Page, Page]
  await warden(ana, site, people.owner, `/onsite/${team}`)
  await warden(ben, site, people.manager, `/onsite/${team}`)
  const count = Number(await ana.locator('[data-count]').getAttribute('data-count'))
  expect(await findingsInEveryLook(ana)).toEqual([])
  site.proxy.down()

  // Each of them starts the roll call on their own.
  for (const page of [ana, ben]) {
    await page.getByRole('button', { name: 'Muster', exact: true }).click()
    await page.getByRole('button', { name: 'Drill' }).click()
    await page.getByRole('button', { name: 'Start muster' }).click()
    await expect(found(page)).toHaveAttribute('data-total', String(count))
  }
  const names = await ana.locator('.m-gate-musterPerson').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-person') ?? ''))
  const [first = '', second = '', third = '', fourth = ''] = names
  await ana.getByRole('button', { name: `${first} is safe` }).click()
  await ana.getByRole('button', { name: `${second} is safe` }).click()
  await ana.getByRole('button', { name: `${third} was not found` }).click()
  // The latest mark wins, by the server's clock as each device knows it. His marks are the later ones.
  const marked = Date.now()
  const behind = (await deviceRows(ana)).skewMs - (await deviceRows(ben)).skewMs + 1000
  await expect.poll(() => Date.now() - marked).toBeGreaterThan(behind)
  await ben.getByRole('button', { name: `${second} is safe` }).click()
  await ben.getByRole('button', { name: `${third} is safe` }).click()
  await ben.getByRole('button', { name: `${fourth} has left the site` }).click()
  await expect(found(ana)).toHaveAttribute('data-found', '2')
  await expect(found(ben)).toHaveAttribute('data-found', '3')
  expect(await findings(ana)).toEqual([])
  // Without a network the page opens again, and the report is created on the device.
  await ana.reload()
  await expect(found(ana)).toHaveAttribute('data-found', '2')
  await ana.getByRole('link', { name: 'Report' }).click()
  const [file] = await Promise.all([ana.waitForEvent('download'), ana.getByRole('button', { name: 'PDF' }).click()])
  expect(file.suggestedFilename()).toMatch(/^Muster drill report .*\.pdf$/)
  await ana.goBack()

  site.proxy.up()
  for (const page of [ana, ben]) await page.evaluate(() => dispatchEvent(new Event('online')))
  for (const page of [ana, ben]) {
    await expect(found(page)).toHaveAttribute('data-found', '4')
    await expect(found(page)).toHaveAttribute('data-total', String(count))
  }
  await ana.getByRole('button', { name: /^Safe · 3/ }).click()
  await expect(person(ana, third)).toContainText('Daniel Reyes: Safe / Grace Okafor: Not found')
})
