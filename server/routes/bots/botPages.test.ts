import { describe, expect, it } from 'vitest'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import { type BotTable, botPageNames } from '../../../contract/reference/botPageNames.ts'
import { pagesOfBot } from '../../../contract/reference/pagesOfBot.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { type Device, idOf, manager, newId, outsider, tower, useServer, worker } from '../../../tests/harness/testServer.ts'

describe('the pages of a bot that the server describes', () => {
  const server = useServer()
  const manpower = idOf('bot Daily Manpower')
  const gate = idOf('bot Gate 1 Check-in')
  const orientation = idOf('bot Site Orientation')
  const hazards = idOf('bot Hazards & Near Misses')
  const get = (person: Device, bot: string, page: string, search = '') =>
    person.get<PageData & { error?: { code: string; message: string } }>(`/api/automation/${bot}/${page}.json${search}`)
  const table = async (person: Device, bot: string, page: string, search = '') => {
    const { status, body } = await get(person, bot, page, search)
    expect([page, status, body.component]).toEqual([page, 200, 'botTable'])
    return { title: body.componentConfig?.title, ...(body.componentConfig?.items?.[0] as BotTable) }
  }

  it('CO-054 shows what waits for a decision, or what has come in for a form', async () => {
    const boss = await server.person(manager)
    const { title, rows } = await table(boss, manpower, 'review')
    expect(title).toBe('Review: Daily Manpower')
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.every(({ url }) => url?.startsWith(`/automation/${manpower}/execution/`))).toBe(true)
    const states = new Set(rows.map(({ cells }) => cells['state']))
    // Conversations in this state are written to the daily log after five minutes, so it may be missing.
    states.delete('Waiting to Complete')
    expect(states).toEqual(new Set(['Requires Approval', 'Requires Attention']))
    const { body } = await get(boss, hazards, 'review')
    const arrived = await boss.get<PageData>('/api/arrived/hazard-report.json')
    expect(body.component).toBe('records')
    expect(body.componentConfig?.items).toEqual(arrived.body.componentConfig?.items)
    expect((await table(boss, manpower, 'review', '?lang=es')).title).toBe('Revisión: Daily Manpower')
  })

  it('CO-056 shows the records of a form that carry evidence, and no others, however many others came later', async () => {
    const boss = await server.person(manager)
    const photo = await boss.upload('a photo of a crack')
    const path = `forms/hazard-report/${newId()}`
    const file = { id: photo.id, name: 'crack.jpg', filename: 'crack.jpg', type: 'image/jpeg', url: `/api/files/${photo.id}` }
    expect((await boss.save(path, { payload: { title: 'Crack', photos: [file] } })).status).toBe(200)
    for (let n = 0; n < 60; n++) await boss.save(`forms/hazard-report/${newId()}`, { payload: { title: `Plain ${n}` } })
    const { body } = await get(boss, hazards, 'evidenceReview')
    expect([body.component, body.componentConfig?.title]).toEqual(['records', 'Evidence: Hazards & Near Misses'])
    const items = (body.componentConfig?.items ?? []) as { path: string; model: object }[]
    expect(items.map((item) => item.path)).toEqual([path])
    expect((body.componentConfig as { next?: string }).next).toBeUndefined()
  })

  it('CO-057 CO-058 CO-059 CO-061 CO-063 shows the known people at a gate, their companies, and how long they were on site', async () => {
    const boss = await server.person(manager)
    const people = await table(boss, gate, 'people')
    expect(people.rows.length).toBeGreaterThan(20)
    const registrations = await table(boss, gate, 'registrations')
    expect(registrations.rows.every(({ at }) => at?.['seen'] !== undefined)).toBe(true)
    const seen = registrations.rows.map(({ at }) => at?.['seen'] ?? '')
    expect([...seen].sort().reverse()).toEqual(seen)
    const companies = await table(boss, gate, 'companies')
    const total = companies.rows.reduce((sum, { cells }) => sum + Number(cells['people_']), 0)
    expect(total).toBeLessThanOrEqual(people.rows.length)
    expect(total).toBeGreaterThan(0)
    const time = await table(boss, gate, 'manageTime')
    expect(time.rows.length).toBeGreaterThan(0)
    const [somebody] = time.rows
    const own = await table(boss, gate, 'person', `?name=${encodeURIComponent(somebody?.cells['name'] ?? '')}`)
    expect(own.title).toBe(somebody?.cells['name'])
    expect(own.rows.map(({ at }) => at?.['when'])).toContain(somebody?.at?.['since'])
    // Two people may have the same name: the link from a list names the company, too.
    const elsewhere = await table(
      boss,
      gate,
      'person',
      `?name=${encodeURIComponent(somebody?.cells['name'] ?? '')}&company=Elsewhere%20Ltd`,
    )
    expect(elsewhere.rows).toEqual([])
    expect(people.rows.filter(({ cells }) => cells['company']).every(({ url }) => url?.includes('&company='))).toBe(true)
    expect((await table(boss, orientation, 'registrations')).rows.every(({ url }) => url?.startsWith('/frontend/forms/'))).toBe(true)
  })

  it('CO-061 CO-062 shows what vendors reported, and with which words a conversation begins', async () => {
    const boss = await server.person(manager)
    const { rows } = await table(boss, manpower, 'companies')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ cells }) => Number(cells['workers']) >= 0 && Number(cells['days']) > 0)).toBe(true)
    const leadin = await table(boss, manpower, 'leadin')
    expect(leadin.rows.length).toBeGreaterThan(0)
    expect(leadin.rows.every(({ cells }) => (cells['firstText'] ?? '') !== '')).toBe(true)
  })

  it('CO-060 describes the kiosk of a gate, with its six digits', async () => {
    const { status, body } = await get(await server.person(manager), gate, 'kiosk')
    expect(status).toBe(200)
    expect(JSON.stringify(body.componentConfig)).toMatch(/"\d{6}"/)
  })

  it('CO-064 shows what a form is about', async () => {
    const boss = await server.person(manager)
    const { rows } = await table(boss, hazards, 'topics')
    expect(rows.map(({ cells }) => cells['topic'])).toContain('Kind of hazard')
    expect(new Set(rows.map(({ cells }) => cells['part'])).size).toBeGreaterThan(1)
  })

  it('CO-055 shows what people tried with a demo bot, and has no such page for another', async () => {
    const boss = await server.person(manager)
    expect((await get(boss, hazards, 'demo')).status).toBe(404)
    const bot = newId()
    await boss.save(`automations/${bot}`, { payload: { class: 'hazards', team: tower, title: 'Try me', form: 'new', demo: true } })
    const { form } = (await boss.get<BotRow>(`/api/bot/${bot}`)).body
    const path = `forms/${form}/${newId()}`
    await boss.save(path, { payload: { title: 'Open edge', company: 'Acme' } })
    const { rows } = await table(boss, bot, 'demo')
    expect(rows).toMatchObject([
      { key: path, cells: { name: expect.stringContaining('Open edge'), company: 'Acme' }, url: `/frontend/${path}` },
    ])
  })

  it('CO-054 CO-056 CO-057 CO-058 CO-061 CO-062 CO-063 CO-064 has every page that its editor links to, for bots of each class', async () => {
    const boss = await server.person(manager)
    const all = (await boss.get<{ bots: BotRow[] }>('/api/automation/list')).body.bots
    const linked = new Set<string>()
    for (const bot of all)
      for (const page of pagesOfBot(bot)) {
        linked.add(page)
        expect([bot.title, page, (await get(boss, bot.id, page)).status]).toEqual([bot.title, page, 200])
      }
    expect([...botPageNames].filter((page) => !linked.has(page))).toEqual(['person'])
  })

  it('says in plain words that a bot has no such page, and shows nothing to who is not of the project', async () => {
    const boss = await server.person(manager)
    for (const [bot, page] of [
      [manpower, 'people'],
      [manpower, 'manageTime'],
      [hazards, 'leadin'],
      [hazards, 'companies'],
      [gate, 'person'],
    ] as const) {
      const { status, body } = await get(boss, bot, page)
      expect([page, status, body.error?.message]).toEqual([page, 404, 'This page does not exist.'])
    }
    for (const mobile of [worker, outsider]) {
      const other = await server.person(mobile)
      for (const page of botPageNames) expect((await get(other, gate, page)).status).toBe(404)
    }
  })
})
