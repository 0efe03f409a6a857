import { describe, expect, it } from 'vitest'
import { sendCommand } from './sendCommand.ts'
import { newId, onEachServer } from '../../tests/harness/testServer.ts'

const mobile = '+12025550150'
const owner = { mobile, name: 'Ruth Vega', project: 'Pier 7', email: 'ruth@vega.example' }

onEachServer(
  (server) => {
    const tokenIn = (text: string) => /http:\/\/[^\s#]+\/login\/link#([\w-]{43})/.exec(text)?.[1] ?? ''
    const open = (token: string, device = newId()) =>
      server.nobody(device).ask<{ success: boolean; uid?: string; code?: string; grant?: string }>('POST', '/auth/link', { token })
    const command = (...words: string[]) => sendCommand(server.dataDir, words)
    const signedIn = async () => {
      const { body, headers: answered } = await open(tokenIn((await command('sign-in-link', mobile)) ?? ''))
      const cookie = answered.getSetCookie()[0]?.split(';')[0] ?? ''
      const headers = { cookie, 'x-actor': body.uid ?? '' }
      return {
        uid: body.uid ?? '',
        get: <B>(path: string) => server.nobody().get<B>(path, headers),
        ask: <B>(path: string, payload: object) => server.nobody().ask<B>('POST', path, payload, headers),
        save: (path: string, payload: object) => server.nobody().save(path, { payload }, headers),
      }
    }

    describe('the first start of a real company', () => {
      it('prints a link that signs the owner in once, and says what works without a text provider', async () => {
        const printed = server.said.join('\n')
        expect(printed).toContain('Ruth Vega signs in once with this link, within 30 minutes')
        expect(printed).toContain('PINs cannot be sent')
        const token = tokenIn(printed)
        expect(server.log.join('\n')).not.toContain(token)
        const first = await open(token)
        expect(first.body).toMatchObject({ success: true, uid: expect.any(String), grant: expect.any(String) })
        expect(first.headers.getSetCookie()[0]).toMatch(/^muster_session=[\w-]{43};/)
        expect((await open(token)).body).toEqual({ success: false, code: 'LINK_EXPIRED' })
      })

      it('prints no link at a later start', async () => {
        server.said.length = 0
        await server.restart()
        expect(server.said.join('\n')).toContain('No text provider is set')
        expect(tokenIn(server.said.join('\n'))).toBe('')
      })
    })

    describe('npm run sign-in-link', () => {
      it('asks the running server for a new link, which replaces the one before', async () => {
        const before = tokenIn((await command('sign-in-link', mobile)) ?? '')
        const now = tokenIn((await command('sign-in-link', mobile)) ?? '')
        expect((await open(before)).body.code).toBe('LINK_EXPIRED')
        expect((await open(now)).body.success).toBe(true)
      })

      it('says what is wrong with a command', async () => {
        expect(await command('sign-in-link', '+12025550199')).toBe('Nobody has the number +12025550199. Write it like +12025550123.')
        expect(await command('open', 'everything')).toContain('npm run sign-in-link -- NUMBER')
        expect(await sendCommand(`${server.dataDir}/elsewhere`, ['sign-in-link', mobile])).toBeUndefined()
      })

      it('leaves no token in the database, and an entry in the audit log for each link that was made or used', async () => {
        const token = tokenIn((await command('sign-in-link', mobile)) ?? '')
        const me = await signedIn()
        const { body } = await me.get<{ entries: { what: string; actor?: string; actorName: string; subjectName: string }[] }>('/api/audit')
        expect(body.entries.slice(0, 2)).toMatchObject([
          { what: 'link.used', actor: me.uid, actorName: 'Ruth Vega', subjectName: 'Ruth Vega' },
          { what: 'link.made', actorName: '', subjectName: 'Ruth Vega' },
        ])
        expect(body.entries[1]?.actor).toBeUndefined()
        expect(JSON.stringify(body)).not.toContain(token)
        expect(JSON.stringify(body)).not.toContain(mobile)
      })

      it('counts the tries of one address', async () => {
        const from = { 'x-forwarded-for': '203.0.113.77' }
        const tries = []
        for (let n = 0; n < 61; n++) tries.push((await server.nobody().ask('POST', '/auth/link', { token: 'x'.repeat(43) }, from)).status)
        expect(new Set(tries.slice(0, 60))).toEqual(new Set([200]))
        expect(tries[60]).toBe(429)
      })
    })

    describe('a server without a text provider', () => {
      it('says so before and after a PIN is asked for', async () => {
        expect((await server.nobody().get('/api/login/pin')).body).toEqual({ way: 'none' })
        expect((await server.nobody().ask('POST', '/auth/verify', { mobile })).body).toEqual({ success: true, way: 'none' })
      })

      it('tells only product administrators what it is set up for', async () => {
        expect((await (await signedIn()).get('/api/server')).body).toEqual({
          pins: 'none',
          texts: false,
          mail: false,
          cards: false,
          translator: false,
          assistant: false,
        })
        expect((await server.nobody().get('/api/server')).status).toBe(401)
      })
    })

    it('the first steps of an owner are done when the things exist', async () => {
      const me = await signedIn()
      type Steps = { steps: { key: string; done: boolean; href: string }[] }
      const { body } = await me.get<Steps>('/api/first-steps')
      expect(body.steps.map(({ key, done }) => [key, done])).toEqual(
        ['company', 'site', 'lists', 'managers', 'bot', 'poster', 'tablet'].map((key) => [key, false]),
      )
      expect(body.steps.find(({ key }) => key === 'site')?.href).toMatch(/^\/teams\/\w{20}$/)
      expect((await server.nobody().get('/api/first-steps')).status).toBe(401)
    })

    describe('a bot that asks by text, without a text provider', () => {
      it('says in its editor that it reaches no one, and asks no one', async () => {
        const me = await signedIn()
        const team = (await me.get<{ teams: { id: string }[] }>('/api/me')).body.teams[0]?.id ?? ''
        const bot = newId()
        const contacts = [{ name: 'Pat Doyle', mobile: '+12025550161', vendor: 'Delta Drywall' }]
        expect((await me.save(`automations/${bot}`, { class: 'manpower', team, title: 'Daily', contacts })).status).toBe(200)
        const words = 'This server sends no text messages yet, so this bot reaches no one. The people who run the server can set that up.'
        for (const id of [bot, 'new']) {
          const { body } = await me.get<{ form: { children: object[] } }>(`/api/automation/${id}?class=manpower&team=${team}`)
          expect(body.form.children[0]).toMatchObject({ type: 'info', level: 'warning', text: words })
        }
        const { body: other } = await me.get<{ form: { children: { type: string }[] } }>(`/api/automation/new?class=hazards&team=${team}`)
        expect(other.form.children[0]?.type).toBe('group')
        const asked = await me.ask<{ error: { message: string } }>(`/api/automation/${bot}:ask`, {})
        expect([asked.status, asked.body.error.message]).toEqual([409, words])
        expect((await me.get<{ executions: object[] }>(`/api/automation/${bot}/executions`)).body.executions).toEqual([])
      })
    })
  },
  { demo: false, owner },
)
