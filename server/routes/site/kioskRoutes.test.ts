import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type gateRoster, numberKeyLength, numberText } from '../../../contract/endpoints/attendance.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { AuthAnswer, KioskInfo, KioskKnown, KioskPage } from '../../../contract/endpoints/kiosk.ts'
import type { listDevices } from '../../../contract/endpoints/devices.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { type Device, foreman, manager, newId, outsider, owner, useServer, worker } from '../../../tests/harness/testServer.ts'

type Refusal = { error: { code: string; message: string } }
type Outcome = { success: boolean; code?: string }

describe('the kiosk', () => {
  const server = useServer()
  const from = (address: string) => ({ 'x-forwarded-for': address })
  let gate = ''
  let page = ''
  beforeAll(async () => {
    const { rows } = await execute(sql`select id from automations where title = 'Gate 1 Check-in'`)
    gate = String(rows[0]?.['id'])
    page = `/api/automation/${gate}/kiosk`
  })
  const execute = async (statement: ReturnType<typeof sql>) =>
    (await server.running.storage.db.execute(statement)) as unknown as { rows: Record<string, unknown>[] }

  const newCode = async () => (await (await server.person(owner)).ask<{ code: string }>('POST', `${page}/code`, {})).body.code
  const infoOf = async (code: string, device = server.nobody()) => (await device.get<KioskInfo>(`/api/kiosk/${code}/info`)).body

  /** A new kiosk device, with its cookie and its pairing. */
  async function paired(): Promise<{ code: string; answer: AuthAnswer; kiosk: Device; cookie: string; tablet: Device }> {
    await execute(sql`delete from limits`)
    const code = await newCode()
    const tablet = server.nobody()
    const [contact] = (await infoOf(code, tablet)).verificationContacts
    await tablet.ask('POST', `/api/kiosk/${code}/verify`, { token: contact?.verifyToken })
    const answer = await tablet.ask<AuthAnswer>('POST', `/api/kiosk/${code}/auth`, {
      pin: await server.lastPin(owner),
      deviceCode: 'GATE2345',
    })
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('muster_kiosk=')) ?? ''
    const own = { 'x-actor': answer.body.pairing?.uid ?? '', cookie: cookie.split(';')[0] ?? '' }
    const kiosk: Device = {
      ...tablet,
      ask: (method, path, body, headers = {}) => tablet.ask(method, path, body, { ...own, ...headers }),
      get: (path, headers = {}) => tablet.get(path, { ...own, ...headers }),
      save: (path, body, headers = {}, method = 'POST') => tablet.save(path, body, { ...own, ...headers }, method),
    }
    return { code, answer: answer.body, kiosk, cookie, tablet }
  }

  it('CO-207 CO-425 CO-493 tells by its six digits what the kiosk is and who may let it in, without their numbers', async () => {
    const code = await newCode()
    expect(code).toMatch(/^\d{6}$/)
    const info = await infoOf(code)
    expect(info).toMatchObject({ title: 'Gate 1 Check-in', team: 'Harbor Point Tower', project: 'Harbor Point Tower' })
    expect(info.verificationContacts.map(({ name, display }) => [name, display])).toEqual([
      ['Grace O.', '••• 01'],
      ['Daniel R.', '••• 02'],
    ])
    for (const { verifyToken } of info.verificationContacts) expect(verifyToken).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(info)).not.toMatch(/\+1202|0101|Okafor/)
    // The kiosk itself gets the full name of the contact who ends it with a PIN.
    const { answer } = await paired()
    expect(answer.pairing?.info.verificationContacts[0]).toMatchObject({ name: 'Grace Okafor', display: '••• 0101' })
  })

  it('CO-207 shows the logo that its editor has, to the kiosk alone and to the people who manage the bot', async () => {
    const boss = await server.person(manager)
    const bot = `automations/${gate}`
    const put = (who: Device, logo: unknown) =>
      who.save<Refusal & { error: { details?: unknown } }>(bot, { payload: { logo } }, {}, 'PATCH')
    const file = async (who: Device, bytes: string | Buffer, type: string) => {
      const { id } = await who.upload(bytes, { type, filename: 'logo' })
      return { id, name: 'logo', filename: 'logo', type, url: `/api/files/${id}` }
    }
    const logo = await file(boss, 'picture', 'image/png')
    const shown = async () => (await infoOf(await newCode())).logo
    expect(await shown()).toBeUndefined()
    const form = (await boss.get<PageData>(`/api/automation/${gate}`)).body.form
    expect(JSON.stringify(form?.children)).toMatch(/"type":"attachments","attribute":"logo"/)
    expect((await put(boss, [logo])).status).toBe(200)
    const data = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`
    expect(await shown()).toBe(data)
    expect((await paired()).answer.pairing?.info.logo).toBe(data)
    // Another manager of the bot opens and saves it; others do not read the file.
    const chief = await server.person(owner)
    expect((await chief.get(logo.url)).status).toBe(200)
    expect((await put(chief, [logo])).status).toBe(200)
    expect((await (await server.person(worker)).get(logo.url)).status).toBe(404)

    const maria = await file(await server.person(foreman), 'hers', 'image/png')
    const refused = [
      maria,
      { ...logo, id: newId() },
      await file(boss, 'text', 'text/html'),
      await file(boss, Buffer.alloc(300_001), 'image/png'),
    ]
    const outcomes = await Promise.all(refused.map(async (one) => (await put(boss, [one])).status))
    expect(outcomes).toEqual([425, 400, 400, 400])
    expect((await put(boss, [logo, logo])).status).toBe(400)
    expect(await shown()).toBe(data)
    expect((await put(boss, [])).status).toBe(200)
    expect(await shown()).toBeUndefined()
    // The former file belongs to the person who sent it again, and is deleted with their other unused uploads.
    expect((await chief.get(logo.url)).status).toBe(404)
    expect((await boss.get(logo.url)).status).toBe(200)
  })

  it('tells nothing of a right code to who has tried out thirty wrong ones', async () => {
    await execute(sql`delete from limits`)
    const code = await newCode()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let n = 0; n < 30; n++) await server.nobody().get(`/api/kiosk/${wrong}/info`, from('10.9.8.7'))
    expect((await server.nobody().get(`/api/kiosk/${code}/info`, from('10.9.8.7'))).status).toBe(429)
    expect((await server.nobody().get(`/api/kiosk/${code}/info`, from('10.9.8.6'))).status).toBe(200)
    await execute(sql`delete from limits`)
  })

  it('keeps no code in clear in the database, shows it in the console, and takes in codes from before', async () => {
    const code = await newCode()
    const stored = async () => (await execute(sql`select code, sealed from kiosk_codes where automation = ${gate}`)).rows[0]
    expect(JSON.stringify(await stored())).not.toContain(code)
    const boss = await server.person(owner)
    const shown = async () => (await boss.get<KioskPage>(`${page}.json`)).body.componentConfig.code
    expect(await shown()).toBe(code)
    // The row of an older version.
    await execute(sql`update kiosk_codes set code = ${code}, sealed = null where automation = ${gate}`)
    await server.restart()
    expect(JSON.stringify(await stored())).not.toContain(code)
    expect(await shown()).toBe(code)
    expect((await infoOf(code)).title).toBe('Gate 1 Check-in')
    const before = await stored()
    await server.restart()
    expect(await stored()).toEqual(before)
    // The hash alone does not find the kiosk.
    expect((await server.nobody().get(`/api/kiosk/${String(before?.['code'])}/info`)).status).toBe(404)
  })

  it('CO-451 knows no other code, also not the one before', async () => {
    const before = await newCode()
    await newCode()
    for (const code of [before, '12345', 'abcdef']) {
      const answer = await server.nobody().get<Refusal>(`/api/kiosk/${code}/info`)
      expect([answer.status, answer.body.error.message]).toEqual([404, 'Unknown Kiosk Code'])
    }
  })

  it('CO-208 CO-426 CO-427 texts the contact a PIN, and lets the device that asked in with it', async () => {
    const { answer, cookie, code } = await paired()
    expect(answer).toMatchObject({ success: true, url: '/frontend/forms/check-in', seal: { id: expect.any(String) } })
    expect(answer.pairing).toMatchObject({ code, deviceCode: 'GATE2345', url: '/frontend/forms/check-in' })
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    const kept = JSON.stringify((await execute(sql`select * from kiosk_devices`)).rows)
    expect(kept).not.toContain(answer.pairing?.token)
    const texts = await server.nobody().get<{ texts: { to: string; text: string }[] }>('/api/demo/texts')
    expect(texts.body.texts.find(({ to }) => to === owner)?.text).toContain('PIN for the kiosk “Gate 1 Check-in”')
  })

  it('CO-208 names each form of a kiosk that has several', async () => {
    const child = newId()
    await execute(
      sql`insert into automations (id, team, owner, class, title, form, parent) select ${child}, team, owner, 'orientation', 'Crew', 'manpower', id from automations where id = ${gate}`,
    )
    const { answer, kiosk } = await paired()
    expect(answer.url).toEqual([
      { label: 'Gate 1 Check-in', url: '/frontend/forms/check-in' },
      { label: 'Crew', url: '/frontend/forms/manpower' },
    ])
    expect((await kiosk.get('/api/forms/manpower.json')).status).toBe(200)
    await execute(sql`delete from automations where id = ${child}`)
    expect((await kiosk.get('/api/forms/manpower.json')).status).toBe(403)
  })

  it('CO-427 the PIN of a kiosk signs no person in, works for no other device, and allows five guesses', async () => {
    await execute(sql`delete from limits`)
    const code = await newCode()
    const [tablet, thief] = [server.nobody(), server.nobody()]
    const [contact] = (await infoOf(code)).verificationContacts
    await tablet.ask('POST', `/api/kiosk/${code}/verify`, { token: contact?.verifyToken })
    const pin = await server.lastPin(owner)
    const enter = (device: Device, typed: string) =>
      device.ask<Outcome>('POST', `/api/kiosk/${code}/auth`, { pin: typed, deviceCode: 'GATE2345' }).then(({ body }) => body)
    expect(await enter(thief, pin)).toEqual({ success: false, code: 'PIN_EXPIRED' })
    expect((await server.nobody().ask<Outcome>('POST', '/auth/signup', { mobile: owner, pin })).body.success).toBe(false)
    const wrong = pin === '000000' ? '000001' : '000000'
    const guesses = await Promise.all(Array.from({ length: 12 }, () => enter(tablet, wrong)))
    expect(guesses.filter((one) => one.code === 'BAD_PIN')).toHaveLength(5)
    expect(await enter(tablet, pin)).toEqual({ success: false, code: 'PIN_LOCKED' })
  })

  it('stops a client that tries out codes, by address, for the whole server, and over a restart', async () => {
    await execute(sql`delete from limits`)
    const code = await newCode()
    const miss = (address: string) => server.nobody().get<Refusal>(`/api/kiosk/000000/info`, from(address))
    if (code === '000000') return
    for (let n = 0; n < 30; n++) expect((await miss('10.9.9.9')).status).toBe(404)
    const stopped = await miss('10.9.9.9')
    expect([stopped.status, stopped.body.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    await server.restart()
    expect((await miss('10.9.9.9')).status).toBe(429)
    expect((await miss('10.9.9.8')).status).toBe(404)
    await execute(sql`update limits set count = 600 where key like 'kiosk-misses:%'`)
    expect((await miss('10.9.9.7')).status).toBe(429)
    // A right code answers like a wrong one.
    expect((await server.nobody().get(`/api/kiosk/${code}/info`, from('10.9.9.7'))).status).toBe(429)
    await execute(sql`delete from limits`)
  })

  it('is on the list of devices of those who manage it, with its place and what it has not sent, and on no other list', async () => {
    const { answer, tablet, code } = await paired()
    const uid = answer.pairing?.uid
    const unsent = { count: 24, oldest: '2026-05-04T06:45:00.000Z' }
    await tablet.ask('POST', `/api/kiosk/${code}/alive`, { token: answer.pairing?.token, unsent })
    const listed = async (mobile: string) => {
      const { kiosks = [] } = (await (await server.person(mobile)).get<AnswerOf<typeof listDevices>>('/api/device/list')).body
      return kiosks.find((kiosk) => kiosk.uid === uid)
    }
    expect(await listed(owner)).toMatchObject({
      deviceCode: answer.pairing?.deviceCode,
      bot: { id: gate, title: 'Gate 1 Check-in' },
      project: answer.pairing?.info.project,
      silent: false,
      unsent,
    })
    expect(await listed(foreman)).toBeUndefined()
    // Owners of another project, and of a private bot: each has the own kiosk alone.
    const listOf = async (mobile: string) =>
      (await (await server.person(mobile)).get<AnswerOf<typeof listDevices>>('/api/device/list')).body.kiosks?.map((kiosk) => kiosk.uid)
    const pairedBy = async (mobile: string, payload: object) => {
      const person = await server.person(mobile)
      const bot = newId()
      expect(
        (await person.save(`automations/${bot}`, { payload: { class: 'hazards', form: 'new', open: false, ...payload } })).status,
      ).toBe(200)
      const ask = async <Body>(path: string) => (await person.ask<Body>('POST', `/api/automation/${bot}/kiosk/${path}`, {})).body
      const { code: own } = await ask<{ code: string }>('code')
      const { ticket } = await ask<{ ticket: string }>('ticket')
      const joined = await server.nobody().ask<AuthAnswer>('POST', `/api/kiosk/${own}/ticket`, { ticket, deviceCode: 'GATE6789' })
      return joined.body.pairing?.uid
    }
    const stranger = await server.person(outsider)
    const team = newId()
    await stranger.save(`teams/${team}`, { payload: { name: 'North Yard', owner: stranger.uid, deleted: false } })
    const theirs = await pairedBy(outsider, { team, title: 'North gate' })
    expect(await listOf(outsider)).toEqual([theirs])
    const privately = await pairedBy(manager, { title: 'My tablet' })
    expect(await listOf(manager)).toContain(privately)
    expect(await listOf(owner)).toContain(uid)
    for (const hidden of [theirs, privately]) expect(await listOf(owner)).not.toContain(hidden)
    // An app that says nothing of its saves leaves what is known.
    await tablet.ask('POST', `/api/kiosk/${code}/alive`, { token: answer.pairing?.token })
    expect((await listed(owner))?.unsent).toEqual(unsent)
    await (await server.person(owner)).ask('POST', `${page}/revoke`, { uid })
    expect(await listed(owner)).toBeUndefined()
  })

  it('lets a site with a kiosk go on while strangers try out codes from everywhere, and a new site in by QR code', async () => {
    const { answer, tablet, code } = await paired()
    const mine = () => tablet.ask<KioskKnown>('POST', `/api/kiosk/${code}/alive`, { token: answer.pairing?.token }, from('10.9.4.1'))
    expect((await mine()).body.paired).toBe(true)
    for (let n = 0; n < 200; n++)
      await server
        .nobody()
        .get(`/api/kiosk/${code === '000000' ? '000001' : '000000'}/info`, from(`2001:db8:${(n >> 4).toString(16)}:1::1`))
    const ask = async (device: Device, address: string) => (await device.get(`/api/kiosk/${code}/info`, from(address))).status
    expect(await ask(server.nobody(), '2001:db8:ffff:1::1')).toBe(429)
    // Another tablet in the network of the kiosk, and the kiosk itself on its way.
    expect(await ask(server.nobody(), '10.9.4.1')).toBe(200)
    expect(await ask(tablet, '10.9.4.2')).toBe(200)
    const boss = await server.person(owner)
    const { ticket } = (await boss.ask<{ ticket: string }>('POST', `${page}/ticket`, {})).body
    const fresh = await server
      .nobody()
      .ask<AuthAnswer>('POST', `/api/kiosk/${code}/ticket`, { ticket, deviceCode: 'GATE9876' }, from('10.9.4.3'))
    expect(fresh.body.success).toBe(true)
    // A pairing that was revoked opens nothing any more.
    await execute(sql`update kiosk_devices set revoked_at = now()`)
    expect([await ask(server.nobody(), '10.9.4.1'), await ask(tablet, '10.9.4.2')]).toEqual([429, 429])
    await execute(sql`delete from limits`)
  })

  it('fills the forms of its bot with all their lists, and opens, reads and lists nothing else', async () => {
    const { kiosk } = await paired()
    const form = await kiosk.get<PageData>('/api/forms/check-in.json')
    expect(form.body.lookups?.['employees']?.length).toBeGreaterThan(100)
    expect(form.body.person).toBeUndefined()
    expect(form.body.form?.returnUrl).toBe('kioskrestart')
    const record = `forms/check-in/${newId()}`
    const saved = await kiosk.save<{ rev: number }>(record, { payload: { direction: 'in', person: 'Ana Silva' } })
    expect([saved.status, saved.body.rev]).toEqual([200, 1])
    for (const path of [
      '/api/forms/manpower.json',
      `/api/tasks/${kiosk.uid}.json`,
      '/api/arrived/check-in.json',
      `/api/data/${record}`,
      '/api/records/forms/check-in',
      `${page}.json`,
    ])
      expect([path, (await kiosk.get(path)).status]).toEqual([path, expect.toSatisfy((status: number) => status >= 400)])
    expect((await kiosk.save(`forms/manpower/${newId()}`, { payload: {} })).status).toBe(403)
    const read = await (await server.person(owner)).get<{ model: object; createdBy: string }>(`/api/data/${record}`)
    expect(read.body.model).toMatchObject({ person: 'Ana Silva' })
  })

  it('CO-427 a kiosk that was revoked is none at once, and its stream of changes ends', async () => {
    const { kiosk, answer, code, cookie, tablet } = await paired()
    const alive = () => tablet.ask<KioskKnown>('POST', `/api/kiosk/${code}/alive`, { token: answer.pairing?.token })
    expect((await alive()).body).toMatchObject({ paired: true, pairing: { uid: answer.pairing?.uid } })
    const stream = await fetch(`${server.url}/api/changes`, {
      headers: {
        accept: 'text/event-stream',
        'x-actor': answer.pairing?.uid ?? '',
        'x-device': 'tablet',
        cookie: cookie.split(';')[0] ?? '',
      },
    })
    expect(stream.status).toBe(200)
    const told = stream.text()
    const boss = await server.person(manager)
    const shown = await boss.get<KioskPage>(`${page}.json`)
    expect(shown.body.componentConfig.devices[0]).toMatchObject({ deviceCode: 'GATE2345', pairedBy: 'Grace Okafor' })
    expect((await boss.ask(`POST`, `${page}/revoke`, { uid: answer.pairing?.uid })).body).toEqual({ revoked: true })
    expect(await told).toContain('event: end')
    expect((await kiosk.get('/api/forms/check-in.json')).status).toBe(401)
    expect((await alive()).body).toEqual({ paired: false })
  })

  it('gives a browser that has lost everything but its cookie the kiosk back, and the cookie to one that has lost that', async () => {
    const { tablet, answer, cookie, code } = await paired()
    const mine = await tablet.ask<KioskKnown>('POST', '/api/kiosk/mine', {}, { cookie: cookie.split(';')[0] ?? '' })
    expect(mine.body.pairing).toEqual(answer.pairing)
    expect((await tablet.ask<KioskKnown>('POST', '/api/kiosk/mine', {})).body).toEqual({ paired: false })
    const alive = await tablet.ask('POST', `/api/kiosk/${code}/alive`, { token: answer.pairing?.token })
    expect(alive.headers.getSetCookie()[0]).toContain('muster_kiosk=')
  })

  it('takes an induction that was done at a gate before it was archived, and none that was done later', async () => {
    const { kiosk } = await paired()
    const boss = await server.person(owner)
    const archive = async (archived: boolean) =>
      (await boss.save(`automations/${gate}`, { payload: { disabled: archived, archived } }, {}, 'PATCH')).status
    const saveAt = async (form: string, clientAt: string) =>
      (await kiosk.save(`forms/${form}/${newId()}`, { payload: { name: 'Ida Moss' }, clientAt })).status
    await boss.ask('POST', `${page}/gate`, { on: true })
    const before = new Date(Date.now() - 60_000).toISOString()
    expect(await archive(true)).toBe(200)
    // Other bots use the form of the orientation still.
    expect([await saveAt('orientation', before), await saveAt('check-in', before)]).toEqual([200, 200])
    const after = new Date().toISOString()
    expect([await saveAt('orientation', after), await saveAt('check-in', after)]).toEqual([403, 403])
    expect((await kiosk.get(`/api/gates/${gate}`)).status).toBe(404)
    expect(await archive(false)).toBe(200)
    expect(await saveAt('orientation', new Date().toISOString())).toBe(200)
    await boss.ask('POST', `${page}/gate`, { on: false })
  })

  it('shows the gate in place of the form where an administrator says so: names to find, no number that can be read, and not who is on site', async () => {
    const boss = await server.person(manager)
    const { rows } = await execute(
      sql`update lookup_items set attributes = attributes || '{"mobile": "+12025550188"}' where lookup = 'employees'
          and id = (select min(id) from lookup_items where lookup = 'employees' and team = (select team from automations where id = ${gate}))
          and team = (select team from automations where id = ${gate}) returning id`,
    )
    const ana = rows[0]?.['id']
    const { kiosk: before } = await paired()
    expect((await before.get(`/api/gates/${gate}`)).status).toBe(403)
    const wrong = await execute(
      sql`select id from automations where class = 'hazards' and team = (select team from automations where id = ${gate})`,
    )
    const hazards = `/api/automation/${String(wrong.rows[0]?.['id'])}/kiosk/gate`
    expect((await boss.ask<Refusal>('POST', hazards, { on: true })).body.error.message).toContain('Only an attendance bot')
    expect((await boss.ask('POST', `${page}/gate`, { on: true })).body).toEqual({ on: true })
    expect((await boss.get<KioskPage>(`${page}.json`)).body.componentConfig.gate).toBe(true)

    const { kiosk, answer } = await paired()
    expect(answer.url).toBe(`/gate/${gate}`)
    const { body } = await kiosk.get<AnswerOf<typeof gateRoster>>(`/api/gates/${gate}`)
    expect(body.people.length).toBeGreaterThan(300)
    expect(JSON.stringify(body)).not.toMatch(/\+1202|"(?:mobile|host|seen|role)":/)
    const key = createHash('sha256')
      .update(numberText(body.salt ?? '', '+12025550188'))
      .digest('base64url')
    expect(body.people.find(({ person }) => person === ana)?.numberKey).toBe(key.slice(0, numberKeyLength))
    // A member's device gets the number itself, and no salt.
    const whole = (await boss.get<AnswerOf<typeof gateRoster>>(`/api/gates/${gate}`)).body
    expect([whole.salt, whole.people.find(({ person }) => person === ana)?.mobile]).toEqual([undefined, '+12025550188'])
    expect((await kiosk.get('/api/forms/orientation.json')).status).toBe(200)
    for (const path of [`/api/onsite/${body.gate.team}`, '/api/onsite', '/api/gates', '/api/forms/manpower.json']) {
      const { status, body: other } = await kiosk.get<{ gates?: unknown[]; projects?: unknown[] }>(path)
      expect([path, status === 403 || (other.gates ?? other.projects)?.length === 0]).toEqual([path, true])
    }
    await boss.ask('POST', `${page}/gate`, { on: false })
    expect((await kiosk.get(`/api/gates/${gate}`)).status).toBe(403)
  })

  it('lets a device in by a QR code, once', async () => {
    const boss = await server.person(manager)
    const { body } = await boss.ask<{ ticket: string; code: string }>('POST', `${page}/ticket`, {})
    const enter = () =>
      server.nobody().ask<AuthAnswer>('POST', `/api/kiosk/${body.code}/ticket`, { ticket: body.ticket, deviceCode: 'GATE7777' })
    expect((await enter()).body).toMatchObject({ success: true, url: '/frontend/forms/check-in' })
    expect((await enter()).body).toEqual({ success: false, code: 'TICKET_EXPIRED' })
  })

  it('is left only with the PIN of a contact', async () => {
    const { tablet, answer, code } = await paired()
    const token = answer.pairing?.token
    const leave = (pin: string) => tablet.ask<Outcome>('POST', `/api/kiosk/${code}/leave`, { pin, token }).then(({ body }) => body)
    expect(await leave('123456')).toEqual({ success: false, code: 'PIN_EXPIRED' })
    await tablet.ask('POST', `/api/kiosk/${code}/verify`, { token: answer.pairing?.info.verificationContacts[1]?.verifyToken })
    expect(await leave(await server.lastPin(manager))).toEqual({ success: true })
    expect((await tablet.ask<KioskKnown>('POST', `/api/kiosk/${code}/alive`, { token })).body).toEqual({ paired: false })
  })

  it('its page is for the Owner and Administrators, who may make others a contact', async () => {
    for (const number of [foreman, worker]) {
      const person = await server.person(number)
      expect((await person.get(`${page}.json`)).status).toBe(403)
      for (const what of ['code', 'ticket', 'revoke', 'contact', 'tasks', 'gate'])
        expect((await person.ask('POST', `${page}/${what}`, { uid: person.uid, contact: true, on: true })).status).toBe(403)
    }
    const boss = await server.person(manager)
    const { uid } = await server.person(foreman)
    await boss.ask('POST', `${page}/contact`, { uid, contact: true })
    const code = await newCode()
    expect((await infoOf(code)).verificationContacts.map(({ name }) => name)).toContain('Marisol V.')
    await boss.ask('POST', `${page}/contact`, { uid, contact: false })
    expect((await infoOf(code)).verificationContacts.map(({ name }) => name)).not.toContain('Marisol V.')
    await boss.ask('POST', `${page}/tasks`, { on: true })
    expect((await boss.get<KioskPage>(`${page}.json`)).body.componentConfig).toMatchObject({
      myTasks: true,
      url: [expect.anything(), { label: 'My Tasks', url: '/mytasks' }],
    })
    await boss.ask('POST', `${page}/tasks`, { on: false })
    const { body } = await boss.ask<Refusal>('POST', `${page}/contact`, { uid: 'nobody', contact: true })
    expect(body.error.message).toContain('Only members of the project')
  })
})
