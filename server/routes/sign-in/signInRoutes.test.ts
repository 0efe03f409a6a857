import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Me } from '../../../contract/endpoints/sign-in.ts'
import { foreman, onEachServer, otherWorker, outsider, owner, worker } from '../../../tests/harness/testServer.ts'

type Outcome = { success: boolean; uid?: string; redirect?: string; code?: string; token?: { value: string; iv: string } }
type Refusal = { error: { code: string; message: string } }

onEachServer((server) => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const askPin = (mobile: string, headers = {}) => server.nobody().ask<Outcome & Refusal>('POST', '/auth/verify', { mobile }, headers)
  const enter = (mobile: string, pin: string, headers = {}) =>
    server.nobody().ask<Outcome & Refusal>('POST', '/auth/signup', { mobile, pin }, headers)
  const wrong = (pin: string) => (pin === '000000' ? '000001' : '000000')

  describe('signing in', () => {
    it('CO-274 takes a number, then the PIN from the text, and leads to the start page', async () => {
      expect((await askPin(worker)).body).toEqual({ success: true })
      const answer = await enter(worker, await server.lastPin(worker))
      expect(answer.body).toMatchObject({ success: true, redirect: '/' })
      const [cookie = ''] = answer.headers.getSetCookie()
      expect(cookie).toMatch(/^muster_session=[\w-]{43};/)
      expect(cookie).toContain('HttpOnly')
      expect(cookie).toContain('SameSite=Lax')
      expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBe(90 * 24 * 3600)
      const me = await server.nobody().get<Me>('/api/me', { cookie: cookie.split(';')[0] ?? '' })
      expect(me.body).toMatchObject({
        uid: answer.body.uid,
        name: 'Joao Pereira',
        lang: 'pt',
        isAdmin: false,
        path: `people/${answer.body.uid}`,
      })
      expect(me.body.teams).toEqual([expect.objectContaining({ name: 'Harbor Point Tower', role: 'Worker' })])
      expect(me.body.tasks).toBe(`/frontend/tasks/${answer.body.uid}`)
    })

    it('stores neither the PIN nor the session in a form that opens the door', async () => {
      await askPin(otherWorker)
      const pin = await server.lastPin(otherWorker)
      const { body, headers } = await enter(otherWorker, pin)
      const token = /muster_session=([\w-]+)/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? ''
      await askPin(otherWorker)
      const kept = await server.running.storage.db.execute(
        sql`select to_json(p) as pin, (select json_agg(s) from sessions s where s.uid = ${body.uid}) as sessions from pins p`,
      )
      const text = JSON.stringify(kept)
      expect(text).not.toContain(await server.lastPin(otherWorker))
      expect(text).not.toContain(token)
    })

    it('writes in the language of the person', async () => {
      await askPin(foreman)
      const texts = await server.nobody().get<{ texts: { to: string; text: string }[] }>('/api/demo/texts')
      expect(texts.body.texts.find(({ to }) => to === foreman)?.text).toContain('es su PIN para entrar')
    })

    it('tells "unknown number" only to who holds the number, and treats it like any other until then', async () => {
      const stranger = '+12025550188'
      const known = await askPin(outsider, from('10.1.1.1'))
      const unknown = await askPin(stranger, from('10.1.1.1'))
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
      const pin = await server.lastPin(stranger)
      const knownGuess = await enter(outsider, wrong(await server.lastPin(outsider)))
      const guess = await enter(stranger, wrong(pin))
      expect([guess.status, guess.body]).toEqual([knownGuess.status, knownGuess.body])
      expect(guess.body).toEqual({ success: false, code: 'BAD_PIN' })
      const right = await enter(stranger, pin)
      expect(right.body).toEqual({ success: false, code: 'UNKNOWN_NUMBER' })
      expect(right.headers.getSetCookie()).toEqual([])
    })

    it('texts no number outside the countries of the product, and answers as always', async () => {
      const answer = await askPin('+33612345678')
      expect(answer.body).toEqual({ success: true })
      await expect(server.lastPin('+33612345678')).rejects.toThrow()
    })

    it('takes a PIN once', async () => {
      await askPin(owner)
      const pin = await server.lastPin(owner)
      expect((await enter(owner, pin)).body.success).toBe(true)
      expect((await enter(owner, pin)).body).toEqual({ success: false, code: 'PIN_EXPIRED' })
    })

    it('takes a PIN for ten minutes', async () => {
      await askPin(owner)
      const pin = await server.lastPin(owner)
      const [row] = (
        (await server.running.storage.db.execute(
          sql`select extract(epoch from expires_at - created_at)::float8 as life from pins where mobile = ${owner}`,
        )) as unknown as { rows: { life: number }[] }
      ).rows
      expect(Number(row?.life)).toBe(600)
      await server.running.storage.db.execute(sql`update pins set expires_at = now() where mobile = ${owner}`)
      expect((await enter(owner, pin)).body).toEqual({ success: false, code: 'PIN_EXPIRED' })
    })

    it('gives sixty guesses at the same moment five tries together, then wants a new PIN', async () => {
      const mobile = '+12025550177'
      await askPin(mobile)
      const pin = await server.lastPin(mobile)
      const guesses = await Promise.all(Array.from({ length: 60 }, () => enter(mobile, wrong(pin))))
      const codes = guesses.map(({ body }) => body.code)
      expect(codes.filter((code) => code === 'BAD_PIN')).toHaveLength(5)
      expect(codes.filter((code) => code === 'PIN_LOCKED')).toHaveLength(55)
      expect((await enter(mobile, pin)).body).toEqual({ success: false, code: 'PIN_LOCKED' })
      await askPin(mobile)
      expect((await enter(mobile, await server.lastPin(mobile))).body.code).toBe('UNKNOWN_NUMBER')
    })

    it('sends five PINs an hour to a number, and says how long to wait; other numbers go on', async () => {
      const mobile = '+12025550166'
      const answers = []
      for (let n = 0; n < 6; n++) answers.push(await askPin(mobile))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
      expect(answers[5]?.body.error.code).toBe('TOO_MANY_REQUESTS')
      expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(3000)
      expect((await askPin('+12025550165')).status).toBe(200)
    })

    describe('while another person tries the same number', () => {
      /** A browser that keeps its cookies. */
      const browser = (address: string) => {
        const jar = new Map<string, string>()
        const ask = async (path: string, body: unknown) => {
          const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
          const answer = await server.nobody().ask<Outcome & Refusal>('POST', path, body, { ...from(address), ...(cookie && { cookie }) })
          for (const one of answer.headers.getSetCookie()) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
            jar.set(name, value)
          }
          return answer
        }
        return {
          jar,
          askPin: (mobile: string) => ask('/auth/verify', { mobile }),
          enter: (mobile: string, pin: string) => ask('/auth/signup', { mobile, pin }),
        }
      }

      it('a PIN works in the browser that asked for it, however often it is guessed at elsewhere', async () => {
        const mobile = '+12025550171'
        const holder = browser('192.0.2.20')
        await holder.askPin(mobile)
        const pin = await server.lastPin(mobile)
        const guesses = await Promise.all(Array.from({ length: 20 }, () => enter(mobile, wrong(pin), from('192.0.2.66'))))
        expect(guesses.filter(({ body }) => body.code === 'BAD_PIN')).toHaveLength(5)
        // Also with a forged cookie.
        const forged = await enter(mobile, pin, { ...from('192.0.2.66'), cookie: `muster_pin=${'A'.repeat(22)}` })
        expect(forged.body).toEqual({ success: false, code: 'PIN_LOCKED' })
        expect((await holder.enter(mobile, pin)).body).toEqual({ success: false, code: 'UNKNOWN_NUMBER' })
      })

      it('a PIN works in the browser that asked for it when another person asks for another one', async () => {
        const mobile = '+12025550172'
        const [holder, other] = [browser('192.0.2.21'), browser('192.0.2.67')]
        await holder.askPin(mobile)
        const pin = await server.lastPin(mobile)
        await other.askPin(mobile)
        expect((await other.enter(mobile, wrong(await server.lastPin(mobile)))).body.code).toBe('BAD_PIN')
        expect((await holder.enter(mobile, pin)).body.code).toBe('UNKNOWN_NUMBER')
        // The PIN works once, and afterwards in no browser.
        expect((await holder.enter(mobile, pin)).body.code).not.toBe('UNKNOWN_NUMBER')
        expect((await enter(mobile, pin)).body.code).not.toBe('UNKNOWN_NUMBER')
      })

      it('five guesses are all that the browser itself has', async () => {
        const mobile = '+12025550173'
        const holder = browser('192.0.2.22')
        await holder.askPin(mobile)
        const pin = await server.lastPin(mobile)
        const codes = []
        for (let n = 0; n < 7; n++) codes.push((await holder.enter(mobile, wrong(pin))).body.code)
        expect(codes).toEqual(['BAD_PIN', 'BAD_PIN', 'BAD_PIN', 'BAD_PIN', 'BAD_PIN', 'PIN_LOCKED', 'PIN_LOCKED'])
        expect((await holder.enter(mobile, pin)).body.code).toBe('PIN_LOCKED')
      })

      it('a PIN is sent to a number that one other address has used up, and to its own browser in any case', async () => {
        const mobile = '+12025550174'
        for (let n = 0; n < 6; n++) await askPin(mobile, from('192.0.2.68'))
        expect((await askPin(mobile, from('192.0.2.68'))).status).toBe(429)
        expect((await askPin(mobile, from('192.0.2.23'))).status).toBe(200)

        // A browser in which the number has signed in before, from a network that has used up its limit.
        await server.running.storage.db.execute(
          sql`insert into people (uid, name, mobile) values ('KnownBrowserPerson00', 'Kim Known', ${mobile})`,
        )
        const known = browser('192.0.2.23')
        await known.askPin(mobile)
        expect((await known.enter(mobile, await server.lastPin(mobile))).body.success).toBe(true)
        await server.running.storage.db.execute(sql`update limits set count = 100 where key like 'pin-number%'`)
        expect((await browser('192.0.2.23').askPin(mobile)).status).toBe(429)
        expect((await known.askPin(mobile)).status).toBe(200)
        await server.running.storage.db.execute(sql`delete from limits where key like 'pin-%'`)
      })

      it('a day has seventy-five guesses in a million', async () => {
        const mobile = '+12025550175'
        const { db } = server.running.storage
        let guesses = 0
        for (let hour = 0; hour < 24; hour++) {
          for (let n = 0; n < 6; n++) {
            const attacker = browser(`198.51.100.${hour * 6 + n}`)
            if ((await attacker.askPin(mobile)).status !== 200) continue
            const pin = await server.lastPin(mobile)
            for (let guess = 0; guess < 6; guess++) {
              for (const tried of [
                await attacker.enter(mobile, wrong(pin)),
                await enter(mobile, wrong(pin), from(`203.0.113.${hour * 6 + n}`)),
              ])
                if (tried.body.code === 'BAD_PIN') guesses += 1
            }
          }
          await db.execute(
            sql`update limits set window_start = window_start - interval '1 hour' where key ~ '^(pin-number|pin-number-address):'`,
          )
        }
        expect(guesses).toBe(75)
        await db.execute(sql`delete from limits where key like 'pin-%'`)
      })
    })

    it('holds the limits for an address too, across its IPv6 neighbours', async () => {
      const { storage } = server.running
      await askPin('+12025550164', from('2001:db8:1:2::1'))
      await storage.db.execute(sql`update limits set count = 150 where key like 'pin-address:%'`)
      expect((await askPin('+12025550163', from('2001:db8:1:2:ffff::9'))).status).toBe(429)
      expect((await askPin('+12025550163', from('2001:db8:1:3::1'))).status).toBe(200)
      await storage.db.execute(sql`delete from limits where key like 'pin-address:%'`)
    })

    it('ends the session on log out and leaves what is on the device alone', async () => {
      const person = await server.person(owner)
      const answer = await person.ask<Outcome>('POST', '/auth/logout')
      expect(answer.body).toEqual({ success: true })
      // Clears the cached files of the earlier person, and never the unsent work in storage.
      expect(answer.headers.get('clear-site-data')).toBe('"cache"')
      expect((await person.get('/api/me')).status).toBe(401)
    })

    it('ends the session that a late log-out names, and keeps the session and cookie of a person who has signed in since', async () => {
      await askPin(owner)
      const first = await enter(owner, await server.lastPin(owner))
      const [one] = (first.headers.getSetCookie()[0] ?? '').split(';')
      const next = await server.person(foreman)
      const answer = await next.ask<Outcome>('POST', '/auth/logout', { session: first.body.token })
      expect([answer.body, answer.headers.getSetCookie()]).toEqual([{ success: true }, []])
      expect((await server.nobody().get('/api/me', { cookie: one ?? '' })).status).toBe(401)
      expect((await next.get('/api/me')).status).toBe(200)
      for (const session of [
        { value: 'AAAA', iv: '' },
        { value: '', iv: 'AAAAAAAAAAAAAAAA' },
        { value: 'A'.repeat(200), iv: 'AAAAAAAAAAAAAAAA' },
      ])
        expect((await next.ask<Outcome>('POST', '/auth/logout', { session })).body).toEqual({ success: true })
      expect((await next.get('/api/me')).status).toBe(200)
    })

    it('keeps a person signed in who comes back within 90 days', async () => {
      const person = await server.person(owner)
      expect((await person.get('/api/me')).headers.getSetCookie()).toEqual([])
      const { db } = server.running.storage
      await db.execute(
        sql`update sessions set last_seen = now() - interval '2 days', expires_at = now() + interval '1 day' where uid = ${person.uid}`,
      )
      expect((await person.get('/api/me')).headers.getSetCookie()[0]).toContain(`Max-Age=${90 * 24 * 3600}`)
      const [row] = (
        (await db.execute(
          sql`select max(extract(epoch from expires_at - now()))::float8 as left from sessions where uid = ${person.uid}`,
        )) as unknown as {
          rows: { left: number }[]
        }
      ).rows
      expect(Number(row?.left)).toBeGreaterThan(89 * 24 * 3600)
      await db.execute(sql`update sessions set expires_at = now() where uid = ${person.uid}`)
      expect((await person.get('/api/me')).status).toBe(401)
    })

    it('refuses an act of one person under the session of another, and takes an act without a person as anonymous', async () => {
      const [one, other] = [await server.person(owner), await server.person(foreman)]
      const mixed = await one.get<Refusal>('/api/me/../me', {})
      expect(mixed.status).toBe(200)
      const listed = await one.get<Refusal>('/api/records/forms/manpower', { 'x-actor': other.uid })
      expect([listed.status, listed.body.error.code]).toEqual([403, 'actor_mismatch'])
      expect((await one.get('/api/records/forms/manpower')).status).toBe(200)
      expect((await one.get('/api/records/forms/manpower', { 'x-actor': 'anonymous' })).status).toBe(401)
    })

    it('never writes numbers, PINs, names or sessions to the log', async () => {
      const person = await server.person(worker)
      await person.get(`/api/tasks/${person.uid}.json`)
      await person.get('/frontend/+12025550104')
      const log = server.log.join('\n')
      expect(log).toContain('"route":"/auth/signup"')
      for (const secret of ['5550', 'Pereira', 'Joao', await server.lastPin(worker), person.cookie.split('=')[1] ?? '?', person.uid]) {
        expect(log).not.toContain(secret)
      }
    })
  })
})
