import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry, CompanyPerson } from '../../../contract/endpoints/people/listPeople.ts'
import { linkLogin } from '../../../tests/harness/linkLogin.ts'
import {
  account,
  type Device,
  foreman,
  manager,
  newId,
  onEachServer,
  otherWorker,
  outsider,
  owner,
  worker,
} from '../../../tests/harness/testServer.ts'
import { runCommand } from '../../domain/people/runCommand.ts'

type Refusal = { error: { code: string; message: string } }
type People = { people: CompanyPerson[]; more: boolean }

onEachServer((server) => {
  const disable = (me: Device, uid: string, disabled = true) =>
    me.ask<{ disabled: boolean } & Refusal>('POST', `/api/people/${uid}:disable`, { disabled })
  const appointed = (...words: string[]) => runCommand(server.running.app, ['appoint', ...words], server.url)

  /** The product administrator works in no project. The Owner of the demo company is none here. */
  const administrator = '+12025550177'
  const signUp = async (mobile: string, name: string, email: string) => {
    const nobody = server.nobody()
    await nobody.ask('POST', '/auth/verify', { mobile })
    await nobody.ask('POST', '/auth/signup', { mobile, pin: await server.lastPin(mobile), name, company: 'Muster', email })
  }
  beforeAll(async () => {
    await signUp(administrator, 'Ada Administrator', 'ada@example.com')
    await appointed(administrator, 'administrator')
    await appointed(owner, 'administrator', 'off')
  })
  const record = () => `forms/hazard-report/${newId()}`
  const saved = { payload: { a: 1 }, feed: false }

  /** A device where the person signed in by PIN: it has a session and a grant. */
  async function signedIn(mobile: string) {
    const device = newId()
    const nobody = server.nobody(device)
    await nobody.ask('POST', '/auth/verify', { mobile })
    const answer = await nobody.ask<{ uid: string; grant: string }>('POST', '/auth/signup', { mobile, pin: await server.lastPin(mobile) })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { uid, grant } = answer.body
    const own = { cookie, 'x-actor': uid }
    return {
      uid,
      device,
      cookie,
      get: <B = Refusal>(path: string) => nobody.get<B>(path, own),
      save: (more = {}) => nobody.save<Refusal & { opId: string }>(record(), { ...saved, ...more }, own),
      saveByGrant: (more = {}, headers = {}) =>
        nobody.save<Refusal & { opId: string }>(record(), { ...saved, ...more }, { 'x-actor': uid, 'x-grant': grant, ...headers }),
      leave: (opIds: string[]) => nobody.ask('POST', '/auth/leave', { grant, opIds }),
    }
  }

  describe('who may disable whom', () => {
    it('an Owner of the billing account disables a worker, but not themselves; Administrators, members and workers disable no person', async () => {
      const [boss, admin, member, work, stranger] = await Promise.all(
        [owner, manager, foreman, worker, outsider].map((one) => server.person(one)),
      )
      const target = (await server.person(otherWorker)).uid
      for (const who of [member, work, stranger, server.nobody()]) {
        const { status } = await disable(who as Device, target)
        expect([401, 404]).toContain(status)
      }
      expect((await disable(admin as Device, target)).body.error.message).toBe(
        'Only an owner of the billing account may do that. Take this person out of your projects instead.',
      )
      expect((await disable(admin as Device, (admin as Device).uid)).body.error.message).toBe('You cannot disable yourself.')
      expect((await disable(boss as Device, target)).body).toEqual({ disabled: true })
      expect((await disable(admin as Device, target, false)).status).toBe(403)
      expect((await disable(boss as Device, target, false)).body).toEqual({ disabled: false })
    })

    it('a person whom a product administrator disabled is enabled by product administrators alone, and the list says who did it', async () => {
      const [boss, admin, target] = (await Promise.all([owner, administrator, otherWorker].map((one) => server.person(one)))) as [
        Device,
        Device,
        Device,
      ]
      expect((await disable(admin, target.uid)).body).toEqual({ disabled: true })
      const { people } = (await boss.get<People>('/api/people')).body
      expect(people.find(({ uid }) => uid === target.uid)).toMatchObject({
        disabled: true,
        because: 'byAdministrator',
        disabledBy: 'Ada Administrator',
      })
      const refused = await disable(boss, target.uid, false)
      expect([refused.status, refused.body.error.message]).toEqual([
        403,
        'A product administrator disabled this person. Only a product administrator can enable them.',
      ])
      expect((await disable(admin, target.uid, false)).body).toEqual({ disabled: false })
      // The Owner of the account needs no appointment for this: the act is one of the company, which can undo it.
      await appointed(owner, 'administrator')
      expect((await disable(boss, target.uid)).body).toEqual({ disabled: true })
      await appointed(owner, 'administrator', 'off')
      const seen = (await (await server.person(manager)).get<People>('/api/people')).body.people
      expect(seen.find(({ uid }) => uid === target.uid)?.because).toBe('account')
      expect((await disable(boss, target.uid, false)).body).toEqual({ disabled: false })
    })

    it('a product administrator takes over from the Owner who disabled a person first', async () => {
      const [boss, admin, target] = (await Promise.all([owner, administrator, otherWorker].map((one) => server.person(one)))) as [
        Device,
        Device,
        Device,
      ]
      for (const who of [boss, admin]) expect((await disable(who, target.uid)).body).toEqual({ disabled: true })
      expect((await disable(boss, target.uid, false)).status).toBe(403)
      expect((await disable(admin, target.uid, false)).body).toEqual({ disabled: false })
    })

    it('the Owner of a project without a billing account has no power over the accounts of people who join it', async () => {
      const [maker, admin] = (await Promise.all([outsider, administrator].map((one) => server.person(one)))) as [Device, Device]
      await signUp('+12025550178', 'Jo Joiner', 'jo@example.com')
      const joiner = await server.person('+12025550178')
      const project = newId()
      await maker.save(`teams/${project}`, { payload: { name: 'Come in' } })
      await maker.ask('POST', `/api/team/${project}:invite`, { email: 'jo@example.com' })
      const { mails } = (await admin.get<{ mails: { to: string; text: string }[] }>('/api/mail')).body
      const token = /\/invite\/([\w-]+)/.exec(mails.find(({ to }) => to === 'jo@example.com')?.text ?? '')?.[1]
      expect((await joiner.ask('POST', '/api/invites/accept', { token })).status).toBe(200)
      const seen = (await maker.get<People>('/api/people?search=joiner')).body.people[0]
      expect(seen).toMatchObject({ places: ['Come in'], because: 'account' })
      expect(seen?.mayLink).toBeUndefined()
      expect((await maker.ask('POST', `/api/people/${joiner.uid}:link`, {})).status).toBe(403)
      const refused = await disable(maker, joiner.uid)
      expect([refused.status, refused.body.error.message]).toEqual([
        403,
        'Only an owner of the billing account may do that. Take this person out of your projects instead.',
      ])
      const left = await maker.save(`teams/${project}`, { payload: { members: { [joiner.uid]: null } } })
      expect(left.status).toBe(200)
      expect((await maker.save(`teams/${project}`, { payload: { deleted: true } })).status).toBe(200)
    })

    it('refuses a person with a private bot, in the language of the caller', async () => {
      const [boss, member] = await Promise.all([server.person(owner), server.person(foreman)])
      const bot = `automations/${newId()}`
      const made = await member.save(bot, { payload: { title: 'Mine', class: 'hazards', team: 'private', owner: member.uid } })
      expect([made.status, made.text]).toEqual([200, expect.any(String)])
      const refused = await disable(boss, member.uid)
      expect([refused.status, refused.body.error.message]).toEqual([
        403,
        'This person also has private bots. Remove them from your projects instead.',
      ])
      expect((await disable(member, boss.uid)).body.error.message).toBe('Esta persona no está en ningún proyecto que usted administre.')
      expect((await boss.ask<Refusal>('POST', `/api/people/${member.uid}:link`, {})).status).toBe(403)
      await member.save(bot, { payload: { deleted: true } })
      expect((await disable(boss, member.uid)).body).toEqual({ disabled: true })
      expect((await disable(boss, member.uid, false)).body).toEqual({ disabled: false })
    })

    it('shows people to their managers alone, and finds them by name', async () => {
      const [boss, member, stranger] = await Promise.all([owner, foreman, outsider].map((one) => server.person(one)))
      const seen = (await (boss as Device).get<People>('/api/people')).body.people
      expect(seen.map(({ name }) => name)).toContain('Joao Pereira')
      expect(seen.find(({ name }) => name === 'Joao Pereira')).toMatchObject({ disabled: false, places: ['Harbor Point Tower'] })
      expect(JSON.stringify(seen)).not.toContain(worker)
      const found = (await (boss as Device).get<People>('/api/people?search=pereira')).body.people
      expect(found.map(({ name }) => name)).toEqual(['Joao Pereira'])
      expect((await (boss as Device).get<People>('/api/people?search=%25')).body.people).toEqual([])
      for (const who of [member, stranger]) expect((await (who as Device).get<People>('/api/people')).body.people).toEqual([])
      expect((await server.nobody().get('/api/people')).status).toBe(401)
    })

    it('refuses a person who also works in a project of another company', async () => {
      const [boss, stranger] = await Promise.all([owner, outsider].map((one) => server.person(one)))
      const invited = await server.person(otherWorker)
      const own = (await (invited as Device).save<{ path: string }>(`teams/${newId()}`, { payload: { name: 'My own house' } })).status
      expect(own).toBe(200)
      const refused = await disable(boss as Device, invited.uid)
      expect([refused.status, refused.body.error.message]).toEqual([
        403,
        'This person also works in projects that you do not manage. Remove them from your projects instead.',
      ])
      expect((await disable(stranger as Device, invited.uid)).status).toBe(404)
    })
  })

  describe('a disabled person', () => {
    it('CO-276 is signed out on all devices at once, and the first call of each device says why', async () => {
      const boss = await server.person(owner)
      const [first, second, third, fourth] = [
        await signedIn(worker),
        await signedIn(worker),
        await signedIn(worker),
        await signedIn(worker),
      ]
      await disable(boss, first.uid)
      const answers = [await first.get('/api/me'), await second.save(), await third.get('/api/changes')]
      for (const { status, body, headers } of answers) {
        expect([status, body.error.code]).toEqual([401, 'ACCOUNT_DISABLED'])
        expect(headers.getSetCookie()[0]).toMatch(/^muster_session=;/)
      }
      const again = server.nobody()
      await again.ask('POST', '/auth/verify', { mobile: worker })
      expect((await again.ask('POST', '/auth/signup', { mobile: worker, pin: await server.lastPin(worker) })).body).toEqual({
        success: false,
        code: 'ACCOUNT_DISABLED',
      })
      await disable(boss, first.uid, false)
      expect((await fourth.get('/api/me')).body.error.code).toBe('NOT_AUTHORIZED')
      expect((await signedIn(worker)).uid).toBe(first.uid)
    })

    it('ends the open change stream, with the reason', async () => {
      const boss = await server.person(owner)
      const phone = await signedIn(worker)
      const stream = await fetch(`${server.url}/api/changes`, {
        headers: { accept: 'text/event-stream', cookie: phone.cookie, 'x-actor': phone.uid, 'x-device': phone.device },
      })
      const told = stream.text()
      await disable(boss, phone.uid)
      expect(await told).toContain('event: end\ndata: {"code":"ACCOUNT_DISABLED"}')
      await disable(boss, phone.uid, false)
    })

    it('still brings in what was saved before, and nothing that was saved later', async () => {
      const boss = await server.person(owner)
      const phone = await signedIn(worker)
      const before = new Date(Date.now() - 3_600_000).toISOString()
      const opId = newId()
      await disable(boss, phone.uid)
      const kept = await phone.saveByGrant({ clientAt: before })
      expect([kept.status, kept.body.opId]).toEqual([200, expect.any(String)])
      const later = await phone.saveByGrant({ clientAt: new Date(Date.now() + 600_000).toISOString() })
      expect([later.status, later.body.error.code]).toEqual([403, 'FORBIDDEN'])
      // The device has listed the saves that wait: no others are taken, at any time.
      const laterId = newId()
      await phone.leave([opId, laterId])
      expect((await phone.saveByGrant({ clientAt: before })).status).toBe(403)
      // Its list is no proof that a save was made before.
      const afterwards = { clientAt: new Date(Date.now() + 600_000).toISOString() }
      expect((await phone.saveByGrant(afterwards, { 'idempotency-key': laterId })).status).toBe(403)
      expect((await phone.saveByGrant({ clientAt: before }, { 'idempotency-key': opId })).status).toBe(200)
      // A manager can end that too.
      expect((await boss.ask<{ revoked: number }>('POST', '/api/grants:revoke', { of: phone.uid })).body.revoked).toBeGreaterThan(0)
      expect((await phone.saveByGrant({ clientAt: before }, { 'idempotency-key': opId })).status).toBe(401)
      await disable(boss, phone.uid, false)
      expect((await phone.get('/api/me')).status).toBe(401)
    })
  })

  describe('a sign-in link', () => {
    const linkOf = (me: Device, uid: string) => me.ask<{ link: string; minutes: number } & Refusal>('POST', `/api/people/${uid}:link`, {})

    it('signs a person of the own billing account in once, is in the audit log, and never gives more rights', async () => {
      const [boss, admin, member, stranger, target] = (await Promise.all(
        [owner, manager, foreman, outsider, worker].map((one) => server.person(one)),
      )) as [Device, Device, Device, Device, Device]
      for (const who of [member, stranger]) expect((await linkOf(who, target.uid)).status).toBe(404)
      // An Administrator of a project is no manager of its billing account, and no link gives more rights.
      const team = (await member.get<{ teams: { id: string }[] }>('/api/me')).body.teams[0]?.id ?? ''
      const setRole = (status: string) => boss.save(`teams/${team}`, { payload: { members: { [member.uid]: { status } } } })
      expect((await setRole('Administrator')).status).toBe(200)
      expect((await linkOf(member, target.uid)).status).toBe(403)
      await setRole('Member')
      expect((await linkOf(admin, boss.uid)).status).toBe(403)
      expect((await linkOf(admin, target.uid)).status).toBe(200)
      expect((await linkOf(boss, boss.uid)).status).toBe(403)
      const seen = (await boss.get<People>('/api/people')).body.people
      expect(seen.find(({ uid }) => uid === target.uid)?.mayLink).toBe(true)
      expect(seen.find(({ uid }) => uid === boss.uid)?.mayLink).toBeUndefined()
      const { link, minutes } = (await linkOf(boss, target.uid)).body
      expect([new URL(link).pathname, minutes]).toEqual(['/login/link', 30])
      const open = () =>
        server.nobody().ask<{ success: boolean; uid?: string; code?: string }>('POST', '/auth/link', { token: new URL(link).hash.slice(1) })
      expect((await open()).body).toMatchObject({ success: true, uid: target.uid })
      expect((await open()).body).toMatchObject({ success: false, code: 'LINK_EXPIRED' })
      const { entries } = (await boss.get<{ entries: AuditEntry[] }>('/api/audit')).body
      expect(entries.slice(0, 2).map(({ what, actor, subject }) => [what, actor, subject])).toEqual([
        ['link.used', target.uid, target.uid],
        ['link.made', boss.uid, target.uid],
      ])
      expect(JSON.stringify(entries)).not.toContain(new URL(link).hash.slice(1))
    })

    it('ends when the rights of either person change before it is used', async () => {
      const [boss, admin, target] = (await Promise.all([owner, manager, worker].map((one) => server.person(one)))) as [
        Device,
        Device,
        Device,
      ]
      const tokenOf = async (me: Device) => new URL((await linkOf(me, target.uid)).body.link).hash.slice(1)
      const use = async (token: string) =>
        (await server.nobody().ask<{ success: boolean; code?: string }>('POST', '/auth/link', { token })).body
      const expired = { success: false, code: 'LINK_EXPIRED' }

      const appointedSince = await tokenOf(boss)
      await appointed(worker, 'beta')
      await appointed(worker, 'beta', 'off')
      expect(await use(appointedSince)).toEqual(expired)

      const demotedSince = await tokenOf(admin)
      const role = (status: string) => boss.save(`billing/${account}`, { payload: { members: { [admin.uid]: { status } } } })
      expect((await role('Member')).status).toBe(200)
      expect(await use(demotedSince)).toEqual(expired)
      expect((await role('Administrator')).status).toBe(200)
      // Used up by the attempt: rights that come back do not bring it back.
      expect(await use(demotedSince)).toEqual(expired)

      const disabledSince = await tokenOf(admin)
      const all = await server.person(administrator)
      expect((await disable(all, admin.uid)).status).toBe(200)
      expect(await use(disabledSince)).toEqual(expired)
      expect((await disable(all, admin.uid, false)).status).toBe(200)

      const joinedSince = await tokenOf(boss)
      const own = `teams/${newId()}`
      expect((await target.save(own, { payload: { name: 'My own roof' } })).status).toBe(200)
      expect(await use(joinedSince)).toEqual(expired)
      expect((await target.save(own, { payload: { deleted: true } })).status).toBe(200)

      expect(await use(await tokenOf(boss))).toMatchObject({ success: true })
    })

    it('is never made for a person with a linked login or private records', async () => {
      const [boss, linked, member] = (await Promise.all([owner, worker, foreman].map((one) => server.person(one)))) as [
        Device,
        Device,
        Device,
      ]
      expect((await linkLogin(server, linked, { provider: 'construction', account: linked.uid })).body).toMatchObject({ success: true })
      expect((await linkOf(boss, linked.uid)).status).toBe(403)
      expect((await linked.ask('POST', '/api/logins:unlink', { provider: 'construction' })).status).toBe(200)
      expect((await linkOf(boss, linked.uid)).status).toBe(200)

      const bot = `automations/${newId()}`
      await member.save(bot, { payload: { class: 'hazards', title: 'Mine', form: 'new', open: false } })
      const { form = '' } = (await member.get<{ form?: string }>(`/api/bot/${bot.split('/')[1]}`)).body
      const kept = `forms/${form}/${newId()}`
      expect((await member.save(kept, { payload: { title: 'Ladder' } })).status).toBe(200)
      await server.running.idle()
      const gone = await member.save(bot, { payload: { deleted: true } })
      expect([gone.status, gone.text]).toEqual([200, expect.any(String)])
      expect((await linkOf(boss, member.uid)).status).toBe(403)
    })

    it('is never made for product administrators, disabled people and people of another company, nor without end', async () => {
      const [boss, target, other] = (await Promise.all([owner, worker, otherWorker].map((one) => server.person(one)))) as [
        Device,
        Device,
        Device,
      ]
      await appointed(worker, 'administrator')
      expect((await linkOf(boss, target.uid)).status).toBe(403)
      await appointed(worker, 'administrator', 'off')
      await appointed(worker, 'beta')
      expect((await linkOf(boss, target.uid)).status).toBe(403)
      await appointed(worker, 'beta', 'off')
      await disable(boss, target.uid)
      expect((await linkOf(boss, target.uid)).body.error.message).toBe('This account is disabled. Enable it first.')
      await disable(boss, target.uid, false)
      // By the test above, this worker has a project of their own.
      expect((await linkOf(boss, other.uid)).status).toBe(403)
      const answers: number[] = []
      for (let n = 0; n < 11; n++) answers.push((await linkOf(boss, target.uid)).status)
      expect([answers[0], answers.at(-1)]).toEqual([200, 429])
    })
  })

  describe('appointments', () => {
    const command = (...words: string[]) => runCommand(server.running.app, words, server.url)
    const appoint = (me: Device, uid: string, as: string, on = true) => me.ask<Refusal>('POST', `/api/people/${uid}:appoint`, { as, on })

    it('are made by a command and by product administrators; one administrator always remains', async () => {
      const [boss, member] = await Promise.all([server.person(manager), server.person(foreman)])
      expect((await appoint(boss, boss.uid, 'administrator')).status).toBe(403)
      expect((await boss.get('/api/people?appointed=true')).status).toBe(403)
      expect((await boss.get('/api/demo-bots')).status).toBe(403)
      expect(await command('appoint', manager, 'administrator')).toMatch(/ is now a product administrator\.$/)
      expect((await appoint(boss, member.uid, 'beta')).body).toEqual({ isAdmin: false, isBeta: true })
      expect((await member.get<{ isBeta: boolean }>('/api/me')).body.isBeta).toBe(true)
      const { people } = (await boss.get<People>('/api/people?appointed=true')).body
      expect(people.map(({ uid }) => uid)).toEqual(expect.arrayContaining([boss.uid, member.uid]))
      for (const { uid, isAdmin } of people) if (isAdmin && uid !== boss.uid) await appoint(boss, uid, 'administrator', false)
      const last = await appoint(boss, boss.uid, 'administrator', false)
      expect([last.status, last.body.error.message]).toEqual([409, 'This is the last product administrator. Appoint another one first.'])
      expect(await command('appoint', manager, 'administrator', 'off').catch((error: Error) => error.message)).toContain(
        'last product administrator',
      )
    })

    it('CO-491 show demo bots of others to product administrators, who delete them', async () => {
      const [boss, stranger] = await Promise.all([server.person(manager), server.person(outsider)])
      const [demo, real] = [newId(), newId()]
      for (const [id, isDemo] of [
        [demo, true],
        [real, false],
      ] as const) {
        const payload = { class: 'hazards', title: isDemo ? 'A try of others' : 'At work', form: 'new', demo: isDemo }
        expect((await stranger.save(`automations/${id}`, { payload })).status).toBe(200)
      }
      const shown = async () => {
        const { bots } = (await boss.get<{ bots: { id: string; title: string; ownerName: string }[] }>('/api/demo-bots')).body
        return bots.filter(({ id }) => id === demo || id === real)
      }
      expect(await shown()).toMatchObject([{ id: demo, title: 'A try of others', ownerName: expect.stringMatching(/\S/) }])
      const remove = (id: string) => boss.save<Refusal>(`automations/${id}`, { payload: { deleted: true } }, {}, 'PATCH')
      expect((await remove(real)).status).toBe(404)
      expect((await remove(demo)).status).toBe(200)
      expect(await shown()).toEqual([])
    })
  })

  it('each act is in the audit log of the company, and of no other', async () => {
    const [boss, member, stranger] = await Promise.all([owner, foreman, outsider].map((one) => server.person(one)))
    const target = (await server.person(worker)).uid
    await disable(boss as Device, target)
    await disable(boss as Device, target, false)
    const entries = async (who: Device | undefined) => (await who?.get<{ entries: AuditEntry[] }>('/api/audit'))?.body.entries ?? []
    const [back, gone] = await entries(boss)
    expect(back).toMatchObject({ what: 'person.enabled', actor: boss?.uid, subject: target, subjectName: 'Joao Pereira' })
    expect(gone?.what).toBe('person.disabled')
    expect(JSON.stringify(await entries(boss))).not.toContain(worker)
    for (const who of [member, stranger]) expect(await entries(who)).toEqual([])
  })
})
