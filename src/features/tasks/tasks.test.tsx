import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { dayIn } from '../../../contract/rules/dayIn.ts'
import { freshDevice, keep, putDown } from '../../../tests/harness/device.tsx'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageHost } from '../../engine/PageHost.ts'
import { type Claim, claim, settle } from '../../store/outbox/claim.ts'
import { settleCancel } from '../../store/outbox/discardSave.ts'
import { discardOp, queue, reopenOp } from '../../store/outbox/queue.ts'
import { getStore, setStore } from '../../store/db/store.ts'
import { type Known, standingOf } from '../../../contract/rules/tasks/standing.ts'
import { TasksScreen } from './TasksScreen.tsx'

const at = (text: string) => new Date(text)
const task = { title: 'Manpower', url: '/frontend/forms/manpower', form: 'manpower' }
const nothing = { waiting: [], receipts: [] }
/** The first save of a record, and a later one. */
const adds = (path: string, made: Date, more: Partial<Known> = {}): Known => ({ path, at: made.getTime(), effect: 'adds', ...more })
const changes = (path: string, made: Date): Known => adds(path, made, { effect: 'other' })

describe('what is due', () => {
  // Friday the 14th, Saturday the 15th, Monday the 17th.
  const workday = { ...task, due: { every: 'workday', by: '15:00' } as const }

  it('a working day’s form is due until it is sent, late after its time, and not at the weekend', () => {
    expect(standingOf(workday, { ...nothing, now: at('2024-06-14T09:00') }).due).toBe('today')
    expect(standingOf(workday, { ...nothing, now: at('2024-06-14T15:01') }).due).toBe('late')
    expect(standingOf(workday, { ...nothing, now: at('2024-06-15T09:00') }).due).toBeUndefined()
    const sent = [{ path: 'forms/manpower/a', at: at('2024-06-14T08:00').toISOString() }]
    expect(standingOf({ ...workday, sent }, { ...nothing, now: at('2024-06-14T16:00') })).toEqual({ due: undefined, done: 1, waiting: 0 })
    // Yesterday's list, read offline the next morning.
    expect(standingOf({ ...workday, sent }, { ...nothing, now: at('2024-06-17T08:00') })).toEqual({ due: 'today', done: 0, waiting: 0 })
  })

  it('what waits on the device is not due any more, and a record counts once wherever it is known from', () => {
    const now = at('2024-06-14T16:00')
    const path = 'forms/manpower/a'
    const sent = [{ path, at: now.toISOString() }]
    const waits = (...paths: string[]) => paths.map((each) => adds(each, now))
    expect(standingOf(workday, { ...nothing, waiting: waits(path, path, 'forms/manpowers/x'), now })).toEqual({
      due: undefined,
      done: 0,
      waiting: 1,
    })
    expect(standingOf({ ...workday, sent }, { waiting: waits(path), receipts: [], now })).toMatchObject({ done: 0, waiting: 1 })
    expect(standingOf({ ...workday, sent }, { waiting: [], receipts: [adds(path, now)], now })).toMatchObject({ done: 1 })
  })

  it('a save of yesterday that still waits, or was sent this morning, leaves today’s form due', () => {
    const now = at('2024-06-14T09:00')
    const yesterday = adds('forms/manpower/a', at('2024-06-13T16:00'))
    expect(standingOf(workday, { ...nothing, waiting: [yesterday], now })).toEqual({ due: 'today', done: 0, waiting: 1 })
    expect(standingOf(workday, { ...nothing, receipts: [yesterday], now })).toEqual({ due: 'today', done: 0, waiting: 0 })
  })

  it('a record counts for the day that it is about', () => {
    const now = at('2024-06-14T09:00')
    const sent = [{ path: 'forms/manpower/a', at: now.toISOString(), day: '2024-06-13' }]
    expect(standingOf({ ...workday, sent }, { ...nothing, now })).toMatchObject({ due: 'today', done: 0 })
    const waiting = [changes('forms/manpower/a', now)]
    expect(standingOf({ ...workday, sent }, { ...nothing, waiting, now })).toMatchObject({ due: 'today', waiting: 1 })
  })

  it('a save after midnight counts for the day that its date names, while it waits, when it was sent, and after an edit', () => {
    const now = at('2024-06-14T00:30')
    const path = 'forms/manpower/a'
    const night = adds(path, now, { day: '2024-06-13' })
    for (const known of [{ waiting: [night] }, { receipts: [night] }, { receipts: [changes(path, now), night] }])
      expect(standingOf(workday, { ...nothing, ...known, now })).toMatchObject({ due: 'today', done: 0 })
    // The person corrects the date.
    const corrected = adds(path, now, { day: '2024-06-14', effect: 'other' })
    expect(standingOf(workday, { waiting: [corrected], receipts: [night], now })).toEqual({ due: undefined, done: 0, waiting: 1 })
  })

  it('a change, a comment or a delete of a record fills in no form, and a change leaves the record on its day', () => {
    const now = at('2024-06-14T16:00')
    const path = 'forms/manpower/a'
    const yesterday = adds(path, at('2024-06-13T16:00'))
    const change = changes(path, now)
    const isOpen = { due: 'late', done: 0 }
    expect(standingOf(workday, { ...nothing, waiting: [change], now })).toEqual({ due: 'late', done: 0, waiting: 1 })
    expect(standingOf(workday, { ...nothing, receipts: [change], now })).toMatchObject(isOpen)
    expect(standingOf(workday, { ...nothing, receipts: [change, yesterday], now })).toMatchObject(isOpen)
    // The answer of the server names the time of the change.
    const sent = [{ path, at: now.toISOString() }]
    expect(standingOf({ ...workday, sent }, { ...nothing, receipts: [change, yesterday], now })).toMatchObject(isOpen)
    const today = adds(path, now)
    const removed = adds(path, now, { effect: 'removes' })
    expect(standingOf({ ...workday, sent }, { ...nothing, receipts: [removed, today], now })).toMatchObject(isOpen)
    expect(standingOf({ ...workday, sent }, { waiting: [removed], receipts: [today], now })).toMatchObject({ ...isOpen, waiting: 1 })
  })

  it('a save that the server has refused leaves the form due, a refused change of a sent record does not', () => {
    const now = at('2024-06-14T09:00')
    const path = 'forms/manpower/a'
    const waiting = [adds(path, now, { isRefused: true })]
    expect(standingOf(workday, { ...nothing, waiting, now })).toEqual({ due: 'today', done: 0, waiting: 1 })
    expect(standingOf(workday, { waiting, receipts: [adds(path, now)], now })).toEqual({ due: undefined, done: 0, waiting: 1 })
  })

  it('a delete or a change that the server has refused leaves a sent record as it is', () => {
    const now = at('2024-06-14T09:00')
    const path = 'forms/manpower/a'
    const first = adds(path, now)
    for (const refused of [{ effect: 'removes' }, { effect: 'other', day: '2024-06-13' }] as const) {
      const waiting = [adds(path, now, { ...refused, isRefused: true })]
      expect(standingOf(workday, { waiting, receipts: [first], now })).toEqual({ due: undefined, done: 0, waiting: 1 })
      const sent = [{ path, at: now.toISOString(), day: '2024-06-14' }]
      expect(standingOf({ ...workday, sent }, { waiting, receipts: [], now })).toEqual({ due: undefined, done: 0, waiting: 1 })
    }
  })

  it('the day that a save of this device names wins over a list from before it, and not over a later one', () => {
    const now = at('2024-06-14T16:00')
    const path = 'forms/manpower/a'
    const first = adds(path, at('2024-06-13T16:00'), { day: '2024-06-13', settledAt: 100 })
    const corrected = adds(path, now, { effect: 'other', day: '2024-06-14', settledAt: 300 })
    const standing = (day: string, listedAt: number, receipts: readonly Known[] = [corrected, first]) =>
      standingOf({ ...workday, sent: [{ path, at: now.toISOString(), day }] }, { waiting: [], receipts, listedAt, now })
    expect(standing('2024-06-13', 200)).toMatchObject({ due: undefined, done: 1 })
    expect(standing('2024-06-13', 400)).toMatchObject({ due: 'late', done: 0 })
    // A later change that names no day leaves that of the list.
    expect(standing('2024-06-14', 200, [adds(path, now, { effect: 'other', settledAt: 300 }), first])).toMatchObject({ done: 1 })
  })

  it('a save counts for today if the clock of the device was a day ahead', () => {
    const now = at('2024-06-14T09:00')
    expect(standingOf(workday, { ...nothing, waiting: [adds('forms/manpower/a', at('2024-06-15T09:00'))], now }).due).toBeUndefined()
  })

  it('days of 23 and 25 hours begin at midnight, and a time that the clocks show twice passes once', () => {
    const daily = { ...task, zone: 'America/New_York', due: { every: 'day', by: '01:30' } as const }
    const due = (now: string, made?: string) =>
      standingOf(daily, { ...nothing, receipts: made === undefined ? [] : [adds('forms/manpower/a', at(made))], now: at(now) }).due
    // 10 March 2024 has 23 hours, 3 November has 25.
    for (const [midnight, nextMidnight] of [
      ['2024-03-10T05:00Z', '2024-03-11T04:00Z'],
      ['2024-11-03T04:00Z', '2024-11-04T05:00Z'],
    ] as const) {
      const before = (moment: string) => new Date(Date.parse(moment) - 60_000).toISOString()
      expect(due(nextMidnight, before(nextMidnight))).toBe('today')
      expect(due(before(nextMidnight), midnight)).toBeUndefined()
      expect(due(midnight, before(midnight))).toBe('today')
    }
    // 01:30, 01:31, and 01:00 for the second time.
    expect([due('2024-11-03T05:30Z'), due('2024-11-03T05:31Z'), due('2024-11-03T06:00Z')]).toEqual(['today', 'late', 'late'])
    const skipped = { ...daily, due: { every: 'day', by: '02:30' } as const }
    const at3 = (now: string) => standingOf(skipped, { ...nothing, now: at(now) }).due
    // 01:59 and 03:00.
    expect([at3('2024-03-10T06:59Z'), at3('2024-03-10T07:00Z')]).toEqual(['today', 'late'])
  })

  it('days begin and end in the time zone of the project', () => {
    const there = { ...workday, zone: 'Pacific/Honolulu' }
    // 20:00 on Friday the 14th in Honolulu is 06:00 on Saturday in UTC.
    const evening = at('2024-06-15T06:00Z')
    expect(standingOf(there, { ...nothing, now: evening }).due).toBe('late')
    const noon = adds('forms/manpower/a', at('2024-06-14T22:00Z'))
    expect(standingOf(there, { ...nothing, receipts: [noon], now: evening })).toMatchObject({ due: undefined, done: 1 })
    expect(standingOf({ ...there, zone: 'UTC' }, { ...nothing, now: evening }).due).toBeUndefined()
  })

  it('a day off of the project asks for nothing, the day after it does', () => {
    const off = { ...workday, daysOff: [['2024-06-13', '2024-06-14']] as const }
    expect(standingOf(off, { ...nothing, now: at('2024-06-14T09:00') }).due).toBeUndefined()
    expect(standingOf(off, { ...nothing, now: at('2024-06-17T09:00') }).due).toBe('today')
  })

  it('a week’s form is due from Monday until it is sent', () => {
    const weekly = { ...task, due: { every: 'week' } as const }
    const sent = [{ path: 'forms/manpower/a', at: at('2024-06-14T08:00').toISOString() }]
    expect(standingOf({ ...weekly, sent }, { ...nothing, now: at('2024-06-16T20:00') }).due).toBeUndefined()
    expect(standingOf({ ...weekly, sent }, { ...nothing, now: at('2024-06-17T06:00') }).due).toBe('week')
  })
})

describe('My Tasks', () => {
  let drawn: DrawnPage
  beforeEach(freshDevice)
  afterEach(() => putDown(drawn))

  it('CO-014 shows the worker what is due first, what is done, and what waits on the device, without a connection', async () => {
    const items = [
      {
        title: 'Hazards',
        url: '/frontend/forms/hazard-report',
        form: 'hazard-report',
        sent: [{ path: 'forms/hazard-report/a', at: new Date().toISOString() }],
      },
      { ...task, due: { every: 'day' } },
    ]
    drawn = await drawPage(
      <TasksScreen
        data={{ component: 'tasks', componentConfig: { items }, auth: { name: 'Ana' } }}
        host={{} as PageHost}
        address="/api/tasks/ana.json"
        owner="u:ana"
      />,
    )
    const cards = () =>
      [...document.querySelectorAll('a')].map((card) => card.textContent ?? '').filter((text) => /Manpower|Hazards/.test(text))
    await drawn.until(() => cards()[0]?.includes('Due today'))
    expect(cards()[1]).toContain('1 done today')
    await queue(saveRecord, { '*': `forms/manpower/${'A'.repeat(20)}` }, { payload: { n: 1 } }, { title: 'Manpower' })
    await drawn.until(() => drawn.text().includes('1 waiting on this device'))
    expect(drawn.text()).not.toContain('Due today')
    expect(await getStore().db.outbox.count()).toBe(1)
  })

  it('leads to the guide for the home screen where the browser forgets what is stored otherwise', async () => {
    const draw = () =>
      drawPage(
        <TasksScreen
          data={{ component: 'tasks', componentConfig: { items: [task] }, auth: { name: 'Ana' } }}
          host={{} as PageHost}
          address="/api/tasks/ana.json"
          owner="u:ana"
        />,
      )
    const link = () => document.querySelector('a[href="/install"]')
    drawn = await draw()
    expect(link()).toBeNull()
    await drawn.remove()
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
    drawn = await draw()
    expect(link()?.textContent).toContain('Install the app first')
    Reflect.deleteProperty(navigator, 'standalone')
  })

  it('a list that is left open over midnight shows what is due on the new day, in the time zone of the project', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    // 23:58 in Honolulu, and 01:00 the next day.
    let now = Date.parse('2024-06-15T09:58Z')
    setStore({ ...getStore(), now: () => now })
    try {
      const path = `forms/manpower/${'A'.repeat(20)}`
      await queue(saveRecord, { '*': path }, { payload: { n: 1 } }, { title: 'Manpower' })
      const items = [{ ...task, zone: 'Pacific/Honolulu', due: { every: 'day' } }]
      drawn = await drawPage(
        <TasksScreen
          data={{ component: 'tasks', componentConfig: { items }, auth: { name: 'Ana' } }}
          host={{} as PageHost}
          address="/api/tasks/ana.json"
          owner="u:ana"
        />,
      )
      await drawn.until(() => drawn.text().includes('1 waiting on this device'))
      expect(drawn.text()).not.toContain('Due today')
      now = Date.parse('2024-06-15T11:00Z')
      await act(async () => void vi.advanceTimersByTime(60_000))
      await drawn.until(() => drawn.text().includes('Due today'))
      // A save after midnight for the day before.
      await queue(saveRecord, { '*': `forms/manpower/${'B'.repeat(20)}` }, { payload: { date: '2024-06-14' } }, { title: 'Manpower' })
      await drawn.until(() => drawn.text().includes('2 waiting on this device'))
      expect(drawn.text()).toContain('Due today')
    } finally {
      vi.useRealTimers()
    }
  })

  it('what a person has sent from this device is done, what they have changed is not', async () => {
    const screen = (
      <TasksScreen
        data={{ component: 'tasks', componentConfig: { items: [{ ...task, due: { every: 'day' } }] }, auth: { name: 'Ana' } }}
        host={{} as PageHost}
        address="/api/tasks/ana.json"
        owner="u:ana"
      />
    )
    const deliver = async (rev: number) => {
      const store = getStore()
      const { claims } = await claim(store, 'u:ana', { worker: 'w', limit: 1, busy: new Set() })
      await settle(store, claims[0] as Claim, { kind: 'sent', answer: { rev } })
    }
    drawn = await drawPage(screen)
    await drawn.until(() => drawn.text().includes('Due today'))
    await queue(saveRecord, { '*': `forms/manpower/${'A'.repeat(20)}` }, { payload: { n: 2 } }, { baseRev: 1, title: 'Manpower' })
    await drawn.until(() => drawn.text().includes('1 waiting on this device'))
    await deliver(2)
    await drawn.until(() => !drawn.text().includes('waiting on this device'))
    expect(drawn.text()).toContain('Due today')
    await queue(saveRecord, { '*': `forms/manpower/${'B'.repeat(20)}` }, { payload: { n: 1 } }, { title: 'Manpower' })
    await deliver(1)
    await drawn.until(() => drawn.text().includes('1 done today'))
    expect(drawn.text()).not.toContain('Due today')
  })

  it.each(['discarded', 'refused'])('a save that was corrected leaves its form due after the correction was %s', async (end) => {
    drawn = await drawPage(
      <TasksScreen
        data={{ component: 'tasks', componentConfig: { items: [{ ...task, due: { every: 'day' } }] }, auth: { name: 'Ana' } }}
        host={{} as PageHost}
        address="/api/tasks/ana.json"
        owner="u:ana"
      />,
    )
    const save = (n: number, draft?: { path: string; initHash: string }) =>
      queue(
        saveRecord,
        { '*': `forms/manpower/${'A'.repeat(20)}` },
        { payload: { n } },
        { title: 'Manpower', initHash: 'hash', address: task.url, draft },
      )
    const refuse = async () => {
      const store = getStore()
      const { claims } = await claim(store, 'u:ana', { worker: 'w', limit: 1, busy: new Set() })
      await settle(store, claims[0] as Claim, { kind: 'parked', error: { kind: 'refused', at: store.now() } })
    }
    const first = await save(1)
    if (end === 'refused') await refuse()
    const { path, initHash } = await reopenOp(first.opId)
    const correction = await save(2, { path, initHash })
    // The server has learnt that the first one is gone.
    await settleCancel(getStore(), first.opId, false)
    await drawn.until(() => drawn.text().includes('1 waiting on this device') && !drawn.text().includes('Due today'))
    expect(await getStore().db.outbox.count()).toBe(1)
    await (end === 'refused' ? refuse() : discardOp(correction.opId))
    await drawn.until(() => drawn.text().includes('Due today'))
    expect(drawn.text()).not.toContain('done today')
    expect(drawn.text().includes('1 waiting on this device')).toBe(end === 'refused')
  })

  it('a correction of the date counts before the list of the server has it', async () => {
    const path = `forms/manpower/${'A'.repeat(20)}`
    const now = Date.now()
    const sent = [{ path, at: new Date(now).toISOString(), day: dayIn(undefined, now - 86_400_000) }]
    const data = { component: 'tasks', componentConfig: { items: [{ ...task, due: { every: 'day' }, sent }] }, auth: { name: 'Ana' } }
    await keep('/api/tasks/ana.json', data, { fetchedAt: now - 1000 })
    drawn = await drawPage(<TasksScreen data={data} host={{} as PageHost} address="/api/tasks/ana.json" owner="u:ana" />)
    await drawn.until(() => drawn.text().includes('Due today'))
    await queue(saveRecord, { '*': path }, { payload: { date: dayIn(undefined, now) } }, { baseRev: 1, title: 'Manpower' })
    const store = getStore()
    const { claims } = await claim(store, 'u:ana', { worker: 'w', limit: 1, busy: new Set() })
    await settle(store, claims[0] as Claim, { kind: 'sent', answer: { rev: 2 } })
    await drawn.until(() => drawn.text().includes('1 done today'))
    expect(drawn.text()).not.toContain('Due today')
    // Another device has changed it back.
    await keep('/api/tasks/ana.json', data, { fetchedAt: store.now() + 1000 })
    await drawn.until(() => drawn.text().includes('Due today'))
  })

  it('a long list has a search, a short one has none', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ title: n === 0 ? 'Inspección diaria' : `Form ${n}`, url: `/frontend/forms/form-${n}` }))
    const screen = (count: number) => (
      <TasksScreen
        data={{ component: 'tasks', componentConfig: { items: named(count) }, auth: { name: 'Ana' } }}
        host={{} as PageHost}
        address="/api/tasks/ana.json"
        owner="u:ana"
      />
    )
    drawn = await drawPage(screen(12))
    const box = () => document.querySelector<HTMLInputElement>('input[type=search]')
    const links = () => [...document.querySelectorAll('ul a')].map((link) => link.getAttribute('href'))
    await drawn.until(() => links().length === 12)
    expect(box()).toBeNull()
    await drawn.draw(screen(24))
    await drawn.type(await drawn.until(box), 'inspeccion')
    expect(links()).toEqual(['/frontend/forms/form-0'])
    await drawn.type(await drawn.until(box), 'crane')
    expect(drawn.text()).toContain('No task has these words')
  })

  it('a long list of several projects is in groups that stay as the person left them', async () => {
    const items = Array.from({ length: 14 }, (_, n) => ({
      title: `Form ${n}`,
      subtitle: n % 2 === 0 ? 'Harbor Tower' : 'Cedar School',
      url: `/frontend/forms/form-${n}`,
    }))
    const studio = { title: 'Form studio', subtitle: 'Harbor Tower, Cedar School', url: '/studio' }
    const screen = (shown = [...items, studio]) => (
      <TasksScreen
        data={{ component: 'tasks', componentConfig: { items: shown }, auth: { name: 'Ana' } }}
        host={{} as PageHost}
        address="/api/tasks/ana.json"
        owner="u:ana"
      />
    )
    const groups = () =>
      [...document.querySelectorAll('details')].map(({ open, firstElementChild }) => [firstElementChild?.textContent, open])
    drawn = await drawPage(screen())
    await drawn.until(() => groups().length === 2)
    expect(groups()).toEqual([
      ['Harbor Tower7 forms', true],
      ['Cedar School7 forms', true],
    ])
    expect([...document.querySelectorAll('a')].find((link) => link.textContent?.includes('Form studio'))?.closest('details')).toBeNull()
    // The group is kept when the browser reports that it is closed, a moment after the press.
    const toggled = new Promise((resolve) => document.querySelector('details')?.addEventListener('toggle', resolve, { once: true }))
    await drawn.press(document.querySelector('summary') as HTMLElement)
    await toggled
    await drawn.remove()
    drawn = await drawPage(screen())
    await drawn.until(() => groups().length === 2)
    expect(groups().map(([, open]) => open)).toEqual([false, true])
    const box = await drawn.until(() => document.querySelector<HTMLInputElement>('input[type=search]'))
    await drawn.type(box, 'form 13')
    expect(groups()).toEqual([])
    expect([...document.querySelectorAll('ul a')].map((link) => link.getAttribute('href'))).toEqual(['/frontend/forms/form-13'])
    await drawn.draw(screen(items.slice(0, 12)))
    expect(groups()).toEqual([])
  })

  it('shows a manager the answers that wait for a decision, before the forms', async () => {
    const decision = { title: 'Keystone Concrete', subtitle: 'Tower', url: '/frontend/automation/bot/execution/one', icon: 'people' }
    drawn = await drawPage(
      <TasksScreen
        data={{ component: 'tasks', componentConfig: { items: [decision, { ...task, due: { every: 'day' } }] }, auth: { name: 'Ana' } }}
        host={{} as PageHost}
        address="/api/tasks/ana.json"
        owner="u:ana"
      />,
    )
    await drawn.until(() => drawn.text().includes('Due today'))
    expect([...document.querySelectorAll('h2')].map((heading) => heading.textContent)).toEqual(['Waiting for a decision', 'Due'])
    expect([...document.querySelectorAll('ul a')].map((link) => link.getAttribute('href'))).toEqual([decision.url, task.url])
  })

  it('leads only a person without a project, who has just signed up, to their first one', async () => {
    const { db, now } = getStore()
    let version = 0
    const mine = (teams: object[]) =>
      db.screens.put({
        owner: 'u:ana',
        url: '/api/me',
        v: 1,
        data: { uid: 'ana', name: 'Ana', teams },
        version: ++version,
        fetchedAt: now(),
      })
    const first = () => [...document.querySelectorAll('a')].find((link) => link.textContent === 'Create Project')
    await mine([{ id: 't', name: 'Harbor Tower', role: 'Member' }])
    drawn = await drawPage(
      <TasksScreen
        data={{ component: 'tasks', componentConfig: { items: [] }, auth: { name: 'Ana' } }}
        host={{} as PageHost}
        address="/api/tasks/ana.json"
        owner="u:ana"
      />,
    )
    await drawn.until(() => drawn.text().includes('No tasks yet'))
    expect(first()).toBeUndefined()
    await mine([])
    expect((await drawn.until(first)).getAttribute('href')).toBe('/teams/create')
  })
})
