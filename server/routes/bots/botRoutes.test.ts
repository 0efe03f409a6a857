import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import type { ExecutionRow } from '../../../contract/endpoints/executions.ts'
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

interface Refusal {
  error: { code: string; message: string; details?: { path: string; message: string }[] }
}

describe('the bots of a company', () => {
  const server = useServer()
  const bots = async (person: Device, address = '/api/automation/list') => (await person.get<{ bots: BotRow[] }>(address)).body.bots
  const change = (person: Device, id: string, payload: object) =>
    person.save<{ rev: number } & Refusal>(`automations/${id}`, { payload }, {}, 'PATCH')
  const make = async (person: Device, payload: object) => {
    const id = newId()
    return { id, ...(await person.save<{ rev: number } & Refusal>(`automations/${id}`, { payload })) }
  }
  const db = () => server.running.app.storage.db

  it('CO-004 CO-006 CO-090 CO-199 CO-397 lists what a manager may see, by project, then title, in any case', async () => {
    const boss = await server.person(manager)
    await make(boss, { class: 'directory', team: tower, title: 'aaa first of all' })
    const all = await bots(boss)
    expect(all.map(({ project, title }) => `${project}: ${title}`)).toEqual([
      'Cedar Ridge School: School Hazards',
      'Cedar Ridge School: School Manpower',
      'Harbor Point Tower: aaa first of all',
      'Harbor Point Tower: Daily Manpower',
      'Harbor Point Tower: Daily Notes',
      'Harbor Point Tower: Gate 1 Check-in',
      'Harbor Point Tower: Hazards & Near Misses',
      'Harbor Point Tower: Pre-Task Plan',
      'Harbor Point Tower: Site Orientation',
      'Harbor Point Tower: Toolbox Talk',
      'Harbor Point Tower: Worker Certificates',
    ])
    expect(all.find(({ title }) => title === 'Gate 1 Check-in')).toMatchObject({
      key: idOf('bot Gate 1 Check-in'),
      name: 'Gate 1 Check-in',
      owner: idOf('Grace Okafor'),
      ownerName: 'Grace Okafor',
      class: 'attendance',
      type: 'attendance',
      path: `/automations/${idOf('bot Gate 1 Check-in')}`,
      demoMode: false,
      disabled: false,
      archived: false,
      site: 'Tower',
      triggers: [],
      may: { update: true, manage: true },
    })
    expect((await bots(boss, `/api/team/${school}/automations?archived=false`)).length).toBe(2)
    expect((await bots(boss, `/api/team/${school}/automations?archived=true`)).length).toBe(0)
  })

  describe('by page', () => {
    interface BotsPage {
      readonly bots: readonly BotRow[]
      readonly all: number
      readonly found: number
    }
    const pageOf = async (person: Device, asked: Record<string, string> = {}) => {
      const query = new URLSearchParams({ archived: 'false', limit: '3', ...asked }).toString()
      const { body, status } = await person.get<BotsPage>(`/api/automation/list?${query}`)
      expect(status).toBe(200)
      return body
    }
    const titles = ({ bots: rows, all, found }: BotsPage) => [rows.map(({ title }) => title), found, all]

    it('CO-397 shows the first bots of the usual order and counts all', async () => {
      const boss = await server.person(manager)
      const all = await bots(boss)
      const first = await pageOf(boss)
      expect(first).toEqual({ bots: all.slice(0, 3), all: all.length, found: all.length })
    })

    it('CO-397 searches and sorts all bots before it takes the first, as a device with all of them does', async () => {
      const boss = await server.person(manager)
      expect((await make(boss, { class: 'hazards', title: 'Grúa propia' })).status).toBe(200)
      const { length } = await bots(boss)
      expect(titles(await pageOf(boss, { search: 'HAZARDS school' }))).toEqual([['School Hazards'], 1, length])
      expect(titles(await pageOf(boss, { search: 'grua privado', none: 'Privado' }))).toEqual([['Grúa propia'], 1, length])
      expect(titles(await pageOf(boss, { search: 'harbor', columns: 'title,site,owner' }))).toEqual([[], 0, length])
      const bySite = await pageOf(boss, { search: 'harbor', sort: 'title', down: 'true', lang: 'es' })
      expect(titles(bySite)).toEqual([['Worker Certificates', 'Toolbox Talk', 'Site Orientation'], length - 3, length])
      const every = { ...(await pageOf(boss, { sort: 'project', none: 'Privado', limit: '1000' })) }
      expect(every.bots.map(({ project }) => project)).toEqual([
        ...(await bots(boss)).flatMap(({ project }) => project ?? []).toSorted(),
        undefined,
      ])
    })

    it('CO-399 shows, counts and finds only bots that the person may see', async () => {
      for (const mobile of [worker, outsider])
        for (const asked of [{}, { search: 'gate' }, { sort: 'owner' }, { search: 'okafor', sort: 'title' }])
          expect(await pageOf(await server.person(mobile), asked)).toEqual({ bots: [], all: 0, found: 0 })
      const member = await server.person(foreman)
      const own = await bots(member)
      expect(own.some(({ team }) => team === school)).toBe(false)
      expect(titles(await pageOf(member, { search: 'cedar ridge school' }))).toEqual([[], 0, own.length])
      expect(await pageOf(member, { limit: '1000', sort: 'project' })).toMatchObject({ all: own.length, found: own.length })
      expect((await server.nobody().get('/api/automation/list?limit=1')).status).toBe(401)
    })
  })

  it('CO-398 lists the bots of the project that a partner shows', async () => {
    const boss = await server.person(manager)
    await db().execute(sql`update teams set model = model || '{"sourceProjectReference": "4711"}'::jsonb where id = ${school}`)
    const shown = await bots(boss, '/api/automation/list?archived=false&procoreProjectId=4711')
    expect(new Set(shown.map(({ team }) => team))).toEqual(new Set([school]))
    expect(shown.length).toBeGreaterThan(0)
    expect(await bots(boss, '/api/automation/list?archived=false&procoreProjectId=4712')).toEqual([])
  })

  it('CO-065 lists the bots of the project of the system that the address names, and of no other system', async () => {
    const boss = await server.person(owner)
    const project = newId()
    const payload = { name: 'Pier 9', owner: boss.uid, deleted: false, source: 'construction', sourceProjectReference: '9001' }
    expect((await boss.save(`teams/${project}`, { payload })).status).toBe(200)
    expect((await make(boss, { class: 'hazards', team: project, title: 'Pier hazards', form: 'new' })).status).toBe(200)
    const shown = async (system: string) =>
      (await bots(boss, `/api/automation/list?archived=false&procoreProjectId=9001&system=${system}`)).map(({ title }) => title)
    expect(await shown('construction')).toEqual(['Pier hazards'])
    expect(await shown('procore')).toEqual(['Pier hazards'])
    expect(await shown('design')).toEqual([])
    expect(await shown('nowhere')).toEqual([])
  })

  it('CO-399 shows no bots to workers, nor to people of other projects', async () => {
    const id = idOf('bot Gate 1 Check-in')
    for (const mobile of [worker, outsider]) {
      const person = await server.person(mobile)
      expect(await bots(person)).toEqual([])
      expect((await person.get(`/api/bot/${id}`)).status).toBe(404)
      expect((await change(person, id, { title: 'Mine now' })).status).toBe(404)
    }
    expect((await (await server.person(foreman)).get<BotRow>(`/api/bot/${id}`)).body.title).toBe('Gate 1 Check-in')
    expect((await server.nobody().get('/api/automation/list')).status).toBe(401)
  })

  it('CO-352 lets members create and update bots of their project, and of no other', async () => {
    const member = await server.person(foreman)
    const made = await make(member, { class: 'hazards', team: tower, title: 'Crane hazards' })
    expect(made.status).toBe(200)
    expect((await change(member, made.id, { title: 'Crane 2 hazards', schedule: { days: ['Mon'] } })).body.rev).toBe(2)
    expect((await member.get<BotRow>(`/api/bot/${made.id}`)).body).toMatchObject({
      title: 'Crane 2 hazards',
      owner: idOf('Marisol Vega'),
      may: { update: true, manage: false },
    })
    expect((await make(member, { class: 'hazards', team: school })).status).toBe(403)
  })

  it('refuses a bot that can not be, and says what is wrong', async () => {
    const boss = await server.person(manager)
    const wrong = async (payload: object) => (await make(boss, payload)).body.error.details
    expect(await wrong({ class: 'health-survey', team: tower })).toEqual([
      { path: 'class', message: 'This project can have no such bot. Choose one of the list.' },
    ])
    expect(await wrong({ class: 'time-materials', team: tower })).toMatchObject([{ path: 'class' }])
    expect(await wrong({ class: 'hazards', team: tower, site: 'cedar-ridge-campus' })).toMatchObject([{ path: 'site' }])
    expect(await wrong({ class: 'hazards', team: tower, owner: idOf('Ashley Tran') })).toMatchObject([{ path: 'owner' }])
    expect(await wrong({ class: 'hazards', team: tower, title: ' ' })).toMatchObject([{ path: 'title' }])
    expect(await wrong({ class: 'attendance', team: tower, parent: idOf('bot Site Orientation') })).toMatchObject([{ path: 'parent' }])
    const under = await make(boss, { class: 'site-permits', team: tower, parent: idOf('bot Gate 1 Check-in') })
    expect((await boss.get<BotRow>(`/api/bot/${under.id}`)).body.triggeredBy).toMatchObject({
      type: 'attendance',
      title: 'Gate 1 Check-in',
    })
    expect((await boss.get<BotRow>(`/api/bot/${idOf('bot Gate 1 Check-in')}`)).body.triggers).toEqual([
      { id: under.id, title: 'Site Permits' },
    ])
  })

  it('CO-091 tells that a bot is disabled although it is not archived: it asks no one any more', async () => {
    const boss = await server.person(manager)
    const { id } = await make(boss, { class: 'manpower', team: tower, title: 'Quiet', contacts: [] })
    const shown = async () => (await boss.get<BotRow>(`/api/bot/${id}`)).body
    expect(await shown()).toMatchObject({ disabled: false, archived: false })
    await change(boss, id, { active: false })
    expect(await shown()).toMatchObject({ disabled: true, archived: false })
    await change(boss, id, { active: true })
    expect(await shown()).toMatchObject({ disabled: false, archived: false })
  })

  it('CO-252 CO-253 CO-360 CO-403 CO-404 archives and unarchives, for who manages the project alone', async () => {
    const boss = await server.person(manager)
    const member = await server.person(foreman)
    const { id } = await make(boss, { class: 'directory', team: tower, title: 'Old directory' })
    expect((await change(member, id, { disabled: true, archived: true })).status).toBe(403)
    expect((await change(boss, id, { disabled: true, archived: true })).status).toBe(200)
    expect((await boss.get<BotRow>(`/api/bot/${id}`)).body).toMatchObject({ disabled: true, archived: true })
    expect((await bots(boss, '/api/automation/list?archived=true')).map(({ title }) => title)).toEqual(['Old directory'])
    expect((await change(boss, id, { disabled: false, archived: false })).status).toBe(200)
    expect((await boss.get<BotRow>(`/api/bot/${id}`)).body).toMatchObject({ disabled: false, archived: false })
  })

  it('CO-254 CO-259 CO-361 CO-405 CO-471 deletes a bot, but not with an execution that runs or waits for an answer', async () => {
    const boss = await server.person(manager)
    const member = await server.person(foreman)
    const id = idOf('bot School Hazards')
    const path = `forms/school-hazard-report/${newId()}`
    // What every save of a form sends.
    const saved = await boss.save(path, { payload: { title: 'Open ladder', titleStatus: 'Processing', tags: ['Processing'] } })
    expect(saved.status).toBe(200)
    await server.running.idle()
    const asking = await make(boss, {
      class: 'manpower',
      team: tower,
      title: 'Asks once',
      contacts: [{ name: 'Pat Doyle', mobile: '+12025558801', vendor: 'Delta Drywall' }],
    })
    const remove = () => change(boss, asking.id, { deleted: true })
    const isRefused = async () => {
      const { status, body } = await remove()
      expect([status, body.error.message]).toEqual([409, 'Cannot delete an automation containing running or unactioned executions.'])
    }
    expect((await boss.ask<{ begun: number }>('POST', `/api/automation/${asking.id}:ask`, {})).status).toBe(200)
    await isRefused()
    await server.running.idle()
    expect((await boss.ask('POST', '/api/demo/phones', { id: newId(), from: '+12025558801', text: 'wrong number' })).status).toBe(200)
    await isRefused()
    const [row] = (await boss.get<{ executions: ExecutionRow[] }>(`/api/automation/${asking.id}/executions`)).body.executions
    expect((await boss.save(row!.path, { payload: { completionAction: 'ACKNOWLEDGE' } }, {}, 'PATCH')).status).toBe(200)
    await server.running.idle()
    expect((await remove()).status).toBe(200)
    expect((await change(member, id, { deleted: true })).status).toBe(404)
    expect((await change(boss, id, { deleted: true })).status).toBe(200)
    expect((await boss.get(`/api/bot/${id}`)).status).toBe(404)
    const other = await make(boss, { class: 'directory', team: tower })
    expect((await change(member, other.id, { deleted: true })).status).toBe(403)
  })

  it('CO-255 CO-256 CO-309 CO-359 CO-402 moves a bot to a project of its owner, with its form, or makes it private', async () => {
    const boss = await server.person(manager)
    const chief = await server.person(owner)
    const member = await server.person(foreman)
    const id = idOf('bot School Manpower')
    expect((await change(member, id, { team: tower })).status).toBe(404)
    expect((await change(boss, id, { team: null })).status).toBe(403)
    expect((await change(boss, id, { team: tower })).status).toBe(200)
    expect((await boss.get<BotRow>(`/api/bot/${id}`)).body).toMatchObject({ team: tower, project: 'Harbor Point Tower' })
    // People who may fill in forms of the tower may now fill in this one, too.
    expect((await (await server.person(worker)).get('/api/forms/school-manpower.json')).status).toBe(200)
    expect((await (await server.person(outsider)).get('/api/forms/school-manpower.json')).status).toBe(403)
    const crane = await make(member, { class: 'directory', team: tower, title: 'Only of the tower' })
    expect((await change(boss, crane.id, { team: school })).body.error.details).toEqual([
      { path: 'team', message: 'Only of the tower cannot move: its owner is not a member of that project.' },
    ])
    const own = await make(chief, { class: 'directory', team: tower, title: 'Mine' })
    expect((await change(chief, own.id, { team: null })).status).toBe(200)
    expect((await bots(chief, '/api/team/private/automations')).map(({ title }) => title)).toEqual(['Mine'])
    expect((await boss.get(`/api/bot/${own.id}`)).status).toBe(404)
  })

  it('CO-004 CO-256 makes a private bot with a form, which its owner alone fills in, and moves it without records only', async () => {
    const chief = await server.person(owner)
    const boss = await server.person(manager)
    const { id, status } = await make(chief, { class: 'hazards', title: 'My hazards', form: 'new', open: false })
    expect(status).toBe(200)
    const row = async () => (await chief.get<BotRow>(`/api/bot/${id}`)).body
    const { form = '', team } = await row()
    expect([team, form]).toEqual(['private', expect.stringContaining('hazards-')])
    const fill = async (person: Device) => (await person.save(`forms/${form}/${newId()}`, { payload: { title: 'Ladder' } })).status
    const opens = async (person: Device) => (await person.get(`/api/forms/${form}.json`)).status
    const reads = async (person: Device) => (await person.get<{ records?: unknown[] }>(`/api/records/forms/${form}`)).body.records?.length
    const moveTo = async (to: string | null) => await change(chief, id, { team: to })
    expect([await fill(boss), await opens(boss), await reads(boss)]).toEqual([403, 403, undefined])
    expect((await moveTo(tower)).status).toBe(200)
    expect([(await row()).team, await opens(boss), await reads(boss)]).toEqual([tower, 200, 0])
    expect((await moveTo(null)).status).toBe(200)
    expect((await row()).team).toBe('private')
    expect([await fill(chief), await opens(chief), await reads(chief)]).toEqual([200, 200, 1])
    expect([await fill(boss), await opens(boss), await reads(boss)]).toEqual([403, 403, undefined])
    expect((await change(chief, id, { title: 'My own hazards' })).status).toBe(200)
    const tasks = async () =>
      (await chief.get<{ componentConfig: { items: { url: string }[] } }>(`/api/tasks/${chief.uid}.json`)).body.componentConfig.items
    expect((await tasks()).map(({ url }) => url)).toContain(`/frontend/forms/${form}`)

    const words = expect.stringContaining('its form has records, which stay in their project. Archive the bot and create a new one there.')
    const refused = await moveTo(tower)
    expect([refused.status, refused.body.error.details]).toEqual([400, [{ path: 'team', message: words }]])
    const real = await make(chief, { class: 'hazards', team: tower, title: 'Of the tower', form: 'new', open: true })
    const { form: used = '' } = (await chief.get<BotRow>(`/api/bot/${real.id}`)).body
    expect((await boss.save(`forms/${used}/${newId()}`, { payload: { title: 'Edge' } })).status).toBe(200)
    expect((await change(chief, real.id, { team: null })).body.error.details).toEqual([{ path: 'team', message: words }])
    expect((await boss.save(`forms/${used}/${newId()}`, { payload: { title: 'Later' } })).status).toBe(200)
  })

  it('lets the owner of a private open form correct and remove the records of other people; managers of projects may not', async () => {
    const chief = await server.person(owner)
    const boss = await server.person(manager)
    const { id } = await make(chief, { class: 'hazards', title: 'My open hazards', form: 'new', open: true })
    const { form = '' } = (await chief.get<BotRow>(`/api/bot/${id}`)).body
    const path = `forms/${form}/${newId()}`
    const fill = { payload: { title: 'Ladder' } }
    expect((await server.nobody().save(path, fill)).status).toBe(200)
    const correct = (who: Device, payload: object) => who.save(path, { payload }, { 'if-match': '"1"' }, 'PATCH')
    expect((await correct(boss, { title: 'Mine now' })).status).toBe(403)
    expect((await correct(chief, { title: 'Ladder 2' })).status).toBe(200)
    const shown = await chief.get<{ model: { title: string } }>(`/api/data/${path}`)
    expect(shown.body.model.title).toBe('Ladder 2')
    expect((await chief.save(path, { payload: { deleted: true } }, { 'if-match': '"2"' }, 'PATCH')).status).toBe(200)
  })

  it('moves no bot with records to a project of another billing account: its records stay where they are', async () => {
    const chief = await server.person(owner)
    const boss = await server.person(manager)
    const [account, yard] = [newId(), newId()]
    expect((await chief.save(`billing/${account}`, { payload: { name: 'Second', owner: chief.uid, deleted: false } })).status).toBe(200)
    expect(
      (await chief.save(`teams/${yard}`, { payload: { name: 'Yard', owner: chief.uid, billingAccount: account, deleted: false } })).status,
    ).toBe(200)
    const { id } = await make(chief, { class: 'hazards', team: tower, title: 'To the yard', form: 'new', open: false })
    const { form = '' } = (await chief.get<BotRow>(`/api/bot/${id}`)).body
    expect((await change(chief, id, { team: yard })).status).toBe(200)
    expect((await change(chief, id, { team: tower })).status).toBe(200)
    expect((await boss.save(`forms/${form}/${newId()}`, { payload: { title: 'Edge' } })).status).toBe(200)
    const refused = await change(chief, id, { team: yard })
    expect([refused.status, refused.body.error.details]).toEqual([
      400,
      [
        {
          path: 'team',
          message: expect.stringContaining(
            'its form has records, which stay in their project. Archive the bot and create a new one there.',
          ),
        },
      ],
    ])
    expect((await chief.get<BotRow>(`/api/bot/${id}`)).body.team).toBe(tower)
    expect((await boss.get<{ records: unknown[] }>(`/api/records/forms/${form}`)).body.records).toHaveLength(1)
  })

  it('takes no bot that texts into the private space, where no account pays for the texts', async () => {
    const chief = await server.person(owner)
    const words = 'A bot that texts needs a project, whose account pays for the texts.'
    for (const botClass of ['manpower', 'broadcast']) {
      const refused = await make(chief, { class: botClass, title: 'Texts', form: 'new' })
      expect([refused.status, refused.body.error.details]).toEqual([400, [{ path: 'team', message: words }]])
      expect((await chief.get<Refusal>(`/api/automation/new?class=${botClass}`)).body.error.message).toBe(words)
      const real = await make(chief, { class: botClass, team: tower, title: 'Texts', form: 'new' })
      expect((await change(chief, real.id, { team: null })).body.error.message).toBe(`Texts cannot move: a${words.slice(1)}`)
    }
  })

  it('CO-255 CO-359 moves a bot with the bots that it starts and the conversations that still run', async () => {
    const boss = await server.person(manager)
    const phone = '+12025558821'
    const gate = await make(boss, { class: 'attendance', team: tower, title: 'North gate', form: 'new' })
    const asks = await make(boss, {
      class: 'manpower',
      team: tower,
      title: 'Asks and moves',
      parent: gate.id,
      contacts: [{ name: 'Lee Ray', mobile: phone }],
    })
    expect((await boss.ask<{ begun: number }>('POST', `/api/automation/${asks.id}:ask`, {})).body).toEqual({ begun: 1 })
    await server.running.idle()
    // A Member of the project may not move its bots.
    expect((await change(await server.person(foreman), gate.id, { team: school })).status).toBe(403)
    expect((await change(boss, gate.id, { team: school })).status).toBe(200)
    const moved = (await boss.get<BotRow>(`/api/bot/${asks.id}`)).body
    expect(moved).toMatchObject({ team: school, triggeredBy: { id: gate.id } })
    expect((await boss.get<BotRow>(`/api/bot/${gate.id}`)).body.triggers).toEqual([{ id: asks.id, title: 'Asks and moves' }])
    const { executions } = (await boss.get<{ executions: ExecutionRow[] }>(`/api/automation/${asks.id}/executions`)).body
    expect(executions.map(({ team, project }) => [team, project])).toEqual([[school, 'Cedar Ridge School']])
  })

  it('CO-255 moves no bot to a project that can have none of its kind', async () => {
    const chief = await server.person(owner)
    const project = newId()
    const payload = { name: 'Drawings', owner: chief.uid, deleted: false, source: 'design', sourceProjectReference: '77' }
    expect((await chief.save(`teams/${project}`, { payload })).status).toBe(200)
    const { id } = await make(chief, { class: 'manpower', team: tower, title: 'Not there' })
    expect((await change(chief, id, { team: project })).body.error.details).toEqual([
      { path: 'team', message: 'Not there cannot move: that project cannot have a bot of this kind.' },
    ])
  })

  it('CO-258 CO-406 CO-445 CO-447 gives a bot to another owner, who is a member, and not while an execution waits for an answer', async () => {
    const boss = await server.person(manager)
    const id = idOf('bot Site Orientation')
    const reassign = async (to: string) =>
      (await boss.ask<{ success: boolean; error?: string } & Refusal>('POST', `/api/automation/${id}:reassign`, { owner: to })).body
    expect(await reassign(idOf('Ashley Tran'))).toEqual({ success: false, error: 'Only a member of the project can own its bots.' })
    expect(await reassign(idOf('Daniel Reyes'))).toEqual({ success: true })
    expect((await boss.get<BotRow>(`/api/bot/${id}`)).body.ownerName).toBe('Daniel Reyes')
    await db().execute(
      sql`insert into record_edits (path, rev, actor, late) values ('forms/orientation/AAAAAAAAAAAAAAAAAAAA', 1, 'anonymous', 'old')`,
    )
    expect((await boss.get<BotRow>(`/api/bot/${id}`)).body.statistics.badge).toBeGreaterThan(0)
    expect(await reassign(idOf('Grace Okafor'))).toEqual({ success: false, error: 'Bot with pending actions can not be reassigned' })
    const member = await server.person(foreman)
    expect((await member.ask('POST', `/api/automation/${id}:reassign`, { owner: idOf('Marisol Vega') })).status).toBe(403)
  })

  it('leaves the bots of an archived project as they are', async () => {
    const chief = await server.person(owner)
    const { id } = await make(chief, { class: 'directory', team: school, title: 'Resting' })
    await db().execute(sql`update teams set archived = true where id = ${school}`)
    expect((await chief.get<BotRow>(`/api/bot/${id}`)).body).toMatchObject({ teamArchived: true, may: { update: false, manage: false } })
    for (const payload of [{ title: 'Awake' }, { archived: true, disabled: true }, { deleted: true }, { team: tower }]) {
      expect((await change(chief, id, payload)).status).toBe(403)
    }
    expect((await make(chief, { class: 'directory', team: school })).status).toBe(403)
  })
})
