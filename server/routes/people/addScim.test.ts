import { beforeAll, describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { readDirectory } from '../../../contract/endpoints/billing/readDirectory.ts'
import type { AuditEntry } from '../../../contract/endpoints/people/listPeople.ts'
import {
  account,
  type Device,
  manager,
  newId,
  onEachServer,
  otherWorker,
  owner,
  school,
  tower,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { runCommand } from '../../domain/people/runCommand.ts'

interface Scim {
  readonly schemas: string[]
  readonly id: string
  readonly userName?: string
  readonly active?: boolean
  readonly displayName?: string
  readonly title?: string
  readonly name?: Record<string, string>
  readonly emails?: { value: string; type?: string; primary?: boolean }[]
  readonly phoneNumbers?: { value: string; type?: string }[]
  readonly groups?: { value: string; display: string }[]
  readonly members?: { value: string }[]
  readonly meta: { location: string; version: string; resourceType: string }
  readonly totalResults: number
  readonly startIndex: number
  readonly itemsPerPage: number
  readonly Resources: Scim[]
  readonly detail?: string
  readonly scimType?: string
  readonly status?: string
}

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patch = (...Operations: unknown[]) => ({ schemas: [patchOp], Operations })

/** What a directory sends, with its token. */
const caller = (server: { nobody(): Device }, token: string) => {
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.nobody().ask<Scim>(method, `/scim/v2${path}`, body, {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    })
  const users = async (filter: string) => (await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body
  return { send, users }
}

let numbers = 0
/** A user as Entra ID makes one. */
const entraUser = (name: string, more: Record<string, unknown> = {}) => ({
  schemas: [userSchema, enterprise],
  externalId: `${name}-0a21f0f2`,
  userName: `${name}@harbor.example`,
  active: true,
  displayName: `${name} Smith`,
  emails: [{ primary: true, type: 'work', value: `${name}@harbor.example` }],
  phoneNumbers: [{ type: 'mobile', value: `+1 202-555-${String(3000 + (numbers += 1))}` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} Smith`, familyName: 'Smith', givenName: name },
  roles: [],
  ...more,
})
const numberOf = ({ phoneNumbers }: ReturnType<typeof entraUser>) => (phoneNumbers[0]?.value ?? '').replace(/[ -]/g, '')

onEachServer((server) => {
  let boss: Device
  let directory: ReturnType<typeof caller>
  const stateOf = async () => (await boss.get<AnswerOf<typeof readDirectory>>(`/api/directory/${account}`)).body
  beforeAll(async () => {
    boss = await server.person(owner)
    const { body } = await boss.ask<{ token: string }>('POST', `/api/directory/${account}/token`, {})
    directory = caller(server, body.token)
  })
  const make = async (user: ReturnType<typeof entraUser>) => (await directory.send('POST', '/Users', user)).body
  const record = () => `forms/manpower/${newId()}`
  const saved = (clientAt?: string) => ({ payload: { a: 1 }, feed: false, ...(clientAt !== undefined && { clientAt }) })

  /** A group of these people that gives a role in the tower. */
  async function tiedGroup(name: string, members: string[], role = 'Worker') {
    const { body } = await directory.send('POST', '/Groups', { displayName: name, members: members.map((value) => ({ value })) })
    const tied = await boss.ask('POST', `/api/directory/${account}/group/${body.id}`, { team: tower, role })
    expect(tied.status).toBe(200)
    return body.id
  }

  async function signIn(mobile: string) {
    const device = newId()
    const nobody = server.nobody(device)
    await nobody.ask('POST', '/auth/verify', { mobile })
    const answer = await nobody.ask<{ uid: string; grant: string }>('POST', '/auth/signup', { mobile, pin: await server.lastPin(mobile) })
    const { uid, grant } = answer.body
    const own = { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', 'x-actor': uid }
    return {
      uid,
      get: (path: string) => nobody.get<{ error: { code: string } }>(path, own),
      ask: (method: string, path: string, body: unknown) => nobody.ask(method, path, body, own),
      save: (path: string, body: unknown, headers = {}) => nobody.save<{ rev: number }>(path, body, { ...own, ...headers }),
      saveByGrant: (path: string, body: unknown, headers = {}) =>
        nobody.save<{ rev: number }>(path, body, { 'x-actor': uid, 'x-grant': grant, ...headers }),
    }
  }

  describe('the token', () => {
    it('the owner makes and replaces the token, and sees who calls; managers see the state, others nothing', async () => {
      const admin = await server.person(manager)
      const crew = await server.person(worker)
      expect((await admin.ask('POST', `/api/directory/${account}/token`, {})).status).toBe(403)
      expect((await crew.get(`/api/directory/${account}`)).status).toBe(404)
      const first = await boss.ask<{ token: string }>('POST', `/api/directory/${account}/token`, {})
      const second = await boss.ask<{ token: string }>('POST', `/api/directory/${account}/token`, {})
      expect(second.body.token).toMatch(/^muster_scim_[\w-]{43}$/)
      directory = caller(server, second.body.token)
      const refused = await caller(server, first.body.token).send('GET', '/Users')
      expect(refused.status).toBe(401)
      expect(refused.headers.get('content-type')).toContain('application/scim+json')
      expect(refused.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
      expect((await stateOf()).calledAt).toBeUndefined()
      expect((await directory.send('GET', '/Users?startIndex=1&count=2')).status).toBe(200)
      const state = await stateOf()
      expect(state).toMatchObject({ mayChange: true, people: 0, token: {} })
      expect(Date.parse(state.calledAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
      expect((await admin.get<typeof state>(`/api/directory/${account}`)).body.mayChange).toBe(false)
      expect(JSON.stringify(state)).not.toContain(second.body.token)
      expect(server.log.join('\n')).not.toContain(second.body.token)
    })

    it('a cookie, a wrong scheme and an empty header open nothing', async () => {
      for (const headers of [{ authorization: 'Basic abc' }, { authorization: 'Bearer ' }, { cookie: boss.cookie }]) {
        const answer = await server.nobody().ask<Scim>('GET', '/scim/v2/Users', undefined, headers as Record<string, string>)
        expect(answer.status).toBe(401)
      }
    })
  })

  describe('users', () => {
    it('a directory makes a person, finds them, and they sign in with their number', async () => {
      const asked = entraUser('amelie')
      expect((await directory.users('userName eq "amelie@harbor.example"')).totalResults).toBe(0)
      const made = await directory.send('POST', '/Users', asked)
      expect(made.status).toBe(201)
      expect(made.headers.get('location')).toBe(made.body.meta.location)
      expect(made.body).toMatchObject({
        userName: 'amelie@harbor.example',
        active: true,
        externalId: 'amelie-0a21f0f2',
        displayName: 'amelie Smith',
      })
      for (const filter of [
        'userName eq "AMELIE@harbor.example"',
        'externalId eq "amelie-0a21f0f2"',
        'emails.value eq "amelie@harbor.example"',
        'emails[type eq "work"].value eq "amelie@harbor.example"',
        `id eq "${made.body.id}" and active eq true`,
        'userName sw "amelie" and not (active eq false)',
      ])
        expect(
          (await directory.users(filter)).Resources.map(({ id }) => id),
          filter,
        ).toEqual([made.body.id])
      expect((await directory.users('userName eq "amelie@harbor.example" and active eq false')).totalResults).toBe(0)
      const again = await directory.send('POST', '/Users', asked)
      expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
      expect((await signIn(numberOf(asked))).uid).toBe(made.body.id)
    })

    it('a list is paged, and shows the attributes that were asked for', async () => {
      await make(entraUser('page1'))
      await make(entraUser('page2'))
      const all = (await directory.send('GET', '/Users')).body
      const second = (await directory.send('GET', '/Users?startIndex=2&count=1&attributes=userName')).body
      expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 })
      expect(Object.keys(second.Resources[0] ?? {}).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName'])
      expect(second.Resources[0]?.id).toBe(all.Resources[1]?.id)
      const without = await directory.send('GET', `/Users/${second.Resources[0]?.id}?excludedAttributes=emails,name`)
      expect(without.body.emails).toBeUndefined()
      expect(without.body.phoneNumbers).toHaveLength(1)
    })

    it('changes arrive as Entra ID and Okta send them', async () => {
      const { id } = await make(entraUser('petra'))
      const change = async (...operations: unknown[]) => (await directory.send('PATCH', `/Users/${id}`, patch(...operations))).body
      expect((await change({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'petra2@harbor.example' })).emails).toEqual([
        { primary: true, type: 'work', value: 'petra2@harbor.example' },
      ])
      const bulk = await change(
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 202 555 0000' },
        { op: 'Replace', path: 'name.familyName', value: 'Miller' },
        { op: 'Add', value: { displayName: 'Petra Miller', [`${enterprise}:department`]: 'Site', 'name.givenName': 'Petra' } },
        { op: 'Replace', path: `${enterprise}:employeeNumber`, value: '4711' },
        { op: 'Add', path: 'addresses[type eq "work"].country', value: 'US' },
      )
      expect(bulk).toMatchObject({
        displayName: 'Petra Miller',
        name: { familyName: 'Miller', givenName: 'Petra' },
        [enterprise]: { department: 'Site', employeeNumber: '4711' },
      })
      expect(bulk.phoneNumbers?.map(({ type }) => type)).toEqual(['mobile', 'work'])
      expect((await change({ op: 'Replace', path: 'active', value: 'False' })).active).toBe(false)
      expect((await change({ op: 'replace', value: { active: true } })).active).toBe(true)
      expect((await change({ op: 'remove', path: 'phoneNumbers[type eq "work"]' })).phoneNumbers).toHaveLength(1)
      expect((await change({ op: 'remove', path: 'nickName' })).id).toBe(id)
      const put = entraUser('petra', { title: 'Foreman', phoneNumbers: bulk.phoneNumbers?.slice(0, 1) })
      const replaced = (await directory.send('PUT', `/Users/${id}`, put)).body
      expect([replaced.title, replaced.name?.['familyName']]).toEqual(['Foreman', 'Smith'])
    })

    it('a PATCH with one wrong operation changes nothing', async () => {
      const { id } = await make(entraUser('quinn'))
      for (const [operation, scimType] of [
        [{ op: 'replace', path: 'nonsense', value: 'x' }, 'invalidPath'],
        [{ op: 'replace', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
        [{ op: 'replace', path: 'emails[value co "zzz"].type', value: 'x' }, 'noTarget'],
        [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
        [{ op: 'remove' }, 'noTarget'],
        [{ op: 'move', path: 'title' }, 'invalidSyntax'],
        [{ op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '12' }, 'invalidValue'],
        [{ op: 'remove', path: 'userName' }, 'invalidValue'],
      ] as const) {
        const answer = await directory.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'title', value: 'Boss' }, operation))
        expect([answer.status, answer.body.scimType], JSON.stringify(operation)).toEqual([400, scimType])
      }
      expect((await directory.send('GET', `/Users/${id}`)).body.title).toBeUndefined()
    })

    it('a version that is out of date is refused, and a filter that is not known too', async () => {
      const { id, meta } = await make(entraUser('vera'))
      const change = (version: string) =>
        directory.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'title', value: version }), { 'if-match': version })
      expect((await change('W/"999"')).status).toBe(412)
      const changed = await change(meta.version)
      expect(changed.status).toBe(200)
      expect(changed.headers.get('etag')).toBe(changed.body.meta.version)
      expect((await change(meta.version)).status).toBe(412)
      for (const filter of [
        'userName eq',
        'nonsense eq "x"',
        'userName eq "x" and',
        '(((((((((((userName pr)))))))))))',
        `userName eq "${'x'.repeat(3000)}"`,
      ]) {
        const answer = await directory.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
        expect([answer.status, answer.body.scimType], filter.slice(0, 40)).toEqual([400, 'invalidFilter'])
      }
    })

    it('a new number signs in, but not where the login has more than the account gives', async () => {
      const next = ['+12025553901', '+12025553902'] as const
      const users = [entraUser('nils'), entraUser('nora')] as const
      const ids = [(await make(users[0])).id, (await make(users[1])).id]
      await runCommand(server.running.app, ['appoint', numberOf(users[1]), 'beta'], server.url)
      for (const [n, id] of ids.entries())
        await directory.send(
          'PATCH',
          `/Users/${id}`,
          patch({ op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: next[n] }),
        )
      expect((await signIn(next[0])).uid).toBe(ids[0])
      expect((await signIn(numberOf(users[1]))).uid).toBe(ids[1])
    })

    it('a number that never signed in is free while its user is not active', async () => {
      const [away, back] = [entraUser('otto', { active: false }), entraUser('paul')]
      const closed = await make(away)
      const mobile = numberOf(away)
      const nobody = server.nobody()
      await nobody.ask('POST', '/auth/verify', { mobile })
      const details = { name: 'Otto Own', company: 'Own', email: 'otto@own.example' }
      const signedUp = await nobody.ask<{ uid?: string }>('POST', '/auth/signup', { mobile, pin: await server.lastPin(mobile), ...details })
      expect(signedUp.body.uid).toEqual(expect.any(String))
      expect(signedUp.body.uid).not.toBe(closed.id)
      const { id } = await make(back)
      for (const active of [false, true])
        await directory.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: active }))
      expect((await signIn(numberOf(back))).uid).toBe(id)
    })

    it('a person who is there already joins with their number, and keeps their own name and number', async () => {
      const crew = await server.person(otherWorker)
      const before = (await boss.get<{ people: { uid: string; name: string }[] }>('/api/people')).body.people.find(
        ({ uid }) => uid === crew.uid,
      )
      const made = await make(entraUser('joined', { phoneNumbers: [{ type: 'mobile', value: otherWorker }] }))
      expect(made.id).toBe(crew.uid)
      await directory.send('PATCH', `/Users/${made.id}`, patch({ op: 'replace', path: 'displayName', value: 'Taken Over' }))
      const after = (await boss.get<{ people: { uid: string; name: string }[] }>('/api/people')).body.people.find(
        ({ uid }) => uid === crew.uid,
      )
      expect(after?.name).toBe(before?.name)
      expect((await directory.send('GET', `/Users/${made.id}`)).body.displayName).toBe('Taken Over')
      expect((await directory.send('DELETE', `/Users/${made.id}`)).status).toBe(204)
      expect((await directory.send('GET', `/Users/${made.id}`)).status).toBe(404)
    })
  })

  describe('groups', () => {
    it('a group gives nothing until the owner ties it to a project; then its people have the role, and lose it with the group', async () => {
      const user = entraUser('greta')
      const { id } = await make(user)
      const { body: group } = await directory.send('POST', '/Groups', { displayName: 'Tower crew' })
      await directory.send('PATCH', `/Groups/${group.id}`, patch({ op: 'Add', path: 'members', value: [{ value: id }] }))
      const phone = await signIn(numberOf(user))
      expect((await phone.get('/api/forms/manpower.json')).status).toBe(403)
      expect(
        (await (await server.person(manager)).ask('POST', `/api/directory/${account}/group/${group.id}`, { team: tower, role: 'Worker' }))
          .status,
      ).toBe(403)
      expect((await boss.ask('POST', `/api/directory/${account}/group/${group.id}`, { team: newId(), role: 'Worker' })).status).toBe(404)
      await boss.ask('POST', `/api/directory/${account}/group/${group.id}`, { team: tower, role: 'Worker' })
      expect((await phone.get('/api/forms/manpower.json')).status).toBe(200)
      const { entries } = (await boss.get<{ entries: AuditEntry[] }>('/api/audit')).body
      expect(entries.find(({ what, subject }) => what === 'member.added' && subject === id)?.actor).toBe(boss.uid)
      expect((await directory.send('GET', `/Users/${id}`)).body.groups?.map(({ display }) => display)).toEqual(['Tower crew'])
      expect((await stateOf()).groups.find((one) => one.id === group.id)).toMatchObject({ people: 1, team: tower, role: 'Worker' })
      // As Okta removes a member.
      await directory.send('PATCH', `/Groups/${group.id}`, patch({ op: 'remove', path: `members[value eq "${id}"]` }))
      expect((await phone.get('/api/forms/manpower.json')).status).toBe(403)
      // As Okta brings a whole group, and as Entra ID removes a member.
      await directory.send(
        'PATCH',
        `/Groups/${group.id}`,
        patch({ op: 'replace', value: { id: group.id, displayName: 'Crew', members: [{ value: id }] } }),
      )
      expect((await phone.get('/api/forms/manpower.json')).status).toBe(200)
      await directory.send('PATCH', `/Groups/${group.id}`, patch({ op: 'Remove', path: 'members', value: [{ value: id }] }))
      expect((await phone.get('/api/forms/manpower.json')).status).toBe(403)
      expect((await directory.send('GET', `/Groups?filter=${encodeURIComponent('displayName eq "crew"')}`)).body.totalResults).toBe(1)
      expect((await directory.send('DELETE', `/Groups/${group.id}`)).status).toBe(204)
    })

    it('a person with a new name has another place among the members of their projects', async () => {
      const { id: zora } = await make(entraUser('zora'))
      const { id: yara } = await make(entraUser('yara'))
      await tiedGroup('Names', [zora, yara], 'Member')
      const order = async () => {
        const { body } = await boss.get<{ members: { key: string }[] }>(`/api/teams/${tower}?include=team.members&membersLimit=200`)
        return body.members.map(({ key }) => key).filter((key) => key === zora || key === yara)
      }
      expect(await order()).toEqual([yara, zora])
      await directory.send('PATCH', `/Users/${zora}`, patch({ op: 'replace', path: 'displayName', value: 'Anna Smith' }))
      expect(await order()).toEqual([zora, yara])
    })

    it('two groups of a project give the higher role, and the lower one stays when a person leaves the other', async () => {
      const { id } = await make(entraUser('hanna'))
      const low = await tiedGroup('Low', [id])
      const high = await tiedGroup('High', [id], 'Member')
      const roleOf = async () => {
        const { body } = await boss.get<{ members: { key: string; status: string }[] }>(`/api/teams/${tower}?include=team.members`)
        return body.members.find(({ key }) => key === id)?.status
      }
      expect(await roleOf()).toBe('Member')
      await directory.send('PATCH', `/Groups/${high}`, patch({ op: 'remove', path: `members[value eq "${id}"]` }))
      expect(await roleOf()).toBe('Worker')
      await directory.send('DELETE', `/Groups/${low}`)
      expect(await roleOf()).toBe('Deleted')
    })

    it('a group takes only people of its directory', async () => {
      const stranger = await server.person(worker)
      const answer = await directory.send('POST', '/Groups', { displayName: 'Strangers', members: [{ value: stranger.uid }] })
      expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue'])
      expect((await directory.send('GET', `/Groups?filter=${encodeURIComponent('displayName eq "Strangers"')}`)).body.totalResults).toBe(0)
    })
  })

  describe('removal', () => {
    it('who is made inactive is signed out at once, and a save that waited arrives once', async () => {
      const user = entraUser('ines')
      const { id } = await make(user)
      await tiedGroup('Ines', [id])
      const phone = await signIn(numberOf(user))
      const path = record()
      const key = { 'idempotency-key': newId() }
      const waiting = saved(new Date().toISOString())
      const off = await directory.send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))
      expect(off.body.active).toBe(false)
      const refused = await phone.get('/api/me')
      expect([refused.status, refused.body.error.code]).toEqual([401, 'ACCOUNT_DISABLED'])
      const first = await phone.saveByGrant(path, waiting, key)
      expect([first.status, first.body.rev]).toEqual([200, 1])
      expect((await phone.saveByGrant(path, waiting, key)).body).toEqual(first.body)
      const later = new Date(Date.now() + 3_600_000).toISOString()
      expect((await phone.saveByGrant(record(), saved(later))).status).toBe(403)
      const { entries } = (await boss.get<{ entries: AuditEntry[] }>('/api/audit')).body
      expect(entries.find(({ what }) => what === 'person.disabled')).toMatchObject({
        subjectName: 'ines Smith',
        actor: `directory:${account}`,
      })
      await directory.send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'True' }))
      const back = await signIn(numberOf(user))
      expect((await back.get('/api/forms/manpower.json')).status).toBe(200)
    })

    it('who leaves a group or the directory keeps what waited on the phone: made before, it arrives; made after, it does not', async () => {
      const user = entraUser('jonas')
      const { id } = await make(user)
      const group = await tiedGroup('Jonas', [id])
      const phone = await signIn(numberOf(user))
      const before = new Date().toISOString()
      await directory.send('PATCH', `/Groups/${group}`, patch({ op: 'remove', path: `members[value eq "${id}"]` }))
      expect((await phone.save(record(), saved())).status).toBe(403)
      expect((await phone.save(record(), saved(new Date().toISOString()))).status).toBe(403)
      const path = record()
      const key = { 'idempotency-key': newId() }
      expect((await phone.save(path, saved(before), key)).body.rev).toBe(1)
      expect((await phone.save(path, saved(before), key)).body.rev).toBe(1)
      // It gives no right to read.
      expect((await phone.get('/api/records/forms/manpower')).status).toBe(403)
      expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204)
      expect((await phone.get('/api/me')).status).toBe(401)
      expect((await phone.saveByGrant(record(), saved(before))).body.rev).toBe(1)
    })

    it('a person removed by hand keeps what waited, too, and stays out of the project when their title changes', async () => {
      const user = entraUser('karl')
      const { id } = await make(user)
      await tiedGroup('Karl', [id])
      const phone = await signIn(numberOf(user))
      const before = new Date().toISOString()
      const removed = await boss.save(`teams/${tower}`, { payload: { members: { [id]: null } } }, { 'if-match': '"999"' }, 'PATCH')
      expect(removed.status).toBe(200)
      expect((await phone.save(record(), saved())).status).toBe(403)
      expect((await phone.save(record(), saved(before))).status).toBe(200)
      await directory.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'title', value: 'Foreman' }))
      expect((await phone.get('/api/forms/manpower.json')).status).toBe(403)
    })

    it('a directory does not take the account from its owner', async () => {
      const made = await make(entraUser('olivia', { phoneNumbers: [{ type: 'mobile', value: owner }] }))
      expect(made.id).toBe(boss.uid)
      const off = await directory.send('PATCH', `/Users/${made.id}`, patch({ op: 'replace', value: { active: false } }))
      expect(off.status).toBe(403)
      expect((await boss.get('/api/me')).status).toBe(200)
    })
  })

  describe('the directory of another company', () => {
    /** A company with a directory of its own. */
    async function company(name: string, mobile: string) {
      const signup = server.nobody()
      await signup.ask('POST', '/auth/verify', { mobile })
      await signup.ask('POST', '/auth/signup', {
        mobile,
        pin: await server.lastPin(mobile),
        name: `Ruth ${name}`,
        company: name,
        email: `ruth@${name.toLowerCase()}.example`,
      })
      const head = await server.person(mobile)
      const billing = newId()
      expect((await head.save(`billing/${billing}`, { payload: { name, plan: 'free' } })).status).toBe(200)
      const { body } = await head.ask<{ token: string }>('POST', `/api/directory/${billing}/token`, {})
      return { head, billing, directory: caller(server, body.token) }
    }

    const textsTo = async (mobile: string) =>
      (await server.nobody().get<{ texts: { to: string; text: string }[] }>('/api/demo/texts')).body.texts
        .filter(({ to }) => to === mobile)
        .flatMap(({ text }) => /\/invite\/([\w-]+)/.exec(text)?.[1] ?? [])

    it('invites a person who joined: before they accept, it learns no name, gives no role, and takes nothing from their company', async () => {
      const { head, billing, directory: guest } = await company('Guest', '+12025550187')
      const project = newId()
      const payload = { name: 'Guest Tower', owner: head.uid, billingAccount: billing }
      expect((await head.save(`teams/${project}`, { payload })).status).toBe(200)
      const user = entraUser('mona')
      const { id } = await make(user)
      await tiedGroup('Mona', [id])
      const own = { ...user, userName: 'm@guest.example', displayName: 'M. Guest', emails: [], name: {} }
      expect((await guest.send('POST', '/Users', own)).body.id).toBe(id)
      const { body: group } = await guest.send('POST', '/Groups', { displayName: 'Guests', members: [{ value: id }] })
      expect((await head.ask('POST', `/api/directory/${billing}/group/${group.id}`, { team: project, role: 'Member' })).status).toBe(200)
      const members = async () => {
        const { body } = await head.get<{ members: { key: string; name: string; status: string }[] }>(
          `/api/teams/${project}?include=team.members`,
        )
        return body.members.map(({ name, status }) => `${name} ${status}`)
      }
      expect(await members()).toEqual(['Ruth Guest Owner', 'M. Guest Invited'])
      for (const path of ['/api/audit', '/api/people']) expect((await head.get(path)).text).not.toContain('mona')
      // The Owner is a product administrator of the demo, who may disable everybody.
      const appoint = (...words: string[]) => runCommand(server.running.app, ['appoint', ...words], server.url)
      await appoint(manager, 'administrator')
      await appoint(owner, 'administrator', 'off')
      const seen = await boss.get<{ people: { because?: string }[] }>('/api/people?search=mona')
      await appoint(owner, 'administrator')
      await appoint(manager, 'administrator', 'off')
      expect(seen.body.people.map(({ because }) => because)).toEqual([undefined])
      await expect.poll(async () => (await textsTo(numberOf(user))).length, { timeout: 15_000 }).toBe(1)
      const [token] = await textsTo(numberOf(user))

      const phone = await signIn(numberOf(user))
      const accept = () => phone.ask('POST', '/api/invites/accept', { token })
      await guest.send('PATCH', `/Groups/${group.id}`, patch({ op: 'remove', path: `members[value eq "${id}"]` }))
      expect(await members()).toEqual(['Ruth Guest Owner'])
      expect((await accept()).status).toBe(410)
      await guest.send('PATCH', `/Groups/${group.id}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }))
      expect(await members()).toEqual(['Ruth Guest Owner', 'M. Guest Invited'])
      expect((await accept()).status).toBe(200)
      expect(await members()).toEqual(['Ruth Guest Owner', 'mona Smith Member'])
      expect(await textsTo(numberOf(user))).toHaveLength(1)
      await guest.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
      expect(await members()).toEqual(['Ruth Guest Owner', 'mona Smith Deleted'])
      expect((await phone.get('/api/forms/manpower.json')).status).toBe(200)
    })

    it('sees and changes nothing here, and a person of two companies loses only what their company gave', async () => {
      const { head: rivalBoss, directory: rival } = await company('Rival', '+12025550188')
      const user = entraUser('lena')
      const { id } = await make(user)
      const group = await tiedGroup('Lena', [id])
      for (const [method, path, content] of [
        ['GET', `/Users/${id}`],
        ['PUT', `/Users/${id}`, user],
        ['PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })],
        ['DELETE', `/Users/${id}`],
        ['GET', `/Groups/${group}`],
        ['PATCH', `/Groups/${group}`, patch({ op: 'remove', path: 'members' })],
        ['DELETE', `/Groups/${group}`],
      ] as const)
        expect((await rival.send(method, path, content)).status, `${method} ${path}`).toBe(404)
      expect((await rival.send('GET', '/Users')).body.totalResults).toBe(0)
      expect((await rivalBoss.get(`/api/directory/${account}`)).status).toBe(404)
      expect((await rivalBoss.ask('POST', `/api/directory/${account}/group/${group}`, {})).status).toBe(404)

      // The same person in both companies.
      const joined = (await rival.send('POST', '/Users', { ...user, userName: 'lena@rival.example', displayName: 'Not Lena' })).body
      expect(joined.id).toBe(id)
      const phone = await signIn(numberOf(user))
      expect((await rival.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))).body.active).toBe(false)
      expect((await phone.get('/api/forms/manpower.json')).status).toBe(200)
      const me = await phone.get('/api/me')
      expect(JSON.stringify(me.body)).toContain('lena Smith')
      // The rival made no sign-in link either: the person never agreed to its account.
      expect((await rivalBoss.ask('POST', `/api/people/${id}:disable`, { disabled: true })).status).toBe(404)
    })
  })
})

describe('a large directory', () => {
  const server = useServer()
  it('adds many members with one PATCH, and refuses a list that is too long', async () => {
    const boss = await server.person(owner)
    const { body } = await boss.ask<{ token: string }>('POST', `/api/directory/${account}/token`, {})
    const directory = caller(server, body.token)
    const people = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        directory.send('POST', '/Users', { schemas: [userSchema], userName: `crowd${n}@harbor.example`, displayName: `Crowd ${n}` }),
      ),
    )
    const ids = people.map(({ body: one }) => one.id)
    const { body: group } = await directory.send('POST', '/Groups', { displayName: 'Crowd' })
    await boss.ask('POST', `/api/directory/${account}/group/${group.id}`, { team: school, role: 'Worker' })
    const added = await directory.send(
      'PATCH',
      `/Groups/${group.id}`,
      patch({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) }),
    )
    expect(added.status).toBe(204)
    expect((await directory.send('GET', `/Groups/${group.id}`)).body.members).toHaveLength(60)
    expect((await directory.send('GET', `/Groups/${group.id}?excludedAttributes=members`)).body.members).toBeUndefined()
    const tooMany = Array.from({ length: 10_001 }, (_, n) => ({ value: `u${n}` }))
    expect(
      (await directory.send('PATCH', `/Groups/${group.id}`, patch({ op: 'add', path: 'members', value: tooMany }))).body.scimType,
    ).toBe('tooMany')
  })

  it('says what it supports, and refuses the rest in the form of SCIM', async () => {
    const boss = await server.person(owner)
    const { body } = await boss.ask<{ token: string }>('POST', `/api/directory/${account}/token`, {})
    const directory = caller(server, body.token)
    expect((await directory.send('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: true },
      filter: { supported: true, maxResults: 200 },
    })
    expect((await directory.send('GET', '/ResourceTypes')).body.Resources.map(({ id }) => id)).toEqual(['User', 'Group'])
    expect((await directory.send('GET', `/Schemas/${userSchema}`)).body.id).toBe(userSchema)
    for (const [method, path, status] of [
      ['POST', '/Bulk', 501],
      ['GET', '/Me', 501],
      ['GET', '/Nothing', 404],
      ['DELETE', '/Users', 405],
    ] as const) {
      const answer = await directory.send(method, path, method === 'POST' ? {} : undefined)
      expect([answer.status, answer.body.status], path).toEqual([status, String(status)])
    }
    const gone = await directory.send('DELETE', `/Users/${newId()}`, undefined, {
      'content-type': 'application/scim+json',
    })
    expect([gone.status, gone.body.status]).toEqual([404, '404'])
    const wrong = await directory.send('POST', '/Users', '{ not json')
    expect([wrong.status, wrong.body.scimType]).toEqual([400, 'invalidSyntax'])
    expect((await directory.send('POST', '/Users', { userName: 'x', note: 'y'.repeat(5_000_000) })).status).toBe(413)
  })
})
