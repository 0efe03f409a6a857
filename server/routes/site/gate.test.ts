import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Launcher } from '../../../contract/endpoints/launchers.ts'
import type { Me, SignInAnswer } from '../../../contract/endpoints/sign-in.ts'
import { foreman, manager, owner, useServer, worker } from '../../../tests/harness/testServer.ts'

type Answered = SignInAnswer & {
  teams?: { id: string; name: string }[]
  signup?: { email: string; name: string; provider: string }
  error: { code: string; message: string }
}

const server = useServer()
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const rowsOf = async <Row>(statement: ReturnType<typeof sql>) =>
  ((await server.running.storage.db.execute(statement)) as unknown as { rows: Row[] }).rows
const post = (path: string, body: unknown, headers = {}) => server.nobody().ask<Answered>('POST', path, body, headers)
const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
const meWith = (cookie: string) => server.nobody().get<Me>('/api/me', { cookie })

describe('creating an account', () => {
  const nina = { email: 'nina@example.com', name: 'Nina Berg', company: 'Berg Lifts', mobile: '+12025550140' }

  it('CO-273 CO-419 CO-421 takes details, sends a PIN, and with it sets the cookie and leads on', async () => {
    const sent = await post('/auth/verify', nina)
    expect(sent.body).toEqual({ success: true, exists: false })
    const answer = await post('/auth/signup', { ...nina, pin: await server.lastPin(nina.mobile) })
    expect(answer.body).toMatchObject({ success: true, uid: expect.any(String), redirect: '/' })
    const { value = '', iv = '' } = answer.body.token ?? {}
    expect([value, iv].every((part) => /^[\w-]{16,}$/.test(part))).toBe(true)
    const cookie = cookieOf(answer.headers)
    // It identifies the session but can't open it.
    expect(cookie).not.toContain(value)
    expect((await meWith(`muster_session=${value.slice(0, 43)}`)).status).toBe(401)
    const me = await server.nobody().get<Me>('/api/me?include=user.summary&include=user.billingAccounts', { cookie })
    expect(me.body).toMatchObject({
      name: 'Nina Berg',
      model: { email: nina.email, company: 'Berg Lifts' },
      teams: [],
      billingAccounts: [],
    })
  })

  it('tells that a number is taken only to who holds it, and the same PIN logs them in', async () => {
    const taken = { ...nina, email: 'other@example.com', mobile: worker }
    expect((await post('/auth/verify', taken)).body).toEqual({ success: true, exists: false })
    const pin = await server.lastPin(worker)
    const answer = await post('/auth/signup', { ...taken, pin })
    expect(answer.body).toEqual({ success: false, code: 'NUMBER_EXISTS', exists: true })
    expect(answer.headers.getSetCookie()).toEqual([])
    const login = await post('/auth/signup', { mobile: worker, pin })
    expect(login.body.success).toBe(true)
    const known = await server.nobody().ask('POST', '/auth/verify', taken, { cookie: cookieOf(login.headers) })
    expect(known.body).toEqual({ success: true, exists: true })
  })

  it('wants all three fields, and one e-mail belongs to one account', async () => {
    expect((await post('/auth/verify', { mobile: '+12025550141', email: 'a@example.com' })).body.code).toBe('ALL_FIELDS_REQUIRED')
    const again = { ...nina, mobile: '+12025550142' }
    await post('/auth/verify', again)
    const pin = await server.lastPin(again.mobile)
    expect((await post('/auth/signup', { ...again, pin, company: undefined })).body.code).toBe('ALL_FIELDS_REQUIRED')
    expect((await post('/auth/signup', { ...again, email: 'NINA@example.com', pin })).body.code).toBe('EMAIL_EXISTS')
    expect((await post('/auth/signup', { ...again, email: 'nina2@example.com', pin })).body.success).toBe(true)
    expect((await post('/auth/verify', { ...nina, email: 'no address' })).status).toBe(400)
  })
})

describe('Login to My Tasks', () => {
  const into = async (mobile: string, more: object = {}) => post('/auth/mytasks', { mobile, pin: await server.lastPin(mobile), ...more })

  it('CO-014 CO-275 CO-423 CO-424 takes mobile, then PIN, and leads where the server says', async () => {
    expect((await post('/auth/mytasks', { mobile: worker })).body).toEqual({ success: true })
    const answer = await into(worker)
    const [team] = (await meWith(cookieOf(answer.headers))).body.teams
    expect(answer.body).toMatchObject({ success: true, redirect: `/frontend/tasks/${answer.body.uid}?team=${team?.id}` })
  })

  it('CO-191 asks which project when the number is in several, and keeps the PIN for the answer', async () => {
    await post('/auth/mytasks', { mobile: manager })
    const asked = await into(manager)
    expect(asked.body).toMatchObject({ success: false, code: 'CHOOSE_TEAM' })
    expect(asked.body.teams?.map(({ name }) => name)).toEqual(['Cedar Ridge School', 'Harbor Point Tower'])
    expect(asked.headers.getSetCookie()).toEqual([])
    expect((await into(manager, { team: 'none' })).body.code).toBe('NOT_IN_TEAM')
    const team = asked.body.teams?.[1]?.id ?? ''
    expect((await into(manager, { team })).body.redirect).toContain(`?team=${team}`)
    const person = await server.person(manager)
    const own = await person.get<{ componentConfig: { items: { url: string }[] } }>(`/api/tasks/${person.uid}.json?team=${team}`)
    const urls = own.body.componentConfig.items.map(({ url }) => url)
    expect(urls).toContain('/frontend/forms/manpower')
    expect(urls).not.toContain('/frontend/forms/school-manpower')
  })
})

describe('logging in with another system', () => {
  /**
   * Acts like a browser: keeps cookies, follows redirects to the provider, chooses an account, and returns.
   */
  async function loginAs(provider: string, name: string, challenge: string, mode = 'web') {
    const go = (address: string, cookie = '') =>
      fetch(new URL(address, server.url), { redirect: 'manual', headers: { cookie, 'accept-language': 'en' } })
    const begun = await go(`/oauth/authorize/${provider}?state=${mode}&challenge=${challenge}`)
    const [away = ''] = begun.headers.getSetCookie()
    const page = await (await go(begun.headers.get('location') ?? '')).text()
    const link = [...page.matchAll(/<a href="([^"]+)"><b>([^<]+)</g)].find(([, , who]) => who === name)?.[1] ?? ''
    const chosen = await go(link.replaceAll('&#38;', '&'))
    const back = chosen.headers.get('location') ?? ''
    const finished = await go(back, away.split(';')[0])
    return { begun, away, page, back, finished, told: new URLSearchParams((finished.headers.get('location') ?? '').split('#')[1]) }
  }
  const secret = () => randomBytes(32).toString('base64url')
  const finish = (ticket: string | null, proof: string, more: object = {}, headers = {}) =>
    post('/oauth/finish', { ticket: ticket ?? '', secret: proof, ...more }, headers)

  it('CO-441 goes to the provider and comes back with a ticket that works once, for the page that began it', async () => {
    const own = secret()
    const { begun, away, told, finished } = await loginAs('construction', 'Marisol Vega', sha256(own))
    const asked = new URL(begun.headers.get('location') ?? '')
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
    for (const part of ['state', 'nonce', 'code_challenge']) expect(asked.searchParams.get(part)).toBeTruthy()
    expect(away).toMatch(/HttpOnly/)
    expect(away).toMatch(/SameSite=Lax/)
    expect(Number(/Max-Age=(\d+)/.exec(away)?.[1])).toBe(15 * 60)
    expect(finished.headers.get('location')).toMatch(/^\/login\/finished#/)
    expect(told.get('for')).toBe(sha256(own))
    expect((await finish(told.get('ticket'), secret())).body).toEqual({ success: false, code: 'LOGIN_EXPIRED' })
    const answer = await finish(told.get('ticket'), own)
    expect(answer.body).toMatchObject({ success: true, redirect: '/' })
    expect((await meWith(cookieOf(answer.headers))).body.name).toBe('Marisol Vega')
    expect((await finish(told.get('ticket'), own)).body.code).toBe('LOGIN_EXPIRED')
    const linked = await rowsOf<{ n: number }>(sql`select count(*)::int as n from logins where uid = ${answer.body.uid}`)
    expect(linked[0]?.n).toBe(1)
  })

  it('CO-441 a page in a frame of another site logs in by a window of its own, never in the frame', async () => {
    const own = secret()
    const { told } = await loginAs('construction', 'Marisol Vega', sha256(own), 'embedded')
    const answer = await finish(told.get('ticket'), own)
    expect((await meWith(cookieOf(answer.headers))).body.name).toBe('Marisol Vega')
    const start = async (state: string, headers: Record<string, string> = {}) => {
      const path = `/oauth/authorize/construction?state=${state}&challenge=${sha256(own)}`
      return (await fetch(server.url + path, { redirect: 'manual', headers })).headers.get('location')
    }
    expect(await start('embedded', { 'sec-fetch-dest': 'document' })).toContain('code_challenge=')
    expect(await start('embedded', { 'sec-fetch-dest': 'iframe' })).toBe('/login?with=construction')
    expect(await start('framed')).toBe('/login?with=construction')
  })

  it('takes back only people who left from that browser, and no answer twice', async () => {
    const own = secret()
    const { back, away } = await loginAs('design', 'Marisol Vega', sha256(own))
    const again = async (address: string, cookie: string) => {
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
      return new URLSearchParams((answer.headers.get('location') ?? '').split('#')[1])
    }
    const cookie = away.split(';')[0] ?? ''
    expect((await again(back, '')).get('error')).toBe('LOGIN_EXPIRED')
    expect((await again(back.replace('/design?', '/construction?'), cookie)).get('error')).toBe('LOGIN_EXPIRED')
    expect((await again(back, cookie)).get('ticket')).toBeNull()
    const forged = new URL(back)
    forged.searchParams.set('state', 'forged')
    expect((await again(forged.href, cookie)).get('ticket')).toBeNull()
  })

  it('sends no visitor to another site, neither from the start nor from the demo’s provider', async () => {
    const go = (path: string) => fetch(server.url + path, { redirect: 'manual' })
    expect((await go('/oauth/authorize/construction?state=web')).headers.get('location')).toBe('/login?with=construction')
    expect((await go('/oauth/authorize/elsewhere?state=web')).status).toBe(404)
    const evil = encodeURIComponent('https://evil.example/oauth/callback/construction')
    const answer = await go(`/oauth/demo/construction/authorize?client_id=muster&response_type=code&redirect_uri=${evil}&account=none`)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  it('CO-189 lets a new person sign up with the e-mail of the provider and with no other', async () => {
    const own = secret()
    const { told } = await loginAs('construction', 'Nora Lindqvist', sha256(own))
    const { signup } = (await finish(told.get('ticket'), own)).body
    expect(signup).toMatchObject({ email: 'nora.lindqvist@example.com', name: 'Nora Lindqvist' })
    const nora = { mobile: '+12025550143', name: 'Nora L', company: 'Lindqvist', email: 'somebody.else@example.com' }
    await post('/auth/verify', nora)
    const made = await post('/auth/signup', { ...nora, pin: await server.lastPin(nora.mobile), signupProvider: signup?.provider })
    expect(made.body.success).toBe(true)
    const me = await server.nobody().get<Me>('/api/me?include=user.summary', { cookie: cookieOf(made.headers) })
    expect(me.body.model?.email).toBe('nora.lindqvist@example.com')
    expect(me.body.systems).toEqual([{ provider: 'construction', email: 'nora.lindqvist@example.com', linkedAt: expect.any(String) }])
    const later = secret()
    const next = await loginAs('construction', 'Nora Lindqvist', sha256(later))
    expect((await finish(next.told.get('ticket'), later)).body.uid).toBe(made.body.uid)
  })

  it('joins an account only by an e-mail that both sides have checked, or by who is signed in', async () => {
    const squat = { mobile: '+12025550144', name: 'Not Daniel', company: 'X', email: 'daniel.reyes@example.com' }
    await rowsOf(sql`update people set email = null where mobile = ${manager}`)
    await post('/auth/verify', squat)
    expect((await post('/auth/signup', { ...squat, pin: await server.lastPin(squat.mobile) })).body.success).toBe(true)
    const own = secret()
    const { told } = await loginAs('design', 'Daniel Reyes', sha256(own))
    expect((await finish(told.get('ticket'), own)).body).toMatchObject({ success: false, signup: { email: 'daniel.reyes@example.com' } })
    const daniel = await server.person(manager)
    const mine = secret()
    const linked = await loginAs('design', 'Daniel Reyes', sha256(mine))
    const cookie = { cookie: daniel.cookie }
    expect((await finish(linked.told.get('ticket'), mine, { link: true }, cookie)).body).toEqual({ success: true, uid: daniel.uid })
    const next = secret()
    const back = await loginAs('design', 'Daniel Reyes', sha256(next))
    expect((await finish(back.told.get('ticket'), next)).body.uid).toBe(daniel.uid)
    const stolen = secret()
    const other = await loginAs('design', 'Daniel Reyes', sha256(stolen))
    const marisol = await server.person(foreman)
    expect((await finish(other.told.get('ticket'), stolen, { link: true }, { cookie: marisol.cookie })).body.code).toBe('LINKED_ELSEWHERE')
  })
})

describe('viewing as another person', () => {
  it('CO-442 CO-367 is for product administrators, is written down, shows what the person sees, and saves nothing', async () => {
    const admin = await server.person(owner)
    const seen = await server.person(worker)
    expect((await (await server.person(manager)).get<Answered>(`/api/impersonate?uid=${seen.uid}`)).status).toBe(403)
    expect((await admin.get('/api/impersonate?email=ghost@example.com')).status).toBe(404)
    expect((await admin.get('/api/impersonate')).status).toBe(400)
    // A link on another site can't start it.
    const foreign = { 'x-actor': '', 'sec-fetch-site': 'cross-site' }
    expect((await admin.get(`/api/impersonate?uid=${seen.uid}`, foreign)).status).toBe(403)

    const begun = await admin.get<Answered & { name: string }>('/api/impersonate?email=joao.pereira@example.com')
    expect(begun.body).toMatchObject({ success: true, uid: seen.uid, name: 'Joao Pereira' })
    const cookie = `${admin.cookie}; ${cookieOf(begun.headers)}`
    const as = { cookie, 'x-actor': seen.uid }
    const me = await admin.get<Me>('/api/me', as)
    expect(me.body).toMatchObject({ uid: seen.uid, isAdmin: false, impersonated: { by: 'Grace Okafor' } })
    expect((await admin.get(`/api/tasks/${seen.uid}.json`, as)).status).toBe(200)
    // Useless without the administrator's own session.
    expect((await meWith(cookieOf(begun.headers))).status).toBe(401)
    expect((await meWith(`${seen.cookie}; ${cookieOf(begun.headers)}`)).body.impersonated).toBeUndefined()

    const save = await admin.save<Answered>('forms/hazard-report/AAAAAAAAAAAAAAAAAAAA', { payload: { a: 1 }, feed: false }, as)
    expect([save.status, save.body.error.code]).toEqual([403, 'actor_mismatch'])
    expect((await admin.ask('POST', '/api/uploads', undefined, { ...as, 'tus-resumable': '1.0.0', 'upload-length': '1' })).status).toBe(403)
    expect((await admin.get<Answered>(`/api/impersonate?uid=${(await server.person(foreman)).uid}`, as)).status).toBe(403)

    const stopped = await admin.ask<Answered>('POST', '/api/impersonate/stop', {}, as)
    expect(stopped.body).toEqual({ success: true, uid: admin.uid })
    expect((await admin.get<Me>('/api/me', { cookie })).body.uid).toBe(admin.uid)
    const log = await rowsOf<{ admin: string; uid: string; ended: boolean }>(
      sql`select admin, uid, ended_at is not null as ended from impersonations`,
    )
    expect(log).toEqual([{ admin: admin.uid, uid: seen.uid, ended: true }])
  })

  it('never as another administrator, and no longer than one is an administrator', async () => {
    const admin = await server.person(owner)
    const seen = await server.person(foreman)
    await rowsOf(sql`update people set is_admin = true where uid = ${seen.uid}`)
    expect((await admin.get(`/api/impersonate?uid=${seen.uid}`)).status).toBe(403)
    await rowsOf(sql`update people set is_admin = false where uid = ${seen.uid}`)
    expect((await admin.get(`/api/impersonate?uid=${admin.uid}`)).status).toBe(400)
    const begun = await admin.get(`/api/impersonate?uid=${seen.uid}`)
    const cookie = `${admin.cookie}; ${cookieOf(begun.headers)}`
    await rowsOf(sql`update people set is_admin = false where uid = ${admin.uid}`)
    expect((await admin.get<Me>('/api/me', { cookie })).body.uid).toBe(admin.uid)
    await rowsOf(sql`update people set is_admin = true where uid = ${admin.uid}`)
    await rowsOf(sql`update impersonations set expires_at = now()`)
    expect((await admin.get<Me>('/api/me', { cookie })).body.uid).toBe(admin.uid)
  })
})

describe('who I am', () => {
  it('CO-378 CO-206 is small for the first paint, and whole when it is asked for', async () => {
    const grace = await server.person(owner)
    const small = (await grace.get<Me>('/api/me')).body
    expect([small.summary, small.model, small.systems]).toEqual([undefined, undefined, undefined])
    const includes = ['user.summary', 'user.freeUsage', 'user.billingAccounts', 'user.teams', 'team.billingAccount']
    const whole = (await grace.get<Me>(`/api/me?${includes.map((one) => `include=${one}`).join('&')}`)).body
    expect(whole).toMatchObject({
      id: grace.uid,
      isDisabled: false,
      isAdmin: true,
      isBeta: false,
      systems: [],
      model: {
        name: 'Grace Okafor',
        email: 'grace.okafor@example.com',
        company: 'Harbor & Pine Builders',
        created_at: expect.stringMatching(/^\d{4}-/),
      },
      summary: { numberOfFreeAutomations: 0, numberOfAutomations: 10, numberOfBillingAccounts: 1 },
      billingAccounts: [{ name: 'Harbor & Pine Builders', status: 'Active', role: 'Owner' }],
    })
    // An account with a paid plan of people has no quota to watch.
    expect(whole.freeUsage).toBeUndefined()
    expect(whole.teams.map(({ name, billingAccount }) => [name, billingAccount?.name])).toEqual([
      ['Cedar Ridge School', 'Harbor & Pine Builders'],
      ['Harbor Point Tower', 'Harbor & Pine Builders'],
    ])
    expect((await grace.get<Me>(`/api/me?include=${includes.join(',')}`)).body).toEqual(whole)
  })

  it('CO-380 gets the help of the product, in one’s own language and for what one does', async () => {
    const of = async (mobile: string) =>
      (await (await server.person(mobile)).get<{ launchers: Launcher[] }>('/api/helpLaunchers')).body.launchers
    const [manages, works] = [await of(foreman), await of(worker)]
    expect(manages.map(({ title }) => title)).toEqual(['Mis tareas', 'Taller de formularios', 'La consola'])
    expect(works.map(({ title }) => title)).toEqual(['Minhas tarefas'])
    // One that needs another element on the page to be shown.
    expect(manages.filter(({ showIfElement }) => showIfElement).map(({ id }) => id)).toEqual(['studio'])
    for (const { icon, showAtElement, content } of manages) expect([icon, showAtElement, content].every((part) => part !== '')).toBe(true)
    expect((await server.nobody().get('/api/helpLaunchers')).status).toBe(401)
  })

  it('CO-416 brings the lists of a project in line with its people, in the background and only for oneself', async () => {
    const daniel = await server.person(manager)
    const team = (await daniel.get<Me>('/api/me')).body.teams.find(({ name }) => name.startsWith('Cedar'))?.id ?? ''
    const sync = (uid: string) => daniel.ask('POST', `/api/user/${uid}:sync`, [{ type: 'core' }, { type: 'projectLists', project: team }])
    expect((await sync(daniel.uid)).body).toEqual({ success: true })
    const names = async () =>
      (await daniel.get<{ items: { label: string }[] }>(`/api/lists/${team}/employees`)).body.items.map(({ label }) => label)
    await expect.poll(names).toContain('Ben Kowalski')
    expect((await sync((await server.person(owner)).uid)).status).toBe(403)
  })
})
