import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { daysLater } from '../../../contract/rules/daysLater.ts'
import { daysOf, periodDates, reportPeriods, type Statistics } from '../../../contract/endpoints/reporting.ts'
import { closeDevice, openDevice, openScreen, type OpenScreen, serverSays } from '../../../tests/harness/console.tsx'
import { today } from '../../lib/formatDate.ts'
import { setReach } from '../../store/connectivity/getReach.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { ReportingScreen } from './ReportingScreen.tsx'

vi.mock('../../sync/ask.ts', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

const teams = [
  { id: 't1', rev: 1, role: 'Owner', model: { name: 'Harbor Tower' } },
  { id: 't2', rev: 1, role: 'Member', model: { name: 'Cedar School' } },
  { id: 't3', rev: 1, role: 'Worker', model: { name: 'Elsewhere' } },
]
const statistics: Statistics = {
  session: 's'.repeat(20),
  start: '2026-03-09',
  end: '2026-03-11',
  group: 'bot',
  projects: [{ id: 't1', name: 'Harbor Tower' }],
  at: new Date().toISOString(),
  classes: [
    {
      class: 'manpower',
      name: 'Manpower Bot',
      metrics: [
        { key: 'started', name: 'Conversations Started', type: 'number', precision: 0 },
        { key: 'hours', name: 'Hours', type: 'number', precision: 1 },
        { key: 'later', name: 'Something Later', type: 'number', precision: 2 },
        { key: 'silent', name: 'No Answer From', type: 'list' },
      ],
      rows: [
        {
          key: 'b1',
          label: 'Daily Manpower',
          note: 'Harbor Tower',
          values: { started: 4, hours: 138.46, later: 1.005, silent: ['Sam', 'Lee'] },
        },
      ],
      days: [{ date: '2026-03-10', completed: 3, open: 0, expired: 1 }],
    },
    {
      class: 'hazards',
      name: 'Hazards Bot',
      metrics: [{ key: 'started', name: 'Conversations Started', type: 'number' }],
      rows: [],
      days: [],
    },
  ],
}

let opened: OpenScreen
const open = async (said: Record<string, object> = {}) => {
  serverSays({ '/api/teams': { data: { teams } }, ...said })
  opened = await openScreen('/reporting', { '/reporting': ReportingScreen })
  return opened.page
}
const asked = () => vi.mocked(ask).mock.calls.map(([, , body]) => body)

beforeEach(async () => {
  await openDevice()
  setReach('ok')
  vi.mocked(ask).mockReset()
})
afterEach(async () => {
  await opened.page.remove()
  setReach('unknown')
  closeDevice()
})

describe('reporting', () => {
  it('CO-161 CO-477 CO-163 CO-164 CO-165 CO-168 sets period, group and projects, and runs the report', async () => {
    const { until, text, control, choose, press, button } = await open()
    expect(text()).toContain('Set reporting filters and click "Run Report"')
    const options = (label: string) => [...control<HTMLSelectElement>(label).options].map((option) => option.textContent)
    expect(options('Reporting Period')).toEqual(['Today', 'Yesterday', 'This Week', 'Last Week', 'This Month', 'Last Month', 'Custom'])
    expect(options('Group By')).toEqual(['Team', 'Project', 'Bot', 'Bot Type'])
    await choose(control('Reporting Period'), 'Yesterday')
    await choose(control('Group By'), 'Bot')
    await press(button('Projects: All Projects'))
    const row = (name: string) => [...document.querySelectorAll('dialog [role=option]')].find((one) => text(one) === name)
    await press(await until(() => row('Harbor Tower')))
    // Workers can't read reports of their project.
    expect([row('Cedar School') === undefined, row('Elsewhere') === undefined]).toEqual([false, true])
    await press([...document.querySelectorAll('dialog button')].find((one) => one.textContent?.startsWith('Select 1')) as Element)
    await until(() => text().includes('Harbor Tower'))
    vi.mocked(ask).mockResolvedValue(statistics)
    await press(button('Run Report'))
    await until(() => text().includes('Manpower Bot'))
    const yesterday = daysLater(today(), -1)
    expect(asked()).toEqual([{ start: yesterday, end: yesterday, group: 'bot', projects: ['t1'] }])
  })

  it('CO-217 CO-165 CO-166 shows each class with its metrics by their precision, its lists, a chart by day and an export', async () => {
    const { until, text, button, press } = await open()
    vi.mocked(ask).mockResolvedValue(statistics)
    await press(button('Run Report'))
    await until(() => text().includes('Manpower Bot'))
    const [table] = document.querySelectorAll('table.m-table')
    expect([...(table?.querySelectorAll('thead th') ?? [])].map((cell) => text(cell))).toEqual([
      'Bot',
      'Conversations Started',
      'Hours',
      'Something Later',
    ])
    expect([...(table?.querySelectorAll('tbody td') ?? [])].map((cell) => text(cell)).join('|')).toMatch(
      /Daily Manpower \(Harbor Tower\)\|.*4\|.*138 h 28 min\|.*1\.01$/,
    )
    expect(text(document.querySelector('.m-reporting-list'))).toBe('No Answer From: 2Daily ManpowerSam, Lee')
    expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(
      'Conversations per day: 3 completed, 0 open, 1 expired.',
    )
    expect([...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'))).toEqual([
      `/api/statistics/export.csv?session=${statistics.session}`,
      `/api/statistics/export.csv?session=${statistics.session}&class=manpower`,
      `/api/statistics/export.csv?session=${statistics.session}&class=hazards`,
    ])
  })

  it('CO-162 CO-340 CO-341 CO-476 asks for start and end of a custom period, which is 31 days at most', async () => {
    const { until, text, control, choose, type, press, button } = await open()
    await choose(control('Reporting Period'), 'Custom')
    await press(button('Run Report'))
    await until(() => text().includes('Start and end date required'))
    await type(control('Start'), '2026-03-01')
    await type(control('End'), '2026-04-01')
    await press(button('Run Report'))
    await until(() => text().includes('Custom reporting period limited to 1 month'))
    expect(asked()).toEqual([])
    await type(control('End'), '2026-03-31')
    expect(text()).not.toContain('limited')
    vi.mocked(ask).mockResolvedValue({ ...statistics, classes: [] })
    await press(button('Run Report'))
    await until(() => text().includes('No data in this reporting period'))
    expect(asked()).toEqual([{ start: '2026-03-01', end: '2026-03-31', group: 'team', projects: [] }])
  })

  it('CO-167 says when there is nothing, and when the server would not', async () => {
    const { until, text, press, button } = await open()
    vi.mocked(ask).mockRejectedValueOnce(new AskFailed('refused', 'FORBIDDEN', 'You may not see the reports of this project.', 403))
    await press(button('Run Report'))
    await until(() => text().includes('You may not see the reports of this project.'))
    vi.mocked(ask).mockRejectedValueOnce(new AskFailed('offline', 'UNREACHABLE', ''))
    await press(button('Run Report'))
    await until(() => text().includes('The report could not be run. Please try again.'))
    vi.mocked(ask).mockResolvedValue({ ...statistics, classes: [] })
    await press(button('Run Report'))
    await until(() => text().includes('No data in this reporting period'))
  })

  it('keeps the last report on the device, to be read and exported without a connection', async () => {
    const first = await open({ [`/api/statistics/${statistics.session}`]: { data: statistics } })
    vi.mocked(ask).mockResolvedValue(statistics)
    await first.press(first.button('Run Report'))
    await first.until(() => first.text().includes('Manpower Bot'))
    await first.until(async () =>
      (await (await import('../../store/db/store.ts')).getStore().db.screens.toArray()).some(({ url }) => url.includes('/api/statistics/')),
    )
    await first.remove()
    setReach('offline')
    const { until, text, button } = await open({ [`/api/statistics/${statistics.session}`]: { trouble: 'offline' } })
    await until(() => text().includes('Manpower Bot'))
    expect(text()).toContain('A new report needs a connection. The last one stays below.')
    expect(text()).toContain('Kept on this device')
    expect(button('Run Report').disabled).toBe(true)
    expect(button('Export CSV: Manpower Bot').textContent).toBe('Export CSV')
  })

  it('CO-161 CO-477 knows when its periods begin and end: a week on Monday, a month on its first', () => {
    const of = (day: string) =>
      reportPeriods.flatMap((period) => (period === 'custom' ? [] : [Object.values(periodDates(period, day)).join(' ')]))
    // A Sunday.
    expect(of('2026-03-01')).toEqual([
      '2026-03-01 2026-03-01',
      '2026-02-28 2026-02-28',
      '2026-02-23 2026-03-01',
      '2026-02-16 2026-02-22',
      '2026-03-01 2026-03-01',
      '2026-02-01 2026-02-28',
    ])
    expect(of('2026-01-05').slice(2)).toEqual([
      '2026-01-05 2026-01-05',
      '2025-12-29 2026-01-04',
      '2026-01-01 2026-01-05',
      '2025-12-01 2025-12-31',
    ])
    expect(daysOf('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  })
})
