import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { attendanceModel, type GateInfo } from '../../../contract/endpoints/attendance.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Statistics } from '../../../contract/endpoints/reporting.ts'
import type { Me } from '../../../contract/endpoints/sign-in.ts'
import type { crewTimes } from '../../../contract/endpoints/site/crewTimes.ts'
import { dayIn } from '../../../contract/rules/dayIn.ts'
import { utcDay } from '../../../contract/rules/daysLater.ts'
import { endOfDay } from '../../../contract/rules/inZone.ts'
import { type Device, newId, owner, useServer } from '../../../tests/harness/testServer.ts'

const day = 24 * 60 * 60_000
const minute = 60_000

describe('the day of a project is that of its time zone', () => {
  const server = useServer()
  const now = Date.now()
  /** At every moment the day in one of these zones is not that of UTC. Neither changes its clocks. */
  const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((one) => dayIn(one, now) !== utcDay(now)) as string
  const today = dayIn(zone, now)
  const midnight = endOfDay(now, zone) - day
  let boss: Device
  let account: string
  let team: string
  const save = async (path: string, payload: object) => expect([path, (await boss.save(path, { payload })).status]).toEqual([path, 200])
  const makeBot = async (payload: object) => {
    const id = newId()
    await save(`automations/${id}`, { form: 'new', team, ...payload })
    return id
  }
  beforeAll(async () => {
    boss = await server.person(owner)
    account = newId()
    await save(`billing/${account}`, { name: 'Island Works', plan: 'free', owner: boss.uid, deleted: false })
    team = newId()
    await save(`teams/${team}`, { name: 'Island Pier', owner: boss.uid, billingAccount: account, deleted: false, sourceTimezone: zone })
  })

  it('each person reads the time zones of their projects; a project without a site has none', async () => {
    const makeProject = async () => {
      const id = newId()
      await save(`teams/${id}`, { name: 'Quarry', owner: boss.uid, billingAccount: account, deleted: false })
      return id
    }
    const [bare, quarry] = [await makeProject(), await makeProject()]
    const site = { name: 'Pit', timezone: 'Australia/Perth', country: 'au' }
    expect((await boss.ask('POST', `/api/lists/${quarry}/sites`, site)).status).toBe(200)
    for (const query of ['', '?include=user.teams']) {
      const { teams } = (await boss.get<Me>(`/api/me${query}`)).body
      expect(teams.find(({ id }) => id === team)?.zone).toBe(zone)
      expect(teams.find(({ id }) => id === quarry)?.zone).toBe('Australia/Perth')
      expect(teams.find(({ id }) => id === bare)).not.toHaveProperty('zone')
    }
  })

  it.each(['Mars/Base', '', '+05:30'])('a project does not take the time zone "%s", which no report can use', async (sourceTimezone) => {
    const { status, body } = await boss.save(`teams/${team}`, { payload: { sourceTimezone } })
    expect([status, body]).toMatchObject([400, { error: { code: 'INVALID', details: [{ path: 'sourceTimezone' }] } }])
    const { teams } = (await boss.get<Me>('/api/me')).body
    expect(teams.find(({ id }) => id === team)?.zone).toBe(zone)
  })

  it('a bot without a site offers the talks that are valid today in the project', async () => {
    const library = newId()
    await save(`libraries/${library}`, { key: library, billingAccount: account, name: 'Talks', type: 'Toolbox', deleted: false })
    const add = async (name: string, effectiveDate: string) => {
      const key = newId()
      const { id } = await boss.upload(readFileSync('tests/pdf/forms/flat.pdf'), { type: 'application/pdf', filename: 'talk.pdf' })
      const pdf = { id, filename: 'talk.pdf', url: `/api/files/${id}` }
      await save(`libraries/${library}/documents/${key}`, { key, deleted: false, name, effectiveDate, pdf })
    }
    const [early = '', late = ''] = [today, utcDay(now)].toSorted()
    await add('Early talk', early)
    await add('Late talk', late)
    const id = await makeBot({ class: 'toolbox-talk', title: 'Talks' })
    const page = await boss.get<PageData & { componentConfig: { suggestions: string[] } }>(`/api/chat/${id}.json?lang=en`)
    const { suggestions } = page.body.componentConfig
    expect(suggestions).toContain('Early talk')
    expect(suggestions.includes('Late talk')).toBe(late === today)
  })

  it('the crew times and the report of a day begin and end at midnight of the project', async () => {
    const bot = await makeBot({ class: 'attendance', title: 'Pier gate' })
    const { gates } = (await boss.get<{ gates: GateInfo[] }>('/api/gates')).body
    const gate = gates.find(({ id }) => id === bot) as GateInfo
    const tap = async (name: string, deviceAt: number) => {
      const id = newId()
      const payload = attendanceModel(id, { direction: 'in', gate, who: { name }, via: 'list', deviceAt, skewMs: 0 } as never)
      const clientAt = new Date(deviceAt).toISOString()
      expect((await boss.save(`forms/${gate.form}/${id}`, { payload, feed: false, clientAt, skewMs: 0 })).status).toBe(200)
    }
    await tap('Before Midnight', midnight - minute)
    await tap('After Midnight', Math.min(midnight + minute, now))
    const times = (await boss.get<AnswerOf<typeof crewTimes>>(`/api/crewtimes/${team}/${today}`)).body
    expect(times.zone).toBe(zone)
    expect(times.events.map(({ name }) => name)).toEqual(['After Midnight'])
    const asked = { start: today, end: today, group: 'team' }
    const report = (await boss.ask<Statistics>('POST', '/api/statistics', asked)).body
    const row = report.classes.find((one) => one.class === 'attendance')?.rows.find(({ key }) => key === team)
    expect(row?.values).toMatchObject({ signIns: 1 })
  })
})
