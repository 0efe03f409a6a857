import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type BotTable, botPageNames } from '../../../contract/reference/botPageNames.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { type Device, idOf, manager, outsider, useServer, worker } from '../../../tests/harness/testServer.ts'

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

  it('CO-056 shows the records of a form that carry evidence, and no others', async () => {
    const boss = await server.person(manager)
    const { body } = await get(boss, hazards, 'evidenceReview')
    expect(body.component).toBe('records')
    const items = (body.componentConfig?.items ?? []) as { model: object }[]
    expect(items.every(({ model }) => /filename|sha256/.test(JSON.stringify(model)))).toBe(true)
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
    expect(rows.length).toBeGreaterThan(3)
  })

  it('CO-055 shows what visitors tried with a demo bot', async () => {
    const boss = await server.person(manager)
    expect((await get(boss, hazards, 'demo')).status).toBe(404)
    const { db } = server.running.app.storage
    await db.execute(sql`update automations set demo = true where id = ${hazards}`)
    await db.execute(
      sql`insert into demo_requests (id, page, email, name, company, number, time, automation, execution)
          values ('d1', 'demo', 'v@example.com', 'Visitor', 'Acme', '+12025550190', '2026-05-11T10:00:00Z', ${hazards}, 'someexecution0000001')`,
    )
    const { rows } = await table(boss, hazards, 'demo')
    expect(rows).toEqual([
      {
        key: 'd1',
        cells: { name: 'Visitor', company: 'Acme' },
        at: { when: '2026-05-11T10:00:00.000Z' },
        url: `/frontend/automation/${hazards}/execution/someexecution0000001`,
      },
    ])
    await db.execute(sql`update automations set demo = false where id = ${hazards}`)
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
