import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { botCatalogue } from '../../../contract/reference/botCatalogue.ts'
import type { CloneResult } from '../../../contract/endpoints/botEditor.ts'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import {
  type Answer,
  account,
  type Device,
  foreman,
  idOf,
  manager,
  newId,
  otherWorker,
  outsider,
  owner,
  school,
  tower,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { sendBroadcast } from '../../domain/bots/broadcast.ts'
import { startForm } from '../../domain/bots/editor/startForm.ts'
import { tidyUp } from '../../domain/housekeeping/tidyUp.ts'
import { rows } from '../../storage/database.ts'

interface Refusal {
  error: { code: string; message: string; details?: { path: string; message: string }[] }
}

const gate = idOf('bot Gate 1 Check-in')
const attributes = (nodes: readonly NodeSetting[] = []): string[] =>
  nodes.flatMap((node) => ('children' in node ? attributes(node.children) : 'attribute' in node && node.attribute ? [node.attribute] : []))

describe('setting up bots', () => {
  const server = useServer({ internalMailDomains: ['house.example'] })
  const db = () => server.running.app.storage.db
  const editor = (person: Device, address: string) => person.get<PageData & Refusal>(`/api/automation/${address}`)
  const make = async (person: Device, payload: object) => {
    const id = newId()
    return { id, ...(await person.save<{ rev: number } & Refusal>(`automations/${id}`, { payload })) }
  }
  const bot = async (person: Device, id: string) => (await person.get<BotRow>(`/api/bot/${id}`)).body
  const clone = (person: Device, more: object): Promise<Answer<CloneResult & Refusal>> =>
    person.ask('POST', '/api/bots/clone', {
      validateOnly: false,
      sourceTeam: tower,
      destinationTeam: school,
      bots: [],
      owner: idOf('Daniel Reyes'),
      project: 'cedar-ridge-campus',
      ...more,
    })

  it('CO-400 describes the settings of a bot by its class, and opens it with what it is set to', async () => {
    const boss = await server.person(manager)
    const page = (await editor(boss, gate)).body
    expect(page).toMatchObject({
      component: 'automationForm',
      owner: { team: 'Harbor Point Tower', user: 'Grace Okafor' },
      record: { path: `automations/${gate}`, model: { title: 'Gate 1 Check-in', site: 'harbor-point-tower', form: 'check-in' } },
    })
    expect(checkSettings(page.form)).toMatchObject({ ok: true })
    const manpower = (await editor(boss, `${idOf('bot Daily Manpower')}.json?lang=es`)).body
    expect(attributes(manpower.form?.children)).toEqual(
      expect.arrayContaining(['title', 'days', 'time', 'contacts', 'approvalMode', 'collectLocation', 'askOnHolidays', 'form']),
    )
    expect(attributes(page.form?.children)).not.toContain('approvalMode')
    expect(JSON.stringify(manpower.form)).toContain('Modo de aprobación')
    for (const person of [worker, outsider]) expect((await editor(await server.person(person), gate)).status).toBe(404)
    expect((await server.nobody().get(`/api/automation/${gate}`)).status).toBe(401)
  })

  it('describes every bot that can be chosen, each with a form that can be published', async () => {
    const boss = await server.person(manager)
    for (const kind of botCatalogue.filter(({ system, deprecated }) => system === 'own' && !deprecated)) {
      const { status, body } = await editor(boss, `new.json?class=${kind.class}&team=${tower}&owner=${idOf('Daniel Reyes')}`)
      expect([kind.class, status]).toEqual([kind.class, 200])
      expect(checkSettings(body.form)).toMatchObject({ ok: true })
      expect(JSON.stringify(body.form)).toMatch(/"text":"Daniel Reyes".*"text":"Harbor Point Tower"/)
      expect(body.record).toMatchObject({
        path: 'automations/:new',
        model: { class: kind.class, team: tower, owner: idOf('Daniel Reyes') },
      })
    }
    for (const kind of botCatalogue.filter(({ deprecated }) => !deprecated))
      expect([kind.class, checkSettings(startForm(kind.class, { title: kind.name, site: 'gate', open: true }))]).toMatchObject([
        kind.class,
        { ok: true },
      ])
    expect((await editor(boss, `new?class=health-survey&team=${tower}`)).body.error.message).toContain('can have no such bot')
    expect((await editor(await server.person(foreman), `new?class=hazards&team=${school}`)).status).toBe(403)
  })

  it('gives a new bot a form that people fill in by its code, and says so in its poster', async () => {
    const boss = await server.person(manager)
    const made = await make(boss, {
      class: 'site-permits',
      team: tower,
      title: 'Permits',
      site: 'harbor-point-tower',
      form: 'new',
      open: false,
    })
    expect(made.status).toBe(200)
    const { form = '' } = await bot(boss, made.id)
    expect((await boss.get<{ address: string }>(`/api/automation/${made.id}/poster`)).body.address).toContain(`/frontend/forms/${form}`)
    const crew = await server.person(worker)
    expect((await crew.get<PageData>(`/api/forms/${form}.json`)).body.form?.name).toBe('Permits')
    expect((await server.nobody().get(`/api/forms/${form}.json`)).status).toBe(401)
    // A save applies only the changes against its base; changes of other people in the meantime stay.
    const found = (await editor(boss, made.id)).body.record?.model ?? {}
    await boss.save(`automations/${made.id}`, { payload: { title: 'Work permits' } }, {}, 'PATCH')
    expect((await boss.save(`automations/${made.id}`, { payload: { ...found, open: true }, base: found })).status).toBe(200)
    expect((await bot(boss, made.id)).title).toBe('Work permits')
    expect((await server.nobody().get(`/api/forms/${form}.json`)).status).toBe(200)
    const other = await make(boss, { class: 'hazards', team: tower, form })
    expect(other.body.error.details).toEqual([{ path: 'form', message: 'Another bot fills the same form.' }])
  })

  it('shows every visitor the people of a directory behind its code, with nothing to send', async () => {
    const boss = await server.person(manager)
    const people = [{ name: 'Ana *Cruz*', role: '{{first}} aid', mobile: '+12025550177' }]
    const { id } = await make(boss, { class: 'directory', team: tower, title: 'Who helps', people })
    const { form = '' } = await bot(boss, id)
    const page = (await server.nobody().get<PageData>(`/api/forms/${form}.json`)).body
    expect(JSON.stringify(page.form?.children)).toContain('(tel:+12025550177)')
    expect(checkSettings(page.form)).toMatchObject({ ok: true })
    expect(page.componentConfig).toMatchObject({ allowSave: false, allowCancel: false })
    expect((await boss.get<PageData>('/api/forms/hazard-report.json')).body.componentConfig?.allowSave).toBeUndefined()
    const found = (await editor(boss, id)).body.record?.model ?? {}
    await boss.save(`automations/${id}`, { payload: { ...found, people: [] }, base: found })
    expect((await server.nobody().get(`/api/forms/${form}.json`)).text).toContain('No one is listed yet.')
  })

  it('makes a scheduled form due for everybody who fills it', async () => {
    const boss = await server.person(manager)
    await db().execute(sql`update teams set source = 'construction' where id = ${school}`)
    const { id } = await make(boss, {
      class: 'forms-scheduled',
      team: school,
      title: 'Monday round',
      form: 'new',
      every: 'week',
      by: '07:30',
    })
    const { form = '' } = await bot(boss, id)
    expect((await boss.get<PageData>(`/api/forms/${form}.json`)).body.form?.due).toEqual({ every: 'week', by: '07:30' })
    expect((await editor(boss, id)).body.record?.model).toMatchObject({ every: 'week', by: '07:30', open: false })
    await boss.save(`automations/${id}`, { payload: { by: '08:00' } }, {}, 'PATCH')
    expect((await boss.get<PageData>(`/api/forms/${form}.json`)).body.form?.due).toEqual({ every: 'week', by: '08:00' })
    await boss.save(`automations/${id}`, { payload: { every: 'never' } }, {}, 'PATCH')
    expect((await boss.get<PageData>(`/api/forms/${form}.json`)).body.form?.due).toBeUndefined()
    await db().execute(sql`update teams set source = 'own' where id = ${school}`)
  })

  it('texts a message once to every person on the list of a broadcast bot, except to those who want none', async () => {
    const boss = await server.person(manager)
    const away = { disabled: true, disabledOn: '2026-01-02' }
    const contacts = [
      ...['+12025550161', '+12025550162', '+12025550161', 'nobody'].map((mobile) => ({ name: mobile, mobile })),
      // Returned on that date, away until that date, and away permanently.
      { name: 'Back', mobile: '+12025550163', ...away, disabledUntil: '2026-01-05' },
      { name: 'Away', mobile: '+12025550164', ...away, disabledUntil: '2999-01-01' },
      { name: 'Gone', mobile: '+12025550165', ...away, disabledUntil: 'permanently' },
    ]
    const { id } = await make(boss, { class: 'broadcast', team: tower, title: 'Everybody', contacts, form: 'new' })
    const { form = '' } = await bot(boss, id)
    await db().execute(sql`insert into text_refusals (mobile) values ('+12025550162')`)
    const texts = async () =>
      (await server.nobody().get<{ texts: { to: string; text: string }[] }>('/api/demo/texts')).body.texts.filter(({ text }) =>
        text.startsWith('Everybody:'),
      )
    // Workers may fill in forms, but their message is not sent.
    const crew = await server.person(worker)
    await crew.save(`forms/${form}/${newId()}`, { payload: { message: 'Party' }, saveRpc: 'broadcast' })
    await server.running.idle()
    expect(await texts()).toEqual([])
    await boss.save(`forms/${form}/${newId()}`, { payload: { message: 'Gate 2 is closed' }, saveRpc: 'broadcast' })
    await server.running.idle()
    expect((await texts()).map(({ to, text }) => [to, text]).sort()).toEqual(
      ['+12025550161', '+12025550163'].map((to) => [to, 'Everybody: Gate 2 is closed\nSTOP = no more texts']),
    )
    // The provider was unreachable for hours: messages of that time are outdated and are not sent.
    const payload = { to: '+12025550163', text: 'Everybody: Late', team: tower, at: new Date(Date.now() - 3 * 3_600_000).toISOString() }
    await sendBroadcast(server.running.app, { id: 1, kind: 'broadcast', key: newId(), payload, attempt: 14 })
    expect(await texts()).toHaveLength(2)
  })

  it('CO-375 CO-376 CO-488 counts nothing of a demo bot as usage', async () => {
    const boss = await server.person(manager)
    const used = async () => {
      const { body } = await boss.get<{ usage: { days: { messages: number; people: number }[]; fixedUsage: number } }>(
        `/api/teams/${tower}?include=team.usage`,
      )
      return [body.usage.days.at(-1)?.messages ?? 0, body.usage.fixedUsage]
    }
    const free = async () => (await boss.get<{ freeUsage: { used: number } }>('/api/me?include=user.freeUsage')).body.freeUsage.used
    await db().execute(sql`update teams set billing = null where id = ${tower}`)
    const send = async (demo: boolean) => {
      const { id } = await make(boss, { class: 'site-permits', team: tower, title: 'Counted', demo, form: 'new' })
      const { form = '' } = await bot(boss, id)
      const feed = { type: 'message', sms: true, text: 'Thanks' }
      await (await server.person(otherWorker)).save(`forms/${form}/${newId()}`, { payload: { permit: 'Hot work' }, feed })
      await server.running.idle()
    }
    const [before, freeBefore] = [await used(), await free()]
    await send(true)
    expect([await used(), await free()]).toEqual([before, freeBefore])
    await send(false)
    expect([(await used())[0], await free()]).toEqual([(before[0] ?? 0) + 1, freeBefore + 1])
    await db().execute(sql`update teams set billing = ${account} where id = ${tower}`)
  })

  it('CO-257 has the account of the other project pay for the messages of a bot from its move on', async () => {
    const boss = await server.person(manager)
    const billing = newId()
    const write = async (path: string, payload: object, method = 'POST') =>
      expect((await boss.save(path, { payload }, {}, method)).status).toBe(200)
    await write(`billing/${billing}`, { name: 'Reyes Sites', plan: 'free', owner: boss.uid, deleted: false })
    const [unpaid, paid] = [newId(), newId()]
    await write(`teams/${unpaid}`, { name: 'Without an account', owner: boss.uid, deleted: false })
    await write(`teams/${paid}`, { name: 'With an account', owner: boss.uid, billingAccount: billing, deleted: false })
    const contactOf = (mobile: string) => ({ name: mobile, mobile })
    const contacts = [contactOf('+12025558841')]
    const { id } = await make(boss, { class: 'manpower', team: unpaid, title: 'Moves on', contacts, days: [], timezone: 'UTC' })
    const ask = async () => {
      expect((await boss.ask<{ begun: number }>('POST', `/api/automation/${id}:ask`, {})).body).toEqual({ begun: 1 })
      await server.running.idle()
    }
    const counted = async () => {
      const me = (
        await boss.get<{ summary: { numberOfFreeAutomations: number }; freeUsage: { used: number } }>(
          '/api/me?include=user.summary&include=user.freeUsage',
        )
      ).body
      const { usage } = (await boss.get<{ usage: { totalUsage: number } }>(`/api/billing/${billing}?include=usage`)).body
      return { freeBots: me.summary.numberOfFreeAutomations, free: me.freeUsage.used, account: usage.totalUsage }
    }
    const first = await counted()
    await ask()
    const asked = { ...first, free: first.free + 1 }
    expect(await counted()).toEqual(asked)
    await write(`automations/${id}`, { team: paid }, 'PATCH')
    // What was sent before stays with the account that paid for it.
    expect(await counted()).toEqual({ ...asked, freeBots: asked.freeBots - 1 })
    await write(`automations/${id}`, { contacts: [...contacts, contactOf('+12025558842')] }, 'PATCH')
    await ask()
    expect(await counted()).toEqual({ freeBots: asked.freeBots - 1, free: asked.free, account: asked.account + 1 })
  })

  it('lets a gate start the bots that its editor names, and no others', async () => {
    const boss = await server.person(manager)
    const { id } = await make(boss, { class: 'site-permits', team: tower, title: 'Started by the gate', form: 'new', open: false })
    const found = (await editor(boss, gate)).body.record?.model ?? {}
    expect(found['triggers']).toEqual([])
    await boss.save(`automations/${gate}`, { payload: { ...found, triggers: [id, idOf('bot School Hazards')] }, base: found })
    expect((await bot(boss, gate)).triggers).toEqual([{ id, title: 'Started by the gate' }])
    // A person who has checked in continues with its form.
    const { form = '' } = await bot(boss, id)
    const pageOf = async (who: Device) => JSON.stringify((await who.get<PageData>('/api/forms/check-in.json?lang=en')).body.form)
    expect(await pageOf(await server.person(worker))).toContain(`Continue with:\\n\\n- [Started by the gate](/frontend/forms/${form})`)
    await boss.save(`automations/${gate}`, { payload: { triggers: [] } }, {}, 'PATCH')
    expect((await bot(boss, gate)).triggers).toEqual([])
    expect(await pageOf(await server.person(worker))).not.toContain('Continue with')
  })

  it('CO-001 takes a new customer from signing up to bots in a second project', async () => {
    const vera = { email: 'vera@example.com', name: 'Vera Holm', company: 'Holm Builders', mobile: '+12025550145' }
    await server.nobody().ask('POST', '/auth/verify', vera)
    const signed = await server
      .nobody()
      .ask<{ success: boolean }>('POST', '/auth/signup', { ...vera, pin: await server.lastPin(vera.mobile) })
    expect(signed.body.success).toBe(true)
    const boss = await server.person(vera.mobile)
    const [first, second, site] = [newId(), newId(), newId()]
    for (const [team, name] of [
      [first, 'Holm Yard'],
      [second, 'Holm Depot'],
    ])
      expect((await boss.save(`teams/${team}`, { payload: { name, owner: boss.uid, deleted: false } })).status).toBe(200)
    const sites = { [site]: { name: 'Yard', timezone: 'America/New_York', country: 'United States', countryCode: 'US' } }
    expect((await boss.save(`teams/${first}`, { payload: { sites } })).status).toBe(200)
    // Create: with a form of its own, and a code for the wall.
    const { id, status } = await make(boss, { class: 'hazards', team: first, title: 'Near misses', site, form: 'new', open: true })
    expect(status).toBe(200)
    const { form = '', site: where } = await bot(boss, id)
    expect(where).toBe('Yard')
    const poster = await fetch(`${server.url}/api/automation/${id}/poster.pdf?paper=a4`, { headers: { cookie: boss.cookie } })
    expect(
      Buffer.from(await poster.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    // A worker of another company scans it and reports; the report waits for review.
    const crew = await server.person(otherWorker)
    expect((await crew.get<PageData>(`/api/forms/${form}.json`)).body.form?.name).toBe('Near misses')
    expect((await crew.save(`forms/${form}/${newId()}`, { payload: { description: 'Loose board' } })).status).toBe(200)
    const { records } = (await boss.get<{ records: { model: { description: string } }[] }>(`/api/records/forms/${form}`)).body
    expect(records.map(({ model }) => model.description)).toEqual(['Loose board'])
    // Configure, copy, archive.
    expect((await boss.save(`automations/${id}`, { payload: { title: 'Hazards' } }, {}, 'PATCH')).status).toBe(200)
    const copied = await clone(boss, { sourceTeam: first, destinationTeam: second, bots: [id], owner: boss.uid, project: null })
    expect(copied.body.model.status).toBe('success')
    const botsOf = async (team: string, archived = false) =>
      (await boss.get<{ bots: BotRow[] }>(`/api/team/${team}/automations?archived=${archived}`)).body.bots.map(({ title }) => title)
    expect([await botsOf(first), await botsOf(second)]).toEqual([['Hazards'], ['Hazards']])
    await boss.save(`automations/${id}`, { payload: { disabled: true, archived: true } }, {}, 'PATCH')
    expect([await botsOf(first), await botsOf(first, true), await botsOf(second)]).toEqual([[], ['Hazards'], ['Hazards']])
  })

  it('keeps what two people change at once, and asks where both changed the same setting', async () => {
    const [boss, chief] = [await server.person(manager), await server.person(owner)]
    const { id } = await make(boss, { class: 'hazards', team: tower, title: 'Two at once' })
    const path = `automations/${id}`
    const { record } = (await editor(boss, id)).body
    const found = record?.model ?? {}
    const seen = { 'if-match': `"${record?.rev}"` }
    const first = await boss.save<{ opId: string }>(path, { payload: { ...found, title: 'Daniel was here' }, base: found }, seen)
    expect(first.status).toBe(200)
    // A change of another setting is merged; a change of the same one is a conflict.
    expect((await chief.save(path, { payload: { ...found, welcome: 'Hello' }, base: found }, seen)).status).toBe(200)
    const both = (await editor(chief, id)).body.record
    expect(both?.model).toMatchObject({ title: 'Daniel was here', welcome: 'Hello' })
    const late = await chief.save<Refusal>(path, { payload: { ...found, title: 'Grace was here' }, base: found }, seen)
    expect([late.status, late.body.error]).toMatchObject([
      409,
      { code: 'conflict', fields: ['title'], rev: both?.rev, current: { title: 'Daniel was here' } },
    ])
    expect((await bot(boss, id)).title).toBe('Daniel was here')
    // Resolved by a person who has seen both versions.
    const current = both?.model ?? {}
    const decided = { payload: { ...current, title: 'Grace was here' }, base: current }
    expect((await chief.save(path, decided, { 'if-match': `"${both?.rev}"` })).status).toBe(200)
    expect((await bot(boss, id)).title).toBe('Grace was here')
    // Two queued saves of the same person are not a conflict.
    const now = (await editor(boss, id)).body.record
    const base = now?.model ?? {}
    const at = { 'if-match': `"${now?.rev}"` }
    const opId = newId()
    await boss.save(path, { payload: { ...base, title: 'Once' }, base }, { ...at, 'idempotency-key': opId })
    const again = await boss.save(path, { payload: { ...base, title: 'Twice' }, base }, { ...at, 'x-parent-op': opId })
    expect([again.status, (await bot(boss, id)).title]).toEqual([200, 'Twice'])
  })

  it('CO-490 CO-491 keeps a demo bot a demo: its code never counts, and the provider may take it away', async () => {
    const boss = await server.person(manager)
    const mine = await make(boss, { class: 'hazards', team: tower, title: 'Try me', demo: true, form: 'new' })
    expect((await bot(boss, mine.id)).demoMode).toBe(true)
    const turned = await boss.save<Refusal>(`automations/${mine.id}`, { payload: { demo: false } }, {}, 'PATCH')
    expect(turned.body.error.details).toEqual([{ path: 'demo', message: 'A demo bot stays one. Create a new bot instead.' }])
    const [code] = [(await boss.get<{ short: string }>(`/api/automation/${mine.id}/poster`)).body.short]
    const copied = (await clone(boss, { bots: [mine.id] })).body.model.bots?.[0] ?? ''
    expect((await bot(boss, copied)).demoMode).toBe(true)
    expect((await boss.get<{ short: string }>(`/api/automation/${copied}/poster`)).body.short).not.toBe(code)
    // The owner of the demo company is a product administrator and not a member of this project.
    await db().execute(sql`update automations set team = 'another-project-0001' where id = ${mine.id}`)
    const provider = await server.person(owner)
    expect((await boss.save(`automations/${mine.id}`, { payload: { deleted: true } }, {}, 'PATCH')).status).toBe(404)
    expect((await provider.save(`automations/${mine.id}`, { payload: { deleted: true } }, {}, 'PATCH')).status).toBe(200)
  })

  it('CO-492 gives the number of an archived bot free after three months, and not before', async () => {
    const boss = await server.person(manager)
    const { id } = await make(boss, { class: 'hazards', team: tower, title: 'Old code', form: 'new' })
    const { short } = (await boss.get<{ short: string }>(`/api/automation/${id}/poster`)).body
    const code = short.split('/').at(-1) ?? ''
    const known = async () => (await rows(db(), sql`select 1 from bot_codes where code = ${code}`)).length
    await boss.save(`automations/${id}`, { payload: { disabled: true, archived: true } }, {}, 'PATCH')
    await db().execute(sql`update automations set updated_at = now() - interval '80 days' where id = ${id}`)
    await tidyUp(server.running.app)
    expect(await known()).toBe(1)
    await db().execute(sql`update automations set updated_at = now() - interval '4 months' where id = ${id}`)
    await tidyUp(server.running.app)
    expect(await known()).toBe(0)
  })

  it('CO-354 exports what a bot has collected only for Owner and Administrators', async () => {
    const boss = await server.person(manager)
    const address = `/api/automation/${idOf('bot Hazards & Near Misses')}/export.csv`
    await (await server.person(otherWorker)).save(`forms/hazard-report/${newId()}`, {
      payload: { title: 'Ladder', description: '=SUM(A1)' },
    })
    const { status, text, headers } = await boss.get(address)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(text).toMatch(/Sent.*By.*Title.*Kind of hazard/)
    const row = text.split('\n').find((line) => line.includes('Ladder')) ?? ''
    expect(row).toContain('Ashley Tran')
    // A spreadsheet reads the value as text.
    expect(row).not.toMatch(/(?:^|,)"?=SUM/)
    expect((await (await server.person(foreman)).get(address)).status).toBe(403)
    for (const mobile of [worker, outsider]) expect((await (await server.person(mobile)).get(address)).status).toBe(404)
    expect((await server.nobody().get(address)).status).toBe(401)
  })

  it('knows the people of the house by the domain of their checked address', async () => {
    const of = async () =>
      (await (await server.person(manager)).get<{ isInternal?: boolean }>('/api/me?include=user.summary')).body.isInternal
    expect(await of()).toBeUndefined()
    await db().execute(sql`update people set email = 'daniel@house.example' where uid = ${idOf('Daniel Reyes')}`)
    expect(await of()).toBe(true)
    await db().execute(sql`update people set email_verified = false where uid = ${idOf('Daniel Reyes')}`)
    expect(await of()).toBeUndefined()
  })

  it('CO-124 CO-211 CO-323 CO-324 CO-418 tells before a copy what would happen, by bot and by how grave it is, and copies nothing then', async () => {
    const boss = await server.person(manager)
    const before = (await boss.get<{ bots: BotRow[] }>(`/api/team/${school}/automations`)).body.bots.length
    const permits = await make(boss, { class: 'site-permits', team: tower, title: 'School Hazards', parent: gate })
    const { model } = (await clone(boss, { validateOnly: true, bots: [permits.id] })).body
    expect(model.status).toBe('success')
    expect(model.log).toEqual(
      expect.arrayContaining([
        {
          group: 'School Hazards',
          level: 'warning',
          message: 'Cedar Ridge School already has a bot of this name.',
          saying: 'twin',
          values: { project: 'Cedar Ridge School' },
        },
        expect.objectContaining({
          group: 'School Hazards',
          level: 'warning',
          message: expect.stringContaining('triggers it is not copied'),
        }),
        { group: 'School Hazards', level: 'success', message: 'Ready to be copied.', saying: 'ready', values: {} },
      ]),
    )
    const wrong = (
      await clone(boss, { validateOnly: false, bots: [permits.id, newId()], owner: idOf('Ashley Tran'), project: 'harbor-point-tower' })
    ).body.model
    expect(wrong.status).toBe('error')
    expect(wrong.log.filter(({ level }) => level === 'error').map(({ group }) => group)).toEqual([
      'Cedar Ridge School',
      'Cedar Ridge School',
      'Harbor Point Tower',
    ])
    expect((await boss.get<{ bots: BotRow[] }>(`/api/team/${school}/automations`)).body.bots.length).toBe(before)
  })

  it('CO-126 copies bots with settings and a form of their own, owned and placed as chosen, and those that they trigger along', async () => {
    const boss = await server.person(manager)
    const up = await make(boss, { class: 'attendance', team: tower, title: 'North gate', form: 'new', site: 'harbor-point-tower' })
    const down = await make(boss, {
      class: 'manpower',
      team: tower,
      title: 'Crew count',
      parent: up.id,
      time: '14:00',
      contacts: [{ name: 'A', mobile: '+12025550188' }],
    })
    const { model } = (await clone(boss, { bots: [up.id, down.id], owner: idOf('Grace Okafor') })).body
    expect(model.status).toBe('success')
    const [gateCopy = '', crewCopy = ''] = model.bots ?? []
    expect(await bot(boss, gateCopy)).toMatchObject({ title: 'North gate', team: school, ownerName: 'Grace Okafor', site: 'Main Campus' })
    expect((await bot(boss, gateCopy)).form).not.toBe((await bot(boss, up.id)).form)
    expect((await bot(boss, crewCopy)).triggeredBy).toMatchObject({ id: gateCopy })
    const copied = (await editor(boss, crewCopy)).body.record?.model
    expect(copied).toMatchObject({ time: '14:00' })
    expect(copied).not.toHaveProperty('contacts')
    const crew = await server.person(outsider)
    expect(JSON.stringify((await crew.get<PageData>(`/api/forms/${(await bot(boss, gateCopy)).form}.json`)).body.form)).not.toContain(
      '"harbor-point-tower"',
    )
  })

  it('CO-128 hangs a copy under the attendance bot of the other project where that was asked', async () => {
    const boss = await server.person(manager)
    const main = await make(boss, { class: 'attendance', team: school, title: 'School gate' })
    const down = await make(boss, { class: 'site-permits', team: tower, title: 'Under the gate', parent: gate })
    const [copied = ''] = (await clone(boss, { bots: [down.id], parent: main.id })).body.model.bots ?? []
    expect((await bot(boss, copied)).triggeredBy).toMatchObject({ id: main.id })
    expect((await editor(boss, main.id)).body.record?.model['triggers']).toEqual([copied])
  })

  it('CO-129 CO-383 copies templates of an account for everybody in it, and other projects for their members alone', async () => {
    const boss = await server.person(manager)
    const member = await server.person(foreman)
    const bots = [idOf('bot School Hazards')]
    const into = {
      sourceTeam: school,
      destinationTeam: tower,
      bots,
      owner: idOf('Marisol Vega'),
      project: 'harbor-point-tower',
      validateOnly: true,
    }
    expect((await clone(member, into)).status).toBe(404)
    await db().execute(sql`insert into billing_members (billing, uid, role) values (${account}, ${idOf('Marisol Vega')}, 'Member')`)
    expect((await clone(member, into)).status).toBe(404)
    await db().execute(sql`update teams set is_template = true where id = ${school}`)
    expect((await clone(member, into)).body.model.status).toBe('success')
    const address =
      '/api/teams?property=team.name&property=billing.name&property=team.isTemplate&template=true&include=team.billingAccount&include=team.automationIds'
    const { teams } = (await member.get<{ teams: { id: string; model: object; automationIds: { id: string }[] }[] }>(address)).body
    expect(teams.map(({ id, model }) => [id, model])).toEqual([[school, { name: 'Cedar Ridge School', isTemplate: true }]])
    expect(teams[0]?.automationIds.map(({ id }) => id)).toContain(bots[0])
    const offered = (await member.get<{ bots: BotRow[] }>(`/api/team/${school}/automations?archived=false`)).body.bots
    expect(offered.map(({ id, may }) => [id, may.update])).toContainEqual([bots[0], false])
    expect((await member.get<{ bots: BotRow[] }>('/api/automation/list')).body.bots.some(({ team }) => team === school)).toBe(false)
    // A template may be copied but not changed.
    expect((await clone(member, { ...into, sourceTeam: tower, destinationTeam: school, bots: [gate] })).status).not.toBe(200)
    expect((await clone(boss, { destinationTeam: newId(), bots: [gate] })).status).toBe(404)
    expect((await clone(await server.person(worker), { bots: [gate] })).status).toBe(404)
  })
})
