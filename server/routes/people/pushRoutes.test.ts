import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { browserKeys, startPushService } from '../../../tests/harness/pushService.ts'
import {
  account,
  type Device,
  foreman,
  manager,
  newId,
  outsider,
  owner,
  tower,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { attendanceModel, type GateInfo } from '../../../contract/endpoints/attendance.ts'
import { appVersionCode, codePath } from '../../../contract/endpoints/devices.ts'
import { reportOfflineDevices } from '../../domain/devices/watchOfflineDevices.ts'
import { remindOfDueForms } from '../../domain/notices/remindOfDueForms.ts'
import { rows } from '../../storage/database.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { ExecutionRow } from '../../../contract/endpoints/executions.ts'
import type { getPush, PushChoice } from '../../../contract/endpoints/people/push.ts'
import { utcDay } from '../../../contract/rules/daysLater.ts'
import type { PushNotice } from '../../../contract/rules/notices/pushNotice.ts'

type Refusal = { error: { code: string } }

const service = await startPushService()
afterAll(() => service.stop())

describe.each(['embedded', 'postgres'] as const)('notices on the lock screen (%s)', (storage) => {
  const server = useServer({ pushServices: [service.origin] }, storage)
  let boss: Device
  let chief: Device
  let warden: Device
  beforeAll(async () => {
    boss = await server.person(manager)
    chief = await server.person(owner)
    warden = await server.person(foreman)
    service.accept((await read(boss)).publicKey)
  })
  beforeEach(() => {
    service.received.length = 0
    service.problems.length = 0
  })

  const read = async (person: Device) => (await person.get<AnswerOf<typeof getPush>>('/api/push')).body
  const choose = async (person: Device, choice: Partial<PushChoice>) => {
    const { status, body } = await person.ask<PushChoice>('POST', '/api/push:choose', { off: [], details: false, ...choice })
    expect(status).toBe(200)
    return body
  }

  /** A browser of this person that has subscribed. */
  async function subscribe(person: Device) {
    const path = `/wpush/${newId()}`
    const endpoint = `${service.origin}${path}`
    const { keys, decrypt } = browserKeys()
    const { status } = await person.ask('POST', '/api/push:subscribe', { endpoint, keys })
    expect(status).toBe(200)
    const raw = () => service.received.filter((one) => one.path === path)
    const notices = () => raw().map(({ body }) => JSON.parse(decrypt(body)) as PushNotice)
    return { path, endpoint, keys, raw, notices, test: () => person.ask<{ outcome: string }>('POST', '/api/push:test', { endpoint }) }
  }
  const nameOf = async (person: Device) => (await person.get<{ name?: string }>('/api/me')).body.name
  const freshPerson = async (mobile: string) => server.person(mobile, newId())

  const startRollCall = (person: Device, { drill = false, muster = newId(), id = newId() } = {}) =>
    person.save(`muster/${tower}/${id}`, {
      payload: { type: 'start', muster, at: new Date().toISOString(), skewMs: 0, drill, roll: [] },
      feed: false,
    })
  const endRollCall = (person: Device, muster: string) =>
    person.save(`muster/${tower}/${newId()}`, {
      payload: { type: 'end', muster, at: new Date().toISOString(), skewMs: 0 },
      feed: false,
    })
  /** Runs a roll call, and returns when its notices have gone out. */
  const rollCall = async (person: Device, { drill = false } = {}) => {
    const muster = newId()
    expect((await startRollCall(person, { drill, muster })).status).toBe(200)
    await server.running.idle()
    expect((await endRollCall(person, muster)).status).toBe(200)
    await server.running.idle()
  }

  /** A project of the boss with a bot whose answers wait for a decision. */
  async function project() {
    const team = newId()
    expect((await boss.save(`teams/${team}`, { payload: { name: 'Foundry Row', owner: boss.uid, deleted: false } })).status).toBe(200)
    const bot = newId()
    const contacts = [{ name: 'Rosa', mobile: '+12025556000', vendor: 'Keystone Concrete' }]
    const settings = { days: ['Mon'], time: '15:00', timezone: 'UTC', stopAfter: '1 hour', approvalMode: 'Approval', contacts }
    const payload = { class: 'manpower', team, title: 'Manpower', form: 'new', open: false, ...settings }
    expect((await boss.save(`automations/${bot}`, { payload })).status).toBe(200)
    const form = (await boss.get<{ form?: string }>(`/api/bot/${bot}`)).body.form ?? ''
    const report = async (vendor: string) => {
      const answers = { date: utcDay(new Date()), vendor, status: 'working', worker_count: 6, hours_per_worker: 8, location: 'Level 1' }
      expect((await boss.save(`forms/${form}/${newId()}`, { payload: answers })).status).toBe(200)
      await server.running.idle()
    }
    const open = async () =>
      (await boss.get<{ executions: ExecutionRow[] }>('/api/executions/open')).body.executions.filter(({ team: id }) => id === team)
    const decide = async ({ path }: ExecutionRow) => {
      expect((await boss.save(path, { payload: { completionAction: 'APPROVE' } }, {}, 'PATCH')).status).toBe(200)
      await server.running.idle()
    }
    return { team, bot, report, open, decide }
  }

  it('a subscribed browser gets a test, encrypted for it and signed by the server', async () => {
    const person = await freshPerson(manager)
    const browser = await subscribe(person)
    expect((await browser.test()).body).toEqual({ outcome: 'sent' })
    expect(service.problems).toEqual([])
    expect(browser.notices()).toEqual([
      { to: person.uid, title: 'Notices work on this device', body: 'This is a test.', path: '/sessions', tag: 'test', isUrgent: false },
    ])
    expect(browser.raw()[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '300', urgency: 'high' })
    expect(browser.raw()[0]?.headers['topic']).toMatch(/^[\w-]{1,32}$/)
    const { endpoints, deliveredAt = '' } = await read(person)
    expect(endpoints).toEqual([browser.endpoint])
    expect(Math.abs(Date.parse(deliveredAt) - Date.now())).toBeLessThan(60_000)
  })

  it('all servers of a database sign with one key, and it outlives a restart', async () => {
    const { publicKey } = await read(boss)
    await server.restart()
    expect((await read(boss)).publicKey).toBe(publicKey)
  })

  it('people who may decide get one notice of an answer that begins to wait, without names', async () => {
    const { bot, report, open, decide } = await project()
    const person = await freshPerson(manager)
    const [browser, stranger] = [await subscribe(person), await subscribe(await freshPerson(outsider))]
    await report('Keystone Concrete')
    const [row] = await open()
    expect(browser.notices()).toEqual([
      {
        to: person.uid,
        title: 'An answer to review',
        body: '',
        path: `/automation/${bot}/execution/${row?.key}`,
        tag: expect.stringMatching(/^review:/) as string,
        isUrgent: false,
      },
    ])
    expect(stranger.raw()).toEqual([])
    // Neither an edit nor the decision is a new notice.
    expect((await boss.save(row?.path ?? '', { payload: { model: { worker_count: 7 } } }, {}, 'PATCH')).status).toBe(200)
    await server.running.idle()
    await decide(row!)
    expect(browser.raw()).toHaveLength(1)
  })

  it('several answers are one notice with their number, and with names for a person who wants them', async () => {
    const { report } = await project()
    const person = await freshPerson(manager)
    const browser = await subscribe(person)
    await choose(person, { details: true })
    await report('Keystone Concrete')
    await report('Atlas Steel')
    await choose(person, {})
    const [first, second] = browser.notices()
    expect(first).toMatchObject({ title: 'An answer to review', body: 'Foundry Row · Keystone Concrete, Daniel Reyes' })
    expect(second).toMatchObject({ title: '2 answers to review', body: 'Foundry Row', path: '/review', tag: first?.tag })
    expect(browser.raw()[0]?.headers['topic']).toBe(browser.raw()[1]?.headers['topic'])
  })

  it('a roll call reaches everybody who may take part, except the person who began it', async () => {
    const people = await Promise.all([manager, owner, foreman, worker, outsider].map(freshPerson))
    const [own, others, member, crew, stranger] = await Promise.all(people.map(subscribe))
    await rollCall(boss)
    expect([own, crew, stranger].map((one) => one?.raw().length)).toEqual([0, 0, 0])
    // The foreman of the demo reads Spanish.
    for (const [one, title] of [
      [others, 'A roll call has started'],
      [member, 'Comenzó un pase de lista'],
    ] as const)
      expect(one?.notices()).toEqual([expect.objectContaining({ title, body: '', path: `/onsite/${tower}/muster`, isUrgent: true })])
    expect(others?.raw()[0]?.headers['urgency']).toBe('high')
  })

  /** A visitor signs in or out at the gate of the tower, where the foreman is. */
  const visit = async (name: string, host: string, { direction = 'in', ago = 0 }: { direction?: 'in' | 'out'; ago?: number } = {}) => {
    const gate = (await warden.get<{ gates: GateInfo[] }>('/api/gates')).body.gates.find(({ team }) => team === tower)
    const id = newId()
    const who = { name, company: 'Tri-County Cranes', visitor: true, host }
    const deviceAt = Date.now() - ago * 60_000
    const signIn = { direction, gate: gate!, site: 'harbor-point-tower', who, via: 'new' as const, deviceAt, skewMs: 0 }
    const body = { payload: attendanceModel(id, signIn), feed: false, clientAt: new Date(deviceAt).toISOString(), skewMs: 0 }
    expect((await warden.save(`forms/${gate?.form}/${id}`, body)).status).toBe(200)
    await server.running.idle()
    return id
  }

  it('the host of a visitor who signs in at a gate gets a notice, and no one else', async () => {
    const [host, other, keeper] = await Promise.all([manager, owner, foreman].map(freshPerson))
    const [browser, others, own] = await Promise.all([host!, other!, keeper!].map(subscribe))
    const id = await visit('Ines Duarte', 'daniel reyes')
    const notice = {
      to: host?.uid,
      title: 'Your visitor has arrived',
      body: '',
      path: `/onsite/${tower}`,
      tag: `visitor:${id}`,
      isUrgent: false,
    }
    expect(browser?.notices()).toEqual([notice])
    await choose(host!, { details: true })
    await visit('Omar Haddad', 'Reyes')
    await visit(`Lena\n${'x'.repeat(5000)}`, 'Reyes')
    await choose(host!, {})
    expect(browser?.notices().map(({ body }) => body)).toEqual([
      '',
      'Omar Haddad · Tri-County Cranes · Harbor Point Tower',
      // What a visitor types is cut: a push message has little room.
      `Lena ${'x'.repeat(55)} · Tri-County Cranes · Harbor Point Tower`,
    ])
    // The foreman stands at the gate, and a name of no one here names no one.
    await visit('Lena Hart', (await nameOf(keeper!)) ?? '')
    await visit('Lena Hart', 'The office')
    expect([others, own].map((one) => one?.raw())).toEqual([[], []])
    expect(browser?.raw()).toHaveLength(3)
  })

  it('the host gets no notice of a visitor who has left again, or who came more than an hour ago', async () => {
    const browser = await subscribe(await freshPerson(manager))
    await visit('Rosa Lind', 'Daniel Reyes', { ago: 90 })
    await visit('Theo Lund', 'Daniel Reyes', { direction: 'out' })
    await visit('Theo Lund', 'Daniel Reyes', { ago: 20 })
    expect(browser.raw()).toEqual([])
  })

  /** A tablet of the account that reports once; `look`: the server looks for silent devices at noon of a later Wednesday. */
  async function tablet() {
    const ticket = await boss.ask<{ url: string }>('POST', '/api/device/ticket', { billing: account })
    const device = server.nobody()
    const code = ticket.body.url.split(codePath)[1] ?? ''
    const { token } = (await device.ask<{ token: string }>('POST', '/api/device/register', { code, name: 'Gate 9 tablet' })).body
    const facts = { app: '1.4.0', forms: [], unsent: { count: 0 }, at: 'kiosk', timezone: 'UTC' }
    const report = async () => {
      const body = { token, versionCode: appVersionCode, now: new Date().toISOString(), locked: false, facts, acks: [] }
      expect((await device.ask('POST', '/api/device/ping', body)).status).toBe(200)
    }
    await report()
    const noon = new Date()
    noon.setUTCDate(noon.getUTCDate() + 14 + ((3 - noon.getUTCDay() + 7) % 7))
    noon.setUTCHours(12, 0, 0, 0)
    return { id: device.device, report, look: () => reportOfflineDevices(server.running.app, noon.getTime()) }
  }

  it('the people who manage a device get one notice when it is silent', async () => {
    const person = await freshPerson(owner)
    const [browser, stranger] = [await subscribe(person), await subscribe(await freshPerson(foreman))]
    await choose(person, { details: true })
    const { id, look } = await tablet()
    await look()
    await look()
    await server.running.idle()
    await choose(person, {})
    const notice = { title: 'A device is silent', body: 'Gate 9 tablet', path: `/devices/${id}`, tag: `device:${id}`, isUrgent: false }
    expect(browser.notices().filter(({ tag }) => tag === notice.tag)).toEqual([{ to: person.uid, ...notice }])
    expect(stranger.raw()).toEqual([])
  })

  it('the notice of a silent device is dropped when the device reports before it was sent', async () => {
    const { report, look } = await tablet()
    // Those of the demo are silent by now, too.
    await look()
    await server.running.idle()
    await report()
    const browser = await subscribe(await freshPerson(owner))
    service.answer(browser.path, 503, { times: 1 })
    await look()
    await server.running.idle()
    await report()
    await server.restart()
    const left = () => rows(server.running.storage.db, sql`select 1 from jobs where kind = 'push' and finished_at is null`)
    await expect.poll(async () => (await left()).length).toBe(0)
    expect(browser.raw()).toEqual([])
  })

  /** A place where it is day: the tests run at any hour. */
  const dayPlace = () => {
    const isDay = ({ timezone: timeZone }: { timezone: string }) => {
      const hour = Number(new Date().toLocaleTimeString('en-GB', { timeZone, hour: '2-digit' }))
      return hour > 3 && hour < 21
    }
    const places = [
      { timezone: 'America/New_York', country: 'United States', countryCode: 'US' },
      { timezone: 'Australia/Perth', country: 'Australia', countryCode: 'AU' },
    ]
    const place = places.find(isDay)
    if (!place) throw new Error('it is night everywhere')
    return place
  }

  /** A form of a new project that is due in half an hour, where it is. */
  async function dueForm({ every = 'day', hasSite = true }: { every?: 'day' | 'week'; hasSite?: boolean } = {}) {
    const { team } = await project()
    const place = dayPlace()
    const sites = { [newId()]: { name: 'Yard', ...place } }
    if (hasSite) expect((await boss.save(`teams/${team}`, { payload: { sites } })).status).toBe(200)
    const key = `yard-log-${newId().toLowerCase()}`
    const by = new Date(Date.now() + 30 * 60_000).toLocaleTimeString('en-GB', {
      timeZone: place.timezone,
      hour: '2-digit',
      minute: '2-digit',
    })
    const settings = { name: 'Yard log', due: { every, by }, children: [{ type: 'text', attribute: 'note', label: 'Note' }] }
    expect((await boss.ask('POST', `/api/studio/${key}`, { settings, base: 0, team })).status).toBe(200)
    const remind = async (now?: number) => {
      await remindOfDueForms(server.running.app, now)
      await server.running.idle()
    }
    const send = () => boss.save(`forms/${key}/${newId()}`, { payload: { note: 'Dry.' } })
    return { key, by, remind, send }
  }

  it('who still has to send a form gets one notice within the hour before its time', async () => {
    const { key, by, remind } = await dueForm()
    const [person, stranger] = [await freshPerson(manager), await freshPerson(outsider)]
    const [browser, others] = [await subscribe(person), await subscribe(stranger)]
    await choose(person, { details: true })
    // Forms of the demo may be due as well.
    const ofForm = () => browser.notices().filter(({ tag }) => tag === `due:${key}`)
    await remind(Date.now() - 45 * 60_000)
    expect(ofForm()).toEqual([])
    await remind()
    await remind(Date.now() + 60_000)
    await choose(person, {})
    const hour = Number(by.slice(0, 2))
    const time = `${hour % 12 || 12}:${by.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
    expect(ofForm()).toEqual([
      {
        to: person.uid,
        title: `A form is due by ${time}`,
        body: 'Yard log · Foundry Row',
        path: `/frontend/forms/${key}`,
        tag: `due:${key}`,
        isUrgent: false,
      },
    ])
    expect(others.notices().filter(({ tag }) => tag === `due:${key}`)).toEqual([])
  })

  it('a form that was sent, that is due in the week, or that has no time zone gives no notice', async () => {
    const [sent, weekly, nowhere] = [await dueForm(), await dueForm({ every: 'week' }), await dueForm({ hasSite: false })]
    const browser = await subscribe(await freshPerson(manager))
    expect((await sent.send()).status).toBe(200)
    await server.running.idle()
    for (const { remind } of [sent, weekly, nowhere]) await remind()
    expect(browser.notices().filter(({ tag }) => [sent, weekly, nowhere].some(({ key }) => tag === `due:${key}`))).toEqual([])
  })

  it('the same start twice is one notice', async () => {
    const browser = await subscribe(await freshPerson(owner))
    const [muster, id, key] = [newId(), newId(), newId()]
    const payload = { type: 'start', muster, at: new Date().toISOString(), skewMs: 0, drill: true, roll: [] }
    for (let times = 0; times < 2; times++)
      expect(
        (await boss.save(`muster/${tower}/${id}`, { payload, feed: false }, { 'idempotency-key': key, 'x-seq': '9000001' })).status,
      ).toBe(200)
    await server.running.idle()
    await endRollCall(boss, muster)
    expect(browser.notices().map(({ title }) => title)).toEqual(['A roll call has started (drill)'])
  })

  it('is written in the language of the person', async () => {
    const person = await freshPerson(owner)
    const browser = await subscribe(person)
    const speak = async (lang: string) =>
      expect((await person.save(`people/${person.uid}`, { payload: { lang }, feed: false }, {}, 'PATCH')).status).toBe(200)
    await speak('es')
    await rollCall(boss, { drill: true })
    await speak('en')
    expect(browser.notices().map(({ title }) => title)).toEqual(['Comenzó un pase de lista (simulacro)'])
  })

  it('a kind that the person does not want stays away, and so does everything in quiet hours, except an alarm', async () => {
    const person = await freshPerson(owner)
    const browser = await subscribe(person)
    expect(await choose(person, { off: ['rollCall'] })).toEqual({ off: ['rollCall'], details: false })
    await rollCall(boss, { drill: true })
    expect(browser.raw()).toEqual([])
    const quiet = { from: '00:00', until: '23:59', timezone: 'UTC' }
    expect(await choose(person, { quiet })).toEqual({ off: [], quiet, details: false })
    await rollCall(boss, { drill: true })
    expect(browser.raw()).toEqual([])
    await rollCall(boss)
    expect(browser.notices().map(({ isUrgent }) => isUrgent)).toEqual([true])
    expect(await choose(person, {})).toEqual({ off: [], details: false })
    expect((await person.ask('POST', '/api/push:choose', { off: [], quiet: { ...quiet, from: '25:00' }, details: false })).status).toBe(400)
  })

  it('is tried again when the push service is busy, also after a restart, and arrives once', async () => {
    const browser = await subscribe(await freshPerson(owner))
    service.answer(browser.path, 503, { times: 1 })
    const muster = newId()
    await startRollCall(boss, { drill: true, muster })
    await server.running.idle()
    expect(browser.raw()).toEqual([])
    await server.restart()
    await expect.poll(() => browser.raw().length, { timeout: 10_000 }).toBe(1)
    await endRollCall(boss, muster)
    await server.running.idle()
    expect(browser.raw()).toHaveLength(1)
  })

  it('a subscription that the service no longer knows is removed', async () => {
    const person = await freshPerson(owner)
    const browser = await subscribe(person)
    service.answer(browser.path, 410)
    await rollCall(boss, { drill: true })
    expect((await read(person)).endpoints).toEqual([])
    const other = await subscribe(person)
    service.answer(other.path, 404)
    expect((await other.test()).body).toEqual({ outcome: 'gone' })
    expect((await read(person)).endpoints).toEqual([])
  })

  it('the person reads that the service refused a message, and the subscription stays', async () => {
    const person = await freshPerson(owner)
    const browser = await subscribe(person)
    service.answer(browser.path, 400)
    expect((await browser.test()).body).toEqual({ outcome: 'failed' })
    expect((await read(person)).endpoints).toEqual([browser.endpoint])
  })

  it.each([
    'https://127.0.0.1/abc',
    'http://169.254.169.254/latest/meta-data',
    'https://push.example.com/abc',
    'http://fcm.googleapis.com/fcm/send/abc',
  ])('the server calls no other address: %s', async (endpoint) => {
    const answer = await boss.ask<Refusal>('POST', '/api/push:subscribe', { endpoint, keys: browserKeys().keys })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID'])
  })

  it('keys that are none are refused', async () => {
    const endpoint = `${service.origin}/wpush/${newId()}`
    const keys = { ...browserKeys().keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
    expect((await boss.ask<Refusal>('POST', '/api/push:subscribe', { endpoint, keys })).body.error.code).toBe('INVALID')
  })

  it('no one sees, tests or ends the subscription of another person', async () => {
    const person = await freshPerson(owner)
    const { endpoint } = await subscribe(person)
    expect((await warden.ask('POST', '/api/push:test', { endpoint })).body).toEqual({ outcome: 'gone' })
    expect((await warden.ask('POST', '/api/push:unsubscribe', { endpoint })).body).toEqual({ ended: 0 })
    expect((await read(warden)).endpoints).not.toContain(endpoint)
    expect((await read(chief)).endpoints).not.toContain(endpoint)
    expect(service.received).toEqual([])
    expect((await person.ask('POST', '/api/push:unsubscribe', { endpoint })).body).toEqual({ ended: 1 })
    expect((await server.nobody().get('/api/push')).status).toBe(401)
  })

  it('the next person of a browser takes its subscription over', async () => {
    const [first, second] = [await freshPerson(owner), await freshPerson(foreman)]
    const { endpoint, keys, notices } = await subscribe(first)
    expect((await second.ask('POST', '/api/push:subscribe', { endpoint, keys })).status).toBe(200)
    await rollCall(boss, { drill: true })
    expect(notices().map(({ to }) => to)).toEqual([second.uid])
    expect((await read(first)).endpoints).toEqual([])
    expect((await read(second)).endpoints).toEqual([endpoint])
  })

  it('a log-out and a sign-out from elsewhere end the notices of that browser', async () => {
    const [left, ended] = [await freshPerson(owner), await freshPerson(owner)]
    const [one, other] = [await subscribe(left), await subscribe(ended)]
    expect((await left.ask('POST', '/auth/logout', {})).status).toBe(200)
    const { sessions } = (await ended.get<{ sessions: { id: string; here: boolean }[] }>('/api/sessions')).body
    expect((await ended.ask('POST', '/api/sessions:end', { id: sessions.find(({ here }) => here)?.id })).body).toEqual({ ended: 1 })
    await rollCall(boss, { drill: true })
    expect([one, other].map(({ raw }) => raw())).toEqual([[], []])
  })
})
