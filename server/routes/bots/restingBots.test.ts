import { describe, expect, it } from 'vitest'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import type { ExecutionRow } from '../../../contract/endpoints/executions.ts'
import { type Device, foreman, idOf, manager, newId, school, tower, useServer, worker } from '../../../tests/harness/testServer.ts'

interface Refusal {
  error: { code: string; message: string }
}

interface Page {
  componentConfig?: { readOnly?: boolean; allowSave?: boolean; items?: { title: string; url: string }[] }
  form: { children: { type: string; text?: string }[] }
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe('bots that are archived or deleted', () => {
  const server = useServer()
  const change = (person: Device, path: string, payload: object) => person.save<{ rev: number } & Refusal>(path, { payload }, {}, 'PATCH')
  const tasksOf = async (person: Device) =>
    ((await person.get<Page>(`/api/tasks/${person.uid}.json?lang=en`)).body.componentConfig?.items ?? []).map(({ url }) => url)
  const make = async (boss: Device) => {
    const id = newId()
    const made = await boss.save(`automations/${id}`, {
      payload: { class: 'hazards', team: tower, title: 'Crane hazards', form: 'new', open: true },
    })
    expect(made.status).toBe(200)
    return { id, form: (await boss.get<BotRow>(`/api/bot/${id}`)).body.form ?? '' }
  }
  const saveTo = (person: Device, form: string, clientAt: string, key = newId(), record = newId()) =>
    person.save<{ rev: number } & Refusal>(
      `forms/${form}/${record}`,
      { payload: { title: 'Loose plank' }, clientAt },
      { 'idempotency-key': key, 'x-seq': '700' },
    )

  it('CO-252 leaves the form of an archived bot out of My Tasks, opens it with words alone, and takes no new record', async () => {
    const boss = await server.person(manager)
    const crew = await server.person(worker)
    const { id, form } = await make(boss)
    const before = { key: newId(), record: newId(), at: minutesAgo(5) }
    expect(await tasksOf(crew)).toContain(`/frontend/forms/${form}`)
    expect((await change(boss, `automations/${id}`, { disabled: true, archived: true })).status).toBe(200)

    expect(await tasksOf(crew)).not.toContain(`/frontend/forms/${form}`)
    const { body: page } = await server.nobody().get<Page>(`/api/forms/${form}.json?lang=es`)
    expect(page.componentConfig).toMatchObject({ readOnly: true, allowSave: false })
    expect(page.form.children).toMatchObject([{ type: 'info', text: expect.stringContaining('ya no se usa') }])
    const refused = await saveTo(crew, form, minutesAgo(0))
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('não é mais usado: o bot foi arquivado ou excluído.'),
    ])
    // The device made this save while the bot was in use, and sends it twice.
    for (const _ of [1, 2]) expect((await saveTo(crew, form, before.at, before.key, before.record)).status).toBe(200)
    const { records } = (await boss.get<{ records: { path: string }[] }>(`/api/records/forms/${form}`)).body
    expect(records.map(({ path }) => path)).toEqual([`forms/${form}/${before.record}`])
    expect((await boss.get<Page>(`/api/forms/${form}/${before.record}.json`)).body.componentConfig).toMatchObject({ readOnly: true })

    expect((await change(boss, `automations/${id}`, { disabled: false, archived: false })).status).toBe(200)
    expect(await tasksOf(crew)).toContain(`/frontend/forms/${form}`)
    expect((await saveTo(crew, form, minutesAgo(0))).status).toBe(200)
  })

  it('refuses what was saved after the bot was deleted, and takes what was saved before', async () => {
    const boss = await server.person(manager)
    const crew = await server.person(worker)
    const { id, form } = await make(boss)
    expect((await change(boss, `automations/${id}`, { deleted: true })).status).toBe(200)
    expect(await tasksOf(crew)).not.toContain(`/frontend/forms/${form}`)
    expect((await saveTo(server.nobody(), form, minutesAgo(0))).status).toBe(403)
    expect((await saveTo(crew, form, minutesAgo(3))).status).toBe(200)
    // Another bot of the project takes the form over.
    const next = newId()
    await boss.save(`automations/${next}`, { payload: { class: 'hazards', team: tower, title: 'Crane 2', form } })
    expect((await saveTo(crew, form, minutesAgo(0))).status).toBe(200)
  })

  it('CO-252 keeps the form of a bot open that changes to another form', async () => {
    const boss = await server.person(manager)
    const crew = await server.person(worker)
    const first = await make(boss)
    const second = await make(boss)
    expect((await change(boss, `automations/${second.id}`, { deleted: true })).status).toBe(200)
    expect((await change(boss, `automations/${first.id}`, { form: second.form })).status).toBe(200)
    expect((await change(boss, `automations/${first.id}`, { form: first.form })).status).toBe(200)
    // Only the deleted bot still has this form.
    expect((await saveTo(crew, second.form, minutesAgo(0))).status).toBe(200)
    expect((await change(boss, `automations/${first.id}`, { disabled: true, archived: true })).status).toBe(200)
    expect((await saveTo(crew, first.form, minutesAgo(0))).status).toBe(403)
  })

  it('CO-252 changes no kiosk of an archived bot, and its chat says why it does not open', async () => {
    const boss = await server.person(manager)
    const id = newId()
    await boss.save(`automations/${id}`, { payload: { class: 'toolbox-talk', team: tower, title: 'Old talk', form: 'new' } })
    await change(boss, `automations/${id}`, { disabled: true, archived: true })
    const kiosk = await boss.ask<Refusal>('POST', `/api/automation/${id}/kiosk/tasks`, { on: true })
    expect([kiosk.status, kiosk.body.error.message]).toEqual([403, 'This bot is archived. Unarchive it to change its kiosk.'])
    const chat = await (await server.person(worker)).get<Refusal>(`/api/chat/${id}.json`)
    expect(chat.body.error.message).toBe('Este bot está arquivado. Pergunte no escritório da obra qual usar.')
  })

  it('CO-265 changes nothing in an archived project: sites, forms, kiosks and answers by text', async () => {
    const boss = await server.person(manager)
    const phone = '+12025558811'
    const bot = newId()
    await boss.save(`automations/${bot}`, {
      payload: { class: 'manpower', team: school, title: 'Closing', contacts: [{ name: 'Ida Moss', mobile: phone }] },
    })
    expect((await boss.ask<{ begun: number }>('POST', `/api/automation/${bot}:ask`, {})).body).toEqual({ begun: 1 })
    await server.running.idle()
    expect((await boss.ask('POST', `/api/team/${school}:archive`, {})).status).toBe(200)

    const words = 'This project is archived: it can only be read.'
    const site = await boss.ask<Refusal>('POST', `/api/lists/${school}/sites`, {
      name: 'North',
      timezone: 'America/New_York',
      country: 'us',
    })
    expect([site.status, site.body.error.message]).toEqual([403, words])
    const form = await boss.ask<{ settings: object; revision: number }>('GET', '/api/studio/school-hazard-report')
    const settings = { ...form.body.settings, name: 'Changed' }
    const published = await boss.ask<Refusal>('POST', '/api/studio/school-hazard-report', { settings, base: form.body.revision })
    expect([published.status, published.body.error.message]).toEqual([403, words])
    const kiosk = await boss.ask<Refusal>('POST', `/api/automation/${idOf('bot School Hazards')}/kiosk/tasks`, { on: true })
    expect([kiosk.status, kiosk.body.error.message]).toEqual([403, words])

    await boss.ask('POST', '/api/demo/phones', { id: newId(), from: phone, text: '12 for 8 hours, level 3' })
    await server.running.idle()
    const [row] = (await boss.get<{ executions: ExecutionRow[] }>(`/api/automation/${bot}/executions`)).body.executions
    expect(row?.execution.model).not.toMatchObject({ worker_count: 12 })
    const { phones } = (await boss.get<{ phones: { number: string; lines: { text: string }[] }[] }>('/api/demo/phones')).body
    expect(phones.find(({ number }) => number === phone)?.lines.at(-1)?.text).toContain('This project is closed')
    expect((await (await server.person(foreman)).get(`/api/bot/${bot}`)).status).toBe(404)
  })
})
