import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { Passkey } from '../../../contract/endpoints/passkeys.ts'
import { authenticator } from '../../../tests/harness/authenticator.ts'
import { account, foreman, manager, newId, onEachServer, outsider, owner, worker } from '../../../tests/harness/testServer.ts'
import { tidyUp } from '../../domain/housekeeping/tidyUp.ts'
import { resetPasskeysByNumber } from '../../domain/sign-in/passkeysOf.ts'
import { rows } from '../../storage/database.ts'

type Refusal = { error: { code: string; message: string } }
type Options = { options: Record<string, unknown> }
type SignedIn = { success: boolean; uid: string; code?: string; passkey?: 'add' | 'use'; grant?: string }

onEachServer((server) => {
  /** A browser that keeps its session cookie. */
  function browser() {
    const device = newId()
    const nobody = server.nobody(device)
    let cookie = ''
    let actor = 'anonymous'
    const ask = async <Body>(method: string, path: string, body?: unknown) => {
      const answer = await nobody.ask<Body>(method, path, body, { 'x-actor': actor, cookie })
      for (const set of answer.headers.getSetCookie()) if (set.startsWith('muster_session=')) cookie = set.split(';')[0] ?? ''
      return answer
    }
    const take = ({ body }: { body: SignedIn }) => {
      if (body.success && body.passkey === undefined) actor = body.uid
      return body
    }
    return {
      ask,
      leave: (grant: string, opIds: string[]) => server.nobody(device).ask('POST', '/auth/leave', { grant, opIds }),
      /** What the device sends for a person who has logged out. */
      saveByGrant: (uid: string, grant: string, opId: string) =>
        server
          .nobody(device)
          .save<Refusal>(`forms/hazard-report/${newId()}`, { payload: {} }, { 'x-actor': uid, 'x-grant': grant, 'idempotency-key': opId })
          .then(({ status, body }) => (status === 200 ? 'saved' : body.error.code)),
      async byPin(mobile: string) {
        await ask('POST', '/auth/verify', { mobile })
        return take(await ask<SignedIn>('POST', '/auth/signup', { mobile, pin: await server.lastPin(mobile) }))
      },
      async byPasskey(
        key: ReturnType<typeof authenticator>,
        wanted: { counter?: number; verified?: boolean; origin?: string; rpId?: string } = {},
      ) {
        const { options } = (await ask<Options>('POST', '/auth/passkey/options', {})).body
        const credential = key.show(options, { origin: server.url, counter: 2, ...wanted })
        return { ...take(await ask<SignedIn>('POST', '/auth/passkey', { credential })), credential }
      },
      async add(key = authenticator(), name = 'Laptop') {
        const { options } = (await ask<Options>('POST', '/api/passkeys:begin', {})).body
        const credential = key.create(options, { origin: server.url })
        const answer = await ask<{ id: string; grant?: string } & Refusal>('POST', '/api/passkeys:add', { name, credential })
        return { key, answer, credential }
      },
      act(uid: string) {
        actor = uid
      },
      me: async () => (await ask<Refusal>('GET', '/api/me')).status,
      list: async () => (await ask<{ passkeys: Passkey[]; mayAdd: boolean; required: boolean }>('GET', '/api/passkeys')).body,
      rule: (required: boolean) => ask<{ required: boolean } & Refusal>('POST', `/api/passkey-rule/${account}`, { required }),
    }
  }

  afterEach(async () => {
    const { db } = server.running.storage
    await db.execute(sql`update billing_accounts set require_passkey = false`)
    await db.execute(sql`delete from passkeys`)
    await db.execute(sql`delete from limits`)
  })

  describe('passkeys', () => {
    it('are added by who manages something, sign them in without a PIN, and can be removed', async () => {
      const boss = browser()
      await boss.byPin(manager)
      const { key, answer } = await boss.add(authenticator(), '  Site laptop ')
      expect([answer.status, answer.body.id]).toEqual([200, key.id])
      expect(await boss.list()).toEqual({
        passkeys: [{ id: key.id, name: 'Site laptop', createdAt: expect.any(String) }],
        mayAdd: true,
        required: false,
      })
      const next = browser()
      expect(await next.byPasskey(key)).toMatchObject({ success: true })
      expect(await next.me()).toBe(200)
      expect((await next.list()).passkeys[0]?.usedAt).toBeDefined()
      expect((await next.ask('POST', '/api/passkeys:remove', { id: key.id })).body).toEqual({ removed: true })
      expect(await browser().byPasskey(key, { counter: 3 })).toMatchObject({ success: false, code: 'PASSKEY_FAILED' })
    })

    it('are not for workers, and no one sees or removes those of others', async () => {
      const crew = browser()
      await crew.byPin(worker)
      expect((await crew.list()).mayAdd).toBe(false)
      expect((await crew.ask<Refusal>('POST', '/api/passkeys:begin', {})).status).toBe(403)
      const boss = browser()
      await boss.byPin(manager)
      const { key } = await boss.add()
      const other = browser()
      await other.byPin(foreman)
      expect((await other.list()).passkeys).toEqual([])
      expect((await other.ask('POST', '/api/passkeys:remove', { id: key.id })).body).toEqual({ removed: false })
      expect((await browser().ask('GET', '/api/passkeys')).status).toBe(401)
    })

    it('are taken once, for five minutes, on this address, and only with finger, face or PIN of the device', async () => {
      const boss = browser()
      await boss.byPin(manager)
      const { key } = await boss.add()
      const tablet = browser()
      const first = await tablet.byPasskey(key)
      expect(first.success).toBe(true)
      const again = await tablet.ask<SignedIn>('POST', '/auth/passkey', { credential: first.credential })
      expect(again.body).toEqual({ success: false, code: 'PASSKEY_FAILED' })
      for (const wrong of [
        { counter: 3, origin: 'https://evil.example' },
        { counter: 3, rpId: 'evil.example' },
        { counter: 3, verified: false },
        // A cloned key: its counter is behind.
        { counter: 1 },
      ])
        expect(await browser().byPasskey(key, wrong), JSON.stringify(wrong)).toMatchObject({ success: false, code: 'PASSKEY_FAILED' })
      const late = browser()
      const { options } = (await late.ask<Options>('POST', '/auth/passkey/options', {})).body
      await server.running.storage.db.execute(sql`update passkey_challenges set expires_at = now() - interval '1 second'`)
      const credential = key.show(options, { origin: server.url, counter: 4 })
      expect((await late.ask<SignedIn>('POST', '/auth/passkey', { credential })).body.success).toBe(false)
      await tidyUp(server.running.app)
      expect(await rows(server.running.storage.db, sql`select 1 from passkey_challenges`)).toEqual([])
      // A challenge for one person can't add a passkey to another.
      const stranger = browser()
      await stranger.byPin(foreman)
      const mine = (await boss.ask<Options>('POST', '/api/passkeys:begin', {})).body.options
      const made = authenticator().create(mine, { origin: server.url })
      expect((await stranger.ask<Refusal>('POST', '/api/passkeys:add', { name: 'x', credential: made })).body.error.code).toBe(
        'PASSKEY_FAILED',
      )
    })

    it('of which the server keeps the public half, and no challenge in clear', async () => {
      const boss = browser()
      await boss.byPin(manager)
      const { options } = (await boss.ask<Options>('POST', '/api/passkeys:begin', {})).body
      const stored = JSON.stringify(await rows(server.running.storage.db, sql`select * from passkey_challenges`))
      expect(stored).not.toContain(String(options['challenge']))
      for (const credential of [{}, { id: 'x' }, { id: 7, rawId: 'x', type: 'public-key', clientExtensionResults: {}, response: {} }])
        expect((await boss.ask('POST', '/auth/passkey', { credential })).status).toBe(400)
    })

    it('no administrator adds one while viewing the product as another person', async () => {
      const admin = browser()
      await admin.byPin(owner)
      const { uid } = await server.person(manager)
      const looked = await server.person(owner)
      const token = (await looked.get(`/api/impersonate?uid=${uid}`)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const refused = await looked.ask<Refusal>('POST', '/api/passkeys:begin', {}, { 'x-actor': uid, cookie: `${looked.cookie}; ${token}` })
      expect([refused.status, refused.body.error.code]).toEqual([403, 'actor_mismatch'])
    })
  })

  describe('a company that asks for passkeys', () => {
    it('only an Owner who has just signed in with a passkey can turn it on', async () => {
      const boss = browser()
      await boss.byPin(owner)
      const refused = await boss.rule(true)
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        'Sign in with a passkey of yours first, so that you know that it works.',
      ])
      const admin = browser()
      await admin.byPin(manager)
      await admin.add()
      expect((await admin.rule(true)).status).toBe(403)
      const crew = browser()
      await crew.byPin(worker)
      expect((await crew.ask('GET', `/api/passkey-rule/${account}`)).status).toBe(403)
      await boss.add()
      expect((await boss.rule(true)).body).toEqual({ required: true })
      expect((await boss.rule(false)).body).toEqual({ required: false })
    })

    it('leads who has none to add one after their PIN, and lets them do nothing else until then', async () => {
      const boss = browser()
      await boss.byPin(owner)
      await boss.add()
      const before = browser()
      await before.byPin(manager)
      expect(await before.me()).toBe(200)
      await boss.rule(true)
      // An earlier session ends; workers and foremen continue as before.
      expect((await before.ask<Refusal>('GET', '/api/me')).body.error.code).toBe('PASSKEY_REQUIRED')
      const crew = browser()
      await crew.byPin(worker)
      expect(await crew.me()).toBe(200)
      const admin = browser()
      const answer = await admin.byPin(manager)
      expect(answer).toMatchObject({ success: true, passkey: 'add' })
      admin.act(answer.uid)
      for (const [method, path] of [
        ['GET', '/api/me'],
        ['GET', '/api/sessions'],
        ['GET', '/api/passkeys'],
        ['GET', '/api/changes'],
        ['GET', '/api/device/qr.png'],
        ['POST', `/api/data/forms/hazard-report/${newId()}`],
        ['POST', '/api/uploads'],
        ['POST', '/api/passkeys:remove'],
      ] as const)
        expect((await admin.ask<Refusal>(method, path, method === 'GET' || path === '/api/uploads' ? undefined : {})).status, path).toBe(
          401,
        )
      const { answer: added } = await admin.add()
      expect(added.status).toBe(200)
      expect(await admin.me()).toBe(200)
      expect((await admin.list()).required).toBe(true)
    })

    it('asks who has a passkey for it: a PIN alone neither opens anything nor adds another passkey', async () => {
      const boss = browser()
      await boss.byPin(owner)
      const { key } = await boss.add()
      await boss.rule(true)
      const thief = browser()
      const answer = await thief.byPin(owner)
      expect(answer).toMatchObject({ success: true, passkey: 'use' })
      thief.act(answer.uid)
      expect(await thief.me()).toBe(401)
      const begun = await thief.ask<Refusal>('POST', '/api/passkeys:begin', {})
      expect([begun.status, begun.body.error.code]).toEqual([401, 'PASSKEY_REQUIRED'])
      const own = browser()
      expect(await own.byPasskey(key)).toMatchObject({ success: true })
      expect(await own.me()).toBe(200)
      const last = await own.ask<Refusal>('POST', '/api/passkeys:remove', { id: key.id })
      expect([last.status, last.body.error.message]).toEqual([
        409,
        'Your company asks for a passkey, and this is your last one. Add another one first.',
      ])
    })

    it('takes in nothing by a PIN alone after the log-out, and what waited once a passkey was added or used', async () => {
      const boss = browser()
      await boss.byPin(owner)
      const { key } = await boss.add()
      await boss.rule(true)
      const thief = browser()
      const byPin = await thief.byPin(owner)
      expect([byPin.passkey, byPin.grant]).toEqual(['use', undefined])
      const own = browser()
      const byKey = await own.byPasskey(key)
      const admin = browser()
      const first = await admin.byPin(manager)
      expect([first.passkey, first.grant]).toEqual(['add', undefined])
      const { answer: added } = await admin.add()
      for (const [device, uid, grant] of [
        [own, byKey.uid, byKey.grant],
        [admin, first.uid, added.body.grant],
      ] as const) {
        const opId = newId()
        expect((await device.leave(String(grant), [opId])).body).toEqual({ ended: false })
        expect(await device.saveByGrant(uid, String(grant), opId)).toBe('saved')
      }
      // Their session ended with the log-out.
      admin.act(first.uid)
      expect(await admin.me()).toBe(401)
    })

    it('ends what a device may still bring in for those who signed in by PIN before, also after their log-out', async () => {
      const [before, crew, boss] = [browser(), browser(), browser()]
      const admin = await before.byPin(manager)
      const member = await crew.byPin(worker)
      await boss.byPin(owner)
      await boss.add()
      const [one, two] = [newId(), newId()]
      await before.leave(String(admin.grant), [one, two])
      await crew.leave(String(member.grant), [two])
      expect(await before.saveByGrant(admin.uid, String(admin.grant), one)).toBe('saved')
      await boss.rule(true)
      expect(await before.saveByGrant(admin.uid, String(admin.grant), two)).toBe('NOT_AUTHORIZED')
      expect(await crew.saveByGrant(member.uid, String(member.grant), two)).toBe('saved')
    })

    it('takes in what waits for a person who added their passkey before the company asked for it', async () => {
      const boss = browser()
      const { uid, grant } = await boss.byPin(owner)
      const { answer } = await boss.add()
      expect(answer.body.grant).toBeUndefined()
      await boss.rule(true)
      const opId = newId()
      await boss.leave(String(grant), [opId])
      expect(await boss.saveByGrant(uid, String(grant), opId)).toBe('saved')
    })

    it('helps who has lost theirs: another Owner or Administrator resets them, and a command helps the last Owner', async () => {
      const boss = browser()
      await boss.byPin(owner)
      await boss.add()
      await boss.rule(true)
      const admin = browser()
      await admin.byPin(manager)
      const { key } = await admin.add()
      const { uid } = await server.person(manager)
      const people = (await boss.ask<{ people: { uid: string; passkeys: number }[] }>('GET', `/api/passkey-rule/${account}`)).body.people
      expect(people.find((one) => one.uid === uid)?.passkeys).toBe(1)
      const reset = (by: ReturnType<typeof browser>, of: string) =>
        by.ask<Refusal>('POST', `/api/passkey-rule/${account}/reset`, { uid: of })
      const crew = browser()
      await crew.byPin(worker)
      expect((await reset(crew, uid)).status).toBe(403)
      expect((await reset(boss, (await server.person(worker)).uid)).status).toBe(404)
      expect((await reset(boss, (await server.person(owner)).uid)).status).toBe(400)
      expect((await reset(boss, uid)).body).toEqual({ removed: 1 })
      expect(await browser().byPasskey(key)).toMatchObject({ success: false })
      expect(await browser().byPin(manager)).toMatchObject({ passkey: 'add' })
      expect(await resetPasskeysByNumber(server.running.app, owner)).toContain('1 passkeys of Grace Okafor were removed')
      expect(await resetPasskeysByNumber(server.running.app, '+12025559999')).toContain('Nobody has the number')
      expect(await browser().byPin(owner)).toMatchObject({ passkey: 'add' })
    })

    it('are reset only by a person who manages all companies of their owner; the refusal says who else can do it', async () => {
      const { db } = server.running.storage
      const [stranger, victim] = [browser(), browser()]
      const { uid: evil } = await stranger.byPin(outsider)
      const { uid } = await victim.byPin(manager)
      await victim.add()
      const [company, lure, free] = [newId(), newId(), newId()]
      const reset = (by = stranger, billing = company, of = uid) =>
        by.ask<Refusal>('POST', `/api/passkey-rule/${billing}/reset`, { uid: of })
      try {
        await db.execute(sql`insert into billing_accounts (id, name) values (${company}, 'Evil Inc')`)
        await db.execute(sql`insert into billing_members (billing, uid, role) values (${company}, ${evil}, 'Owner')`)
        await db.execute(sql`insert into teams (id, name, billing) values (${lure}, 'Lure', ${company}), (${free}, 'Free', null)`)
        await db.execute(sql`insert into members (team, uid, role) values (${lure}, ${uid}, 'Administrator')`)
        const refused = await reset()
        expect([refused.status, refused.body.error.message]).toEqual([
          403,
          'This person also manages another company or project. The people who run this server can reset their passkeys.',
        ])
        expect([await victim.me(), (await victim.list()).passkeys.length]).toEqual([200, 1])
        // The stranger has become an Administrator there: then both companies are theirs to manage.
        await db.execute(sql`insert into billing_members (billing, uid, role) values (${account}, ${evil}, 'Administrator')`)
        // A project that no company pays for, and the right to run the product.
        await db.execute(sql`insert into members (team, uid, role) values (${free}, ${uid}, 'Owner')`)
        expect((await reset()).status).toBe(403)
        await db.execute(sql`delete from members where team = ${free}`)
        await db.execute(sql`update people set is_admin = true where uid = ${uid}`)
        expect((await reset()).status).toBe(403)
        await db.execute(sql`update people set is_admin = false where uid = ${uid}`)
        expect((await reset()).body).toEqual({ removed: 1 })
      } finally {
        await db.execute(sql`update people set is_admin = false where uid = ${uid}`)
        await db.execute(sql`delete from members where team in (${lure}, ${free})`)
        await db.execute(sql`delete from teams where id in (${lure}, ${free})`)
        await db.execute(sql`delete from billing_members where uid = ${evil} or billing = ${company}`)
        await db.execute(sql`delete from billing_accounts where id = ${company}`)
      }
    })

    it('leaves the passkeys of an Owner to another Owner', async () => {
      const { db } = server.running.storage
      const { uid } = await server.person(foreman)
      const [boss, admin] = [browser(), browser()]
      await boss.byPin(owner)
      await admin.byPin(manager)
      const reset = (by: ReturnType<typeof browser>) => by.ask<Refusal>('POST', `/api/passkey-rule/${account}/reset`, { uid })
      try {
        await db.execute(sql`insert into billing_members (billing, uid, role) values (${account}, ${uid}, 'Owner')`)
        const refused = await reset(admin)
        expect([refused.status, refused.body.error.message]).toEqual([
          403,
          'Only an Owner of the billing account can reset the passkeys of an Owner.',
        ])
        expect((await reset(boss)).status).toBe(200)
      } finally {
        await db.execute(sql`delete from billing_members where billing = ${account} and uid = ${uid}`)
      }
    })
  })
})
