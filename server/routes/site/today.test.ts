import { beforeAll, describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { musterPath } from '../../../contract/endpoints/muster.ts'
import type { getRollCalls } from '../../../contract/endpoints/site/getRollCalls.ts'
import type { getToday } from '../../../contract/endpoints/site/getToday.ts'
import { type Device, manager, newId, outsider, tower, useServer, worker } from '../../../tests/harness/testServer.ts'

type Today = AnswerOf<typeof getToday>

describe('what is open today', () => {
  const server = useServer()
  let boss: Device
  beforeAll(async () => {
    boss = await server.person(manager)
  })
  const today = async (device = boss) => (await device.get<Today>('/api/today')).body
  const report = async (description: string, made_safe: string) => {
    const path = `forms/hazard-report/${newId()}`
    const crew = await server.person(worker)
    expect((await crew.save(path, { payload: { hazard_type: 'fall', description, location: 'Level 9', made_safe } })).status).toBe(200)
    return path
  }

  it('lists a hazard until a person has made it safe', async () => {
    const path = await report('Open edge at the hoist', 'no')
    await report('Wet stairs, dried', 'yes')
    const { hazards } = await today()
    expect(hazards[0]).toMatchObject({ path, title: 'Open edge at the hoist', location: 'Level 9', team: tower })
    expect(hazards.map(({ title }) => title)).not.toContain('Wet stairs, dried')
    expect((await boss.save(path, { payload: { made_safe: 'yes' } }, { 'if-match': '"1"' }, 'PATCH')).status).toBe(200)
    expect((await today()).hazards.map((one) => one.path)).not.toContain(path)
  })

  it('counts permits that wait, and saves that arrived late', async () => {
    const bot = newId()
    await boss.save(`automations/${bot}`, { payload: { class: 'site-permits', team: tower, title: 'Hot work', form: 'new', open: false } })
    const form = (await boss.get<{ form?: string }>(`/api/bot/${bot}`)).body.form ?? ''
    const crew = await server.person(worker)
    await crew.save(`forms/${form}/${newId()}`, { payload: { permit: 'Hot work', work: 'Weld' } })
    expect((await today()).permits).toMatchObject([{ form, title: 'Hot work', count: 1, team: tower }])
    const before = (await today()).late.find((one) => one.form === 'hazard-report')?.count ?? 0
    const clientAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
    await crew.save(`forms/hazard-report/${newId()}`, { payload: { made_safe: 'yes' }, clientAt, skewMs: 0 })
    expect((await today()).late.find((one) => one.form === 'hazard-report')?.count).toBe(before + 1)
  })

  it('a roll call is there while it runs, with who started it', async () => {
    const muster = newId()
    const add = (event: object) =>
      boss.save(musterPath(tower, newId()), { payload: { muster, at: new Date().toISOString(), skewMs: 0, ...event }, feed: false })
    const alone = async (device = boss) => (await device.get<AnswerOf<typeof getRollCalls>>('/api/rollcalls')).body.rollCalls
    expect((await today()).rollCalls).toBeUndefined()
    expect((await add({ type: 'start', drill: true, roll: [{ name: 'Ana Silva' }] })).status).toBe(200)
    expect((await today()).rollCalls).toMatchObject([{ team: tower, project: 'Harbor Point Tower', drill: true, ids: [muster] }])
    expect((await today()).rollCalls?.[0]?.by).toBeTruthy()
    expect(await alone()).toEqual((await today()).rollCalls)
    const crew = await server.person(worker)
    expect((await today(crew)).rollCalls).toBeUndefined()
    expect(await alone(crew)).toEqual([])
    expect((await add({ type: 'end' })).status).toBe(200)
    expect((await today()).rollCalls).toBeUndefined()
    expect(await alone()).toEqual([])
  })

  it('is empty for people who may not read the records of a project', async () => {
    for (const one of [worker, outsider])
      expect(await today(await server.person(one))).toMatchObject({ hazards: [], permits: [], late: [] })
    expect((await server.nobody().get('/api/today')).status).toBe(401)
  })
})
