import { beforeAll, describe, expect, it } from 'vitest'
import { attendanceModel, type GateInfo } from '../../../contract/endpoints/attendance.ts'
import { correctionOf, type crewTimes, timesPath } from '../../../contract/endpoints/site/crewTimes.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { crewTimesOf } from '../../../contract/rules/crew/crewTimes.ts'
import { dayOf } from '../../../contract/rules/daysLater.ts'
import { inZone } from '../../../contract/rules/inZone.ts'
import { type Device, foreman, manager, newId, outsider, tower, useServer, worker } from '../../../tests/harness/testServer.ts'

type Day = AnswerOf<typeof crewTimes>

describe('crew times', () => {
  const server = useServer()
  let [boss, gate]: [Device, GateInfo] = [undefined as never, undefined as never]
  const now = Date.now()
  const today = dayOf(inZone('America/New_York', now))
  beforeAll(async () => {
    boss = await server.person(manager)
    const { gates } = (await boss.get<{ gates: GateInfo[] }>('/api/gates')).body
    gate = gates.find(({ team }) => team === tower) as GateInfo
  })
  const read = async (device = boss, day = today) => (await device.get<Day>(`/api/crewtimes/${tower}/${day}`)).body
  const timeOf = async (name: string) => {
    const { zone, rules, events, corrections } = await read()
    const held = corrections.flatMap(({ id, correction }) => correctionOf(id, correction) ?? [])
    return crewTimesOf({ day: today, zone, rules, events, corrections: held, now: Date.now() }).find(({ who }) => who.name === name)
  }
  const tap = async (name: string, direction: 'in' | 'out', deviceAt: number) => {
    const id = newId()
    const who = { name, company: 'Acme' }
    const payload = attendanceModel(id, { direction, gate, site: 'harbor-point-tower', who, via: 'list', deviceAt, skewMs: 0 })
    const crew = await server.person(foreman)
    await crew.save(`forms/${gate.form}/${id}`, { payload, feed: false, clientAt: new Date(deviceAt).toISOString(), skewMs: 0 })
  }
  const correct = (device: Device, more: object = {}, day = today) => {
    const payload = {
      who: { name: 'Tia Times', company: 'Acme' },
      in: new Date(now - 120_000).toISOString(),
      out: new Date(now - 60_000).toISOString(),
      breakMinutes: 0,
      at: new Date().toISOString(),
      skewMs: 0,
      ...more,
    }
    return device.save(timesPath(tower, day, newId()), { payload, feed: false })
  }

  it('a member corrects what the gate saw, the newest correction counts, and each says who made it', async () => {
    await tap('Tia Times', 'in', now - 50_000)
    expect(await timeOf('Tia Times')).toMatchObject({ state: 'onSite', correction: undefined })
    expect((await correct(await server.person(foreman), { reason: 'Forgot her badge' })).status).toBe(200)
    expect(await timeOf('Tia Times')).toMatchObject({ state: 'left', minutes: 1, correction: { reason: 'Forgot her badge' } })
    expect((await read()).corrections[0]?.byName).toBe('Marisol Vega')
    expect((await correct(boss, { in: undefined, out: undefined, takenBack: true })).status).toBe(200)
    expect(await timeOf('Tia Times')).toMatchObject({ state: 'onSite', correction: undefined })
  })

  it('workers and strangers neither see nor correct them, and a correction is never changed', async () => {
    for (const one of [worker, outsider]) {
      const device = await server.person(one)
      expect((await device.get(`/api/crewtimes/${tower}/${today}`)).status).toBe(403)
      expect((await correct(device)).status).toBe(403)
    }
    expect((await server.nobody().get(`/api/crewtimes/${tower}/${today}`)).status).toBe(401)
    const path = timesPath(tower, today, newId())
    const payload = { who: { name: 'Tia' }, in: new Date().toISOString(), breakMinutes: 0, at: new Date().toISOString(), skewMs: 0 }
    expect((await boss.save(path, { payload, feed: false })).status).toBe(200)
    expect((await boss.save(path, { payload: { ...payload, breakMinutes: 5 } }, { 'if-match': '"1"' }, 'PATCH')).status).toBe(403)
  })

  it('refuses times that no clock shows', async () => {
    expect((await correct(boss, { out: new Date(now - 120_000).toISOString() })).status).toBe(400)
    expect((await correct(boss, { breakMinutes: -5 })).status).toBe(400)
    expect((await correct(boss, { in: undefined })).status).toBe(400)
    expect((await correct(boss, {}, 'tomorrow')).status).toBe(403)
    expect((await boss.get(`/api/crewtimes/${tower}/2026-02-30`)).status).toBe(404)
  })

  it('a project has its own rules, which only its administrators change', async () => {
    const timeRules = { step: 15, breakMinutes: 30, breakAfterHours: 6, reason: true }
    expect((await (await server.person(foreman)).save(`teams/${tower}`, { payload: { timeRules } }, {}, 'PATCH')).status).toBe(403)
    expect((await boss.save(`teams/${tower}`, { payload: { timeRules: { ...timeRules, step: 7 } } }, {}, 'PATCH')).status).toBe(400)
    expect((await boss.save(`teams/${tower}`, { payload: { timeRules } }, {}, 'PATCH')).status).toBe(200)
    expect(await read()).toMatchObject({ rules: timeRules, mayEdit: true, mayChangeRules: true })
    expect(await read(await server.person(foreman))).toMatchObject({ mayEdit: true, mayChangeRules: false })
  })
})
