import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { DemoPhone } from '../../../contract/endpoints/conversations.ts'
import type { ExecutionRow } from '../../../contract/endpoints/executions.ts'
import { daysLater, utcDay } from '../../../contract/rules/daysLater.ts'
import { rows } from '../../storage/database.ts'
import { type Device, manager, newId, outsider, useServer } from '../../../tests/harness/testServer.ts'
import { meetReport } from './meetReport.ts'

describe.each(['embedded', 'postgres'] as const)('manpower by form and by text (%s)', (storage) => {
  const server = useServer({}, storage)
  const vendor = 'Keystone Concrete'
  let boss: Device
  let team = ''
  let bot = ''
  let form = ''
  let mobile = ''
  let n = 0
  const day = utcDay(new Date())
  beforeAll(async () => {
    boss = await server.person(manager)
  })

  const make = async (settings: object = {}) => {
    bot = newId()
    mobile = `+1202555${6000 + n++}`
    const model = {
      days: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
      time: '15:00',
      timezone: 'UTC',
      stopAfter: '1 hour',
      collectLocation: 'Disabled',
      approvalMode: 'Approval',
      contacts: [{ name: 'Rosa', mobile, vendor }],
      ...settings,
    }
    const payload = { class: 'manpower', team, title: 'Manpower', form: 'new', open: false, ...model }
    expect((await boss.save(`automations/${bot}`, { payload })).status).toBe(200)
    form = (await boss.get<{ form?: string }>(`/api/bot/${bot}`)).body.form ?? ''
    expect(form).not.toBe('')
  }
  const makeProject = async () => {
    team = newId()
    expect((await boss.save(`teams/${team}`, { payload: { name: 'Foundry Row', owner: boss.uid, deleted: false } })).status).toBe(200)
  }
  // A project of its own for each test: reports of the same vendor and day meet.
  beforeEach(async () => {
    await makeProject()
    await make()
  })

  const report = async (answers: object, path = `forms/${form}/${newId()}`, method = 'POST', person: Device = boss) => {
    const payload = { date: day, vendor, status: 'working', worker_count: 6, hours_per_worker: 8, location: 'Level 1', ...answers }
    expect((await person.save(path, { payload }, method === 'PATCH' ? { 'if-match': '"1"' } : {}, method)).status).toBe(200)
    await server.running.idle()
    return path
  }
  const list = async () => (await boss.get<{ executions: ExecutionRow[] }>(`/api/automation/${bot}/executions`)).body.executions
  const only = async () => {
    const found = await list()
    expect(found).toHaveLength(1)
    return (found[0] as ExecutionRow).execution
  }
  const ask = async () => {
    expect((await boss.ask('POST', `/api/automation/${bot}:ask`)).status).toBe(200)
    await server.running.idle()
  }
  const say = async (...texts: string[]) => {
    for (const text of texts) {
      await server.nobody().ask('POST', '/api/demo/phones', { id: newId(), from: mobile, text })
      await server.running.idle()
    }
  }
  const heard = async () => {
    const { phones } = (await server.nobody().get<{ phones: DemoPhone[] }>('/api/demo/phones')).body
    return (phones.find(({ number }) => number === mobile)?.lines ?? []).filter(({ from }) => from === 'bot').map(({ text }) => text)
  }
  const decide = async (completionAction: string, more: object = {}) => {
    const { path } = await only()
    expect((await boss.save(path, { payload: { completionAction, ...more } }, {}, 'PATCH')).status).toBe(200)
    await server.running.idle()
  }
  const log = () =>
    rows(
      server.running.app.storage.db,
      z.object({
        vendor: z.string(),
        count: z.number(),
        location: z.nullable(z.string()),
        trade: z.nullable(z.string()),
        by: z.nullable(z.string()),
      }),
      sql`select d.model ->> 'vendor' as vendor, (d.model ->> 'worker_count')::int as count, d.model ->> 'location' as location, d.model ->> 'trade' as trade, d.written_by as by
          from daily_log_entries d join executions e on e.id = d.execution where e.automation = ${bot} and d.state = 'written' order by d.key`,
    )

  it('a form alone waits in Review, and its decision is in the daily log once, written for the owner of the bot', async () => {
    await report({ trade: 'Concrete', notes: 'Poured the slab' })
    const { executions } = (await boss.get<{ executions: ExecutionRow[] }>('/api/executions/open')).body
    const row = executions.find(({ bot: id }) => id === bot)
    expect(row?.execution).toMatchObject({
      vendor,
      name: 'Daniel Reyes',
      date: day,
      requiresApproval: true,
      model: { worker_count: 6, worker_hours: 8, hours: 48, location: 'Level 1', notes: 'Poured the slab' },
    })
    expect((await boss.save(row?.path ?? '', { payload: { completionAction: 'APPROVE' } }, {}, 'PATCH')).status).toBe(200)
    await server.running.idle()
    expect(await log()).toEqual([{ vendor, count: 6, location: 'Level 1', trade: 'Concrete', by: boss.uid }])
  })

  it('a company and a trade from the lists of the project have their names in Review and in the daily log', async () => {
    const [company, trade] = [newId(), newId()]
    const payload = { companies: { [company]: { name: vendor } }, trades: { [trade]: { name: 'Concrete' } } }
    expect((await boss.save(`teams/${team}`, { payload })).status).toBe(200)
    await report({ vendor: company, trade })
    await report({})
    expect(await only()).toMatchObject({ vendor, title: `${vendor}, Daniel Reyes`, reports: [{ worker_count: 6 }, { worker_count: 6 }] })
    await decide('APPROVE')
    expect(await log()).toEqual([{ vendor, count: 6, location: 'Level 1', trade: 'Concrete', by: boss.uid }])
  })

  it('a rejected form that is saved again with other figures goes on in its conversation', async () => {
    const path = await report({})
    const { path: conversation } = await only()
    await decide('REJECT')
    await report({ worker_count: 9 }, path, 'PATCH')
    const again = await only()
    expect(again).toMatchObject({ path: conversation, requiresAttentionCode: 'MODIFIED_AFTER_FINISH', completed: false })
    await decide('APPROVE')
    expect(await log()).toEqual([expect.objectContaining({ vendor, count: 9 })])
  })

  it('a form does not go to the conversation of a bot that was deleted', async () => {
    await report({})
    const first = bot
    await decide('APPROVE')
    expect((await boss.save(`automations/${first}`, { payload: { deleted: true } }, {}, 'PATCH')).status).toBe(200)
    await make()
    await report({})
    expect(await only()).toMatchObject({ vendor, requiresApproval: true, reports: [{ worker_count: 6 }] })
  })

  it('two tablets that send the same figures make one entry, also at the same moment', async () => {
    await Promise.all([report({}), report({}), report({ location: undefined })])
    const { reports, requiresApproval } = await only()
    expect(reports).toHaveLength(3)
    expect(requiresApproval).toBe(true)
    await decide('APPROVE')
    expect(await log()).toHaveLength(1)
  })

  it('a form that differs from another one needs a person, who decides once for both', async () => {
    await report({})
    await report({ worker_count: 7, vendor: ' keystone  CONCRETE' })
    expect(await only()).toMatchObject({
      requiresAttentionCode: 'DIFFERENT_FIGURES',
      reports: [{ worker_count: 6 }, { worker_count: 7 }],
      model: { worker_count: 6 },
    })
    await decide('APPROVE', { model: { worker_count: 7 } })
    expect((await log()).map(({ count }) => count)).toEqual([7])
  })

  it('another place of the same vendor is an entry of its own', async () => {
    await report({})
    await report({ location: 'Level 5', worker_count: 2 })
    expect((await list()).map(({ execution }) => execution.model?.['location']).toSorted()).toEqual(['Level 1', 'Level 5'])
  })

  it('a form meets the answer by text: the same figures wait as one, other figures are flagged, and a decision that is made stays', async () => {
    await ask()
    await say('6 for 8 hours, level 1', 'yes')
    await report({})
    expect(await only()).toMatchObject({ requiresApproval: true, reports: [{ source: 'text', by: 'Rosa' }, { by: 'Daniel Reyes' }] })
    const second = await report({ worker_count: 9 })
    expect(await only()).toMatchObject({ requiresApproval: false, requiresAttentionCode: 'DIFFERENT_FIGURES', model: { worker_count: 6 } })
    await report({ worker_count: 6 }, second, 'PATCH')
    expect(await only()).toMatchObject({ requiresApproval: true })
    expect(await only()).not.toHaveProperty('requiresAttentionCode')
    await decide('APPROVE')
    await report({ location: undefined })
    expect((await only()).completed).toBe(true)
    await report({ worker_count: 8 })
    expect(await only()).toMatchObject({ completed: false, requiresAttentionCode: 'DIFFERENT_FIGURES', model: { worker_count: 6 } })
    await decide('APPROVE', { model: { worker_count: 8 } })
    expect((await log()).map(({ count }) => count)).toEqual([8])
  })

  it('a form that comes while the bot asks ends the question, and a later text with other figures is flagged', async () => {
    await ask()
    await report({})
    expect((await heard()).at(-1)).toBe(
      'Keystone Concrete has reported in the app: 6 workers, 8 hours each, Level 1. Answer only if that is wrong.',
    )
    expect(await only()).toMatchObject({ requiresApproval: true, model: { worker_count: 6 } })
    await say('6 for 8 hours')
    expect(await only()).toMatchObject({ requiresApproval: true })
    await say('5 for 8 hours')
    expect((await heard()).at(-1)).toMatch(/will look at your change/)
    expect(await only()).toMatchObject({
      requiresAttentionCode: 'DIFFERENT_FIGURES',
      model: { worker_count: 6 },
      reports: [{ worker_count: 6 }, { source: 'text', worker_count: 5 }],
    })
    await say('sorry, 6 for 8 hours')
    await decide('REJECT')
    expect(await log()).toEqual([])
  })

  it('the bot does not ask the contact of a vendor that has reported by form, and asks for the other vendors of the number', async () => {
    const contacts = [
      { name: 'Rosa', mobile, vendor },
      { name: 'Rosa', mobile, vendor: 'Voltmark Electric' },
    ]
    await make({ contacts: contacts.map((one) => ({ ...one, mobile: `+1202555${6000 + n}` })) })
    await report({ vendor })
    await ask()
    const texts = await heard()
    expect(texts.filter((text) => text.includes('How many workers'))).toEqual([expect.stringContaining('Voltmark Electric')])
  })

  it('a number with several vendors is asked on for those without a form, and a difference is flagged at the end', async () => {
    const other = 'Bluewater Plumbing'
    await make({
      contacts: [vendor, other].map((each) => ({ name: 'Rosa', mobile: `+1202555${6000 + n}`, vendor: each, location: 'Roof' })),
    })
    await ask()
    await report({ vendor: other, location: 'Roof', worker_count: 3 })
    await say('4 for 8')
    expect((await heard()).at(-1)).toContain('Is that right?')
    expect((await heard()).at(-1)).toContain('Bluewater Plumbing: 3 for 8 hours')
    await say('yes')
    expect(await only()).toMatchObject({ requiresApproval: true })
    await report({ vendor, location: 'Roof', worker_count: 5 })
    const { executionVendors = [], reports = [], requiresAttentionCode } = await only()
    expect(requiresAttentionCode).toBe('DIFFERENT_FIGURES')
    expect(reports.filter((each) => each.vendor === executionVendors[0]?.key).map(({ source }) => source)).toEqual([
      'text',
      expect.stringContaining(form),
    ])
    await decide('WRITE', { finishedModels: { [executionVendors[0]?.key ?? '']: { worker_count: 5 } } })
    expect((await log()).map(({ count }) => count).toSorted()).toEqual([3, 5])
  })

  it('a company without work that day is a nil entry with its reason', async () => {
    await report({ status: 'not_working', no_work_reason: 'weather', worker_count: undefined, location: undefined })
    expect(await only()).toMatchObject({ requiresAttentionCode: 'NIL_ENTRY', model: { worker_count: 0, notes: 'Weather' } })
    expect((await log()).map(({ count }) => count)).toEqual([0])
  })

  it('a report that was deleted before the decision is withdrawn; after it, a person looks again', async () => {
    const path = await report({})
    expect((await boss.save(path, { payload: { deleted: true } }, {}, 'PATCH')).status).toBe(200)
    await server.running.idle()
    expect(await only()).toMatchObject({
      completed: true,
      approveResult: { messages: [{ message: expect.stringContaining('Nothing was written') }] },
    })
    expect(await log()).toEqual([])
    await report({ worker_count: 4 })
    const [, later] = (await list()).toSorted((a, b) => a.at.localeCompare(b.at))
    expect(later?.execution).toMatchObject({ requiresApproval: true, model: { worker_count: 4 } })
  })

  it('a report that moves to another day leaves the one and waits at the other', async () => {
    const path = await report({})
    await report({ date: daysLater(day, -40) }, path, 'PATCH')
    const dates = (await list()).filter(({ execution }) => execution.completed !== true).map(({ execution }) => execution.date)
    expect(dates).toEqual([daysLater(day, -40)])
  })

  it('a bot that writes by itself writes the reports of members; those of others, with a login or without, wait for a person', async () => {
    await make({ approvalMode: 'Automatic', open: true })
    await report({})
    expect((await log()).map(({ count }) => count)).toEqual([6])
    await report({ vendor: 'Voltmark Electric' }, undefined, 'POST', server.nobody())
    expect((await log()).map(({ count }) => count)).toEqual([6])
    await report({ vendor: 'Bluewater Plumbing' }, undefined, 'POST', await server.person(outsider))
    expect((await log()).map(({ count }) => count)).toEqual([6])
    const waiting = (await list()).filter(({ execution }) => execution.requiresApproval === true)
    expect(waiting.map(({ execution }) => execution.vendor).toSorted()).toEqual(['Bluewater Plumbing', 'Voltmark Electric'])
  })

  it('the report of a stranger is not written by itself when that of a member is deleted', async () => {
    await make({ approvalMode: 'Automatic', open: true })
    await report({ worker_count: 9 }, undefined, 'POST', server.nobody())
    const own = await report({})
    expect(await only()).toMatchObject({ requiresAttentionCode: 'DIFFERENT_FIGURES' })
    expect((await boss.save(own, { payload: { deleted: true } }, {}, 'PATCH')).status).toBe(200)
    await server.running.idle()
    expect(await log()).toEqual([])
  })

  it('a job that runs again, as after a crash, adds no line to the conversation', async () => {
    const path = await report({})
    await meetReport(server.running.app, { payload: { path } })
    const { body } = await boss.get<{ text: string }>(`/api/automation/${bot}/execution/${(await list())[0]?.key ?? ''}/log`)
    expect(body.text.match(/Form of/g)).toHaveLength(1)
  })

  it('answers without a company, a day or a possible number are records only', async () => {
    for (const answers of [{ vendor: '' }, { date: 'soon' }, { date: '2199-01-01' }, { worker_count: -3 }, { worker_count: 1e9 }])
      await report(answers)
    expect(await list()).toEqual([])
  })
})
