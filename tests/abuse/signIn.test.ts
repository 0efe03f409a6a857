import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newId, onEachServer, otherWorker, owner, worker } from '../harness/testServer.ts'
import { cookiesOf } from './harness/site.ts'

interface Answered {
  readonly success: boolean
  readonly code?: string
  readonly uid?: string
  readonly exists?: boolean
}

onEachServer((server) => {
  let last = 0
  /** A number without an account here. */
  const stranger = () => `+1202555${String(7000 + (last += 1))}`
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    server.nobody().ask<Answered>('POST', path, body, headers)
  const noLimits = () => server.running.storage.db.execute(sql`delete from limits`)
  const pinOf = async (mobile: string) => {
    await post('/auth/verify', { mobile })
    return server.lastPin(mobile)
  }
  const wrong = (pin: string, n = 1) => String((Number(pin) + n) % 1e6).padStart(6, '0')

  describe('PINs', () => {
    it('work once, and a new one ends the one before', async () => {
      await noLimits()
      const first = await pinOf(worker)
      expect((await post('/auth/signup', { mobile: worker, pin: first })).body.success).toBe(true)
      expect((await post('/auth/signup', { mobile: worker, pin: first })).body.success).toBe(false)
      const [old, fresh] = [await pinOf(worker), await pinOf(worker)]
      if (old !== fresh) expect((await post('/auth/signup', { mobile: worker, pin: old })).body.success).toBe(false)
    })

    it('are guessed at most five times, also when all guesses come at once', async () => {
      await noLimits()
      const mobile = stranger()
      const pin = await pinOf(mobile)
      const guesses = Array.from({ length: 12 }, (_, n) => post('/auth/signup', { mobile, pin: wrong(pin, n + 1) }))
      const bad = (await Promise.all(guesses)).filter(({ body }) => body.code === 'BAD_PIN')
      expect(bad.length).toBeLessThanOrEqual(5)
    })

    it('five requests of a stranger do not keep the holder of a number from getting one', async () => {
      await noLimits()
      const mobile = stranger()
      for (let n = 0; n < 5; n += 1) await post('/auth/verify', { mobile }, from('10.6.6.6'))
      expect((await post('/auth/verify', { mobile }, from('10.5.5.5'))).status).toBe(200)
    })

    it('five wrong guesses of a stranger do not lock out the device that asked for the PIN', async () => {
      await noLimits()
      const holder = server.nobody()
      const asked = await holder.ask<Answered>('POST', '/auth/verify', { mobile: otherWorker }, from('10.5.5.5'))
      const cookie = cookiesOf(asked.headers)
      const pin = await server.lastPin(otherWorker)
      for (let n = 1; n <= 5; n += 1) await post('/auth/signup', { mobile: otherWorker, pin: wrong(pin, n) }, from('10.6.6.6'))
      const right = await holder.ask<Answered>(
        'POST',
        '/auth/signup',
        { mobile: otherWorker, pin },
        { ...from('10.5.5.5'), ...(cookie && { cookie }) },
      )
      expect(right.body.success).toBe(true)
    })

    it('reveal to no one whether a number is known', async () => {
      await noLimits()
      const details = { email: 'a@example.com', name: 'x', company: 'y' }
      for (const more of [{}, details]) {
        const [known, unknown] = [
          await post('/auth/verify', { mobile: worker, ...more }),
          await post('/auth/verify', { mobile: stranger(), ...more }),
        ]
        expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
        expect(known.body.exists ?? false).toBe(false)
      }
    })
  })

  describe('sessions', () => {
    it('are new at each sign-in, out of reach of scripts, not in the answer, and over after the log-out', async () => {
      await noLimits()
      const planted = 'A'.repeat(43)
      const answer = await post('/auth/signup', { mobile: worker, pin: await pinOf(worker) }, { cookie: `muster_session=${planted}` })
      const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('muster_session=')) ?? ''
      expect(cookie).toMatch(/HttpOnly/)
      expect(cookie).toMatch(/SameSite=Lax/)
      expect(cookie).toMatch(/Path=\//)
      expect(cookie).not.toMatch(/Domain/)
      const [own = ''] = cookie.split(';')
      expect(own).not.toContain(planted)
      expect(answer.text).not.toContain(own.split('=')[1])
      const device = server.nobody()
      const me = () => device.get('/api/me', { cookie: own, 'x-actor': String(answer.body.uid) })
      expect((await me()).status).toBe(200)
      await device.ask('POST', '/auth/logout', {}, { cookie: own, 'x-actor': String(answer.body.uid) })
      expect((await me()).status).toBe(401)
    })
  })

  describe('viewing the product as another person', () => {
    it('is for who runs the product alone, begins on no other page’s word, changes nothing and is worth nothing alone', async () => {
      const [admin, joao] = [await server.person(owner), await server.person(worker)]
      const path = `/api/impersonate?uid=${joao.uid}`
      expect((await admin.get(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      expect((await joao.get(`/api/impersonate?uid=${admin.uid}`)).status).toBe(403)
      const begun = await admin.get(path)
      const looking = cookiesOf(begun.headers)
      const both = { cookie: `${admin.cookie}; ${looking}`, 'x-actor': joao.uid }
      expect((await admin.get<{ uid: string }>('/api/me', both)).body.uid).toBe(joao.uid)
      expect((await admin.save(`forms/hazard-report/${newId()}`, { payload: {} }, both)).status).toBe(403)
      expect((await server.nobody().get('/api/me', { cookie: looking })).status).toBe(401)
      expect(
        (await joao.get<{ impersonated?: unknown }>('/api/me', { cookie: `${joao.cookie}; ${looking}` })).body.impersonated,
      ).toBeUndefined()
    })
  })

  describe('signing in with another system', () => {
    it('carries state, a challenge and a nonce, comes back here alone, and ends where they do not match', async () => {
      const begun = await server.nobody().get(`/oauth/authorize/construction?challenge=${'C'.repeat(43)}`)
      const to = new URL(begun.headers.get('location') ?? '', server.url)
      expect(to.searchParams.get('state')).toBeTruthy()
      expect(to.searchParams.get('code_challenge_method')).toBe('S256')
      expect(to.searchParams.get('redirect_uri')).toMatch(/\/oauth\/callback\//)
      const [cookie = ''] = begun.headers.getSetCookie()
      expect(cookie).toMatch(/HttpOnly/)
      const back = (state: string, headers = {}) => server.nobody().get(`/oauth/callback/construction?code=abc&state=${state}`, headers)
      expect((await back(to.searchParams.get('state') ?? '')).headers.get('location')).toMatch(/error=/)
      expect((await back('zzz', { cookie: cookie.split(';')[0] })).headers.get('location')).toMatch(/error=/)
      expect((await post('/oauth/finish', { ticket: 'x'.repeat(43), secret: 'y'.repeat(43) })).body.success).toBe(false)
    })

    it('the demo’s own systems send no visitor to another site', async () => {
      const { headers, text } = await server
        .nobody()
        .get('/oauth/demo/construction/authorize?redirect_uri=http://evil.example/&response_type=code&client_id=x&state=1')
      expect(headers.get('location') ?? '').not.toContain('evil.example')
      expect(text).not.toContain('href="http://evil')
    })
  })

  it('codes of kiosks cannot be tried out', async () => {
    await noLimits()
    const statuses = []
    for (let n = 0; n < 34; n += 1) statuses.push((await server.nobody().get(`/api/kiosk/${100_000 + n}/info`, from('10.4.4.4'))).status)
    expect(statuses).toContain(429)
  })
})
