import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Finding } from '../../../contract/endpoints/console.ts'
import type { Project } from '../../../contract/endpoints/projects.ts'
import {
  idOf,
  type Device,
  foreman,
  tower as harborPoint,
  manager,
  newId,
  outsider,
  owner,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { ownerOf } from '../../domain/records/ownerOf.ts'
import { rows } from '../../storage/database.ts'

const server = useServer()
let harborPine = ''
let cedarRidge = ''
beforeAll(async () => {
  const { db } = server.running.storage
  harborPine = (await rows(db, z.object({ id: z.string() }), sql`select id from billing_accounts`))[0]?.id ?? ''
  cedarRidge = (await rows(db, z.object({ id: z.string() }), sql`select id from teams where id <> ${harborPoint}`))[0]?.id ?? ''
})
const people = () => Promise.all([owner, manager, foreman, worker, outsider].map((mobile) => server.person(mobile)))
const list = async (who: Device, query = '') => (await who.get<{ teams: Project[] }>(`/api/teams${query}`)).body.teams
const whole =
  '?include=team.members&include=team.billingAccount&include=team.holidayCalendar&include=team.usage&include=team.companies&include=trades'
const read = async (who: Device, id: string, query = whole) => (await who.get<Project>(`/api/teams/${id}${query}`)).body
const write = (who: Device, path: string, payload: unknown) => who.save<{ error?: { message: string } }>(path, { payload })
const made = async (who: Device, payload: object) => {
  const id = newId()
  const { status } = await write(who, `teams/${id}`, { owner: who.uid, deleted: false, ...payload })
  expect(status).toBe(200)
  return id
}
const bot = (team: string, uid: string) =>
  server.running.storage.db.execute(
    sql`insert into automations (id, team, owner, class, title) values (${newId()}, ${team}, ${uid}, 'manpower', 'Bot')`,
  )

describe('projects', () => {
  it('CO-135 CO-136 CO-195 CO-197 CO-381 CO-382 CO-384 CO-379 are listed for those who belong to them, with what is asked for by either name', async () => {
    const [grace, , foreman, ana, ben] = await people()
    if (!grace || !foreman || !ana || !ben) throw new Error('people')
    const short = await list(grace, '?property=team.name&property=billing.name&include=team.billingAccount&include=team.automationIds')
    const tower = short.find(({ id }) => id === harborPoint)
    expect(tower).toMatchObject({
      model: { name: 'Harbor Point Tower' },
      billingAccount: { id: harborPine, name: 'Harbor & Pine Builders' },
    })
    expect(tower?.model).toEqual({ name: 'Harbor Point Tower' })
    expect(tower?.automationIds?.map(({ type }) => type)).toContain('attendance')
    const picker = await list(grace, '?include=billingAccount&include=members&include=team.automationIds')
    expect(picker.map(({ model }) => model.name)).toEqual(['Cedar Ridge School', 'Harbor Point Tower'])
    expect(picker[1]?.members?.[0]).toMatchObject({ name: 'Grace Okafor', status: 'Owner', uid: grace.uid })
    expect(picker[1]).toMatchObject({ role: 'Owner', billingRole: 'Owner', model: { source: 'own', owner: grace.uid, archived: false } })
    expect(await list(grace, '?archived=true')).toEqual([])
    // Projects in which another person also has a console role: the foreman in one of two, a worker in
    // none.
    expect((await list(grace, `?property=team.name&member=${foreman.uid}`)).map(({ id }) => id)).toEqual([harborPoint])
    expect(await list(grace, `?member=${ana.uid}`)).toEqual([])
    expect(await list(ana)).toEqual([])
    const mine = await grace.get<{ teams: Project[] }>(`/api/${grace.uid}/teams.json`)
    expect(mine.body.teams).toHaveLength(2)
    expect((await ben.get(`/api/${grace.uid}/teams.json`)).status).toBe(403)
    expect((await ben.get(`/api/teams/${harborPoint}`)).status).toBe(404)
  })

  it('RV-170 RV-253 RV-255 RV-317 CO-005 CO-196 CO-496 CO-387 CO-388 CO-325 are made with an id of 20 letters and digits, with or without an account that pays', async () => {
    const [grace, , maria] = await people()
    if (!grace || !maria) throw new Error('people')
    const paid = await made(grace, { name: '  North   Annex ', billingAccount: harborPine })
    expect(await read(grace, paid)).toMatchObject({ role: 'Owner', model: { name: 'North Annex' }, billingAccount: { id: harborPine } })
    const trial = await made(maria, { name: 'Trial' })
    expect(await read(maria, trial)).toMatchObject({ role: 'Owner', billingAccount: null })
    const blank = await write(grace, `teams/${newId()}`, { name: '   ', owner: grace.uid, deleted: false })
    expect([blank.status, blank.body.error?.message]).toEqual([400, 'Name required'])
    expect((await write(grace, 'teams/short', { name: 'X' })).status).toBe(400)
    expect((await write(maria, `teams/${newId()}`, { name: 'X', owner: maria.uid, billingAccount: harborPine })).status).toBe(403)
    expect((await write(maria, `teams/${newId()}`, { name: 'X', owner: grace.uid })).status).toBe(403)
  })

  it('RV-010 CO-385 CO-393 CO-389 CO-392 CO-205 CO-204 CO-318 RV-173 are changed: name, account, sites, days off', async () => {
    const [grace] = await people()
    if (!grace) throw new Error('people')
    const id = await made(grace, { name: 'Yard' })
    await write(grace, `teams/${id}`, { name: 'Yard 2', billingAccount: harborPine })
    const site = newId()
    await write(grace, `teams/${id}`, { sites: { [site]: { name: 'Gate', timezone: 'Australia/Perth', countryCode: 'AU' } } })
    const [own, ofBilling] = [newId(), newId()]
    await write(grace, `teams/${id}`, {
      holidayCalendar: { [own]: { date: '2026-12-28', dateEnd: '2026-12-24', label: 'Winter break', source: 'Team', active: true } },
    })
    await server.running.storage.db.execute(
      sql`insert into holidays (parent, auid, date, date_end, label) values (${harborPine}, ${ofBilling}, '2026-12-25', '2026-12-25', 'Christmas')`,
    )
    await write(grace, `teams/${id}`, { holidayCalendar: { [ofBilling]: { active: false } } })
    const project = await read(grace, id)
    expect(project.model).toMatchObject({
      name: 'Yard 2',
      billingAccount: harborPine,
      sites: { [site]: { name: 'Gate', countryCode: 'AU', country: 'Australia' } },
    })
    expect(project.holidayCalendar).toEqual([
      { auid: own, date: '2026-12-24', dateEnd: '2026-12-28', label: 'Winter break', source: 'Team', active: true },
      { auid: ofBilling, date: '2026-12-25', dateEnd: '2026-12-25', label: 'Christmas', source: 'Billing', active: false },
    ])
    expect((await write(grace, `teams/${id}`, { holidayCalendar: { [ofBilling]: { deleted: true } } })).status).toBe(403)
    const wrong = async (payload: object) => (await write(grace, `teams/${id}`, payload)).body.error?.message
    expect(await wrong({ holidayCalendar: { [newId()]: { date: '2026-01-01', label: ' ' } } })).toBe('Label Required')
    expect(await wrong({ holidayCalendar: { [newId()]: { label: 'No day' } } })).toBe('Date Required')
    expect(await wrong({ sites: { [newId()]: { name: 'Half' } } })).toBe('All Fields Required')
    expect(await wrong({ sites: { [newId()]: { name: 'Far', timezone: 'Europe/Rome', countryCode: 'US' } } })).toContain('timezone')
    await write(grace, `teams/${id}`, { sites: { [site]: null }, holidayCalendar: { [own]: null } })
    expect(await read(grace, id)).toMatchObject({ model: { sites: {} }, holidayCalendar: [{ auid: ofBilling }] })
  })

  it('CO-261 CO-262 CO-263 CO-265 CO-396 CO-356 rest with their bots when they are archived: no user writes into them until they are restored', async () => {
    const [grace, daniel, maria] = await people()
    if (!grace || !daniel || !maria) throw new Error('people')
    expect((await maria.ask('POST', `/api/team/${harborPoint}:archive`)).status).toBe(403)
    expect((await grace.ask('POST', `/api/team/${cedarRidge}:archive`)).status).toBe(200)
    expect((await list(grace)).map(({ id }) => id)).not.toContain(cedarRidge)
    expect((await list(daniel, '?archived=true')).map(({ id }) => id)).toEqual([cedarRidge])
    const bots = await rows(
      server.running.storage.db,
      z.object({ archived: z.boolean(), disabled: z.boolean() }),
      sql`select distinct archived, disabled from automations where team = ${cedarRidge}`,
    )
    expect(bots).toEqual([{ archived: true, disabled: true }])
    const record = await grace.save<{ error?: { message: string } }>(`forms/school-hazard-report/${newId()}`, { payload: { what: 'x' } })
    expect([record.status, record.body.error?.message]).toEqual([403, 'This project is archived: it can only be read.'])
    expect((await server.nobody().save(`forms/school-hazard-report/${newId()}`, { payload: { what: 'x' } })).status).toBe(403)
    expect((await write(grace, `teams/${cedarRidge}`, { name: 'Other' })).status).toBe(403)
    expect((await write(grace, `teams/${cedarRidge}/trades/${newId()}`, { name: 'Masonry' })).status).toBe(403)
    expect((await grace.ask('POST', `/api/team/${cedarRidge}:invite`, { email: 'a@b.co' })).status).toBe(403)
    expect((await write(grace, `teams/${cedarRidge}`, { archived: false })).status).toBe(200)
    // Its bots rest until somebody restores each of them, and so do their forms.
    const fill = async () => (await grace.save(`forms/school-hazard-report/${newId()}`, { payload: { what: 'x' } })).status
    expect(await fill()).toBe(403)
    const still = await rows(server.running.storage.db, sql`select 1 from automations where team = ${cedarRidge} and not archived`)
    expect(still).toEqual([])
    const payload = { disabled: false, archived: false }
    expect((await grace.save(`automations/${idOf('bot School Hazards')}`, { payload }, {}, 'PATCH')).status).toBe(200)
    expect(await fill()).toBe(200)
  })

  it('CO-336 CO-337 CO-338 CO-357 CO-264 CO-358 are deleted only when empty, and are gone then; a template is marked by who manages the account', async () => {
    const [grace, daniel, maria] = await people()
    if (!grace || !daniel || !maria) throw new Error('people')
    const id = await made(grace, { name: 'Short', billingAccount: harborPine })
    const said = async (who: Device) => (await write(who, `teams/${id}`, { deleted: true })).body.error?.message
    await bot(id, grace.uid)
    expect(await said(grace)).toBe('It still contains bots. Please move the bots to another project or delete them.')
    await server.running.storage.db.execute(sql`update automations set deleted = true where team = ${id}`)
    await server.running.storage.db.execute(sql`insert into members (team, uid, role) values (${id}, ${maria.uid}, 'Member')`)
    expect(await said(maria)).toBe('No tiene permiso para hacer eso aquí.')
    expect(await said(grace)).toBe('It still contains members. Please remove all members except the owner to allow deletion.')
    expect((await write(maria, `teams/${id}`, { isTemplate: true })).status).toBe(403)
    expect((await write(daniel, `teams/${id}`, { isTemplate: true })).status).toBe(200)
    expect((await list(daniel, '?template=true&property=team.isTemplate')).map((each) => each.id)).toEqual([id])
    expect((await write(daniel, `teams/${id}`, { isTemplate: false })).status).toBe(200)
    expect(await list(daniel, '?template=true&property=team.isTemplate')).toEqual([])
    await write(grace, `teams/${id}`, { members: { [maria.uid]: null } })
    expect((await write(grace, `teams/${id}`, { deleted: true })).status).toBe(200)
    expect((await grace.get(`/api/teams/${id}`)).status).toBe(404)
    expect((await grace.get<{ teams: { id: string }[] }>('/api/me')).body.teams.map((each) => each.id)).not.toContain(id)
    expect((await write(grace, 'teams/private', { deleted: true })).body.error?.message).toBe('It is your private project.')
  })

  it('CO-346 CO-149 tell how much they are used, to those who manage them', async () => {
    const [grace, , maria] = await people()
    if (!grace || !maria) throw new Error('people')
    await grace.save(`forms/hazard-report/${newId()}`, { payload: { what: 'x' } })
    const { usage } = await read(grace, harborPoint)
    expect(usage?.days).toHaveLength(30)
    expect(usage?.days.at(-1)?.messages).toBeGreaterThan(0)
    expect(usage?.fixedUsage).toBeGreaterThan(0)
    expect(usage?.workers?.daily).toHaveLength(30)
    expect((await read(maria, harborPoint)).usage).toBeUndefined()
  })
})

describe('members of a project', () => {
  it('CO-201 CO-202 CO-268 CO-269 CO-270 CO-271 CO-272 CO-339 CO-390 CO-391 change roles and leave, but for the owner; who left is noted', async () => {
    const [grace, daniel, maria, ana] = await people()
    if (!grace || !daniel || !maria || !ana) throw new Error('people')
    const id = await made(grace, { name: 'Crew' })
    for (const [uid, role] of [
      [daniel.uid, 'Administrator'],
      [maria.uid, 'Member'],
      [ana.uid, 'Worker'],
    ] as const)
      await server.running.storage.db.execute(sql`insert into members (team, uid, role) values (${id}, ${uid}, ${role})`)
    const change = async (who: Device, members: object) => write(who, `teams/${id}`, { members })
    const status = async (uid: string) => (await read(grace, id)).members?.find(({ key }) => key === uid)?.status
    expect((await change(maria, { [ana.uid]: null })).status).toBe(403)
    expect((await change(daniel, { [maria.uid]: { status: 'Administrator' } })).status).toBe(200)
    expect(await status(maria.uid)).toBe('Administrator')
    expect((await change(daniel, { [maria.uid]: { status: 'Owner' } })).status).toBe(400)
    expect((await change(daniel, { [grace.uid]: { status: 'Member' } })).body.error?.message).toBe('Can not change the Owner.')
    expect((await change(daniel, { [grace.uid]: null })).body.error?.message).toBe('Can not delete the Owner.')
    expect((await change(daniel, { [maria.uid]: { deleted: true } })).status).toBe(200)
    expect((await read(grace, id)).members?.find(({ key }) => key === maria.uid)).toMatchObject({
      uid: maria.uid,
      name: 'Marisol Vega',
      email: 'marisol.vega@example.com',
      status: 'Deleted',
    })
    const gone = { email: 'left@example.com', uid: 'someone', name: 'Left Before', status: 'Deleted' }
    expect((await write(grace, `teams/${id}`, { deletedMembers: { someone: gone } })).status).toBe(200)
    expect(await status('someone')).toBe('Deleted')
    expect((await read(daniel, id)).members?.map(({ status: each }) => each)).toEqual([
      'Owner',
      'Administrator',
      'Worker',
      'Deleted',
      'Deleted',
    ])
  })

  it('CO-154 CO-203 CO-221 CO-267 CO-319 CO-320 CO-343 CO-347 CO-394 CO-395 CO-463 are invited by mail, and belong to the project once they open its link', async () => {
    const [grace, daniel, maria, , ben] = await people()
    if (!grace || !daniel || !maria || !ben) throw new Error('people')
    const invite = (who: Device, body: object) =>
      who.ask<{ success: boolean; notification?: string; error?: { message: string } }>('POST', `/api/team/${harborPoint}:invite`, body)
    expect((await invite(grace, { email: 'nobody' })).body.error?.message).toBe('Email Address Required')
    expect((await invite(maria, { email: 'ben.kowalski@example.com' })).status).toBe(403)
    expect((await invite(grace, { email: 'daniel.reyes@example.com' })).body).toMatchObject({
      success: false,
      notification: expect.stringContaining('already'),
    })
    expect((await invite(daniel, { email: ' Ben.Kowalski@Example.com ', status: 'Administrator' })).body).toEqual({ success: true })
    const invited = (await read(grace, harborPoint)).members?.find(({ status }) => status === 'Invited')
    expect(invited).toMatchObject({ key: 'ben.kowalski@example.com', email: 'ben.kowalski@example.com', role: 'Administrator' })
    expect((await read(maria, harborPoint)).members?.some(({ status }) => status === 'Invited')).toBe(false)
    expect((await daniel.get('/api/mail')).status).toBe(403)
    const { mails } = (await grace.get<{ mails: { to: string; text: string }[] }>('/api/mail')).body
    const token = /\/invite\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1]
    expect(mails[0]?.to).toBe('ben.kowalski@example.com')
    const accept = (who: Device) => who.ask<{ title: string; team: string }>('POST', '/api/invites/accept', { token })
    expect((await accept(maria)).status).toBe(403)
    expect((await accept(ben)).body).toMatchObject({ success: true, title: 'Harbor Point Tower', team: harborPoint })
    expect((await accept(ben)).status).toBe(200)
    expect((await accept(maria)).status).toBe(410)
    expect(await read(ben, harborPoint)).toMatchObject({ role: 'Administrator' })
    await write(grace, `teams/${harborPoint}`, { members: { [ben.uid]: null } })
    expect(
      (await grace.ask<{ success: boolean }>('POST', `/api/${grace.uid}/team/${harborPoint}/invite`, { email: 'x@example.com' })).body
        .success,
    ).toBe(true)
    await write(grace, `teams/${harborPoint}`, { members: { 'x@example.com': null } })
    expect((await read(grace, harborPoint)).members?.some(({ status }) => status === 'Invited')).toBe(false)
  })
})

describe('pages of members', () => {
  type Page = Pick<Project, 'members' | 'moreMembers' | 'hasRemoved'>
  const names = ({ members = [] }: Page) => members.map(({ name, status }) => `${status} ${name}`)

  it('follow each other in one order, with whom the reader may see, and are searched by name and address', async () => {
    const boss = await server.person(owner)
    const page = async (more: Record<string, string> = {}, as = boss, limit = 2) =>
      (
        await as.get<Page>(
          `/api/teams/${harborPoint}?${new URLSearchParams({ include: 'team.members', membersLimit: `${limit}`, ...more }).toString()}`,
        )
      ).body
    for (const as of [boss, await server.person(manager), await server.person(foreman)]) {
      const whole = (await as.get<Page>(`/api/teams/${harborPoint}?include=team.members`)).body
      const read: string[] = []
      let cursor: string | undefined
      do {
        const { moreMembers, ...answer } = await page(cursor === undefined ? {} : { membersAfter: cursor }, as)
        expect(answer.members?.length).toBeLessThanOrEqual(2)
        read.push(...names(answer))
        cursor = moreMembers
      } while (cursor !== undefined)
      const isGone = (name: string) => name.startsWith('Deleted')
      expect(read).toEqual(names(whole).filter((name) => !isGone(name)))
      expect(names(await page({ removedMembers: 'true' }, as, 200))).toEqual(names(whole))
      expect(names(await page({ removedMembers: 'only' }, as, 200))).toEqual(names(whole).filter(isGone))
    }
    const first = names(await page())[0] ?? ''
    const [, word = ''] = first.split(' ')
    expect(names(await page({ membersNamed: ` ${word.slice(1).toUpperCase()} ` }, boss, 200))).toContain(first)
    expect(names(await page({ membersNamed: 'no such name' }))).toEqual([])
    const mayOwn = names(await page({ membersBut: 'workers' }, boss, 200))
    expect(mayOwn).toEqual(names(await page({}, boss, 200)).filter((name) => !name.startsWith('Worker')))
    expect(mayOwn.length).toBeGreaterThan(1)
  })

  it('a cursor that no page gave is refused in plain words', async () => {
    const boss = await server.person(owner)
    for (const cursor of ['x', '[0,1.5,"a","b"]', '[0,1e12,"a","b"]', '[0.5,1,"a","b"]', '[0,1,"a"]', '[0,1,"a\\u0000","b"]']) {
      const query = new URLSearchParams({ include: 'team.members', membersLimit: '2', membersAfter: cursor }).toString()
      const { status, body } = await boss.get<{ error: { details: unknown } }>(`/api/teams/${harborPoint}?${query}`)
      expect([cursor, status]).toEqual([cursor, 400])
      expect(JSON.stringify(body)).toContain('expected moreMembers of the page before')
    }
  })
})

describe('invitations by link', () => {
  it('let a person without an account, number or mailbox join as a Worker by a name alone, once', async () => {
    const [grace, , maria] = await people()
    if (!grace || !maria) throw new Error('people')
    const invite = (who: Device, body: object) =>
      who.ask<{ success: boolean; link?: string }>('POST', `/api/team/${harborPoint}:invite`, body)
    expect((await invite(maria, { status: 'Worker' })).status).toBe(403)
    const { link = '' } = (await invite(grace, { status: 'Worker' })).body
    expect(link).toMatch(/\/invite\/[\w-]{32}$/)
    const members = async () => (await read(grace, harborPoint)).members ?? []
    const invited = (await members()).find(({ status }) => status === 'Invited')
    expect(invited).toMatchObject({ name: '', role: 'Worker' })
    const phone = server.nobody()
    const join = (token: string, name: string) =>
      phone.ask<{ success: boolean; code?: string; uid?: string; error?: { message: string } }>(
        'POST',
        '/auth/join',
        { token, name },
        { 'x-actor': '' },
      )
    const token = link.split('/').at(-1) ?? ''
    expect((await join(token, '  ')).body.code).toBe('ALL_FIELDS_REQUIRED')
    expect((await join('made-up', 'Rosa')).status).toBe(404)
    const joined = await join(token, ' Rosa Blum ')
    expect(joined.body).toMatchObject({ success: true, uid: expect.any(String) })
    expect(joined.headers.getSetCookie().join()).toMatch(/muster_session=/)
    expect((await join(token, 'Second')).status).toBe(410)
    expect((await members()).find(({ name }) => name === 'Rosa Blum')).toMatchObject({ status: 'Worker' })
    // What an invitation gives is no more than it says.
    const cookie = joined.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const rosa = { cookie, 'x-actor': joined.body.uid ?? '' }
    expect((await phone.get<{ teams: { id: string; role: string }[] }>('/api/me', rosa)).body.teams).toMatchObject([
      { id: harborPoint, role: 'Worker' },
    ])
    expect((await phone.ask('POST', '/api/invites/accept', { token }, rosa)).status).toBe(200)
    // One that is taken back is closed.
    const { link: other = '' } = (await invite(grace, { status: 'Member' })).body
    const open = (await members()).find(({ status }) => status === 'Invited')
    await write(grace, `teams/${harborPoint}`, { members: { [open?.key ?? '']: null } })
    expect((await join(other.split('/').at(-1) ?? '', 'Late')).status).toBe(404)
    await write(grace, `teams/${harborPoint}`, { members: { [joined.body.uid ?? '']: { status: 'Member' } } })
    expect((await members()).find(({ name }) => name === 'Rosa Blum')).toMatchObject({ status: 'Member' })
    await write(grace, `teams/${harborPoint}`, { members: { [joined.body.uid ?? '']: null } })
  })

  it('by mail create an account for the address, and none where the address has one', async () => {
    const [grace] = await people()
    if (!grace) throw new Error('people')
    const mailed = async (email: string) => {
      expect(
        (await grace.ask<{ success: boolean }>('POST', `/api/team/${harborPoint}:invite`, { email, status: 'Worker' })).body.success,
      ).toBe(true)
      const { mails } = (await grace.get<{ mails: { to: string; text: string }[] }>('/api/mail')).body
      return /\/invite\/([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
    }
    const join = async (token: string) =>
      (await server.nobody().ask<{ success: boolean; code?: string }>('POST', '/auth/join', { token, name: 'Kim' }, { 'x-actor': '' })).body
    expect(await join(await mailed('ben.kowalski@example.com'))).toEqual({ success: false, code: 'EMAIL_EXISTS' })
    expect((await join(await mailed('kim@example.com'))).success).toBe(true)
    const kim = (await read(grace, harborPoint)).members?.find(({ email }) => email === 'kim@example.com')
    expect(kim).toMatchObject({ name: 'Kim', status: 'Worker' })
    await write(grace, `teams/${harborPoint}`, { members: { [kim?.key ?? '']: null, 'ben.kowalski@example.com': null } })
  })
})

describe('lists', () => {
  it('CO-160 CO-214 CO-215 CO-409 CO-433 CO-434 CO-435 CO-436 companies and trades are kept by who manages the billing account', async () => {
    const [grace, daniel, maria] = await people()
    if (!grace || !daniel || !maria) throw new Error('people')
    const key = newId()
    expect((await write(maria, `teams/${harborPoint}/companies/${key}`, { name: 'Quarrystone' })).status).toBe(403)
    expect((await write(daniel, `teams/${harborPoint}/companies/${key}`, { name: ' Quarrystone ' })).status).toBe(200)
    expect((await write(daniel, `teams/${harborPoint}/companies/${newId()}`, { name: 'QUARRYSTONE' })).status).toBe(400)
    expect((await write(daniel, `teams/${harborPoint}/trades/${newId()}`, { name: 'Stone carving' })).status).toBe(200)
    const team = await maria.get<Project>(`/api/team/${harborPoint}?include=team.companies&include=members`)
    expect(team.body.companies).toContainEqual({ key, name: 'Quarrystone' })
    expect((await maria.get<Project>(`/api/team/${harborPoint}?include=team.trades&include=members`)).body.trades).toContainEqual(
      expect.objectContaining({ name: 'Stone carving' }),
    )
    expect((await maria.get<{ items: object[] }>(`/api/lookups/${maria.uid}/companies`)).body.items).toContainEqual({
      id: key,
      label: 'Quarrystone',
    })
    expect((await write(daniel, `teams/${harborPoint}/companies/${key}`, { deleted: true })).status).toBe(200)
    expect((await read(grace, harborPoint)).companies).not.toContainEqual({ key, name: 'Quarrystone' })
    // A project without a billing account keeps its own lists.
    const trial = await made(maria, { name: 'Trial' })
    expect((await write(maria, `teams/${trial}/companies/${newId()}`, { name: 'Own' })).status).toBe(200)
  })

  it('CO-171 CO-216 CO-386 RV-304 CO-437 CO-438 certification types belong to the billing account', async () => {
    const [grace, , maria] = await people()
    if (!grace || !maria) throw new Error('people')
    const key = newId()
    expect((await write(maria, `billing/${harborPine}/permitTypes/${key}`, { name: 'Working at height' })).status).toBe(403)
    expect((await write(grace, `billing/${harborPine}/permitTypes/${key}`, { name: 'Working at height' })).status).toBe(200)
    const account = await grace.get(`/api/billing/${harborPine}?include=billing.permitTypes`)
    expect(account.body).toMatchObject({ role: 'Owner', permitTypes: [{ key, name: 'Working at height' }] })
    const choices = await grace.get<{ items: object[] }>('/api/billing?property=name&include=billing.stripe')
    expect(choices.body.items).toMatchObject([
      {
        id: harborPine,
        model: { name: 'Harbor & Pine Builders', status: 'Active' },
        stripe: { subscription: { name: 'Typical Site', inclusions: 100 } },
      },
    ])
    const plain = await grace.get<{ items: { stripe?: object }[] }>('/api/billing?property=name')
    expect(plain.body.items[0]?.stripe).toBeUndefined()
    expect((await maria.get(`/api/billing/${harborPine}?include=billing.permitTypes`)).status).toBe(404)
  })

  it('CO-195 CO-416 FE-167 says when the connected system was last read, and what the project is called there', async () => {
    const [grace, , maria] = await people()
    if (!grace || !maria) throw new Error('people')
    const { items } = (
      await grace.get<{ items: { id: string; label: string }[] }>(`/api/lookups/${grace.uid}/source-projects?source=construction`)
    ).body
    const there = items.at(-1)
    const linked = await made(grace, {
      name: 'Our own name',
      billingAccount: harborPine,
      source: 'construction',
      sourceProjectReference: there?.id,
    })
    const sync = (who: Device) => who.ask('POST', `/api/user/${who.uid}:sync`, [{ type: 'projectLists', project: linked }])
    expect((await sync(maria)).status).toBe(200)
    expect((await ownerOf(server.running.storage, linked, grace.uid)).project).toBe('Our own name')
    expect((await sync(grace)).status).toBe(200)
    await expect.poll(async () => (await read(grace, linked)).model.sourceSynced).toMatch(/^\d{4}-/)
    expect(await ownerOf(server.running.storage, linked, grace.uid)).toEqual({
      team: 'Our own name',
      project: there?.label,
      user: 'Grace Okafor',
    })
  })

  it('CO-155 CO-156 CO-157 CO-407 CO-408 CO-410 CO-411 CO-412 CO-413 lookups name sites, projects and whom one may invite, also from the other systems', async () => {
    const [grace, daniel, maria] = await people()
    if (!grace || !daniel || !maria) throw new Error('people')
    const look = async (who: Device, path: string) =>
      (await who.get<{ items: { id: string; label: string; attributes?: Record<string, string> }[] }>(`/api/lookups/${who.uid}/${path}`))
        .body.items
    expect((await look(grace, `teams-sites?team=${harborPoint}&label=gar`)).map(({ label }) => label)).toEqual(['Parking Garage'])
    // The places of a bot are asked for its owner, who is any member of the project.
    const forOwner = (uid: string) =>
      grace.get<{ items: { label: string }[] }>(`/api/lookups/${uid}/teams-sites?team=${harborPoint}&label=gar`)
    expect((await forOwner(daniel.uid)).body.items.map(({ label }) => label)).toEqual(['Parking Garage'])
    expect((await grace.get(`/api/lookups/${daniel.uid}/projects?team=${harborPoint}`)).status).toBe(200)
    expect((await forOwner('nobody')).status).toBe(403)
    expect(await look(grace, `projects?team=${harborPoint}`)).toEqual([{ id: harborPoint, label: 'Harbor Point Tower' }])
    expect(await look(grace, `projects?team=${harborPoint}&label=tow`)).toEqual([{ id: harborPoint, label: 'Harbor Point Tower' }])
    expect(await look(grace, `projects?team=${harborPoint}&label=bridge`)).toEqual([])
    const [project] = await look(grace, 'source-projects?source=construction')
    const linked = await made(grace, {
      name: project?.label,
      billingAccount: harborPine,
      source: 'construction',
      sourceProjectReference: project?.id,
    })
    expect((await look(grace, 'source-projects?source=construction')).map(({ id }) => id)).not.toContain(project?.id)
    expect(await look(grace, `projects?team=${linked}`)).toMatchObject([{ id: project?.id, label: project?.label }])
    const { sourceSynced } = (await read(grace, linked)).model
    expect(Math.abs(Date.parse(sourceSynced ?? '') - Date.now())).toBeLessThan(60_000)
    expect((await look(grace, `procore-project-users?team=${linked}`))[0]?.attributes?.['email']).toContain('@')
    expect(await look(grace, `autodesk-project-users?team=${linked}`)).toEqual([])
    const [drawing] = await look(grace, 'source-projects?source=design')
    const design = await made(grace, { name: 'Court', billingAccount: harborPine, source: 'design', sourceProjectReference: drawing?.id })
    expect((await look(grace, `autodesk-project-users?team=${design}`)).length).toBeGreaterThan(0)
    expect((await look(grace, `users-by-billing-account?team=${design}&billing=${harborPine}`)).map(({ label }) => label)).toEqual([
      'Daniel Reyes',
      'Marisol Vega',
    ])
    expect((await maria.get(`/api/lookups/${maria.uid}/users-by-billing-account?team=${harborPoint}&billing=${harborPine}`)).status).toBe(
      403,
    )
    expect((await maria.get(`/api/lookups/${grace.uid}/companies`)).status).toBe(403)
    const none = await write(grace, `teams/${newId()}`, { name: 'X', owner: grace.uid, source: 'design' })
    expect(none.body.error?.message).toBe('Project required')
  })

  it("bots and people are found by the words of their names, in one's own projects alone", async () => {
    const [grace, , maria] = await people()
    if (!grace || !maria) throw new Error('people')
    const found = async (who: Device, q: string) =>
      (await who.get<{ found: { kind: string; title: string }[] }>(`/api/find?q=${encodeURIComponent(q)}`)).body.found.map(
        ({ kind, title }) => `${kind} ${title}`,
      )
    const named = async (who: Device, q: string) => (await found(who, q)).filter((each) => /^(?:bot|person) /.test(each))
    expect(await named(grace, 'gate')).toEqual(['bot Gate 1 Check-in'])
    expect(await named(grace, 'kowal')).toEqual(['person Ben Kowalski'])
    expect(await named(maria, 'kowal')).toEqual([])
    expect(await found(grace, '%')).toEqual([])
  })

  it("companies and people of the lists, forms, and records by their answers and authors are found, in one's own projects alone", async () => {
    const [grace, daniel, maria, crew, stranger] = await people()
    if (!grace || !daniel || !maria || !crew || !stranger) throw new Error('people')
    const found = async (who: Device, q: string) => (await who.get<{ found: Finding[] }>(`/api/find?q=${encodeURIComponent(q)}`)).body.found
    const kindsOf = async (who: Device, q: string) => [...new Set((await found(who, q)).map(({ kind }) => kind))]
    expect((await found(grace, 'voltmark')).filter(({ kind }) => kind === 'company')).toContainEqual(
      expect.objectContaining({ title: 'Voltmark Electric', team: harborPoint, note: 'Harbor Point Tower' }),
    )
    expect(await found(grace, 'hazard report')).toContainEqual(expect.objectContaining({ kind: 'form', id: 'hazard-report' }))
    const [someone] = (await grace.get<{ entries: { name: string }[] }>(`/api/teams/${harborPoint}/lists/people`)).body.entries
    expect(await kindsOf(grace, someone?.name ?? '')).toContain('worker')

    const path = `forms/hazard-report/${newId()}`
    const payload = { description: 'A zebrawood plank (loose) over the shaft' }
    expect((await maria.save(path, { payload })).status).toBe(200)
    const [record, ...more] = await found(daniel, 'ZEBRAWOOD (loose)')
    expect(more).toEqual([])
    expect(record).toMatchObject({ kind: 'record', id: path, note: expect.stringContaining('Marisol Vega') })
    expect(Date.parse(record?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect((await found(daniel, 'marisol vega')).map(({ id }) => id)).toContain(path)
    // Neither to people without the project nor to workers, and not by pieces of patterns.
    for (const who of [stranger, crew]) expect((await found(who, 'zebrawood')).map(({ id }) => id)).not.toContain(path)
    expect(await found(daniel, 'zebra.*plank')).toEqual([])
    expect(await found(daniel, '"')).toEqual([])
  })
})
