import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { DemoPhone } from '../../../contract/endpoints/conversations.ts'
import type { ExecutionRow } from '../../../contract/endpoints/executions.ts'
import type { DailyLog } from '../../adapters/daily-log/dailyLog.ts'
import { signatureOf } from '../../adapters/sms/http/signatureOf.ts'
import { type SmsAdapter, SmsFailed, type TextMessage } from '../../adapters/sms/SmsAdapter.ts'
import { noteLines, writeLines } from '../daily-log/writeLines.ts'
import { linesOf, targetOf } from '../executions/completeExecution.ts'
import { findExecution } from '../executions/executionRow.ts'
import { sendingOnce } from '../texts/sendingOnce.ts'
import { fetchMissedMessages } from './handleSmsWebhook.ts'
import { daysLater } from '../../../contract/rules/daysLater.ts'
import { startDueConversations } from './runSchedules.ts'
import { rows } from '../../storage/database.ts'
import { linkLogin } from '../../../tests/harness/linkLogin.ts'
import { account, type Device, manager, newId, school, tower, useServer } from '../../../tests/harness/testServer.ts'

/** Returns a time zone in which it is between 15:00 and 16:00 now. */
function zoneAtThree(now: Date): string {
  const ahead = 15 - now.getUTCHours()
  const offset = ahead > 14 ? ahead - 24 : ahead
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

const everyDay = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const phone = (n: number) => `+1202555${String(8000 + n)}`

describe('bots that talk by text', () => {
  const server = useServer()
  const db = () => server.running.app.storage.db
  const now = new Date()
  let boss: Device
  beforeAll(async () => {
    boss = await server.person(manager)
    // Each test sees its own conversations only.
    await db().execute(sql`delete from executions`)
  })

  const make = async (model: object, payload: object = {}) => {
    const id = newId()
    await boss.save(`automations/${id}`, { payload: { class: 'manpower', team: tower, title: 'Afternoon Manpower', ...payload } })
    const settings = {
      days: everyDay,
      time: '15:00',
      timezone: zoneAtThree(now),
      stopAfter: '1 hour',
      collectLocation: 'Enabled',
      ...model,
    }
    await db().execute(sql`update automations set model = ${JSON.stringify(settings)}::jsonb where id = ${id}`)
    return id
  }
  const executions = async (bot: string) =>
    (await boss.get<{ executions: ExecutionRow[] }>(`/api/automation/${bot}/executions`)).body.executions
  const of = async (bot: string, n: number) => {
    const row = (await executions(bot)).find(({ execution }) => execution.number === phone(n))
    if (!row) throw new Error('nobody was asked at this number')
    return row
  }
  const text = (n: number, words: string, id = newId()) =>
    server.nobody().ask<{ taken: boolean }>('POST', '/api/demo/phones', { id, from: phone(n), text: words })
  const idle = () => server.running.idle()
  const heard = async (n: number) => {
    await idle()
    const { body } = await server.nobody().get<{ phones: DemoPhone[] }>('/api/demo/phones')
    return (body.phones.find(({ number }) => number === phone(n))?.lines ?? [])
      .filter(({ from }) => from === 'bot')
      .map((line) => line.text)
  }
  /** Makes the timers of this kind due. */
  const timesUp = async (kind: string, execution: string) => {
    await db().execute(
      sql`update jobs set run_at = now() where kind = ${kind} and payload ->> 'execution' = ${execution} and finished_at is null`,
    )
    await idle()
  }
  /** Runs all finished jobs of the conversation again. */
  const again = async (execution: string) => {
    await db().execute(
      sql`update jobs set state = 'waiting', finished_at = null, run_at = now() where finished_at is not null and payload ->> 'execution' = ${execution}`,
    )
    await idle()
  }
  const decide = async (row: ExecutionRow, completionAction: string, more: object = {}) => {
    const answer = await boss.save(row.path, { payload: { completionAction, ...more } }, {}, 'PATCH')
    expect(answer.status).toBe(200)
    await idle()
  }
  const log = (bot: string) =>
    rows(
      db(),
      z.object({
        vendor: z.string(),
        count: z.number(),
        hours: z.number(),
        state: z.string(),
        pending: z.boolean(),
      }),
      sql`select d.model ->> 'vendor' as vendor, (d.model ->> 'worker_count')::int as count, (d.model ->> 'hours')::float8 as hours, d.state, d.pending
          from daily_log_entries d join executions e on e.id = d.execution where e.automation = ${bot} order by 1`,
    )
  const contact = (n: number, vendor: string, more: object = {}) => ({ name: `Contact ${n}`, mobile: phone(n), vendor, ...more })

  it('CO-002 CO-003 RV-001 RV-004 texts six vendors at three, gets five answers in three languages, and writes each approved answer to the daily log once', async () => {
    const vendors = [
      'Keystone Concrete',
      'Ironline Steel Erectors',
      'Bluewater Plumbing',
      'Voltmark Electric',
      'Summit Air Mechanical',
      'Northgate Drywall',
    ]
    const bot = await make({ contacts: vendors.map((vendor, n) => contact(n, vendor, n === 1 ? { lang: 'es' } : {})) })
    expect(await startDueConversations(server.running.app, new Date(now.getTime() - 2 * 3_600_000))).toBe(0)
    expect(await startDueConversations(server.running.app, now)).toBe(6)
    expect(await startDueConversations(server.running.app, now)).toBe(0)
    expect(await heard(0)).toEqual([expect.stringContaining('How many workers did Keystone Concrete have on site today')])
    expect(await heard(1)).toEqual([expect.stringContaining('¿Cuántos trabajadores de Ironline Steel Erectors')])

    // Sends texts concurrently, and one of them twice, as providers do.
    const twice = newId()
    await Promise.all([
      text(0, '12 for 8 hours, level 3 and the crane pad', twice),
      text(0, '12 for 8 hours, level 3 and the crane pad', twice),
      text(1, 'nueve por 10 horas, piso 11'),
      text(2, 'nil'),
      text(3, 'wrong number'),
      text(4, '7 guys'),
    ])
    expect((await heard(0)).at(-1)).toContain('12 workers for 8 hours each (96 hours) at Level 3, Crane pad')
    expect(await heard(0)).toHaveLength(2)
    expect((await heard(1)).at(-1)).toContain('9 trabajadores por 10 horas')
    expect((await heard(4)).at(-1)).toBe('How many hours did each of the 7 work?')
    await text(4, '8.5')
    expect((await heard(4)).at(-1)).toContain('Where did they work?')
    await text(4, 'on the roof')
    await Promise.all([text(0, 'yes'), text(1, 'sí'), text(4, 'yep')])
    await idle()
    expect((await of(bot, 0)).execution).toMatchObject({
      requiresApproval: true,
      model: { worker_count: 12, hours: 96, location: 'Level 3, Crane pad' },
    })
    expect((await of(bot, 2)).execution).toMatchObject({ requiresAttentionCode: 'NIL_ENTRY' })
    expect((await of(bot, 3)).execution).toMatchObject({ requiresAttentionCode: 'INCORRECT_TARGET_USER' })
    const silent = await of(bot, 5)
    // The server died before it stored that the question was sent: a contact who may have received it gets a
    // reminder.
    await db().execute(sql`update execution_messages set sent_at = null where execution = ${silent.key}`)
    await timesUp('talk.remind', silent.key)
    expect((await heard(5)).at(-1)).toContain('A reminder')
    // The server died before it stored that the reminder was done.
    await again(silent.key)
    expect(await heard(5)).toHaveLength(2)
    await timesUp('talk.expire', silent.key)
    expect((await of(bot, 5)).execution).toMatchObject({ requiresAttentionCode: 'EXPIRED', requiresAttention: true })
    // A timer that runs twice changes nothing.
    await again(silent.key)
    expect((await heard(5)).length).toBe(2)

    await decide(await of(bot, 0), 'APPROVE')
    await decide(await of(bot, 1), 'APPROVE', { model: { worker_count: 8 } })
    await decide(await of(bot, 2), 'ACKNOWLEDGE')
    await decide(await of(bot, 3), 'DISABLE_VENDOR')
    await decide(await of(bot, 4), 'APPROVE')
    await decide(await of(bot, 5), 'ACKNOWLEDGE')
    const entry = (vendor: string, count: number, hours: number) => ({ vendor, count, hours, state: 'written', pending: false })
    expect(await log(bot)).toEqual([
      entry('Bluewater Plumbing', 0, 0),
      entry('Ironline Steel Erectors', 8, 80),
      entry('Keystone Concrete', 12, 96),
      entry('Summit Air Mechanical', 7, 59.5),
    ])
    const feed = (await boss.get((await of(bot, 0)).execution.feed ?? '')).text
    expect(feed.match(/12 for 8 hours, level 3 and the crane pad/g)).toHaveLength(1)
    expect(feed).toContain('Contact 0: yes')
    const { body } = await boss.get<{ executions: ExecutionRow[] }>('/api/executions/open')
    expect(body.executions.filter((one) => one.bot === bot)).toEqual([])
  })

  it('does not ask on days off, on other days, people who are away, or people who want no texts', async () => {
    const zone = zoneAtThree(now)
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now)
    const weekday = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(now)
    const contacts = [
      contact(20, 'Keystone Concrete'),
      contact(21, 'Keystone Concrete', { disabled: true, disabledUntil: 'permanently' }),
      contact(22, 'Keystone Concrete', { disabled: true, disabledUntil: '2999-01-01' }),
      contact(23, 'Keystone Concrete', { disabled: true, disabledUntil: local }),
      contact(24, 'Keystone Concrete'),
      contact(25, 'Keystone Concrete', { disabled: true, disabledUntil: 'today', disabledOn: local }),
      contact(26, 'Keystone Concrete', { disabled: true, disabledUntil: 'today', disabledOn: daysLater(local, -1) }),
    ]
    await db().execute(sql`insert into text_refusals (mobile) values (${phone(24)})`)
    const other = await make({ contacts, days: everyDay.filter((day) => day !== weekday) })
    const resting = await make({ contacts, active: false })
    await db().execute(
      sql`insert into holidays (parent, auid, date, date_end, label) values (${tower}, 'off', ${local}::date, ${local}::date, 'Day off')`,
    )
    const bot = await make({ contacts })
    expect(await startDueConversations(server.running.app, now)).toBe(0)
    await db().execute(sql`delete from holidays where auid = 'off'`)
    expect(await startDueConversations(server.running.app, now)).toBe(3)
    expect((await executions(bot)).map(({ execution }) => execution.number).sort()).toEqual([phone(20), phone(23), phone(26)])
    expect(await executions(other)).toEqual([])
    expect(await executions(resting)).toEqual([])
    expect((await boss.ask<{ begun: number }>('POST', `/api/automation/${resting}:ask`)).body.begun).toBe(3)
  })

  it('gives every attention code for its own reason', async () => {
    const bot = await make({
      contacts: [
        contact(40, 'Nobody Knows Them Ltd'),
        { name: 'Typo', mobile: '12', vendor: 'Keystone Concrete' },
        ...[41, 42, 43, 44, 45].map((n) => contact(n, 'Keystone Concrete')),
      ],
    })
    const { sms } = server.running.app
    const send = sms.send.bind(sms)
    Object.assign(sms, {
      send: (message: { to: string; text: string; key: string }) =>
        message.to === phone(41) ? Promise.reject(new SmsFailed('the text provider answered 400', true)) : send(message),
    })
    await startDueConversations(server.running.app, now)
    await idle()
    Object.assign(sms, { send })
    await text(42, 'leave me alone')
    await text(43, "I'm on vacation until Monday")
    for (const words of ['hmm', 'you know how it is', 'the boss is around']) await text(44, words)
    await text(45, '5 for 8 on level 4')
    await text(45, 'ok')
    await decide(await of(bot, 45), 'APPROVE')
    await text(45, 'sorry it was 6')
    await idle()
    const codes = (await executions(bot)).map(({ execution }) => [execution.number, execution.requiresAttentionCode])
    expect(Object.fromEntries(codes)).toEqual({
      [phone(40)]: 'INVALID_VENDOR',
      '12': 'INVALID_NUMBER',
      [phone(41)]: 'INVALID_NUMBER',
      [phone(42)]: 'UNCOOPERATIVE_TARGET_USER',
      [phone(43)]: 'PAUSE_TARGET_USER',
      [phone(44)]: 'CHAT_FAILURE',
      [phone(45)]: 'MODIFIED_AFTER_FINISH',
    })
    expect(await heard(40)).toEqual([])
    await decide(await of(bot, 45), 'APPROVE')
    expect((await log(bot)).filter(({ count }) => count > 0)).toEqual([
      { vendor: 'Keystone Concrete', count: 6, hours: 48, state: 'written', pending: false },
    ])
  })

  it('disables only the vendor that is no longer on the project', async () => {
    const bot = await make({ contacts: [contact(70, 'Keystone Concrete'), contact(70, 'Nobody Knows Them')] })
    await startDueConversations(server.running.app, now)
    const row = await of(bot, 70)
    expect(row.execution).toMatchObject({ requiresAttentionCode: 'INVALID_VENDOR', unknownVendors: ['Nobody Knows Them'] })
    await decide(row, 'DISABLE_VENDOR')
    const [kept] = await rows(
      db(),
      z.object({ contacts: z.array(z.looseObject({ vendor: z.string() })) }),
      sql`select model -> 'contacts' as contacts from automations where id = ${bot}`,
    )
    expect(kept?.contacts.map(({ vendor, disabled }) => [vendor, disabled])).toEqual([
      ['Keystone Concrete', undefined],
      ['Nobody Knows Them', true],
    ])
  })

  it('asks one contact about several vendors in turn, and writes them five minutes later', async () => {
    const bot = await make({
      approvalMode: 'Automatic',
      collectLocation: 'Disabled',
      contacts: [contact(60, 'Northgate Drywall'), contact(60, 'Lumen Painting')],
    })
    await startDueConversations(server.running.app, now)
    await text(60, '14 for 8')
    expect((await heard(60)).at(-1)).toContain('And Lumen Painting')
    await text(60, '5 same hours')
    expect((await heard(60)).at(-1)).toContain('Lumen Painting: 5 for 8 hours (40 hours)')
    await text(60, 'yes')
    const row = await of(bot, 60)
    expect(row.execution).toMatchObject({ kind: 'multiVendor', waitingToComplete: true })
    const wait = await rows(
      db(),
      z.object({ seconds: z.number() }),
      sql`select extract(epoch from run_at - now())::float8 as seconds from jobs where kind = 'talk.write' and payload ->> 'execution' = ${row.key}`,
    )
    expect(wait[0]?.seconds).toBeGreaterThan(280)
    expect(wait[0]?.seconds).toBeLessThanOrEqual(300)
    await timesUp('talk.write', row.key)
    const done = await of(bot, 60)
    expect(done.execution).toMatchObject({ completed: false, waitingToComplete: false, approveResult: { messages: [{ type: 'success' }] } })
    expect(await log(bot)).toMatchObject([
      { vendor: 'Lumen Painting', count: 5, state: 'written' },
      { vendor: 'Northgate Drywall', count: 14, state: 'written' },
    ])
    await decide(done, 'ACKNOWLEDGE')
    expect((await of(bot, 60)).execution.completed).toBe(true)
    // A text that arrives while the bots write is handled once, after they have finished.
    await db().execute(sql`update executions set phase = 'working' where id = ${row.key}`)
    await text(60, 'it was 6 for 8')
    await db().execute(sql`update executions set phase = 'done' where id = ${row.key}`)
    const before = (await heard(60)).length
    await timesUp('talk.late', row.key)
    await again(row.key)
    expect((await heard(60)).slice(before)).toEqual(['Thank you. Someone from the project will look at your change.'])
    expect((await of(bot, 60)).execution.requiresAttentionCode).toBe('MODIFIED_AFTER_FINISH')
  })

  it('RV-002 writes pending entries to the construction system when their time has come, and a nil entry for who never answers', async () => {
    await db().execute(
      sql`update teams set source = 'construction', model = model || '{"sourceProjectReference": "c1001"}'::jsonb where id = ${school}`,
    )
    expect((await linkLogin(server, boss, { provider: 'construction', account: boss.uid })).body.success).toBe(true)
    const bot = await make(
      { approvalMode: 'Procore', contacts: [contact(80, 'Keystone Concrete'), contact(81, 'Ironline Steel Erectors')] },
      { team: school },
    )
    await startDueConversations(server.running.app, now)
    await text(80, '6 for 8, gymnasium. Delivery was late.')
    await text(80, 'yes')
    const [told, silent] = [await of(bot, 80), await of(bot, 81)]
    expect(told.execution).toMatchObject({ requiresApproval: true, approvalMode: 'Procore', procore: { project: 'c1001' } })
    await db().execute(sql`insert into simulated_log_days values ('c1001', ${told.execution.date}::date)`)
    await timesUp('talk.write', told.key)
    expect((await of(bot, 80)).execution.approveFailure?.messages[0]?.message).toMatch(/completed/)
    await db().execute(sql`delete from simulated_log_days`)
    await decide(await of(bot, 80), 'WRITE')
    await timesUp('talk.expire', silent.key)
    await idle()
    expect((await of(bot, 81)).execution.requiresAttentionCode).toBe('EXPIRED')
    const there = await rows(
      db(),
      z.object({ vendor: z.string(), by: z.string(), count: z.number(), pending: z.boolean() }),
      sql`select model ->> 'vendor' as vendor, model ->> 'by' as by, (model ->> 'worker_count')::int as count, pending from simulated_log order by 1`,
    )
    expect(there).toEqual([
      { vendor: 'Ironline Steel Erectors', by: 'Daniel Reyes', count: 0, pending: true },
      { vendor: 'Keystone Concrete', by: 'Daniel Reyes', count: 6, pending: true },
    ])
  })

  it('books nothing for a person with a first text that the quota held back, and asks them nothing after their time is over', async () => {
    const bot = await make(
      { approvalMode: 'Procore', contacts: [contact(86, 'Keystone Concrete'), contact(87, 'Ironline Steel Erectors')] },
      { team: school },
    )
    const day = async () => {
      const { body } = await boss.get<{ days: { team: string; silent: string[]; answered: number }[] }>('/api/executions/open')
      const { silent = [], answered = 0 } = body.days.find(({ team }) => team === school) ?? {}
      return { silent: silent.filter((name) => /8[67]$/.test(name)), answered }
    }
    const { answered } = await day()
    // The account has one message left: one contact gets a text, and the text for the other is held.
    await db().execute(
      sql`update billing_accounts set quota = 1 + (select count(*) from usage_messages where billing = ${account} and not held) where id = ${account}`,
    )
    expect((await boss.ask<{ begun: number }>('POST', `/api/automation/${bot}:ask`)).body.begun).toBe(2)
    const reached = (await heard(86)).length > 0 ? 86 : 87
    const other = reached === 86 ? 87 : 86
    expect([(await heard(86)).length, (await heard(87)).length].sort()).toEqual([0, 1])
    const { key } = await of(bot, other)
    expect(await day()).toEqual({ silent: [`Contact ${reached}`], answered })
    await timesUp('talk.remind', key)
    for (const n of [86, 87]) await timesUp('talk.expire', (await of(bot, n)).key)
    const asked = (await of(bot, reached)).execution
    expect(asked).toMatchObject({ requiresAttentionCode: 'EXPIRED', model: { worker_count: 0 } })
    const { execution } = await of(bot, other)
    expect(execution).toMatchObject({ requiresAttention: true, requiresAttentionCode: 'NOT_ASKED' })
    expect(execution.model).not.toHaveProperty('worker_count')
    expect((await log(bot)).map(({ vendor }) => vendor)).toEqual([asked.vendor])
    expect(await day()).toEqual({ silent: [`Contact ${reached}`], answered })
    // The account has messages again, but the bot asks no questions about a day that is over.
    await db().execute(sql`update billing_accounts set quota = null where id = ${account}`)
    await timesUp('talk.send', key)
    expect(await heard(other)).toEqual([])
    await decide(await of(bot, other), 'ACKNOWLEDGE')
    expect((await log(bot)).map(({ vendor }) => vendor)).toEqual([asked.vendor])
  })

  it('hands a line of the construction log over once, though two bots come to it at once and an answer is lost', async () => {
    const bot = await make({ approvalMode: 'Procore', contacts: [contact(85, 'Keystone Concrete')] }, { team: school })
    await startDueConversations(server.running.app, now)
    await text(85, '6 for 8, gymnasium.')
    await text(85, 'yes')
    const row = await of(bot, 85)
    const handed: { again: boolean; count: number | undefined }[] = []
    let release = () => {}
    const slow: DailyLog = {
      kind: 'http',
      async write({ again, worker_count: count }) {
        handed.push({ again, count })
        if (handed.length === 1)
          await new Promise<void>((resolve) => {
            release = resolve
          })
        if (handed.length === 1) throw new Error('the answer was lost')
        return { remote: 'r1' }
      },
    }
    const app = { ...server.running.app, dailyLogs: { construction: slow } }
    await server.running.app.storage.transaction(async (tx) => {
      const one = await findExecution(tx, row.key)
      if (one) await noteLines(tx, targetOf(one), linesOf(one))
    })
    const first = writeLines(app, row.key, false)
    await vi.waitFor(() => expect(handed).toHaveLength(1), { timeout: 20_000 })
    await expect(writeLines(app, row.key, false)).rejects.toThrow('another run')
    release()
    await expect(first).rejects.toThrow('lost')
    await writeLines(app, row.key, false)
    await writeLines(app, row.key, false)
    expect(handed).toEqual([
      { again: false, count: 6 },
      { again: true, count: 6 },
    ])
    expect(await log(bot)).toEqual([{ vendor: 'Keystone Concrete', count: 6, hours: 48, state: 'written', pending: true }])
  })

  it('lets a language model guess where the rules understand nothing, and counts a guess only after a person has confirmed it', async () => {
    const bot = await make({ contacts: [130, 131, 132, 133].map((n) => contact(n, 'Keystone Concrete')) })
    const asked: string[] = []
    const answers = new Map([
      ['a full gang', 'Sure: {"workers": 11, "hours": 8, "location": "Roof", "approved": true}'],
      ['the lads', '{"workers": "many"}'],
      ['weather', '{"workers": 0, "hours": null}'],
    ])
    const { app } = server.running
    const complete = ({ user }: { user: string }) => {
      asked.push(user)
      for (const [words, said] of answers) if (user.includes(words)) return Promise.resolve(said)
      return Promise.reject(new Error('too slow'))
    }
    Object.assign(app, { assistant: { kind: 'http', complete } })
    try {
      await startDueConversations(app, now)
      await text(130, 'Contact here, a full gang up top with Marisol, call +1 (202) 555-0177')
      expect((await heard(130)).at(-1)).toBe('I am not sure I got that: 11 workers, 8 hours each, Roof. Is that right?')
      // Names and phone numbers are never sent to the language model.
      expect(asked[0]).toBe('[name] here, a full gang up top with [name], call [number]')
      expect((await of(bot, 130)).execution.model).not.toHaveProperty('worker_count')
      await text(130, 'yes')
      expect((await heard(130)).at(-1)).toContain('that is all')
      expect((await of(bot, 130)).execution).toMatchObject({
        requiresApproval: true,
        model: { worker_count: 11, hours: 88, location: 'Roof' },
      })
      // After an invalid reading and after no reading, the bot asks again. Then a person looks.
      for (const words of ['the lads were about', 'you know them', 'the boss is around']) await text(131, words).then(idle)
      expect((await heard(131)).slice(1)).toEqual([
        expect.stringContaining('Sorry, I did not get that'),
        expect.stringContaining('Sorry, I did not get that'),
        expect.stringContaining('Someone from the project'),
      ])
      expect((await of(bot, 131)).execution.requiresAttentionCode).toBe('CHAT_FAILURE')
      await text(132, 'weather got us')
      expect((await heard(132)).at(-1)).toContain('nobody on site')
      await text(132, 'no, 4 for 6 at gate 1')
      expect((await heard(132)).at(-1)).toContain('4 workers for 6 hours each (24 hours) at Gate 1')
      // Without a confirmation in time the guess is discarded.
      await text(133, 'a full gang')
      expect((await heard(133)).at(-1)).toContain('11 workers')
      await timesUp('talk.expire', (await of(bot, 133)).key)
      expect((await of(bot, 133)).execution).toMatchObject({ requiresAttentionCode: 'EXPIRED', model: { worker_count: 0 } })
    } finally {
      Object.assign(app, { assistant: undefined })
    }
  })

  it('collects notes until the contact is done', async () => {
    const bot = await make({ contacts: [contact(90, 'Keystone Concrete')] })
    await db().execute(sql`update automations set class = 'daily-log' where id = ${bot}`)
    await startDueConversations(server.running.app, now)
    await text(90, 'Pump arrived late.')
    await text(90, 'Pour finished at 14:10')
    await text(90, 'done')
    const row = await of(bot, 90)
    expect(row.execution).toMatchObject({
      kind: 'notes',
      requiresApproval: true,
      model: { comment: 'Pump arrived late.\nPour finished at 14:10' },
    })
    await decide(row, 'APPROVE')
    expect(
      await rows(db(), sql`select kind, state, model ->> 'notes' as notes from daily_log_entries where execution = ${row.key}`),
    ).toEqual([{ kind: 'notes', state: 'written', notes: 'Pump arrived late.\nPour finished at 14:10' }])
  })

  it('CO-487 CO-489 lets a demo bot hold five conversations, each labelled demo', async () => {
    const bot = await make({ contacts: [100, 101, 102, 103, 104, 105, 106].map((n) => contact(n, 'Keystone Concrete')) }, { demo: true })
    expect(await startDueConversations(server.running.app, now)).toBe(5)
    const all = await executions(bot)
    expect(all).toHaveLength(5)
    for (const { title, tags } of all) {
      expect(title).toMatch(/^DEMO: /)
      expect(tags).toEqual([{ label: 'DEMO', color: 'orange' }])
    }
  })

  it('repeats the day before when a person asks for it, and stops for good on request', async () => {
    const bot = await make({ contacts: [contact(120, 'Keystone Concrete'), contact(121, 'Keystone Concrete')] })
    await startDueConversations(server.running.app, new Date(now.getTime() - 86_400_000))
    await text(120, '11 for 9 hours at gate 1')
    await text(120, 'yes')
    // The jobs of two days run concurrently: finish those of yesterday first.
    await idle()
    await startDueConversations(server.running.app, now)
    await text(120, 'same as yesterday')
    expect((await heard(120)).at(-1)).toContain('11 workers for 9 hours each (99 hours) at Gate 1')
    await text(121, 'STOP')
    await startDueConversations(server.running.app, new Date(now.getTime() + 86_400_000))
    expect((await executions(bot)).filter(({ execution }) => execution.number === phone(120))).toHaveLength(3)
    expect((await executions(bot)).filter(({ execution }) => execution.number === phone(121))).toHaveLength(2)
  })

  it('stops for good on request after the answer is complete, and without a conversation, in each language', async () => {
    const ended = [124, 125, 126, 127]
    const bot = await make({ contacts: ended.map((n) => contact(n, 'Keystone Concrete')) })
    await startDueConversations(server.running.app, now)
    await text(124, '6 for 8 at gate 1')
    await text(124, 'yes')
    await decide(await of(bot, 124), 'APPROVE')
    await text(125, 'nil')
    await text(126, '6 for 8 at gate 1')
    await text(126, 'yes')
    // The contact of a bot that has not asked anyone yet.
    const resting = await make({ contacts: [contact(128, 'Keystone Concrete')], active: false })
    await Promise.all([text(124, 'STOP'), text(125, 'Quit'), text(126, 'baja'), text(128, 'sair')])
    expect((await heard(124)).at(-1)).toBe('You will get no more texts from our bots. Answer START to get them again.')
    expect((await of(bot, 126)).execution).toMatchObject({ requiresApproval: true, model: { worker_count: 6 } })
    const contacts = async (id: string) =>
      (await boss.get<{ record: { model: { contacts: { disabledUntil?: string }[] } } }>(`/api/automation/${id}`)).body.record.model
        .contacts
    expect([...(await contacts(bot)), ...(await contacts(resting))].map(({ disabledUntil }) => disabledUntil)).toEqual([
      ...['selfmanaged', 'selfmanaged', 'selfmanaged', undefined],
      'selfmanaged',
    ])
    await startDueConversations(server.running.app, new Date(now.getTime() + 86_400_000))
    const asked = (await executions(bot)).map(({ execution }) => execution.number)
    expect(ended.map((n) => asked.filter((number) => number === phone(n)).length)).toEqual([1, 1, 1, 2])
    await Promise.all([124, 125, 126, 128].map((n) => text(n, 'START')))
    await idle()
    expect((await contacts(bot)).map(({ disabledUntil }) => disabledUntil)).toEqual(ended.map(() => undefined))
  })

  it('RV-249 shows a contact who stops the texts as self-managed, until they start them again', async () => {
    const away = contact(123, 'Keystone Concrete', { disabled: true, disabledUntil: 'permanently' })
    const bot = await make({ contacts: [contact(122, 'Keystone Concrete'), away] })
    const contacts = async () =>
      (await boss.get<{ record: { model: { contacts: object[] } } }>(`/api/automation/${bot}`)).body.record.model.contacts
    await startDueConversations(server.running.app, now)
    await text(122, 'STOP')
    await text(123, 'STOP')
    await idle()
    expect(await contacts()).toEqual([expect.objectContaining({ disabled: true, disabledUntil: 'selfmanaged' }), away])
    await text(122, 'START')
    await idle()
    expect(await contacts()).toEqual([{ ...contact(122, 'Keystone Concrete'), disabled: false }, away])
  })

  it('finds the bots of a number by an index', async () => {
    const { db } = server.running.app.storage
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute(
        sql`explain select id from automations where not deleted and (model -> 'contacts') @> ${JSON.stringify([{ mobile: phone(122) }])}::jsonb`,
      )
    })
    expect(JSON.stringify(plan)).toContain('automations_contacts')
  })
})

describe('texts that a provider brings', () => {
  const server = useServer({
    sms: { baseUrl: 'http://127.0.0.1:9', account: 'AC1', token: 't0ken', from: '+12025550199' },
    publicUrl: 'https://site.example.com',
  })
  const bring = (fields: Record<string, string>, signature?: string) =>
    fetch(`${server.url}/api/sms/inbound`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature ?? signatureOf('t0ken', 'https://site.example.com/api/sms/inbound', fields) },
      body: new URLSearchParams(fields),
    })

  it('takes those that it has signed, once each, and no others', async () => {
    const open = { MessageSid: 'SM1', From: '+12025550113', Body: '4 for 8 on level 2' }
    const { db } = server.running.app.storage
    const [running] = await rows(db, z.object({ mobile: z.string() }), sql`select mobile from executions where phase = 'asking' limit 1`)
    const fields = { ...open, From: running?.mobile ?? '' }
    expect((await bring(fields, 'bm9uc2Vuc2U=')).status).toBe(403)
    expect((await bring({ MessageSid: 'SM2' })).status).toBe(400)
    expect((await bring(fields)).status).toBe(200)
    expect((await bring(fields)).status).toBe(200)
    expect(await rows(db, sql`select key, text from sms_inbox`)).toEqual([{ key: 'SM1', text: '4 for 8 on level 2' }])
    expect(await rows(db, sql`select count(*)::int as n from execution_messages where way = 'in' and key = 'in:SM1'`)).toEqual([{ n: 1 }])
    expect((await fetch(`${server.url}/api/demo/phones`)).status).toBe(404)
  })

  it('takes each text once that the provider could not deliver while the server was away', async () => {
    const { app } = server.running
    const late = { key: 'SM7', from: '+12025550199', text: 'yes' }
    const away = { ...app, sms: { ...app.sms, received: () => Promise.resolve([late, { ...late, key: 'SM1' }]) } }
    for (let n = 0; n < 2; n++) await fetchMissedMessages(away, new Date())
    expect(await rows(app.storage.db, sql`select key from sms_inbox order by key`)).toEqual([{ key: 'SM1' }, { key: 'SM7' }])
  })

  /** A provider that accepts every text, and loses its response as often as `lose` says. */
  const taker = () => {
    const taken: { id: string; to: string; text: string }[] = []
    let lost = 0
    const sms: SmsAdapter = {
      kind: 'http',
      async send({ to, text, key }: TextMessage) {
        if (key.startsWith('refused')) throw new SmsFailed('busy', false)
        taken.push({ id: `${key}-${taken.length}`, to, text })
        if (lost-- > 0) throw new SmsFailed('no answer', false, { uncertain: true })
        return { providerId: taken.at(-1)?.id ?? '' }
      },
      find: async ({ to, text }) => taken.filter((one) => one.to === to && one.text === text).map(({ id }) => id),
    }
    const lose = (answers: number) => {
      lost = answers
    }
    return { taken, sms, lose }
  }
  const told = { to: '+12025550113', text: 'Sorry, I did not get that.' }

  it('has a text that the provider took sent once, though its answer was lost', async () => {
    const { taken, sms, lose } = taker()
    const once = sendingOnce(server.running.storage, sms, 0)
    lose(1)
    await expect(once.send({ ...told, key: 'a' })).rejects.toMatchObject({ uncertain: true })
    // A repeated send waits until the first attempt must have ended.
    await expect(sendingOnce(server.running.storage, sms).send({ ...told, key: 'a' })).rejects.toMatchObject({ lasting: false })
    for (let n = 0; n < 2; n++) expect(await once.send({ ...told, key: 'a' })).toEqual({ providerId: 'a-0' })
    expect(taken).toHaveLength(1)
    // The same text with another key is another message, even if both responses are lost.
    lose(1)
    await expect(once.send({ ...told, key: 'b' })).rejects.toMatchObject({ uncertain: true })
    expect(await once.send({ ...told, key: 'b' })).toEqual({ providerId: 'b-1' })
    expect(taken).toHaveLength(2)
  })

  it('sends again what the provider never took, at once where it said so, and a PIN without asking', async () => {
    const { taken, sms } = taker()
    const slow = sendingOnce(server.running.storage, sms)
    await expect(slow.send({ ...told, key: 'refused' })).rejects.toThrow('busy')
    await expect(slow.send({ ...told, key: 'refused' })).rejects.toThrow('busy')
    const { db } = server.running.storage
    await db.execute(sql`insert into text_claims (key) values ('died')`)
    await expect(slow.send({ ...told, key: 'died' })).rejects.toMatchObject({ uncertain: true })
    await db.execute(sql`update text_claims set claimed_at = now() - interval '1 minute' where key = 'died'`)
    expect(await slow.send({ ...told, key: 'died' })).toEqual({ providerId: 'died-0' })
    for (let n = 0; n < 2; n++) await slow.send({ ...told, key: 'pin', urgent: true })
    expect(taken).toHaveLength(3)
  })
})
