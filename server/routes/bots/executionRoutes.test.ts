import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { attentionCodes, type ExecutionRow, type listExecutions, mostListed } from '../../../contract/endpoints/executions.ts'
import {
  type Device,
  foreman,
  idOf,
  manager,
  newId,
  outsider,
  owner,
  school,
  tower,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { attendanceModel } from '../../../contract/endpoints/attendance.ts'
import { rows } from '../../storage/database.ts'

interface Refusal {
  error: { code: string; message: string; details?: { path: string; message: string }[]; current?: { decidedBy?: string } }
}

describe('conversations that wait for a decision', () => {
  const server = useServer()
  const bot = idOf('bot Daily Manpower')
  const db = () => server.running.app.storage.db
  const list = async (person: Device, id = bot) =>
    (await person.get<{ bot: { title: string }; executions: ExecutionRow[] }>(`/api/automation/${id}/executions`)).body
  const open = async (person: Device) =>
    (
      await person.get<{ executions: ExecutionRow[]; days: { project: string; workers: number; silent: string[] }[] }>(
        '/api/executions/open',
      )
    ).body
  const one = (person: Device, { bot: id, key }: { bot: string; key: string }) =>
    person.get<ExecutionRow>(`/api/automation/${id}/execution/${key}`)
  const decide = (person: Device, path: string, payload: object, headers: Record<string, string> = {}) =>
    person.save<{ rev: number } & Refusal>(path, { payload }, headers, 'PATCH')
  const find = async (person: Device, want: (row: ExecutionRow) => boolean) => {
    const row = (await list(person)).executions.find(want)
    if (!row) throw new Error('the demo has no such conversation')
    return row
  }
  const byCode = (code: string) => (row: ExecutionRow) =>
    row.execution.requiresAttentionCode === code && row.execution.requiresAttention === true
  const settled = async (person: Device, row: ExecutionRow) => {
    await server.running.idle()
    return (await one(person, row)).body
  }
  const logged = (execution: string) =>
    rows(
      db(),
      z.object({ state: z.string(), model: z.object({ worker_count: z.number(), hours: z.number() }) }),
      sql`select state, model from daily_log_entries where execution = ${execution}`,
    )

  it('come page by page, oldest first: those after one are the rest of the list', async () => {
    const boss = await server.person(owner)
    const all = (await open(boss)).executions.map(({ key }) => key)
    expect(all.length).toBeGreaterThan(3)
    const rest = await boss.get<{ executions: ExecutionRow[] }>(`/api/executions/open?after=${all[1]}`)
    expect(rest.body.executions.map(({ key }) => key)).toEqual(all.slice(2))
  })

  it('CO-212 CO-401 lists the conversations of a bot with key, title and tags, for its project alone', async () => {
    const boss = await server.person(manager)
    // One demo conversation is written to the daily log five minutes after it was made; until then it is in
    // progress.
    await server.running.idle()
    const { bot: shown, executions } = await list(boss)
    expect(shown.title).toBe('Daily Manpower')
    expect(new Set(executions.map(({ execution }) => execution.requiresAttentionCode).filter(Boolean))).toEqual(new Set(attentionCodes))
    const [first] = executions
    expect(first).toMatchObject({
      key: expect.any(String),
      title: expect.any(String),
      tags: [],
      project: 'Harbor Point Tower',
      mayDecide: true,
    })
    const { staff: _, ...alone } = (await one(boss, first!)).body
    // Only the screen of one conversation offers the locations of its project.
    const { lookups, ...execution } = alone.execution
    expect({ ...alone, execution }).toEqual(first)
    expect(lookups?.locations?.length).toBeGreaterThan(0)
    const member = await server.person(foreman)
    expect((await list(member)).executions[0]?.mayDecide).toBe(false)
    for (const mobile of [worker, outsider]) {
      const person = await server.person(mobile)
      expect((await person.get(`/api/automation/${bot}/executions`)).status).toBe(404)
      expect((await one(person, first!)).status).toBe(404)
      expect((await open(person)).executions).toEqual([])
      expect((await person.get(`/api/${first!.path}/feed.txt`)).status).toBe(404)
      expect((await decide(person, first!.path, { completionAction: 'APPROVE' })).status).toBe(404)
    }
    expect((await server.nobody().get(`/api/automation/${bot}/executions`)).status).toBe(401)
  })

  it('FE-020 FE-021 FE-022 opens a decision on the screen for its kind, and fills manpower in by the times of the gate', async () => {
    const boss = await server.person(manager)
    const page = async (person: Device, { bot: id, key }: { bot: string; key: string }) =>
      (await person.get<{ component: string; record: { path: string } }>(`/api/automation/${id}/execution/${key}.json`)).body
    const notes = (await list(boss, idOf('bot Daily Notes'))).executions[0]!
    expect(await page(boss, notes)).toMatchObject({ component: 'notesExecutionActions', record: { path: notes.path } })

    const today = new Date().toISOString().slice(0, 10)
    const earlier = (await list(boss)).executions.filter(
      ({ date = today, execution }) => execution.kind === 'manpower' && execution.completed !== true && date < today,
    )
    // The demo's people came to the gate in the last hours. Before dawn in UTC that is yesterday on the site.
    const details = await Promise.all(earlier.map(async (row) => (await one(boss, row)).body))
    const row = details.find(({ staff = [] }) => staff.length === 0)
    if (!row) throw new Error('the gate knows people of every company')
    const { vendor = '' } = row.execution
    expect(await page(boss, row)).toMatchObject({ component: 'manpowerExecutionActions', record: { path: row.path } })
    const gate = { id: idOf('bot Gate 1 Check-in'), form: 'check-in' }
    const pass = async (name: string, direction: 'in' | 'out', hours: number, company = vendor) => {
      const id = newId()
      const deviceAt = Date.parse(`${row.date}T12:00:00Z`) + hours * 3_600_000
      const who = { name, company }
      const payload = attendanceModel(id, { direction, gate, site: undefined, who, via: 'list', deviceAt, skewMs: 0 })
      expect((await boss.save(`forms/check-in/${id}`, { payload, feed: false })).status).toBe(200)
    }
    await pass('Staff One', 'in', 0)
    await pass('Staff One', 'out', 0.25)
    await pass('Staff Two', 'in', 0)
    await pass('Somebody Else', 'in', 0, 'Another Firm Altogether')
    expect(await page(boss, row)).toMatchObject({ component: 'manpowerFromStaffExecutionActions' })
    const { staff } = (await one(boss, row)).body
    expect(staff).toMatchObject([
      { name: 'Staff One', vendor, hours: 0.25 },
      { name: 'Staff Two', vendor },
    ])
    expect(staff?.[1]).not.toHaveProperty('checkoutTime')
    expect((await (await server.person(worker)).get(`/api/automation/${row.bot}/execution/${row.key}.json`)).status).toBe(404)
    const tasks = (await boss.get<{ componentConfig: { items: { url: string }[] } }>(`/api/tasks/${boss.uid}.json`)).body
    expect(tasks.componentConfig.items.filter(({ url }) => url.startsWith('/frontend/automation/')).length).toBe(5)
  })

  it('finds the decisions of one project however many wait elsewhere, for people who may decide alone', async () => {
    const boss = await server.person(manager)
    const urls = async (person: Device, search = '') =>
      (
        await person.get<{ componentConfig: { items: { url: string }[] } }>(`/api/tasks/${person.uid}.json${search}`)
      ).body.componentConfig.items
        .map(({ url }) => url)
        .filter((url) => url.startsWith('/frontend/automation/'))
    const here = await urls(boss, `?team=${tower}`)
    expect(here.length).toBe(5)
    // Older than all of the demo.
    await db().execute(
      sql`insert into executions select (jsonb_populate_record(e, jsonb_build_object('id', 'busy' || n, 'mobile', '+130355' || (50000 + n), 'team', ${school}::text, 'created_at', '2020-01-01T00:00:00Z'))).*
          from executions e, generate_series(1, 1001) as n
          where e.id = (select min(id) from executions where phase = 'decide' and model ->> 'requiresApproval' = 'true')`,
    )
    expect(await urls(boss, `?team=${tower}`)).toEqual(here)
    expect((await urls(boss)).every((url) => url.includes('/busy'))).toBe(true)
    expect(await urls(await server.person(foreman))).toEqual([])

    // The list of the bot leads to all of them.
    const busyBot = (await urls(boss))[0]?.split('/')[3] ?? ''
    const keys: string[] = []
    for (let more: boolean | undefined = true; more; ) {
      const before = keys.length > 0 ? `?before=${keys.at(-1)}` : ''
      const page = (await boss.get<AnswerOf<typeof listExecutions>>(`/api/automation/${busyBot}/executions${before}`)).body
      expect(page.executions.length).toBeLessThanOrEqual(mostListed)
      keys.push(...page.executions.map(({ key }) => key))
      more = page.more
    }
    expect(keys.filter((key) => key.startsWith('busy'))).toHaveLength(1001)
    expect(new Set(keys).size).toBe(keys.length)
    await db().execute(sql`delete from executions where id like 'busy%'`)
  })

  it('FE-348 gives the chat log as text, to members alone', async () => {
    const boss = await server.person(manager)
    const row = await find(boss, ({ execution }) => execution.name === 'Rosa Lopez')
    const answer = await boss.get(row.execution.feed!)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(answer.text).toContain('Bot: Hola Rosa')
    expect(answer.text).toContain('Rosa Lopez: 9 por 10 horas en el nivel 11')
    expect((await server.nobody().get(row.execution.feed!)).status).toBe(401)
    expect((await boss.get(row.execution.feed!.replace(bot, idOf('bot Daily Notes')))).status).toBe(404)
  })

  it('shows the open conversations of all projects, oldest first, and the state of the day', async () => {
    const { executions, days } = await open(await server.person(manager))
    const times = executions.map(({ at }) => at)
    expect(times).toEqual([...times].sort())
    expect(executions.every(({ execution }) => execution.approveResult === undefined)).toBe(true)
    expect(days).toMatchObject([{ project: 'Harbor Point Tower', silent: ['Nina Petrov'] }])
    expect(days[0]?.workers).toBe(12 + 9 + 14 + 5)
  })

  it('CO-003 RV-160 writes an approved answer to the daily log once, with hours calculated again, where the project reads it', async () => {
    const boss = await server.person(manager)
    const row = await find(boss, ({ execution }) => execution.name === 'Frank Delgado' && execution.requiresApproval === true)
    const key = newId()
    const send = () =>
      decide(
        boss,
        row.path,
        { model: { worker_count: 13, hours: 1 }, completionAction: 'APPROVE' },
        { 'idempotency-key': key, 'x-seq': '900001' },
      )
    const first = await send()
    expect(first.status).toBe(200)
    expect((await send()).body.rev).toBe(first.body.rev)
    const done = await settled(boss, row)
    expect(done.execution).toMatchObject({
      completed: true,
      model: { worker_count: 13, worker_hours: 8, hours: 104 },
      decidedBy: 'Daniel Reyes',
    })
    expect(done.execution.approveResult?.messages[0]?.type).toBe('success')
    expect(done.execution.completionAction).toBeUndefined()
    expect(done.tags).toEqual([])
    expect(await logged(row.key)).toMatchObject([{ state: 'written', model: { worker_count: 13, hours: 104 } }])

    // All members read the day; its managers complete it and open it again.
    interface Log {
      own: boolean
      completed?: { by: string }
      entries: object[]
      mayComplete: boolean
    }
    const log = `/api/team/${tower}/log/${row.date}`
    const { own, entries, mayComplete } = (await boss.get<Log>(log)).body
    expect([own, mayComplete]).toEqual([true, true])
    expect(entries).toContainEqual(
      expect.objectContaining({ vendor: row.execution.vendor, workers: 13, hours: 104, state: 'written', execution: row.key }),
    )
    const member = await server.person(foreman)
    expect((await member.get<Log>(log)).body.mayComplete).toBe(false)
    expect((await member.ask('POST', log, { completed: true })).status).toBe(403)
    for (const mobile of [worker, outsider]) expect((await (await server.person(mobile)).get(log)).status).toBe(404)
    expect((await boss.get(`/api/team/${tower}/log/2026-02-31`)).status).toBe(400)
    expect((await boss.ask<Log>('POST', log, { completed: true })).body.completed?.by).toBe('Daniel Reyes')
    expect((await boss.ask<Log>('POST', log, { completed: false })).body.completed).toBeUndefined()
  })

  it('takes the first of two decisions, and tells the second who was faster', async () => {
    const [boss, chief] = [await server.person(manager), await server.person(owner)]
    const row = await find(boss, ({ execution }) => execution.name === 'Rosa Lopez')
    expect((await decide(chief, row.path, { completionAction: 'REJECT' })).status).toBe(200)
    const late = await decide(boss, row.path, { completionAction: 'APPROVE' })
    expect(late.status).toBe(409)
    expect(late.body.error.message).toBe('This conversation was already rejected by Grace Okafor.')
    expect(late.body.error.current).toMatchObject({ decidedBy: 'Grace Okafor' })
    expect((await settled(boss, row)).execution.approveResult?.messages[0]?.message).toContain('Rejected')
    expect(await logged(row.key)).toEqual([])
    expect((await decide(boss, row.path, { model: { worker_count: 3 } })).status).toBe(409)
  })

  it('refuses what can not be asked or entered, and says what is wrong', async () => {
    const boss = await server.person(manager)
    const nil = await find(boss, byCode('NIL_ENTRY'))
    expect((await decide(boss, nil.path, { completionAction: 'APPROVE' })).body.error.details).toEqual([
      { path: 'completionAction', message: 'The decision is one of ACKNOWLEDGE.' },
    ])
    expect((await decide(boss, nil.path, { completionAction: 'EXPLODE' })).body.error.details?.[0]?.path).toBe('completionAction')
    const chat = await find(boss, byCode('CHAT_FAILURE'))
    const wrong = async (model: object) => (await decide(boss, chat.path, { model })).body.error.details
    expect(await wrong({ worker_count: 2.5 })).toMatchObject([{ path: 'model.worker_count' }])
    expect(await wrong({ worker_hours: 25 })).toMatchObject([{ path: 'model.worker_hours' }])
    expect(await wrong({ vendor: 'Somebody else' })).toEqual([{ path: 'model.vendor', message: 'this can not be changed' }])
    const vendor = await find(boss, byCode('INVALID_VENDOR'))
    expect((await decide(boss, vendor.path, { model: { worker_count: 3 } })).body.error.details).toMatchObject([{ path: 'model' }])
    const running = await find(boss, ({ execution }) => execution.name === 'Nina Petrov')
    expect((await decide(boss, running.path, { completionAction: 'APPROVE' })).body.error.details).toEqual([
      { path: 'completionAction', message: 'The bot still waits for an answer.' },
    ])
  })

  it('CO-008 lets only the owner of the bot, and Owner and Administrators of the project, decide', async () => {
    const member = await server.person(foreman)
    const row = await find(member, byCode('CHAT_FAILURE'))
    expect((await decide(member, row.path, { completionAction: 'REJECT' })).status).toBe(403)
    await db().execute(sql`update automations set owner = ${idOf('Marisol Vega')} where id = ${bot}`)
    expect((await one(member, row)).body.mayDecide).toBe(true)
    expect((await decide(member, row.path, { model: { worker_count: 4, worker_hours: 8 }, completionAction: 'APPROVE' })).status).toBe(200)
    expect((await settled(member, row)).execution.completed).toBe(true)
    expect(await rows(db(), sql`select written_by from daily_log_entries where execution = ${row.key}`)).toEqual([
      { written_by: idOf('Marisol Vega') },
    ])
  })

  it('CO-007 CO-374 RV-204 writes with the rights of the owner of the bot, so that one who left the project writes nothing', async () => {
    const boss = await server.person(manager)
    const row = await find(boss, byCode('MODIFIED_AFTER_FINISH'))
    await db().execute(sql`update automations set owner = ${idOf('Ben Kowalski')} where id = ${bot}`)
    await decide(boss, row.path, { completionAction: 'APPROVE' })
    const failed = await settled(boss, row)
    expect(failed.execution).toMatchObject({ requiresAttention: true, requiresAttentionCode: 'APPROVE_FAILURE' })
    expect(failed.execution.approveFailure?.messages[0]).toMatchObject({ type: 'error' })
    expect(failed.execution.approveResult).toBeUndefined()
    await db().execute(sql`update automations set owner = ${idOf('Grace Okafor')} where id = ${bot}`)
    await decide(boss, row.path, { completionAction: 'APPROVE' })
    expect((await settled(boss, row)).execution.approveResult?.messages[0]?.type).toBe('success')
    expect(await logged(row.key)).toMatchObject([{ state: 'written' }])
  })

  it('RV-205 says that a day is completed, and writes it once the day is open again', async () => {
    const boss = await server.person(manager)
    const row = await find(boss, byCode('EXPIRED'))
    await db().execute(sql`insert into daily_log_days (team, day, completed_by) values (${tower}, ${row.date}::date, 'x')`)
    await decide(boss, row.path, { completionAction: 'APPROVE' })
    const failed = await settled(boss, row)
    expect(failed.execution.approveFailure?.messages[0]?.message).toMatch(/day .*completed/i)
    await db().execute(sql`delete from daily_log_days`)
    await decide(boss, row.path, { completionAction: 'WRITE' })
    expect((await settled(boss, row)).execution.approveResult?.messages).toHaveLength(1)
    expect(await logged(row.key)).toMatchObject([{ state: 'written' }])
  })

  it('disables a vendor with a wrong contact, and acknowledges the rest', async () => {
    const boss = await server.person(manager)
    const wrong = await find(boss, byCode('INCORRECT_TARGET_USER'))
    await db().execute(
      sql`update automations set model = jsonb_set(model, '{contacts,0,mobile}', to_jsonb(${wrong.execution.configuredNumber}::text)) #- '{contacts,0,vendor}' where id = ${bot}`,
    )
    await decide(boss, wrong.path, { completionAction: 'DISABLE_VENDOR' })
    expect((await settled(boss, wrong)).execution.completed).toBe(true)
    const [stored] = await rows(
      db(),
      z.object({ contact: z.object({ disabled: z.boolean(), disabledUntil: z.string() }) }),
      sql`select model -> 'contacts' -> 0 as contact from automations where id = ${bot}`,
    )
    expect(stored?.contact).toMatchObject({ disabled: true, disabledUntil: 'permanently' })
    const nil = await find(boss, byCode('NIL_ENTRY'))
    await decide(boss, nil.path, { completionAction: 'ACKNOWLEDGE' })
    expect((await settled(boss, nil)).execution).toMatchObject({ completed: true, requiresAttention: false })
  })
})
