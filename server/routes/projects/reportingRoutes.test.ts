import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pricingTable } from '../../../contract/endpoints/billing/pricing.ts'
import type { Statistics } from '../../../contract/endpoints/reporting.ts'
import { daysLater } from '../../../contract/rules/daysLater.ts'
import { statementsOf } from '../../../tests/harness/statementsOf.ts'
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
import { usageOf } from '../../domain/projects/usageOf.ts'
import { countEvents } from '../../domain/reporting/countEvents.ts'
import { keepDays, readKeptDays } from '../../domain/reporting/keepDays.ts'
import { workersPerDay } from '../../domain/reporting/workersPerDay.ts'

type Answer = Statistics & { error?: { code: string; message: string; details?: { path: string }[] } }

const server = useServer()
let boss: Device
const run = (device: Device, body: object) => device.ask<Answer>('POST', '/api/statistics', body)
/** Long before the demo's data, so that only the rows of this test are counted. */
const day = '2025-03-10'
const bot = { tower: idOf('bot Daily Manpower'), school: idOf('bot School Manpower'), gate: idOf('bot Gate 1 Check-in') }
const week = { start: day, end: daysLater(day, 6) }

async function talked(automation: string, team: string, more: { on?: string; phase?: string; demo?: boolean; model?: object }) {
  const id = newId()
  const { db } = server.running.storage
  await db.execute(
    sql`insert into executions (id, team, automation, owner, kind, mobile, day, phase, demo, model)
        values (${id}, ${team}, ${automation}, ${boss.uid}, 'manpower', ${newId()}, ${more.on ?? day}::date, ${more.phase ?? 'done'}, ${more.demo ?? false},
          ${JSON.stringify(more.model ?? {})}::jsonb)`,
  )
  for (const [n, way] of ['out', 'in', 'out'].entries())
    await db.execute(sql`insert into execution_messages (execution, n, way, text, key) values (${id}, ${n}, ${way}, 'x', ${`${id} ${n}`})`)
}

/** Inserts a record of a form as if it was saved on a device at that moment. */
const saved = (form: string, team: string, at: string, model: object, by = boss.uid, id = newId()) =>
  server.running.storage.db.execute(
    sql`insert into records (path, tenant, rev, model, created_by, created_device, updated_by, created_at, corrected_at)
        values (${`forms/${form}/${id}`}, ${team}, 1, ${JSON.stringify(model)}::jsonb, ${by}, 'd', ${by}, now(), ${at}::timestamptz)`,
  )

beforeAll(async () => {
  boss = await server.person(owner)
  const { db } = server.running.storage
  await talked(bot.tower, tower, { model: { vendor: 'Keystone', model: { worker_count: 10, worker_hours: 8, hours: 80 } } })
  await talked(bot.tower, tower, { model: { vendor: 'Ironline', model: { worker_count: 5, worker_hours: 8.5, hours: 42.5 } } })
  await talked(bot.tower, tower, { on: daysLater(day, 1), model: { name: 'Sam Ortiz', requiresAttentionCode: 'EXPIRED' } })
  await talked(bot.tower, tower, {
    on: daysLater(day, 6),
    phase: 'decide',
    model: { finishedModels: { a: { worker_count: 2, hours: 16 } } },
  })
  await talked(bot.tower, tower, { on: daysLater(day, 7), model: { model: { worker_count: 900 } } })
  await talked(bot.tower, tower, { demo: true, model: { model: { worker_count: 900 } } })
  await talked(bot.school, school, { model: { model: { worker_count: 3, hours: 24 } } })
  // At the gate: Ana twice, Bo once, a visitor; the tower's day in New York lasts until 04:00 UTC.
  const gate = (at: string, direction: string, name: string, more: object = {}) =>
    saved('check-in', tower, at, { direction, attendance: { gate: bot.gate, name, company: 'Bluewater' }, ...more })
  await gate('2025-03-11T11:00:00Z', 'in', 'Ana Example')
  await gate('2025-03-11T13:30:00Z', 'out', 'Ana Example')
  await gate('2025-03-11T17:00:00Z', 'in', 'Ana Example')
  await gate('2025-03-11T20:00:00Z', 'in', 'Bo Example')
  await gate('2025-03-12T03:00:00Z', 'out', 'bo example')
  await gate('2025-03-11T12:00:00Z', 'in', 'Vic Visitor', { visitor: true })
  await saved('hot-work-permit', tower, '2025-03-10T12:00:00Z', {})
  await db.execute(sql`update teams set model = model || '{"sourceProjectReference": "4711"}'::jsonb where id = ${school}`)
})

describe('reporting', () => {
  it('CO-428 CO-165 CO-217 OQ-132 tells for each class of bots what its conversations came to, number by number and with lists', async () => {
    const { status, body } = await run(boss, { ...week, group: 'team' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ session: expect.stringMatching(/^\w{20}$/), ...week, group: 'team', projects: [] })
    const of = (kind: string) => body.classes.find((one) => one.class === kind)
    const manpower = of('manpower')
    expect(manpower?.metrics).toEqual([
      { key: 'started', name: 'Conversations Started', type: 'number', precision: 0 },
      { key: 'completed', name: 'Completed', type: 'number', precision: 0 },
      { key: 'expired', name: 'Expired', type: 'number', precision: 0 },
      { key: 'attention', name: 'Needing Attention', type: 'number', precision: 0 },
      { key: 'messages', name: 'Messages Sent', type: 'number', precision: 0 },
      { key: 'workers', name: 'Workers', type: 'number', precision: 0 },
      { key: 'hours', name: 'Hours', type: 'number', precision: 1 },
      { key: 'perWorker', name: 'Hours per Worker', type: 'number', precision: 2 },
      { key: 'companies', name: 'Companies', type: 'list' },
      { key: 'silent', name: 'No Answer From', type: 'list' },
    ])
    expect(manpower?.rows).toEqual([
      {
        key: school,
        label: 'Cedar Ridge School',
        values: {
          started: 1,
          completed: 1,
          expired: 0,
          attention: 0,
          messages: 2,
          workers: 3,
          hours: 24,
          perWorker: 8,
          companies: [],
          silent: [],
        },
      },
      {
        key: tower,
        label: 'Harbor Point Tower',
        values: {
          started: 4,
          completed: 2,
          expired: 1,
          attention: 1,
          messages: 8,
          workers: 17,
          hours: 138.5,
          perWorker: 138.5 / 17,
          companies: ['Ironline', 'Keystone'],
          silent: ['Sam Ortiz'],
        },
      },
    ])
    expect(manpower?.days).toEqual([
      { date: day, completed: 3, open: 0, expired: 0 },
      { date: daysLater(day, 1), completed: 0, open: 0, expired: 1 },
      { date: daysLater(day, 6), completed: 0, open: 1, expired: 0 },
    ])
    const [gate] = of('attendance')?.rows ?? []
    expect(gate?.values).toMatchObject({
      started: 6,
      workers: 2,
      signIns: 4,
      signOuts: 2,
      visitors: 1,
      hours: 9.5,
      companies: ['Bluewater'],
    })
    expect(of('attendance')?.days).toEqual([{ date: daysLater(day, 1), completed: 6, open: 0, expired: 0 }])
    expect(of('form')).toMatchObject({ name: 'Forms without a bot', rows: [{ values: { started: 1 } }] })
  })

  it('CO-163 CO-164 groups by team, linked project, bot and bot type, for the projects that were asked for', async () => {
    const labels = async (group: string, projects: string[] = []) =>
      (await run(boss, { ...week, group, projects })).body.classes
        .find((one) => one.class === 'manpower')
        ?.rows.map((row) => [row.key, row.label])
    expect(await labels('team', [school])).toEqual([[school, 'Cedar Ridge School']])
    expect(await labels('project')).toEqual([
      ['4711', 'Cedar Ridge School'],
      ['', 'No linked project'],
    ])
    expect(await labels('bot')).toEqual([
      [bot.tower, 'Daily Manpower'],
      [bot.school, 'School Manpower'],
    ])
    expect(await labels('type')).toEqual([['manpower', expect.stringContaining('Manpower')]])
    expect((await run(boss, { ...week, projects: [school] })).body.projects).toEqual([{ id: school, name: 'Cedar Ridge School' }])
    const wrong = await run(boss, { ...week, group: 'week' })
    expect([wrong.status, wrong.body.error?.details?.[0]?.path]).toEqual([400, 'group'])
  })

  it('CO-340 CO-341 CO-476 asks for start and end, and for 31 days at most, both counted', async () => {
    const said = async (body: object) => (await run(boss, body)).body.error?.message
    expect(await said({})).toBe('Start and end date required')
    expect(await said({ start: day })).toBe('Start and end date required')
    expect(await said({ start: '2025-02-30', end: day })).toBe('Start and end date required')
    expect(await said({ start: day, end: daysLater(day, 31) })).toBe('Custom reporting period limited to 1 month')
    expect(await said({ start: day, end: daysLater(day, 30) })).toBeUndefined()
    expect(await said({ start: day, end: daysLater(day, -1) })).toBe('The end is before the start.')
    expect((await run(boss, { start: '1999-01-01', end: '1999-01-02' })).body.classes).toEqual([])
  })

  it('tells everybody of their own projects alone, and workers of none', async () => {
    const [clerk, maria, hand, other] = await Promise.all([manager, foreman, worker, outsider].map((mobile) => server.person(mobile)))
    if (!clerk || !maria || !hand || !other) throw new Error('people')
    const teams = async (device: Device) =>
      (await run(device, { ...week, group: 'team' })).body.classes.flatMap(({ rows }) => rows.map(({ key }) => key))
    expect(new Set(await teams(clerk))).toEqual(new Set([tower, school]))
    expect(new Set(await teams(maria))).toEqual(new Set([tower]))
    expect([await teams(hand), await teams(other)]).toEqual([[], []])
    expect((await run(maria, { ...week, projects: [school] })).status).toBe(403)
    expect((await run(server.nobody(), week)).status).toBe(401)
    const { session } = (await run(boss, week)).body
    expect((await boss.get<Statistics>(`/api/statistics/${session}`)).body.session).toBe(session)
    expect((await clerk.get(`/api/statistics/${session}`)).status).toBe(404)
    expect((await clerk.get(`/api/statistics/export.csv?session=${session}`)).status).toBe(404)
    expect((await server.nobody().get(`/api/statistics/export.csv?session=${session}`)).status).toBe(401)
  })

  it('CO-429 CO-166 exports a report of the last hour, whole or for one class', async () => {
    const { session } = (await run(boss, { ...week, group: 'bot' })).body
    const { db } = server.running.storage
    await db.execute(
      sql`update reports set answer = jsonb_set(answer, '{classes,0,rows,0,label}', ${JSON.stringify('=SUM(A1), "x"')}::jsonb) where session = ${session}`,
    )
    const whole = await boss.get(`/api/statistics/export.csv?session=${session}`)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(whole.headers.get('content-disposition')).toContain(`report ${week.start} ${week.end}.csv`)
    expect(whole.text).toContain('"\'=SUM(A1), ""x"""')
    const one = await boss.get(`/api/statistics/export.csv?session=${session}&class=manpower`)
    const lines = one.text.trim().split('\r\n')
    expect(lines[0]).toContain('Bot Type,Group,Part of,Start,End,Conversations Started,Completed')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(
      `Daily Manpower,Harbor Point Tower,${week.start},${week.end},4,2,1,1,8,17,138.5,8.15,"Ironline; Keystone",Sam Ortiz`,
    )
    expect((await boss.get(`/api/statistics/export.csv?session=${session}&class=none`)).status).toBe(404)
    expect((await boss.get('/api/statistics/export.csv')).status).toBe(400)
    await db.execute(sql`update reports set created_at = now() - interval '61 minutes' where session = ${session}`)
    expect((await boss.get(`/api/statistics/export.csv?session=${session}`)).status).toBe(410)
    expect((await boss.get(`/api/statistics/${session}`)).status).toBe(200)
  })
})

describe('days that a report has counted', () => {
  const [first, last] = ['2025-05-05', '2025-05-09']
  const gate = { id: bot.gate, form: 'check-in', tz: 'America/New_York' }
  const report = async () => {
    const { classes } = (await run(boss, { start: first, end: last, group: 'bot' })).body
    const gates = classes.find((one) => one.class === 'attendance')
    const [row] = gates?.rows ?? []
    const { started, workers, hours, signIns, visitors, attention } = row?.values ?? {}
    return { started, workers, hours, signIns, visitors, attention, days: gates?.days.map(({ completed }) => completed) }
  }
  /** The records of each valid day. */
  const keptDays = async () => {
    const { daysOf } = await readKeptDays(server.running.storage.db, [gate], { start: first, end: last })
    return Object.fromEntries(daysOf(gate).map(({ day: date, counts }) => [date, counts.started]))
  }
  const passed = (at: string, direction: string, name: string, id = newId()) =>
    saved('check-in', tower, at, { direction, attendance: { gate: bot.gate, name } }, boss.uid, id)

  it('CO-428 are kept, and counted again when a save of them arrives late or changes', async () => {
    const late = newId()
    // More passes than a small form has. Nina works over midnight in New York.
    for (let n = 0; n < 52; n += 1) {
      await passed(`2025-05-06T12:${String(n).padStart(2, '0')}:00Z`, 'in', `Worker ${n}`)
      await passed(`2025-05-06T20:${String(n).padStart(2, '0')}:00Z`, 'out', `Worker ${n}`)
    }
    await passed('2025-05-09T02:00:00Z', 'in', 'Nina Night', late)
    await passed('2025-05-09T10:00:00Z', 'out', 'Nina Night')
    const before = await report()
    expect(before).toMatchObject({ started: 106, workers: 53, hours: 52 * 8 + 8, signIns: 53, days: [104, 1, 1] })

    // Also the days of saves that have just arrived late are kept at once, and the report says the same.
    const days: Record<string, number> = { '2025-05-05': 0, '2025-05-06': 104, '2025-05-07': 0, '2025-05-08': 1, '2025-05-09': 1 }
    expect(await keptDays()).toEqual(days)
    expect(await report()).toEqual(before)

    // Late saves change a kept day, and the hours of the next one: those two are counted again, once.
    await passed('2025-05-08T23:00:00Z', 'in', 'Lara Late')
    await passed('2025-05-09T11:00:00Z', 'out', 'Lara Late')
    const { '2025-05-08': _eighth, '2025-05-09': _ninth, ...earlier } = days
    expect(await keptDays()).toEqual(earlier)
    const after = { ...before, started: 108, workers: 54, hours: 52 * 8 + 8 + 12, signIns: 54, attention: 108, days: [104, 2, 2] }
    // Days of this form and the whole period of the others: with one count and one page.
    const statements = statementsOf(server.running.storage.db)
    expect(await report()).toEqual(after)
    const texts = statements.texts()
    statements.stop()
    expect(texts.filter((text) => /from records r\s+where/.test(text))).toHaveLength(2)
    expect(await keptDays()).toEqual({ ...days, '2025-05-08': 2, '2025-05-09': 2 })
    expect(await report()).toEqual(after)

    // Between two days that are counted again, one is kept: it counts once.
    await passed('2025-05-05T15:00:00Z', 'in', 'Early Eve')
    await passed('2025-05-07T15:00:00Z', 'in', 'Early Eve')
    await passed('2025-05-07T23:00:00Z', 'out', 'Early Eve')
    const more = { ...after, started: 111, workers: 55, hours: after.hours + 8, signIns: 56, attention: 111, days: [1, 104, 2, 2, 2] }
    expect(await report()).toEqual(more)
    expect(await report()).toEqual(more)

    // A save that is edited counts on the day of the edit: Nina came in on no day of the report.
    expect((await boss.save(`forms/check-in/${late}`, { payload: { direction: 'in' }, base: {} }, { 'if-match': '"1"' })).status).toBe(200)
    const edited = { ...more, started: 110, workers: 54, signIns: 55, hours: more.hours - 8, attention: 110, days: [1, 104, 2, 1, 2] }
    expect(await report()).toEqual(edited)
    expect(await report()).toEqual(edited)
  })

  it('are not valid if a save arrives late while they are counted, which the count may not have seen', async () => {
    const { db } = server.running.storage
    const only = { start: '2025-06-03', end: '2025-06-03' }
    const sums = { started: 7, messages: 0, workers: 0, hours: 0, signIns: 0, signOuts: 0 }
    const days = new Map([[only.start, { ...sums, people: [], visitors: [], companies: [] }]])
    const valid = async () => (await readKeptDays(db, [gate], only)).daysOf(gate).map(({ day: date }) => date)
    await keepDays(db, gate, { known: await readKeptDays(db, [gate], only), days })
    expect(await valid()).toEqual([only.start])
    const known = await readKeptDays(db, [gate], only)
    await passed('2025-06-03T15:00:00Z', 'in', 'Between Bea')
    await keepDays(db, gate, { known, days })
    expect(await valid()).toEqual([])
  })

  it('have all their records where clocks go back at midnight', async () => {
    const { db } = server.running.storage
    const count = async (form: string) => {
      const counted = { id: form, form, tz: 'America/Havana', class: 'form', group: 'all' }
      const counts = await countEvents({ reads: db, keeps: db }, [counted], { start: '2025-11-02', end: '2025-11-02' })
      const { started, hours } = counts.find(({ group }) => group === 'all') ?? {}
      return { started, hours }
    }
    // In Cuba half past midnight comes at 04:30 and at 05:30 UTC on that day.
    await saved('hot-work-permit', tower, '2025-11-02T03:59:00Z', {})
    await saved('hot-work-permit', tower, '2025-11-02T04:30:00Z', {})
    await saved('hot-work-permit', tower, '2025-11-02T05:30:00Z', {})
    expect(await count('hot-work-permit')).toEqual({ started: 2, hours: 0 })
    await passed('2025-11-01T04:45:00Z', 'in', 'Havana Hal')
    await passed('2025-11-02T04:30:00Z', 'out', 'Havana Hal')
    expect(await count('check-in')).toEqual({ started: 1, hours: 23.75 })
  })
})

describe('usage', () => {
  it('RV-157 RV-188 RV-376 CO-486 counts who worked on each of the last 30 days, once a day, foremen and supers apart', async () => {
    const { db } = server.running.storage
    const before = await workersPerDay(db, { teams: [school] })
    expect(before.daily).toHaveLength(30)
    expect([before.start, before.end]).toEqual([before.daily[0]?.today, before.daily.at(-1)?.today])
    const at = `${daysLater(before.end, -3)}T18:00:00Z`
    const three = before.daily.at(-4)
    if (!three) throw new Error('no such day')
    const ben = (await server.person(outsider)).uid
    // Ben twice and at the gate, the owner, a foreman of the list, a person in no list, a visitor, and a
    // person who leaves.
    await saved('school-manpower', school, at, {}, ben)
    await saved('school-manpower', school, at, { direction: 'in', attendance: { name: 'ben kowalski' } }, ben)
    await saved('school-manpower', school, at, {}, boss.uid)
    // Lee is counted before the list makes him a foreman.
    await saved('school-manpower', school, at, { direction: 'in', attendance: { name: 'Lee Lead' } }, ben)
    await db.execute(
      sql`insert into lookup_items (team, lookup, id, label, attributes) values (${school}, 'employees', 'Lee Lead', 'Lee Lead', '{"role": "Foreman"}'::jsonb)`,
    )
    for (const name of ['Lee Lead', 'New Name']) await saved('school-manpower', school, at, { direction: 'in', attendance: { name } }, ben)
    await saved('school-manpower', school, at, { direction: 'in', visitor: true, attendance: { name: 'A Visitor' } }, ben)
    await saved('school-manpower', school, at, { direction: 'out', attendance: { name: 'Gone Home' } }, ben)
    const after = (await workersPerDay(db, { teams: [school] })).daily.at(-4)
    expect(after).toEqual({ today: three.today, supervisory_workers: three.supervisory_workers + 2, people: three.people + 4 })
    // The kept counts are those of the people, also of Lee.
    const { workers, days, fixedUsage } = await usageOf(db, school)
    expect(workers).toEqual(await workersPerDay(db, { teams: [school] }))
    expect(days.map(({ people }) => people)).toEqual(workers?.daily.map(({ people }) => people))
    expect(fixedUsage).toBeGreaterThanOrEqual(three.people + 4)
    expect((await workersPerDay(db, { teams: [] })).daily.every(({ people }) => people === 0)).toBe(true)
  })

  it('RV-321 a visitor reads a pricing table with its id and publishable key, also without a session', async () => {
    const { table, key } = pricingTable('typical', true)
    const answer = await server.nobody().get<{ pricing_table_items: unknown[] }>(`/api/pricing-tables/${table}?key=${key}`)
    expect([answer.status, answer.body.pricing_table_items.length]).toEqual([200, 6])
    expect((await server.nobody().get(`/api/pricing-tables/${table}?key=pk_test_muster`)).status).toBe(403)
  })
})
