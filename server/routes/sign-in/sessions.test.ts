import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Session } from '../../../contract/endpoints/sessions.ts'
import { foreman, manager, newId, onEachServer, owner, useServer, worker } from '../../../tests/harness/testServer.ts'
import { coarseAgent, coarseNetwork } from '../../domain/sign-in/coarseAgent.ts'
import { startSession } from '../../domain/sign-in/sessionsOf.ts'
import { rows } from '../../storage/database.ts'

type Refusal = { error: { code: string } }

const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

const cookiesOf = (headers: Headers) => headers.getSetCookie().map((one) => one.split(';')[0] ?? '')

onEachServer((server) => {
  /** Signs in with a PIN, as a browser does. */
  async function signIn(mobile: string, { agent = phone, address = '203.0.113.77', device = newId() } = {}) {
    const nobody = server.nobody(device)
    const from = { 'user-agent': agent, 'x-forwarded-for': address }
    await nobody.ask('POST', '/auth/verify', { mobile }, from)
    const pin = await server.lastPin(mobile)
    const answer = await nobody.ask<{ uid: string; grant: string }>('POST', '/auth/signup', { mobile, pin }, from)
    const cookie = cookiesOf(answer.headers).find((one) => one.includes('muster_session=')) ?? ''
    const headers = { 'x-actor': answer.body.uid, cookie }
    return {
      ...answer.body,
      device,
      cookie,
      get: <Body>(path: string) => nobody.get<Body>(path, headers),
      ask: <Body>(method: string, path: string, body?: unknown) => nobody.ask<Body>(method, path, body, headers),
      list: async () => (await nobody.get<{ sessions: Session[] }>('/api/sessions', headers)).body.sessions,
      byGrant: () =>
        nobody.save(
          `forms/hazard-report/${newId()}`,
          { payload: { description: 'x' }, clientAt: new Date().toISOString() },
          { 'x-actor': answer.body.uid, 'x-grant': answer.body.grant },
        ),
    }
  }

  describe('where people are signed in', () => {
    it('is shown only to them with device, network and last use, this session first', async () => {
      const first = await signIn(worker)
      const here = await signIn(worker, {
        agent: phone.replace('Linux; Android 14; Pixel 8', 'Windows NT 10.0; Win64; x64'),
        address: '2001:db8:12:34::9',
      })
      const found = await here.list()
      expect(found[0]).toMatchObject({ here: true, browser: 'Chrome', system: 'Windows', network: '2001:db8:12::x', device: here.device })
      expect(found.find(({ device }) => device === first.device)).toMatchObject({
        here: false,
        browser: 'Chrome',
        system: 'Android',
        network: '203.0.113.x',
      })
      expect(JSON.stringify(found)).not.toContain('203.0.113.77')
      expect(JSON.stringify(found)).not.toContain(here.cookie.split('=')[1])
      expect((await (await signIn(foreman)).list()).map(({ device }) => device)).not.toContain(here.device)
      expect((await server.nobody().get('/api/sessions')).status).toBe(401)
    })

    it('can be signed out one by one; no one ends a session of another person', async () => {
      const lost = await signIn(worker)
      const here = await signIn(worker)
      const stranger = await signIn(foreman)
      const id = (await here.list()).find(({ device }) => device === lost.device)?.id
      expect((await stranger.ask('POST', '/api/sessions:end', { id })).body).toEqual({ ended: 0 })
      expect((await lost.get('/api/me')).status).toBe(200)
      expect((await here.ask('POST', '/api/sessions:end', { id })).body).toEqual({ ended: 1 })
      expect((await lost.get<Refusal>('/api/me')).body.error.code).toBe('NOT_AUTHORIZED')
      // The lost device can't upload anything more, either.
      expect((await lost.byGrant()).status).toBe(401)
      expect((await here.get('/api/me')).status).toBe(200)
    })

    it('ends everywhere at once: sessions, grants, views as another person', async () => {
      const away = await signIn(owner)
      const here = await signIn(owner)
      const { db } = server.running.storage
      await away.ask('POST', '/auth/leave', { grant: away.grant, opIds: [newId()] })
      const { uid } = await server.person(worker)
      await here.get(`/api/impersonate?uid=${uid}`)
      expect((await here.ask<{ ended: number }>('POST', '/api/sessions:end', {})).body.ended).toBeGreaterThan(0)
      for (const one of [away, here]) expect((await one.get('/api/me')).status).toBe(401)
      const left = await rows(
        db,
        sql`select 1 from sessions where uid = ${here.uid} union all select 1 from grants where uid = ${here.uid} and revoked_at is null
            union all select 1 from impersonations where admin = ${here.uid} and ended_at is null`,
      )
      expect(left).toEqual([])
      expect((await away.byGrant()).status).toBe(401)
    })

    it('a sign-in on the same device takes the place of the one before', async () => {
      const before = await signIn(manager)
      const after = await signIn(manager, { device: before.device })
      expect((await before.get('/api/me')).status).toBe(401)
      expect((await after.list()).filter(({ device }) => device === before.device)).toHaveLength(1)
    })

    it('a session ends 90 days after its last use, and 180 days after the sign-in however much it is used', async () => {
      const { db } = server.running.storage
      const one = await signIn(worker)
      const days = async () => {
        const [row] = await rows(
          db,
          z.object({ left: z.number() }),
          sql`select extract(epoch from expires_at - now())::float8 / 86400 as left from sessions where uid = ${one.uid} and device = ${one.device}`,
        )
        return Math.round(row?.left ?? -1)
      }
      const used = async (ago: number) => {
        await db.execute(
          sql`update sessions set created_at = now() - make_interval(days => ${ago}), last_seen = now() - interval '2 days',
                expires_at = now() + interval '10 days' where uid = ${one.uid} and device = ${one.device}`,
        )
        return (await one.get('/api/me')).status
      }
      expect(await days()).toBe(90)
      expect([await used(20), await days()]).toEqual([200, 90])
      expect([await used(150), await days()]).toEqual([200, 30])
      expect([await used(175), await days()]).toEqual([200, 10])
      await db.execute(
        sql`update sessions set expires_at = least(expires_at, created_at + interval '180 days') where device = ${one.device}`,
      )
      expect(await days()).toBe(5)
      expect([(await one.get('/api/me')).status, await days()]).toEqual([200, 5])
    })
  })
})

describe('the browser’s description of itself is shown in coarse words', () => {
  it.each([
    [phone, 'Chrome/Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari/iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'Edge/Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox/Linux'],
    ['curl/8', '/'],
    [undefined, '/'],
  ])('%s', (header, told) => expect(coarseAgent(header)).toBe(told))

  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['::ffff:203.0.113.77', '203.0.113.x'],
    ['2001:db8:12:34::9', '2001:db8:12::x'],
    ['::1', '::1'],
    ['nonsense', ''],
  ])('%s', (address, told) => expect(coarseNetwork(address)).toBe(told))
})

describe('cookies where every connection is encrypted', () => {
  const server = useServer({
    http: { appFolder: process.cwd(), trustProxy: true, framedBy: "'self'", secureCookie: 'always' },
  })
  const https = { 'x-forwarded-proto': 'https' }
  const me = (cookie: string) => server.nobody().get<Refusal>('/api/me', { ...https, cookie, 'x-actor': '' })

  it('carry the prefix with which no other host of the site can plant them', async () => {
    const device = server.nobody()
    await device.ask('POST', '/auth/verify', { mobile: worker }, https)
    const answer = await device.ask('POST', '/auth/signup', { mobile: worker, pin: await server.lastPin(worker) }, https)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-muster_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect((await me(cookie.split(';')[0] ?? '')).status).toBe(200)
    // The same value under the plain name, which another host of the site could set, opens no session.
    expect((await me((cookie.split(';')[0] ?? '').replace('__Host-', ''))).status).toBe(401)
  })

  it('of browsers that signed in before are read and replaced once, so that no one is signed out', async () => {
    const { uid } = await server.person(worker)
    const token = await startSession(server.running.app, uid)
    const first = await me(`muster_session=${token}`)
    expect(first.status).toBe(200)
    const set = first.headers.getSetCookie()
    expect(set.some((one) => one.startsWith(`__Host-muster_session=${token};`))).toBe(true)
    expect(set.some((one) => one.startsWith('muster_session=;'))).toBe(true)
    const next = await me(`__Host-muster_session=${token}`)
    expect([next.status, next.headers.getSetCookie()]).toEqual([200, []])
    expect((await me(`muster_session=${token}`)).status).toBe(401)
  })
})
