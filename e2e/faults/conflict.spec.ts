import type { Page } from '@playwright/test'
import { newId, people, type Reader } from '../harness/api.ts'
import { deviceRows } from '../harness/device-rows.ts'
import type { Match } from '../harness/faultProxy.ts'
import { expect, phoneTest as test, type Site } from '../harness/fixtures.ts'
import { fill, processed, save } from '../pages/form.ts'

const saves: Match = { method: 'POST', path: /^\/api\/data\/forms\/shared\// }

type Model = Record<string, unknown>

/** A record that the worker made, and two people who change it. */
async function shared(site: Site) {
  const [worker, manager] = await Promise.all([site.reader(people.worker), site.reader(people.manager)])
  const path = `forms/shared/${newId()}`
  let seq = Date.now()
  const write = async (by: Reader, payload: Model, rev: number, base?: Model, more: Model = {}) => {
    const headers = { 'idempotency-key': newId(), 'x-seq': String(++seq), 'if-match': `"${rev}"` }
    const answer = await by.request('POST', `/api/data/${path}`, { payload, ...(base && { base }), ...more }, headers)
    expect(answer.status, await answer.clone().text()).toBe(200)
  }
  const found: Model = { place: 'Level 3', workers: 8, remarks: 'Dry.', title: 'Level 3, 8 workers' }
  await write(worker, found, 0)
  return {
    path,
    found,
    page: `${site.address}/frontend/${path}`,
    /** The manager changes the record at their desk, without the proxy in front of the tablet. */
    change: async (change: Model, more?: Model) => {
      const { model, rev } = await manager.get<{ model: Model; rev: number }>(`/api/data/${path}`)
      await write(manager, { ...model, ...change }, rev, model, more)
    },
    model: async () => (await manager.get<{ model: Model }>(`/api/data/${path}`)).model,
    receipts: async (page: Page) => (await deviceRows(page)).receipts.filter((row) => row.path === path).map(({ outcome }) => outcome),
  }
}

/**
 * Saves in the form while the manager is faster: Q the save waits without a connection, R its request is
 * running.
 */
async function overtaken(site: Site, page: Page, moment: 'Q' | 'R', change: () => Promise<void>) {
  const held = moment === 'R' ? site.proxy.on(saves, { kind: 'holdRequest' }) : undefined
  if (!held) site.proxy.down()
  await save(page, 'Save')
  await expect(processed(page)).toBeVisible()
  await held?.reached()
  await change()
  held?.stop()
  site.proxy.up()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

const emptied = (page: Page) => expect.poll(async () => (await deviceRows(page)).outbox).toEqual([])

test.afterEach(({ site }) => site.proxy.reset())

for (const moment of ['Q', 'R'] as const) {
  test(`16${moment} OQ-062 what two people changed in different answers of one record is brought together`, async ({
    worker: page,
    site,
  }) => {
    const record = await shared(site)
    await page.goto(record.page)
    await fill(page, 'workers', '9')
    await overtaken(site, page, moment, () => record.change({ place: 'Level 4', title: 'Level 4, 8 workers' }))
    await emptied(page)
    expect(await record.model()).toMatchObject({ place: 'Level 4', workers: 9, remarks: 'Dry.' })
    expect(await record.receipts(page)).toEqual(['sent'])
  })

  test(`16${moment} OQ-062 what two people changed in the same answer is for the person to decide, and nothing is overwritten before`, async ({
    worker: page,
    site,
  }) => {
    const record = await shared(site)
    const theirs = { workers: 10, remarks: 'Rain.' }
    await page.goto(record.page)
    await fill(page, 'workers', '9')
    await fill(page, 'remarks', 'Wind.')
    await fill(page, 'place', 'Level 5')
    await overtaken(site, page, moment, () => record.change(theirs))
    await expect.poll(async () => (await deviceRows(page)).outbox.map(({ state }) => state)).toEqual(['conflict'])
    expect(await record.model()).toMatchObject({ ...theirs, place: 'Level 3' })

    // From the outbox in one case, from the form in the other.
    await page.goto(moment === 'Q' ? `${site.address}/outbox` : record.page)
    await page.getByRole('button', { name: 'Compare and choose' }).click()
    const dialog = page.getByRole('dialog', { name: 'Which answer counts?' })
    const question = (name: string) => dialog.getByRole('group', { name })
    await expect(question('Workers').getByText(people.manager.name)).toBeVisible()
    await expect(question('Place')).toHaveCount(0)
    await expect(question('Workers').getByRole('radio')).toHaveCount(2)
    await expect(question('Remarks').getByRole('radio')).toHaveCount(3)
    // Only possible after every question is decided.
    await dialog.getByRole('button', { name: 'Save this' }).click()
    await expect(question('Workers').getByText('Choose one of them.')).toBeVisible()
    await expect(question('Workers').getByRole('radio', { name: 'Mine' })).toBeFocused()
    await page.keyboard.press('Space')
    await question('Remarks').getByText('Both', { exact: true }).click()

    let refused = false
    // A number that appears in no time or date, because the editor and the time are shown next to it.
    const afresh = 117
    if (moment === 'R') {
      // Another change while the person decides: only the new question is asked again, earlier decisions
      // stay.
      await record.change({ workers: afresh })
      await dialog.getByRole('button', { name: 'Save this' }).click()
      // A running poll shows the new answer in the open dialog; otherwise the refusal closes the dialog,
      // and the test opens it again.
      const shownAgain = question('Workers').getByText(`${afresh}`)
      await expect(async () => expect((await shownAgain.isVisible()) || !(await dialog.isVisible())).toBe(true)).toPass()
      refused = !(await dialog.isVisible())
      if (refused) {
        await page.getByRole('button', { name: 'Compare and choose' }).click()
        await expect(dialog.getByRole('group')).toHaveCount(1)
      }
      await expect(question('Workers')).toContainText(`${afresh}`)
      await question('Workers').getByRole('radio', { name: 'Theirs' }).check()
    }
    await dialog.getByRole('button', { name: 'Save this' }).click()
    await expect(dialog).toBeHidden()
    await emptied(page)
    const workers = moment === 'R' ? afresh : 9
    expect(await record.model()).toMatchObject({ place: 'Level 5', workers, remarks: 'Rain.\nWind.' })
    expect((await record.receipts(page)).toSorted()).toEqual(refused ? ['sent', 'superseded', 'superseded'] : ['sent', 'superseded'])
  })
}

test('16Q a conflict that the server no longer has ends by itself', async ({ worker: page, site }) => {
  const record = await shared(site)
  await page.goto(record.page)
  await fill(page, 'workers', '9')
  await overtaken(site, page, 'Q', () => record.change({ workers: 10 }))
  await expect.poll(async () => (await deviceRows(page)).outbox.map(({ state }) => state)).toEqual(['conflict'])
  await record.change({ workers: 8 })
  await page.goto(`${site.address}/outbox`)
  // The poll after the reconnect may notice that the conflict is gone before the dialog is opened.
  const compare = page.getByRole('button', { name: 'Compare and choose' })
  await expect(async () => {
    if ((await deviceRows(page)).outbox.length > 0) await compare.click({ timeout: 2_000 })
  }).toPass()
  await emptied(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await record.model()).toMatchObject({ workers: 9 })
  expect(await record.receipts(page)).toEqual(['sent'])
})

test('a manager sees what came long after it was made, with the reason, and ticks it off', async ({ worker: page, site }) => {
  const record = await shared(site)
  const yesterday = new Date(Date.now() - 26 * 3_600_000).toISOString()
  await record.change({ workers: 12, title: 'Level 3, 12 workers' }, { clientAt: yesterday })
  await site.signedIn(page, people.owner)
  await page.goto(`${site.address}/frontend/arrived/shared`)
  const list = page.getByRole('region', { name: 'Needs attention' })
  const item = list.locator(`[data-late="${record.path}@2"]`)
  await expect(item).toContainText(`${people.manager.name} saved this on`)
  await expect(item).toContainText('Changed: Workers')
  await expect(page.locator(`[data-record="${record.path}"]`).getByText('Arrived late')).toBeVisible()
  await item.getByRole('button', { name: /I have checked/ }).click()
  await expect(item).toContainText('Checked by you')
  await emptied(page)
  await page.reload()
  await expect(page.locator(`[data-record="${record.path}"]`)).toBeVisible()
  await expect(item).toHaveCount(0)
  await page.locator(`[data-record="${record.path}"] summary`).click()
  await expect(page.locator(`[data-record="${record.path}"]`).getByText(`Checked by ${people.owner.name}`)).toBeVisible()
})
