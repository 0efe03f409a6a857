import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { maxFileSize } from '../../../contract/endpoints/uploads.ts'
import { type SealTo, sealContext, sealedName, sealOverhead, sealSizes, sealVersion } from '../../../contract/endpoints/sealing.ts'
import {
  type Answer,
  type Device,
  foreman,
  manager,
  metadata,
  newId,
  onEachServer,
  otherWorker,
  outsider,
  owner,
  sha256,
  tower,
  worker,
} from '../../../tests/harness/testServer.ts'
import { entityKinds } from '../records/entityKinds.ts'
import { makeGrant } from '../../domain/grants/grantsOf.ts'
import { limits } from '../../domain/limits/limits.ts'
import { tidyUp } from '../../domain/housekeeping/tidyUp.ts'
import { policies } from '../../domain/records/policies.ts'
import { readSealKeys } from '../../domain/sealing/sealKeys.ts'
import { endSession, startSession } from '../../domain/sign-in/sessionsOf.ts'
import { rows } from '../../storage/database.ts'

type Refusal = { error: { code: string; message: string; details?: unknown; current?: unknown; rev?: number } }
type Saved = { opId: string; path: string; rev: number }

/** An encrypted envelope as a shared device makes it, with Node's own crypto. */
function envelope(to: SealTo, of: { id: string; owner: string }, plain: string | Buffer): Buffer {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const theirs = Buffer.from(to.key, 'base64url')
  const mine = pair.getPublicKey()
  const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), Buffer.concat([mine, theirs]), sealContext(of.id, of.owner), 32))
  const nonce = randomBytes(sealSizes.nonce)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(sealContext(of.id, of.owner)))
  const mark = Buffer.from([0x4d, 0x53, sealVersion])
  return Buffer.concat([mark, Buffer.from(to.id, 'base64url'), mine, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Every endpoint that the contract declares. */
async function endpoints(): Promise<Endpoint[]> {
  const folder = join(import.meta.dirname, '../../../contract')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  )
  const modules = await Promise.all(files.map((name) => import(join(folder, name)) as Promise<Record<string, unknown>>))
  const all = modules.flatMap((module) => Object.values(module)) as Partial<Endpoint>[]
  return all.filter((one): one is Endpoint => typeof one?.whenOffline === 'string' && typeof one.path === 'string')
}

onEachServer((server) => {
  /** A device after its person has logged out: it has a grant and no session. */
  async function left(mobile: string, device = newId()) {
    const person = await server.person(mobile, device)
    const token = await makeGrant(server.running.app, { uid: person.uid, device })
    const nobody = server.nobody(device)
    const headers = { 'x-actor': person.uid, 'x-grant': token }
    const ask: Device['ask'] = (method, path, body, more = {}) => nobody.ask(method, path, body, { ...headers, ...more })
    return {
      person,
      device,
      token,
      headers,
      ask,
      save: <Body = Saved & Refusal>(
        path: string,
        body: unknown,
        more: Record<string, string> = {},
        method = 'POST',
      ): Promise<Answer<Body>> => nobody.save<Body>(path, body, { ...headers, ...more }, method),
    }
  }
  /** A person who signed in on a device and, unless they stay, logged out again. */
  async function signedInAndOut(mobile: string, { stays = false } = {}) {
    const device = newId()
    const { app } = server.running
    const { uid } = await server.person(mobile)
    const session = await startSession(app, uid)
    const token = await makeGrant(app, { uid, device, session })
    const nobody = server.nobody(device)
    if (!stays) await endSession(app, session)
    const headers = { 'x-actor': uid, 'x-grant': token }
    return {
      token,
      person: { get: (path: string) => nobody.get(path, { 'x-actor': uid, cookie: `muster_session=${session}` }) },
      leave: (more: object) => nobody.ask<{ ended: boolean }>('POST', '/auth/leave', { grant: token, ...more }, { 'x-actor': uid }),
      ask: <Body>(method: string, path: string, body?: unknown) => nobody.ask<Body>(method, path, body, headers),
      save: <Body = Saved & Refusal>(path: string, body: unknown, more: Record<string, string> = {}) =>
        nobody.save<Body>(path, body, { ...headers, ...more }),
    }
  }
  const onlySaves = 'This token can only send saves.'
  const saidNow = () => ({ ...payload, clientAt: new Date().toISOString() })
  const record = () => `forms/hazard-report/${newId()}`
  const payload = { payload: { description: 'Loose boards at gate 2' } }

  describe('grants', () => {
    it('come with signing in, for the device that signed in, and never as a cookie', async () => {
      const device = server.nobody()
      await device.ask('POST', '/auth/verify', { mobile: worker })
      const pin = await server.lastPin(worker)
      const answer = await device.ask<{ grant: string; uid: string; seal: SealTo }>('POST', '/auth/signup', { mobile: worker, pin })
      expect(answer.body.grant).toMatch(/^[\w-]{43}$/)
      expect(answer.headers.getSetCookie().join()).not.toContain(answer.body.grant)
      const stored = JSON.stringify(await server.running.storage.db.execute(sql`select * from grants where uid = ${answer.body.uid}`))
      expect(stored).toContain(device.device)
      expect(stored).not.toContain(answer.body.grant)
      expect(server.log.join()).not.toContain(answer.body.grant)
      const save = () => device.save<Refusal>(record(), saidNow(), { 'x-actor': answer.body.uid, 'x-grant': answer.body.grant })
      // While the person is signed in on the device, the grant is not accepted; it works after the log-out.
      const early = await save()
      expect([early.status, early.body.error.code]).toEqual([425, 'in_progress'])
      const [cookie = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')
      await device.ask('POST', '/auth/logout', undefined, { cookie })
      expect((await save()).status).toBe(200)
    })

    it('bring in so many files and bytes, and take nothing of the day of their person elsewhere', async () => {
      const gone = await left(worker)
      const { db } = server.running.storage
      const begin = (id: string, by = gone) =>
        by.ask<Refusal>('POST', '/api/uploads', undefined, {
          'tus-resumable': '1.0.0',
          'upload-length': String(maxFileSize),
          'upload-metadata': metadata({ id, sha256: 'a'.repeat(64), filename: 'a.jpg', type: 'image/jpeg' }),
        })
      const first = newId()
      expect((await begin(first)).status).toBe(201)
      for (const { name, most } of [limits.grantUploads, limits.grantKilobytes]) {
        const counter = `${name}:%`
        const before = await rows(db, z.object({ count: z.number() }), sql`select count from limits where key like ${counter}`)
        expect(before).toHaveLength(1)
        await db.execute(sql`update limits set count = ${most} where key like ${counter}`)
        // Housekeeping does not forget it while the grant works.
        await db.execute(sql`update limits set window_start = now() - interval '3 days' where key like 'grant-%'`)
        await tidyUp(server.running.app)
        const id = newId()
        const over = await begin(id)
        expect([over.status, over.body.error.code]).toEqual([403, 'FORBIDDEN'])
        expect(over.body.error.message).toContain('Sign in here to send the rest')
        expect((await gone.ask('HEAD', `/api/uploads/${id}`, undefined, { 'tus-resumable': '1.0.0' })).status).toBe(404)
        // What was begun goes on.
        expect((await begin(first)).status).toBe(201)
        await db.execute(sql`update limits set count = ${before[0]?.count ?? 0} where key like ${counter}`)
      }
      expect((await begin(newId())).status).toBe(201)
      await db.execute(sql`update limits set count = 2000000000 where key like 'grant-%'`)
      expect((await (await server.person(worker)).upload('a photo of today')).status).toBe(204)
      const another = await left(worker)
      expect((await begin(newId(), another)).status).toBe(201)
    })

    it('bring in what was made before the log-out and nothing made after it', async () => {
      const gone = await signedInAndOut(worker)
      const at = (minutes: number) => ({ ...payload, clientAt: new Date(Date.now() + minutes * 60_000).toISOString() })
      expect((await gone.save(record(), at(-90))).status).toBe(200)
      const late = await gone.save<Refusal>(record(), at(30))
      expect([late.status, late.body.error.code, late.body.error.message]).toEqual([
        403,
        'FORBIDDEN',
        'Isto foi feito depois que a pessoa saiu aqui. Ela precisa entrar para enviar.',
      ])
      // A slow clock does not help: the server adds the clock offset that the device reports.
      expect((await gone.save<Refusal>(record(), { ...at(-90), skewMs: 3 * 3_600_000 })).status).toBe(403)
      expect((await gone.save<Refusal>(record(), payload)).status).toBe(403)
    })

    it('deliver only the saves that the device named at the log-out, for every time in a save', async () => {
      const gone = await signedInAndOut(worker, { stays: true })
      const [one, two] = [newId(), newId()]
      expect((await gone.leave({ opIds: [one, two] })).body).toEqual({ ended: false })
      expect((await gone.person.get('/api/me')).status).toBe(401)
      expect((await gone.save(record(), saidNow(), { 'idempotency-key': one })).status).toBe(200)
      const forged = await gone.save<Refusal>(record(), { ...payload, clientAt: '2026-01-05T08:00:00.000Z' })
      expect([forged.status, forged.body.error.code]).toEqual([403, 'FORBIDDEN'])
      expect((await gone.ask('POST', `/api/outbox/${newId()}:cancel`, {})).status).toBe(403)
      // A later holder of the token can't add operations.
      const more = newId()
      await gone.leave({ opIds: [more] })
      expect((await gone.save<Refusal>(record(), saidNow(), { 'idempotency-key': more })).status).toBe(403)
      expect((await gone.save(record(), saidNow(), { 'idempotency-key': two })).status).toBe(200)
    })

    it('end when nothing waits on the device, at the log-out or when the last save has arrived', async () => {
      const empty = await signedInAndOut(worker, { stays: true })
      expect((await empty.leave({ opIds: [] })).body).toEqual({ ended: true })
      expect((await empty.save<Refusal>(record(), saidNow())).status).toBe(401)
      const last = await signedInAndOut(worker)
      expect((await last.save(record(), saidNow())).status).toBe(200)
      expect((await last.leave({ done: true })).body).toEqual({ ended: true })
      expect((await last.save<Refusal>(record(), saidNow())).status).toBe(401)
      // The same call again after a lost answer; an unknown token; another device.
      expect((await last.leave({ done: true })).body).toEqual({ ended: true })
      expect((await server.nobody().ask('POST', '/auth/leave', { grant: 'A'.repeat(43) })).status).toBe(401)
      expect((await server.nobody().ask('POST', '/auth/leave', { grant: last.token })).status).toBe(401)
    })

    it('take nothing of the administration in, also for an owner, and only at these addresses', async () => {
      const gone = await left(owner)
      const places = [...Object.keys(entityKinds), ...Object.keys(policies).filter((name) => name !== 'forms')]
      expect(places).toContain('teams')
      for (const place of places)
        for (const method of ['POST', 'PATCH']) {
          const refused = await gone.save<Refusal>(`${place}/${newId()}/${newId()}`, payload, {}, method)
          expect([place, method, refused.status, refused.body.error.message]).toEqual([place, method, 403, onlySaves])
        }
      const members = `teams/${tower}/members/${gone.person.uid}`
      expect((await gone.save<Refusal>(members, { payload: { role: 'Administrator' } }, {}, 'PATCH')).body.error.message).toBe(onlySaves)
      const open: string[] = []
      for (const { method, path } of await endpoints()) {
        if (path === '/auth/leave') continue
        const filled = path
          .replace(
            /\*$/,
            path.startsWith('/api/attach') ? `forms/hazard-report/${newId()}?attribute=photos` : `forms/hazard-report/${newId()}`,
          )
          .replaceAll(/(?<=\/):\w+/g, newId())
        const body = method === 'GET' ? undefined : {}
        const key = { 'idempotency-key': newId(), 'x-seq': '1', 'if-match': '"0"' }
        const { body: answer } = await gone.ask<Partial<Refusal> | undefined>(method, filled, body, key)
        if (answer?.error?.message !== onlySaves) open.push(`${method} ${path}`)
      }
      expect(open.toSorted()).toEqual([
        'GET /api/files/:id/receipt',
        'PATCH /api/data/*',
        'POST /api/attach/*',
        'POST /api/data/*',
        'POST /api/feed/*',
        'POST /api/outbox/:opId:cancel',
        'POST /api/talks/*',
      ])
    })

    it('bring a save and its file in as the person’s own after they have logged out', async () => {
      const gone = await left(worker)
      const path = record()
      const bytes = Buffer.from('a photo of the boards')
      const id = newId()
      const tus = { 'tus-resumable': '1.0.0' }
      const about = { 'upload-metadata': metadata({ id, sha256: sha256(bytes), filename: 'gate.jpg', type: 'image/jpeg' }) }
      expect((await gone.ask('POST', '/api/uploads', undefined, { ...tus, ...about, 'upload-length': String(bytes.length) })).status).toBe(
        201,
      )
      expect((await gone.ask('HEAD', `/api/uploads/${id}`, undefined, tus)).status).toBe(200)
      const chunk = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      expect((await gone.ask('PATCH', `/api/uploads/${id}`, bytes, chunk)).status).toBe(204)
      const receipt = await gone.ask<{ sha256: string }>('GET', `/api/files/${id}/receipt`)
      expect(receipt.body.sha256).toBe(sha256(bytes))
      const files = [{ id, sha256: sha256(bytes), size: bytes.length }]
      const saved = await gone.save(path, { payload: { ...payload.payload, photos: [{ id }] }, files })
      expect([saved.status, saved.body.path]).toEqual([200, path])
      const boss = await server.person(manager)
      const { body } = await boss.get<{ createdBy: string }>(`/api/data/${path}`)
      expect(body.createdBy).toBe(gone.person.uid)
      expect((await gone.ask('POST', `/api/outbox/${newId()}:cancel`, {})).status).toBe(200)
    })

    it('report to their holder that a save has arrived, and nothing of its content', async () => {
      const gone = await left(worker)
      const path = record()
      const key = { 'idempotency-key': newId() }
      const saved = await gone.save(path, payload, key)
      expect(Object.keys(saved.body).sort()).toEqual(['opId', 'path', 'rev'])
      const again = await gone.save(path, payload, { ...key, 'x-seq': '1' })
      expect([again.status, Object.keys(again.body).sort()]).toEqual([200, ['opId', 'path', 'rev']])
      // Another person changed the same field in the meantime: this device must not receive their value.
      const boss = await server.person(manager)
      await boss.save(path, { payload: { description: 'Fenced off' }, base: payload.payload }, { 'if-match': '"1"' })
      const mine = { payload: { description: 'Nailed down' }, base: payload.payload }
      const torn = await gone.save<Refusal>(path, mine, { 'if-match': '"1"' })
      expect([torn.status, torn.body.error.code]).toEqual([409, 'conflict'])
      expect(Object.keys(torn.body.error).sort()).toEqual(['code', 'message'])
      expect(torn.text).not.toContain('Fenced off')
    })

    it('read nothing, sign no one in, and change no account, for every session in the browser', async () => {
      const gone = await left(manager)
      const path = record()
      await gone.save(path, payload)
      const boss = await server.person(manager)
      const asks: [string, string, unknown?][] = [
        ['GET', '/api/me'],
        ['GET', `/api/data/${path}`],
        ['GET', '/api/records/forms/hazard-report'],
        ['GET', `/api/feed/${path}`],
        ['GET', '/api/forms/hazard-report.json'],
        ['GET', '/api/grants'],
        ['GET', '/api/grants/people'],
        ['GET', '/api/losses'],
        ['POST', '/api/grants:revoke', {}],
        ['POST', '/api/seals:open', { items: [] }],
        ['POST', '/api/outbox:reconcile', { opIds: [] }],
        ['POST', '/auth/verify', { mobile: worker }],
        ['DELETE', `/api/uploads/${newId()}`],
      ]
      for (const [method, address, body] of asks) {
        const alone = await gone.ask<Refusal>(method, address, body)
        expect([alone.status, address], `${method} ${address}`).toEqual([403, address])
        const beside = await gone.ask(method, address, body, { cookie: boss.cookie })
        expect([beside.status, address]).toEqual([403, address])
        expect(beside.headers.getSetCookie()).toEqual([])
      }
      // The token is not accepted as a session cookie or session token.
      expect((await server.nobody(gone.device).get('/api/me', { cookie: `muster_session=${gone.token}` })).status).toBe(401)
    })

    it('work for no other person and on no other device, and not beside the session of another person', async () => {
      const gone = await left(worker)
      const other = await server.person(otherWorker)
      const asOther = await gone.save<Refusal>(record(), payload, { 'x-actor': other.uid })
      expect([asOther.status, asOther.body.error.code]).toEqual([403, 'actor_mismatch'])
      const withCookie = await gone.save<Refusal>(record(), payload, { 'x-actor': other.uid, cookie: other.cookie })
      expect(withCookie.status).toBe(403)
      const elsewhere = await gone.save<Refusal>(record(), payload, { 'x-device': newId() })
      expect([elsewhere.status, elsewhere.body.error.code]).toEqual([401, 'NOT_AUTHORIZED'])
      const nobody = await gone.save<Refusal>(record(), payload, { 'x-actor': 'anonymous' })
      expect(nobody.status).toBe(403)
      // Next to another person's cookie, the grant still acts for its own person.
      const path = record()
      expect((await gone.save(path, payload, { cookie: other.cookie })).status).toBe(200)
      const { body } = await (await server.person(manager)).get<{ createdBy: string }>(`/api/data/${path}`)
      expect(body.createdBy).toBe(gone.person.uid)
      for (const token of ['', 'x', 'A'.repeat(43)])
        expect((await gone.save<Refusal>(record(), payload, { 'x-grant': token })).status, token).toBe(401)
    })

    it('give a person no more rights than they have', async () => {
      const gone = await left(outsider)
      expect((await gone.save<Refusal>(`forms/manpower/${newId()}`, payload)).status).toBe(403)
    })

    it('end when the person ends them, and only those that they name', async () => {
      const [one, two] = [await left(foreman), await left(foreman)]
      type Grants = { grants: { id: string; device: string; usedAt?: string }[] }
      await one.save(record(), payload)
      const { grants } = (await one.person.get<Grants>('/api/grants')).body
      const mine = grants.find(({ device }) => device === one.device)
      expect(mine?.usedAt).toBeDefined()
      expect(grants.find(({ device }) => device === two.device)).not.toHaveProperty('usedAt')
      expect(JSON.stringify(grants)).not.toContain(one.token)
      expect((await one.person.ask('POST', '/api/grants:revoke', { id: mine?.id })).body).toEqual({ revoked: 1 })
      expect((await one.save<Refusal>(record(), payload)).status).toBe(401)
      expect((await two.save(record(), payload)).status).toBe(200)
      expect((await one.person.ask('POST', '/api/grants:revoke', {})).body).toEqual({ revoked: 1 })
      expect((await two.save<Refusal>(record(), payload)).status).toBe(401)
      expect((await one.person.get<Grants>('/api/grants')).body.grants).toEqual([])
    })

    it('can be seen and ended only by people who manage a project of the person', async () => {
      const gone = await left(worker)
      const boss = await server.person(manager)
      const colleague = await server.person(otherWorker)
      const stranger = await server.person(outsider)
      for (const one of [colleague, stranger]) {
        expect((await one.get(`/api/grants?of=${gone.person.uid}`)).status).toBe(403)
        expect((await one.ask('POST', '/api/grants:revoke', { of: gone.person.uid })).status).toBe(403)
      }
      expect((await boss.get('/api/grants?of=nobody-known')).status).toBe(403)
      expect((await server.nobody().get('/api/grants')).status).toBe(401)
      // A manager finds the person by name; others find no one; no one finds themselves.
      type Holders = { people: { uid: string; name: string; count: number }[] }
      const holders = async (one: Device) => (await one.get<Holders>('/api/grants/people')).body.people
      const found = await holders(boss)
      expect(found.find(({ uid }) => uid === gone.person.uid)).toEqual({
        uid: gone.person.uid,
        name: expect.any(String),
        count: expect.any(Number),
      })
      expect(found.map(({ uid }) => uid)).not.toContain(boss.uid)
      expect(await holders(colleague)).toEqual([])
      expect((await holders(stranger)).map(({ uid }) => uid)).not.toContain(gone.person.uid)
      for (const path of ['/api/grants/people', '/api/losses']) expect((await server.nobody().get(path)).status).toBe(401)
      const seen = await boss.get<{ grants: { device: string }[] }>(`/api/grants?of=${gone.person.uid}`)
      expect(seen.body.grants.map(({ device }) => device)).toContain(gone.device)
      // A person can't revoke another person's grant under their own name.
      const [{ id }] = (await boss.get<{ grants: [{ id: string }] }>(`/api/grants?of=${gone.person.uid}`)).body.grants
      expect((await colleague.ask('POST', '/api/grants:revoke', { id })).body).toEqual({ revoked: 0 })
      expect((await boss.ask<{ revoked: number }>('POST', '/api/grants:revoke', { of: gone.person.uid })).body.revoked).toBeGreaterThan(0)
      expect((await gone.save<Refusal>(record(), payload)).status).toBe(401)
    })

    it('end 35 days after the log-out and are thrown away a month later; a save that arrived before can be asked for by its own key', async () => {
      const gone = await left(worker)
      const { db } = server.running.storage
      const [life] = (
        (await db.execute(
          sql`select extract(epoch from expires_at - now())::float8 / 86400 as days from grants where device = ${gone.device}`,
        )) as unknown as { rows: { days: number }[] }
      ).rows
      expect(Math.round(Number(life?.days))).toBe(35)
      await db.execute(sql`update grants set expires_at = now() where device = ${gone.device}`)
      expect((await gone.save<Refusal>(record(), payload)).status).toBe(401)
      await tidyUp(server.running.app)
      const count = async () =>
        ((await db.execute(sql`select 1 from grants where device = ${gone.device}`)) as unknown as { rows: unknown[] }).rows.length
      expect(await count()).toBe(1)
      await db.execute(sql`update grants set expires_at = now() - interval '31 days' where device = ${gone.device}`)
      await tidyUp(server.running.app)
      expect(await count()).toBe(0)
    })

    it('are few for one device, however often its person signs in there; the newest work', async () => {
      const device = newId()
      const first = await left(worker, device)
      const later = []
      for (let n = 0; n < 3; n++) later.push(await left(worker, device))
      expect((await first.save<Refusal>(record(), payload)).status).toBe(401)
      for (const one of later) expect((await one.save(record(), payload)).status).toBe(200)
    })
  })

  describe('sealed saves', () => {
    const sealTo = async () => (await server.nobody().get<SealTo>('/api/seal-key')).body
    const ownerOf = (uid: string) => (uid === 'anonymous' ? 'p:' : `u:${uid}`)
    const sealedSave = async (device: Device, plain: unknown, opId = newId(), owner = ownerOf(device.uid), to?: SealTo) => ({
      opId,
      body: { sealed: envelope(to ?? (await sealTo()), { id: opId, owner }, JSON.stringify(plain)).toString('base64url') },
    })

    it('are opened before they are compared: the same save sealed again, or plain, is the same save', async () => {
      const device = await server.person(worker)
      const path = record()
      const first = await sealedSave(device, payload)
      const key = { 'idempotency-key': first.opId, 'x-seq': '1' }
      const saved = await device.save<Saved>(path, first.body, key)
      expect([saved.status, saved.body.rev]).toEqual([200, 1])
      const again = await sealedSave(device, payload, first.opId)
      expect(again.body).not.toEqual(first.body)
      expect((await device.save(path, again.body, key)).headers.get('idempotency-replayed')).toBe('true')
      expect((await device.save(path, payload, key)).headers.get('idempotency-replayed')).toBe('true')
      const other = await sealedSave(device, { payload: { description: 'Else' } }, first.opId)
      expect((await device.save<Refusal>(path, other.body, key)).body.error.code).toBe('key_reused')
      const boss = await server.person(manager)
      expect((await boss.get<{ model: unknown }>(`/api/data/${path}`)).body.model).toMatchObject(payload.payload)
    })

    it('open for one operation and one person only, and only whole', async () => {
      const device = await server.person(worker)
      const other = await server.person(otherWorker)
      const { opId, body } = await sealedSave(device, payload)
      const refused = async (by: Device, what: unknown, key = opId) =>
        (await by.save<Refusal>(record(), what, { 'idempotency-key': key })).status
      expect(await refused(other, body)).toBe(422)
      expect(await refused(device, body, newId())).toBe(422)
      const bytes = Buffer.from(body.sealed, 'base64url')
      for (const at of [0, 2, 5, 40, 80, sealSizes.head + 3, bytes.length - 1]) {
        const spoilt = Buffer.from(bytes)
        spoilt[at] = (spoilt[at] ?? 0) ^ 1
        expect(await refused(device, { sealed: spoilt.toString('base64url') }), `byte ${at}`).toBe(422)
      }
      expect(await refused(device, { sealed: bytes.subarray(0, 60).toString('base64url') })).toBe(422)
      expect(await refused(device, { sealed: '' })).toBe(422)
      const noSave = await sealedSave(device, { nothing: true })
      expect(await refused(device, noSave.body, noSave.opId)).toBe(400)
      expect((await device.save(record(), body, { 'idempotency-key': opId })).status).toBe(200)
    })

    it('travel with a grant as they are, also saves without a signature', async () => {
      const gone = await left(worker)
      const opId = newId()
      const sealed = envelope(await sealTo(), { id: opId, owner: `u:${gone.person.uid}` }, JSON.stringify(payload)).toString('base64url')
      expect((await gone.save(record(), { sealed }, { 'idempotency-key': opId })).status).toBe(200)
      const visitor = server.nobody()
      const visit = await sealedSave(visitor, { payload: { name: 'Visitor' } })
      expect((await visitor.save(record(), visit.body, { 'idempotency-key': visit.opId })).status).toBe(200)
    })

    it('bring their files sealed; the server keeps what was inside, by its own name', async () => {
      const device = await server.person(worker)
      const to = await sealTo()
      const id = newId()
      const owner = `u:${device.uid}`
      const bytes = randomBytes(300_000)
      const sealed = envelope(to, { id, owner }, bytes)
      expect(sealed.length).toBe(bytes.length + sealOverhead)
      const about = envelope(to, { id: sealedName(id), owner }, JSON.stringify({ filename: 'Ana’s gate.jpg', type: 'image/jpeg' }))
      const tus = { 'tus-resumable': '1.0.0' }
      const create = () =>
        device.ask<Refusal>('POST', '/api/uploads', undefined, {
          ...tus,
          'upload-length': String(sealed.length),
          'upload-metadata': metadata({ id, sha256: sha256(bytes), sealed: String(bytes.length), about: about.toString('base64url') }),
        })
      const send = (part: Buffer, offset: number) =>
        device.ask('PATCH', `/api/uploads/${id}`, part, {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        })
      // An upload began unencrypted, before the device became a shared one: the encrypted one replaces it.
      await device.ask('POST', '/api/uploads', undefined, {
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': metadata({ id, sha256: sha256(bytes), filename: 'file', type: '' }),
      })
      await send(bytes.subarray(0, 1000), 0)
      expect((await create()).status).toBe(201)
      expect((await send(sealed.subarray(0, 200_000), 0)).status).toBe(204)
      await server.restart()
      const head = await device.ask('HEAD', `/api/uploads/${id}`, undefined, tus)
      expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual(['200000', String(sealed.length)])
      expect((await device.get(`/api/files/${id}/receipt`)).status).toBe(404)
      expect((await send(sealed.subarray(200_000), 200_000)).status).toBe(204)
      expect((await device.get(`/api/files/${id}/receipt`)).body).toEqual({ id, size: bytes.length, sha256: sha256(bytes) })
      expect((await create()).headers.get('upload-offset')).toBe(String(sealed.length))
      const files = [{ id, sha256: sha256(bytes), size: bytes.length }]
      const save = await sealedSave(device, { payload: { photos: [{ id }] }, files })
      expect((await device.save(record(), save.body, { 'idempotency-key': save.opId })).status).toBe(200)
      const folder = join(server.dataDir, 'files')
      const kept = readFileSync(join(folder, 'whole', id.slice(0, 2), id))
      expect(sha256(kept)).toBe(sha256(bytes))
      expect(() => statSync(join(folder, 'arriving', id))).toThrow()
    })

    it('with a file that does not open are deleted, to be sent again', async () => {
      const device = await server.person(worker)
      const id = newId()
      const bytes = randomBytes(2000)
      const sealed = envelope(await sealTo(), { id, owner: 'u:somebody-else' }, bytes)
      const tus = { 'tus-resumable': '1.0.0' }
      const made = await device.ask('POST', '/api/uploads', undefined, {
        ...tus,
        'upload-length': String(sealed.length),
        'upload-metadata': metadata({ id, sha256: sha256(bytes), sealed: String(bytes.length) }),
      })
      expect(made.status).toBe(201)
      const sent = await device.ask('PATCH', `/api/uploads/${id}`, sealed, {
        ...tus,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      })
      expect(sent.status).toBe(460)
      const wrong = await device.ask<Refusal>('POST', '/api/uploads', undefined, {
        ...tus,
        'upload-length': '5000',
        'upload-metadata': metadata({ id: newId(), sha256: sha256(bytes), sealed: '5000' }),
      })
      expect(wrong.status).toBe(400)
    })

    it('can be read again only by their person', async () => {
      const device = await server.person(worker)
      const other = await server.person(otherWorker)
      const { opId, body } = await sealedSave(device, payload)
      const bytes = Buffer.from(body.sealed, 'base64url')
      const items = [{ id: opId, head: bytes.subarray(0, sealSizes.head).toString('base64url') }]
      type Keys = { keys: { id: string; key: string }[] }
      const opens = async (by: Device) => {
        const { keys } = (await by.ask<Keys>('POST', '/api/seals:open', { items })).body
        const { createDecipheriv } = await import('node:crypto')
        const decipher = createDecipheriv('aes-256-gcm', Buffer.from(keys[0]?.key ?? '', 'base64url'), bytes.subarray(76, 88))
        decipher.setAAD(Buffer.from(sealContext(opId, `u:${device.uid}`)))
        decipher.setAuthTag(bytes.subarray(-16))
        return Buffer.concat([decipher.update(bytes.subarray(88, -16)), decipher.final()]).toString()
      }
      expect(JSON.parse(await opens(device))).toEqual(payload)
      await expect(opens(other)).rejects.toThrow()
      expect((await server.nobody().ask('POST', '/api/seals:open', { items })).status).toBe(401)
    })

    it('stay readable for the server after its key has changed', async () => {
      const before = await sealTo()
      await server.restart({ secret: 'a secret that several servers share, long enough' })
      const after = await sealTo()
      expect(after.id).not.toBe(before.id)
      const device = await server.person(worker)
      for (const to of [before, after]) {
        const save = await sealedSave(device, payload, newId(), `u:${device.uid}`, to)
        expect((await device.save(record(), save.body, { 'idempotency-key': save.opId })).status).toBe(200)
      }
      // The same secret gives the same key on every server, and only its user may read the file.
      const pepper = Buffer.from('a secret that several servers share, long enough')
      expect((await readSealKeys(server.dataDir, pepper, true)).current).toEqual(after)
      expect(statSync(join(server.dataDir, 'seal-keys')).mode & 0o777).toBe(0o600)
      await server.restart()
    })
  })
})
