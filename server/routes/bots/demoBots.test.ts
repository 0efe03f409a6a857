import { describe, expect, it } from 'vitest'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import { type Device, manager, newId, tower, useServer, worker } from '../../../tests/harness/testServer.ts'

interface Refusal {
  error: { code: string; message: string }
}

const limit = 'The demo limit is reached: a demo bot has at most 5 conversations.'

describe('demo bots that fill a form or chat', () => {
  const server = useServer()
  const make = async (boss: Device, payload: object) => {
    const id = newId()
    expect(
      (await boss.save(`automations/${id}`, { payload: { team: tower, title: 'Try me', form: 'new', demo: true, ...payload } })).status,
    ).toBe(200)
    return { id, form: (await boss.get<BotRow>(`/api/bot/${id}`)).body.form ?? '' }
  }

  it('CO-487 CO-489 labels the records of a demo bot, takes five, and says at the sixth that this was all', async () => {
    const boss = await server.person(manager)
    const crew = await server.person(worker)
    const { form } = await make(boss, { class: 'hazards' })
    const save = (op = newId()) =>
      crew.save<Refusal>(`forms/${form}/${newId()}`, { payload: { title: 'Loose plank' } }, { 'idempotency-key': op })
    for (let n = 0; n < 5; n++) expect((await save()).status).toBe(200)
    const { records } = (await boss.get<{ records: { model: object }[] }>(`/api/records/forms/${form}`)).body
    expect(records.map(({ model }) => model)).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ demo: true })))
    const sixth = await save()
    expect([sixth.status, sixth.body.error.message]).toEqual([
      403,
      expect.stringContaining('no máximo 5 conversas. Crie um bot de verdade'),
    ])
    const page = (await crew.get<{ form: { children: { text?: string }[] } }>(`/api/forms/${form}.json?lang=en`)).body
    expect(page.form.children).toMatchObject([{ type: 'info', text: expect.stringContaining(limit) }])
  })

  it('CO-487 holds when several devices save at once', async () => {
    const boss = await server.person(manager)
    const { form } = await make(boss, { class: 'hazards', open: true })
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => server.nobody().save(`forms/${form}/${newId()}`, { payload: { title: 'At once' } })),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(5)
  })

  it('CO-487 begins five chats with a demo bot, and refuses the sixth with words', async () => {
    const boss = await server.person(manager)
    const { id } = await make(boss, { class: 'toolbox-talk' })
    const say = () => boss.ask<Refusal>('POST', `/api/chat/${newId()}`, { message: 'Ladders', bot: id })
    for (let n = 0; n < 5; n++) expect((await say()).status).toBe(200)
    const sixth = await say()
    expect([sixth.status, sixth.body.error.message]).toEqual([409, `${limit} Create a real bot to continue.`])
  })

  it('CO-487 gives a demo bot a form of its own, and never one of the project', async () => {
    const boss = await server.person(manager)
    const free = await make(boss, { class: 'hazards', demo: false })
    await boss.save(`automations/${free.id}`, { payload: { deleted: true } }, {}, 'PATCH')
    const words = [{ path: 'form', message: 'A demo bot gets a form of its own. Choose “A new form of its own”.' }]
    const taking = { class: 'hazards', team: tower, title: 'Takes it', form: free.form, demo: true }
    const refused = await boss.save<{ error: { details: object[] } }>(`automations/${newId()}`, { payload: taking })
    expect([refused.status, refused.body.error.details]).toEqual([400, words])
    const own = await make(boss, { class: 'hazards' })
    const change = (payload: object) => boss.save<{ error: { details: object[] } }>(`automations/${own.id}`, { payload }, {}, 'PATCH')
    expect((await change({ form: free.form })).body.error.details).toEqual(words)
    expect((await change({ form: own.form, title: 'Still mine' })).status).toBe(200)
    const page = (await boss.get<{ form: object }>(`/api/automation/new?class=hazards&team=${tower}&demo=true`)).body
    expect(JSON.stringify(page.form)).not.toContain(free.form)
  })

  it('CO-489 labels nothing of a real bot', async () => {
    const boss = await server.person(manager)
    const { form } = await make(boss, { class: 'hazards', demo: false })
    for (let n = 0; n < 6; n++) expect((await boss.save(`forms/${form}/${newId()}`, { payload: { title: 'Real' } })).status).toBe(200)
    const { records } = (await boss.get<{ records: { model: object }[] }>(`/api/records/forms/${form}`)).body
    expect(records.some(({ model }) => 'demo' in model)).toBe(false)
  })
})
