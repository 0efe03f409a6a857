import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  attendanceModel,
  type GateInfo,
  type gateRoster,
  type onSiteEvents,
  type onSiteProjects,
} from '../../../contract/endpoints/attendance.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { musterEvents } from '../../../contract/endpoints/muster.ts'
import { sameDecisionOf, samePath } from '../../../contract/endpoints/site/SameRecord.ts'
import { presenceOf } from '../../../contract/rules/presence.ts'
import { possiblySame, sameOnes } from '../../../contract/rules/crew/possiblySame.ts'
import { statementsOf } from '../../../tests/harness/statementsOf.ts'
import { foreman, manager, newId, outsider, tower, useServer, worker } from '../../../tests/harness/testServer.ts'
import { findAnomalies } from '../../domain/attendance/findAnomalies.ts'
import { eventsOfProject } from '../../domain/attendance/projectsOnSite.ts'
import { rosterOf } from '../../domain/attendance/rosterOf.ts'
import { musterEventsOf } from '../../domain/muster/musterEventsOf.ts'
import { personByMobile } from '../../domain/sign-in/person.ts'

type Refusal = { error: { code: string; message: string; details?: { path: string }[] } }
type OnSite = AnswerOf<typeof onSiteEvents> & Refusal
type Roster = AnswerOf<typeof gateRoster> & Refusal

const server = useServer()
const gateOf = async () => {
  const { body } = await (await server.person(manager)).get<{ gates: GateInfo[] }>('/api/gates')
  const gate = body.gates.find(({ team }) => team === tower)
  if (!gate) throw new Error('the demo has no gate')
  return gate
}
const signIn = async (name: string, direction: 'in' | 'out', more: { mobile?: string; at?: number; by?: string } = {}) => {
  const device = await server.person(more.by ?? foreman)
  const gate = await gateOf()
  const id = newId()
  const deviceAt = more.at ?? Date.now()
  const who = { name, company: 'Acme', ...(more.mobile && { mobile: more.mobile }) }
  const payload = attendanceModel(id, { direction, gate, site: 'harbor-point-tower', who, via: 'list', deviceAt, skewMs: 0 })
  const body = { payload, feed: false, clientAt: new Date(deviceAt).toISOString(), skewMs: 0 }
  return device.save(`forms/${gate.form}/${id}`, body)
}
const onSite = async () => {
  const { body } = await (await server.person(manager)).get<OnSite>(`/api/onsite/${tower}`)
  return { body, names: presenceOf({ events: body.events, now: Date.now() }).onSite.map(({ name }) => name) }
}

describe('who is on site, as the server tells it', () => {
  it('a fresh start has a morning at the gate: some forty people on site, one far too long', async () => {
    const { body } = await onSite()
    const { onSite: there } = presenceOf({
      events: body.events,
      now: Date.now(),
      timezones: Object.fromEntries(body.sites.map(({ id, timezone }) => [id, timezone])),
    })
    expect(there.length).toBeGreaterThan(30)
    expect(there.filter(({ overdue }) => overdue)).toHaveLength(1)
    expect(there.filter(({ visitor }) => visitor).every(({ host }) => host)).toBe(true)
    const { body: list } = await (await server.person(manager)).get<AnswerOf<typeof onSiteProjects>>('/api/onsite?limit=1')
    expect(list).toEqual({
      projects: [{ team: tower, name: 'Harbor Point Tower', gates: 1, onSite: there.length, overdue: 1 }],
    })
  })

  it('a worker whom a gate signs in is there, and gone when signed out; a check-in by the form counts the same', async () => {
    expect((await signIn('Wanda Gate', 'in', { by: worker })).status).toBe(200)
    const check = { payload: { direction: 'in', site: 'harbor-point-tower', visitor: true, visitor_name: 'Fred Form', company: 'Acme' } }
    expect((await (await server.person(worker)).save(`forms/check-in/${newId()}`, check)).status).toBe(200)
    expect((await onSite()).names).toEqual(expect.arrayContaining(['Wanda Gate', 'Fred Form']))
    await signIn('Wanda Gate', 'out')
    expect((await onSite()).names).not.toContain('Wanda Gate')
  })

  it('counts several projects with as many statements as one', async () => {
    const boss = await server.person(manager)
    const names = ['Pier 1', 'Pier 2', 'Pier 3']
    for (const [n, name] of names.entries()) {
      const [team, bot] = [newId(), newId()]
      expect((await boss.save(`teams/${team}`, { payload: { name, owner: boss.uid, deleted: false } })).status).toBe(200)
      expect((await boss.save(`automations/${bot}`, { payload: { class: 'attendance', team, title: 'Gate', form: 'new' } })).status).toBe(
        200,
      )
      const gate = (await boss.get<{ gates: GateInfo[] }>('/api/gates')).body.gates.find(({ id }) => id === bot) as GateInfo
      for (let person = 0; person <= n; person += 1) {
        const [id, deviceAt] = [newId(), Date.now()]
        const who = { name: `Crew ${n} ${person}` }
        const payload = attendanceModel(id, { direction: 'in', gate, who, via: 'list', deviceAt, skewMs: 0 } as never)
        expect((await boss.save(`forms/${gate.form}/${id}`, { payload, feed: false })).status).toBe(200)
      }
    }
    const statements = statementsOf(server.running.storage.db)
    const readsOf = async (limit: number) => {
      statements.clear()
      const { body } = await boss.get<AnswerOf<typeof onSiteProjects>>(`/api/onsite?limit=${limit}`)
      return {
        found: body.projects,
        reads: statements.texts().filter((text) => /\bfrom (?:records|sites|lookup_items|teams|automations)\b/.test(text)).length,
      }
    }
    const one = await readsOf(1)
    const all = await readsOf(50)
    // A job of the server may read meanwhile.
    await expect.poll(async () => (await readsOf(50)).reads - (await readsOf(1)).reads, { timeout: 10_000 }).toBe(0)
    statements.stop()
    expect(all.found.filter(({ name }) => names.includes(name)).map(({ name, gates, onSite: there }) => [name, gates, there])).toEqual([
      ['Pier 1', 1, 1],
      ['Pier 2', 1, 2],
      ['Pier 3', 1, 3],
    ])
    expect(all.found.length).toBeGreaterThan(one.found.length)
    expect(one.reads).toBeGreaterThan(0)
  })

  it('counts a busy gate beside quiet ones, and pages of projects are the whole list', async () => {
    const boss = await server.person(manager)
    for (const name of ['Quay 1', 'Quay 2', 'Quay 3', 'Quay 4', 'Quay 5']) {
      const team = newId()
      expect((await boss.save(`teams/${team}`, { payload: { name, owner: boss.uid, deleted: false } })).status).toBe(200)
      const gate = { class: 'attendance', team, title: 'Gate', form: 'new' }
      expect((await boss.save(`automations/${newId()}`, { payload: gate })).status).toBe(200)
    }
    const pageOf = async (query: string) => (await boss.get<AnswerOf<typeof onSiteProjects>>(`/api/onsite?${query}`)).body
    const { projects: all, next: none } = await pageOf('limit=50')
    expect(none).toBeUndefined()
    expect(all.find(({ team }) => team === tower)?.onSite).toBe((await onSite()).names.length)
    expect(all.filter(({ name }) => name.startsWith('Quay')).map(({ gates, onSite: there }) => [gates, there])).toEqual(
      Array.from({ length: 5 }, () => [1, 0]),
    )
    const paged = []
    for (let query: string | undefined = 'limit=2'; query !== undefined; ) {
      const { projects, next }: AnswerOf<typeof onSiteProjects> = await pageOf(query)
      paged.push(...projects)
      query = next && `limit=2&cursor=${next}`
    }
    expect(paged).toEqual(all)
  })

  it('is visible only to members who may read all records', async () => {
    const gate = await gateOf()
    for (const address of [`/api/onsite/${tower}`, `/api/gates/${gate.id}`, `/api/musters/${tower}`]) {
      expect((await (await server.person(foreman)).get(address)).status).toBe(200)
      for (const one of [worker, outsider])
        expect([address, (await (await server.person(one)).get<Refusal>(address)).body.error.code]).toEqual([address, 'FORBIDDEN'])
      expect((await server.nobody().get(address)).status).toBe(401)
    }
    expect((await (await server.person(worker)).get<AnswerOf<typeof onSiteProjects>>('/api/onsite')).body.projects).toEqual([])
    expect((await (await server.person(manager)).get<Refusal>('/api/onsite?limit=many')).body.error.code).toBe('INVALID')
    expect((await (await server.person(manager)).get('/api/gates/nowhere')).status).toBe(404)
  })

  it('a kiosk gets what its own gate needs, and never who is on site', async () => {
    const { app } = server.running
    const gate = await gateOf()
    const person = await personByMobile(app.storage, worker)
    if (!person) throw new Error('no such person')
    const kiosk = (bot: string, shown: boolean) => ({
      ...person,
      uid: 'kiosk.x',
      teams: [],
      kiosk: { bot, team: tower, forms: [gate.form], gate: shown },
    })
    const own = kiosk(gate.id, true)
    expect((await rosterOf(app, gate.id, own)).people.length).toBeGreaterThan(300)
    for (const other of [kiosk(gate.id, false), kiosk('another', true)])
      await expect(rosterOf(app, gate.id, other)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(eventsOfProject(app, tower, own)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(musterEventsOf(app, tower, own)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('a gate knows the list of people, everybody seen there, and who was inducted; its site leads to it as well', async () => {
    await signIn('Vera Visitor', 'in', { mobile: '+12025550177' })
    const person = await server.person(foreman)
    const done = { payload: { name: 'Vera Visitor', mobile: '+12025550177', company: 'Acme' } }
    await person.save(`forms/orientation/${newId()}`, done)
    const { body } = await person.get<Roster>(`/api/gates/${(await gateOf()).id}`)
    expect(body.people.length).toBeGreaterThan(300)
    const vera = body.people.filter(({ name }) => name === 'Vera Visitor')
    expect(vera).toMatchObject([{ mobile: '+12025550177', seen: expect.any(Number), inducted: { at: expect.any(Number) } }])
    expect(body.induction).toMatchObject({ form: 'orientation', days: 365 })
    expect(body.sites.map(({ timezone }) => timezone)).toContain('America/New_York')
    expect((await person.get<Roster>('/api/gates/harbor-point-tower')).body.gate.id).toBe(body.gate.id)
  })
})

describe('sign-ins that can not be as they say', () => {
  const minute = 60_000
  /** Saves the record like a gate that was offline; resolves to its path. */
  const arrives = async (payload: object) => {
    const device = await server.person(foreman)
    const path = `forms/${(await gateOf()).form}/${newId()}`
    expect((await device.save(path, { payload })).status).toBe(200)
    return path
  }
  const gatePart = (more: object) => ({ gate: 'g', name: 'x', at: new Date().toISOString(), skewMs: 0, via: 'list', ...more })
  const told = async (by = manager) => {
    await findAnomalies(server.running.app, Date.now() - 10 * minute)
    return (await (await server.person(by)).get<OnSite>(`/api/onsite/${tower}`)).body
  }
  const reasonsOf = (body: OnSite, path: string) => body.doubts?.find((one) => one.path === path)?.reasons

  it('are taken with any content, counted as far as they can be read, and shown to a manager until a person has checked them', async () => {
    expect((await told()).doubts).toBe(undefined)
    const at = (ms: number) => new Date(ms).toISOString()
    const later = Date.now() + 3 * 60 * minute
    const paths = {
      future: await arrives({ direction: 'in', attendance: gatePart({ name: 'Fay Future', at: at(later) }) }),
      early: await arrives({ direction: 'in', attendance: gatePart({ name: 'Eve Early', at: '2019-03-01T08:00:00Z' }) }),
      endless: await arrives({ direction: 'in', attendance: gatePart({ name: 'Bea Time', at: '+275760-09-13T00:00:00Z' }) }),
      typed: await arrives({
        direction: 'in',
        site: 'harbor-point-tower',
        visitor: true,
        visitor_name: 'Tom Typed',
        different_time: true,
        date: '+275760-09-12',
        time: '23:59',
      }),
      stranger: await arrives({
        direction: 'in',
        person: 'nobody-knows',
        attendance: gatePart({ name: 'Una Known', person: 'nobody-knows' }),
      }),
      nobody: await arrives({ direction: 'in', person: { id: 7 }, attendance: [null] }),
      sideways: await arrives({ direction: 'sideways', site: ['__proto__'], visitor_name: 'Sid Ways' }),
      fine: await arrives({ direction: 'in', site: '__proto__', attendance: gatePart({ name: 'Fine Fiona', gate: 'of-elsewhere' }) }),
    }
    const body = await told()
    const reasons = Object.fromEntries(Object.entries(paths).map(([key, path]) => [key, reasonsOf(body, path)]))
    expect(reasons).toEqual({
      future: ['future'],
      early: ['early'],
      endless: ['badTime'],
      typed: ['badTime'],
      stranger: ['unknown'],
      nobody: ['unreadable'],
      sideways: ['unreadable'],
      fine: undefined,
    })
    const { onSite: there } = presenceOf({ events: body.events, now: Date.now() })
    const names = there.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Fay Future', 'Bea Time', 'Tom Typed', 'Una Known', 'Fine Fiona']))
    expect(names).not.toContain('Eve Early')
    expect(there.find(({ name }) => name === 'Fay Future')?.since).toBeLessThanOrEqual(Date.now())
    // A gate id of another site is ignored: the sign-in counts for the gate that uses the form.
    expect(there.find(({ name }) => name === 'Fine Fiona')?.gate).toBe((await gateOf()).id)

    // A repeated read gives the same list; a doubt that was marked as seen leaves it. Only authorized
    // people may mark one as seen.
    expect((await told()).doubts).toHaveLength(7)
    const seen = (by: string, path: string) =>
      server.person(by).then((one) => one.ask<{ seen: boolean } & Refusal>('POST', `/api/onsite/${tower}/seen`, { path }))
    for (const one of [worker, outsider]) expect((await seen(one, paths.future)).status).toBe(403)
    expect((await seen(foreman, 'forms/check-in/AAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
    expect((await seen(foreman, paths.future)).body).toEqual({ seen: true })
    expect((await seen(manager, paths.future)).body).toEqual({ seen: false })
    expect(reasonsOf(await told(), paths.future)).toBe(undefined)
    expect((await told()).doubts).toHaveLength(6)
  })

  it('say that a person is only on another project’s list, and still count the person', async () => {
    const db = server.running.storage.db
    const lou = newId()
    await db.execute(sql`insert into lookup_items (team, lookup, id, label)
          select id, 'employees', ${lou}, 'Lou Where' from teams where name = 'Cedar Ridge School'`)
    const path = await arrives({ direction: 'in', person: lou, attendance: gatePart({ name: 'Lou Where', person: lou }) })
    const body = await told()
    expect(reasonsOf(body, path)).toEqual(['elsewhere'])
    expect(presenceOf({ events: body.events, now: Date.now() }).onSite.map(({ name }) => name)).toContain('Lou Where')
  })

  it('who came is on site also when the sign-outs of another day arrive after it, and after the gate was archived', async () => {
    const now = Date.now()
    await signIn('Olga Order', 'out', { at: now - 9 * minute })
    await signIn('Olga Order', 'in', { at: now - 8 * minute })
    await signIn('Olga Order', 'in', { at: now - 20 * minute })
    expect((await onSite()).names).toContain('Olga Order')
    const gate = await gateOf()
    const archive = (archived: boolean) =>
      server.running.storage.db.execute(sql`update automations set archived = ${archived}, updated_at = now() where id = ${gate.id}`)
    await archive(true)
    try {
      expect((await onSite()).names).toContain('Olga Order')
      const device = await server.person(foreman)
      expect((await device.get<{ gates: GateInfo[] }>('/api/gates')).body.gates).not.toContainEqual(gate)
    } finally {
      await archive(false)
    }
  })
})

describe('roll calls on the server', () => {
  const muster = newId()
  const event = (more: object) => ({
    payload: { muster, at: new Date().toISOString(), skewMs: 0, type: 'mark', person: { name: 'Ana' }, state: 'safe', ...more },
  })

  it('takes the events of wardens once, and tells them with the name of who made them', async () => {
    const warden = await server.person(foreman)
    const path = `muster/${tower}/${newId()}`
    const key = newId()
    const body = event({})
    expect((await warden.save(path, body, { 'idempotency-key': key, 'x-seq': '900' })).status).toBe(200)
    expect((await warden.save(path, body, { 'idempotency-key': key, 'x-seq': '900' })).headers.get('idempotency-replayed')).toBe('true')
    const { body: told } = await (await server.person(manager)).get<AnswerOf<typeof musterEvents>>(`/api/musters/${tower}`)
    expect(told.events).toEqual([
      { id: path.split('/')[2], by: warden.uid, byName: 'Marisol Vega', event: expect.objectContaining({ state: 'safe' }) },
    ])
  })

  it('only wardens report people, and no one changes a warden’s report', async () => {
    const warden = await server.person(foreman)
    const path = `muster/${tower}/${newId()}`
    await warden.save(path, event({}))
    const change = await warden.save<Refusal>(path, event({ state: 'missing' }), { 'if-match': '"1"' })
    expect([change.status, change.body.error.code]).toEqual([403, 'FORBIDDEN'])
    const manages = await (await server.person(manager)).save<Refusal>(path, { payload: { deleted: true } }, { 'if-match': '"1"' }, 'PATCH')
    expect(manages.status).toBeGreaterThanOrEqual(400)
    for (const one of [worker, outsider])
      expect((await (await server.person(one)).save(`muster/${tower}/${newId()}`, event({}))).status).toBe(403)
    expect((await server.nobody().save(`muster/${tower}/${newId()}`, event({}))).status).toBe(401)
    expect((await warden.get(`/api/data/${path}`)).status).toBe(200)
    expect((await (await server.person(worker)).get(`/api/data/${path}`)).status).toBe(403)
  })

  it('says what is wrong with an event that no roll call can use', async () => {
    const warden = await server.person(foreman)
    const { status, body } = await warden.save<Refusal>(`muster/${tower}/${newId()}`, event({ state: 'fine' }))
    expect([status, body.error.code, body.error.details?.map(({ path }) => path)]).toEqual([400, 'INVALID', ['payload.state']])
    expect((await warden.save(`muster/${tower}`, event({}))).status).toBe(403)
  })
})

describe('people who are there twice', () => {
  const decide = async (by: string, isSame: boolean, more: object = {}) => {
    const [stays, was] = [
      { name: 'Dora Double', company: 'Acme', mobile: '+12025550171' },
      { name: 'Dora Double', company: 'Acme', mobile: '+12025550172' },
    ]
    const payload = { stays, was, isSame, at: new Date().toISOString(), skewMs: 0, ...more }
    return (await server.person(by)).save(samePath(tower, newId()), { payload, feed: false })
  }
  const doras = async () => {
    const { body } = await onSite()
    const decisions = (body.same ?? []).flatMap(({ id, decision }) => sameDecisionOf(id, decision) ?? [])
    const { onSite: there } = presenceOf({ events: body.events, now: Date.now(), same: sameOnes(decisions) })
    const possible = possiblySame(body.events, decisions).filter(({ stays }) => stays.name === 'Dora Double')
    const roster = (await (await server.person(manager)).get<Roster>(`/api/gates/${(await gateOf()).id}`)).body
    const ofRoster = roster.people.filter(({ name }) => name === 'Dora Double').length
    return { onSite: there.filter(({ name }) => name === 'Dora Double').length, roster: ofRoster, possible: possible.length }
  }
  const counted = async () =>
    (await (await server.person(manager)).get<AnswerOf<typeof onSiteProjects>>('/api/onsite')).body.projects.find(
      ({ team }) => team === tower,
    )?.onSite ?? 0

  it('are suggested to a manager, are one after a merge on every screen, and two again when it is taken back', async () => {
    await signIn('Dora Double', 'in', { mobile: '+12025550171' })
    await signIn('Dora Double', 'in', { mobile: '+12025550172' })
    const before = await counted()
    expect(await doras()).toEqual({ onSite: 2, roster: 2, possible: 1 })
    expect((await decide(manager, true)).status).toBe(200)
    expect(await doras()).toEqual({ onSite: 1, roster: 1, possible: 0 })
    expect(await counted()).toBe(before - 1)
    expect((await onSite()).body.events.filter(({ name }) => name === 'Dora Double')).toHaveLength(2)
    await signIn('Dora Double', 'out', { mobile: '+12025550172' })
    expect((await doras()).onSite).toBe(0)
    expect((await decide(manager, false)).status).toBe(200)
    expect(await doras()).toEqual({ onSite: 1, roster: 2, possible: 0 })
  })

  it('only people who may change records decide, and a decision has two people', async () => {
    for (const one of [worker, outsider]) expect((await decide(one, true)).status).toBe(403)
    expect((await decide(manager, true, { was: {} })).status).toBe(400)
  })
})
