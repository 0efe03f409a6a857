import { createRequire } from 'node:module'
import { sql } from 'drizzle-orm'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { appVersionCode, type Command, codePath, type Device as ListedDevice, lockableFrom } from '../../../contract/endpoints/devices.ts'
import { account, type Device, foreman, keyOfDevice, manager, newId, owner, useServer, worker } from '../../../tests/harness/testServer.ts'
import type { App } from '../../domain/app.ts'
import { reportOfflineDevices, workingHours } from '../../domain/devices/watchOfflineDevices.ts'
import { revokeHooks } from '../../domain/devices/writeDevice.ts'
import { makeGrant } from '../../domain/grants/grantsOf.ts'
import { rows } from '../../storage/database.ts'

/** The reader of the package that writes the codes; it has no types. */
const { PNG } = createRequire(import.meta.url)('pngjs') as {
  PNG: { sync: { read(bytes: Buffer): { width: number; height: number; data: Buffer } } }
}

const server = useServer()
const facts = { app: '1.4.0', forms: [], unsent: { count: 0 }, at: 'kiosk' as const, timezone: 'America/New_York' }

interface Answered {
  registered: boolean
  name?: string
  commands: { id: string; kind: string; text?: string }[]
}
interface Refusal {
  error: { code: string; message: string }
}

/** A tablet that has scanned the code of the console; `ping` sends its report. */
async function tablet(name: string, device = server.nobody()) {
  const admin = await server.person(manager)
  const ticket = await admin.ask<{ shortId: string; url: string }>('POST', '/api/device/ticket', { billing: account })
  const code = ticket.body.url.split(codePath)[1] ?? ''
  const joined = await device.ask<{ token: string; shortId: string; account: string; verifyKey: string } & Refusal>(
    'POST',
    '/api/device/register',
    {
      code,
      name,
    },
  )
  const { token } = joined.body
  const ping = async (more: object = {}) =>
    (
      await device.ask<Answered>('POST', '/api/device/ping', {
        token,
        versionCode: appVersionCode,
        now: new Date().toISOString(),
        locked: false,
        facts,
        acks: [],
        ...more,
      })
    ).body
  return { admin, device, code, joined, token, ping, key: device.device }
}

const list = async (person: Device) => (await person.get<{ devices: ListedDevice[] }>('/api/device/list')).body.devices
const detail = async (person: Device, key: string) =>
  (await person.get<{ device: ListedDevice; commands: Command[] }>(`/api/devices/${key}`)).body
const change = (person: Device, key: string, payload: object) =>
  person.save<Refusal & { rev: number }>(`devices/${key}`, { payload }, { 'if-match': '"1"' }, 'PATCH')
const written = (png: ArrayBuffer) => {
  const { width, height, data } = PNG.sync.read(Buffer.from(png))
  return decodeQR({ width, height, data })
}
const qr = (person: Device, query: string) => fetch(`${server.url}/api/device/qr.png?${query}`, { headers: { cookie: person.cookie } })

describe('the devices of a billing account', () => {
  it('a device that scans the code of the console is listed after its first report, with what it says of itself (CO-174, CO-213, CO-430)', async () => {
    const { admin, key, joined, ping } = await tablet('Gate 1 tablet')
    expect(joined.body).toMatchObject({ account: 'Harbor & Pine Builders', shortId: expect.stringMatching(/^[A-Z2-9]{6}$/) })
    expect((await list(admin)).some((device) => device.key === key)).toBe(false)
    const oldest = new Date(Date.now() - 7_200_000).toISOString()
    const now = new Date(Date.now() - 90_000).toISOString()
    expect(
      await ping({
        now,
        facts: { ...facts, battery: { percent: 41, charging: false }, storage: { used: 12, quota: 100 }, unsent: { count: 3, oldest } },
      }),
    ).toEqual({
      registered: true,
      name: 'Gate 1 tablet',
      commands: [],
    })
    const listed = (await list(admin)).find((device) => device.key === key)
    expect(listed).toMatchObject({
      key,
      name: 'Gate 1 tablet',
      shortId: joined.body.shortId,
      versionCode: appVersionCode,
      billingAccount: { id: account, name: 'Harbor & Pine Builders' },
      mayManage: true,
      silent: false,
      registeredBy: 'Daniel Reyes',
      facts: { app: '1.4.0', battery: { percent: 41, charging: false }, storage: { used: 12, quota: 100 }, unsent: { count: 3, oldest } },
    })
    expect(Date.now() - Date.parse(listed?.lastPing ?? '')).toBeLessThan(60_000)
    expect(Math.round((listed?.skewMs ?? 0) / 10_000)).toBe(9)
  })

  it('one code makes one device a member, for a quarter of an hour, and only administrators of the account make codes', async () => {
    const first = await tablet('Gate 2 tablet')
    const again = await first.device.ask('POST', '/api/device/register', { code: first.code, name: 'Gate 2' })
    expect(again.status).toBe(200)
    const other = await server.nobody().ask<Refusal>('POST', '/api/device/register', { code: first.code, name: 'Mine' })
    expect([other.status, other.body.error.message]).toEqual([
      409,
      'Another device has used this code. Please make a new one under Devices, Register.',
    ])
    const [content = '', signature = ''] = first.code.split('~')
    const forged = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(content, 'base64url').toString()), shortId: 'AAAAAA' })).toString(
      'base64url',
    )
    const bad = await server.nobody().ask<Refusal>('POST', '/api/device/register', { code: `${forged}~${signature}`, name: 'Mine' })
    expect([bad.status, bad.body.error.message]).toEqual([400, 'This code is not from this site. Please make a new one under Devices.'])
    for (const mobile of [foreman, worker]) {
      const refused = await (await server.person(mobile)).ask('POST', '/api/device/ticket', { billing: account })
      expect(refused.status).toBe(403)
    }
  })

  it('an administrator renames a device once however often the change arrives; others neither see nor change it (CO-431)', async () => {
    const { admin, key, ping } = await tablet('Old name')
    await ping()
    const headers = { 'idempotency-key': newId(), 'if-match': '"1"' }
    const body = { payload: { name: 'North gate' } }
    const once = await admin.save<{ rev: number }>(`devices/${key}`, body, { ...headers, 'x-seq': '1' }, 'PATCH')
    const twice = await admin.save<{ rev: number }>(`devices/${key}`, body, { ...headers, 'x-seq': '1' }, 'PATCH')
    expect([once.status, once.body.rev, twice.body.rev, twice.headers.get('idempotency-replayed')]).toEqual([200, 2, 2, 'true'])
    expect((await detail(admin, key)).device).toMatchObject({ name: 'North gate', rev: 2 })
    expect((await ping()).name).toBe('North gate')
    const stranger = await server.person(foreman)
    expect((await list(stranger)).map((device) => device.key)).not.toContain(key)
    expect((await change(stranger, key, { name: 'Mine' })).status).toBe(404)
    expect((await stranger.get(`/api/devices/${key}`)).status).toBe(404)
    const wrong = await change(admin, key, { name: ' ', billing: 'x' })
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'INVALID'])
    expect((await change(server.nobody(), key, { name: 'Mine' })).status).toBe(401)
  })

  it('a device gets a request at its next report, carries it out once, and shows it as asked, delivered and done', async () => {
    const { admin, key, ping } = await tablet('Tower tablet')
    await ping()
    const id = newId()
    const ask = (kind: string, more: object = {}) =>
      admin.ask<{ command: Command } & Refusal>('POST', `/api/devices/${key}/commands`, { id: newId(), kind, ...more })
    const asked = await ask('message', { id, text: 'Gate 1 closes at 5' })
    expect(asked.body.command).toMatchObject({ id, state: 'asked', askedBy: 'Daniel Reyes', text: 'Gate 1 closes at 5' })
    expect((await ask('message', { id, text: 'Gate 1 closes at 5' })).body.command.askedAt).toBe(asked.body.command.askedAt)
    expect((await ping()).commands).toEqual([{ id, kind: 'message', text: 'Gate 1 closes at 5' }])
    // The answer may have been lost: until the device confirms it, a command does not count as delivered.
    expect((await detail(admin, key)).commands[0]).toMatchObject({ state: 'asked' })
    expect((await ping({ acks: [{ id, state: 'delivered' }] })).commands).toHaveLength(1)
    expect((await detail(admin, key)).commands[0]).toMatchObject({ state: 'delivered', deliveredAt: expect.any(String) })
    expect((await ping({ acks: [{ id, state: 'done' }] })).commands).toEqual([])
    expect((await detail(admin, key)).commands[0]).toMatchObject({ state: 'done', doneAt: expect.any(String) })
    await ask('re-pair')
    const [repair] = (await ping()).commands
    await ping({ acks: [{ id: repair?.id, state: 'failed', reason: 'not a kiosk' }] })
    expect((await detail(admin, key)).commands[0]).toMatchObject({ kind: 're-pair', state: 'failed', failed: 'not a kiosk' })
    expect((await ask('message')).status).toBe(400)
    expect((await ask('restart', { text: 'now' })).status).toBe(400)
    // A restart command expires after a day.
    await ask('restart')
    await server.running.storage.db.execute(sql`update device_commands set asked_at = now() - interval '25 hours' where device = ${key}`)
    expect((await ping()).commands).toEqual([])
    expect((await detail(admin, key)).commands.find(({ kind }) => kind === 'restart')).toMatchObject({ state: 'expired' })
  })

  it('a code is an image for one device and one purpose that ends; locking is only offered for devices new enough (CO-175, CO-176, CO-432)', async () => {
    const { admin, key, ping, token, device } = await tablet('Lock me')
    await ping()
    const query = `billing=${account}&device=${key}`
    const page = await qr(admin, query)
    expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([200, 'image/png', 'no-store'])
    expect(written(await page.arrayBuffer())).toBe(`${server.url}/devices/${key}`)
    const lock = written(await (await qr(admin, `${query}&content=lock&validity=5`)).arrayBuffer())
    const code = lock.split(codePath)[1] ?? ''
    const content = JSON.parse(Buffer.from(code.split('~')[0] ?? '', 'base64url').toString()) as {
      for: string
      device: string
      until: number
    }
    expect(content).toMatchObject({ for: 'lock', device: key })
    expect(Math.round((content.until * 1000 - Date.now()) / 60_000)).toBe(5)
    const standard = written(await (await qr(admin, `${query}&content=unlock`)).arrayBuffer()).split(codePath)[1] ?? ''
    const { until } = JSON.parse(Buffer.from(standard.split('~')[0] ?? '', 'base64url').toString()) as { until: number }
    expect(Math.round((until * 1000 - Date.now()) / 60_000)).toBe(60)
    const check = (who: Device, sent: string) => who.ask<{ content: string } & Refusal>('POST', '/api/device/code', { token, code: sent })
    expect((await check(device, code)).body.content).toBe('lock')
    expect((await check(server.nobody(), code)).status).toBe(403)
    expect((await device.ask<Refusal>('POST', '/api/device/register', { code, name: 'x' })).status).toBe(400)

    await ping({ versionCode: lockableFrom - 1 })
    expect((await qr(admin, `${query}&content=lock`)).status).toBe(400)
    const old = await admin.ask<Refusal>('POST', `/api/devices/${key}/commands`, { id: newId(), kind: 'lock' })
    expect([old.status, old.body.error.message]).toEqual([400, 'The app on this device is too old to be locked. Please update it first.'])
    await ping({ versionCode: lockableFrom })
    expect((await qr(admin, `${query}&content=lock`)).status).toBe(200)
    expect((await qr(await server.person(foreman), query)).status).toBe(403)
    expect((await qr(server.nobody(), query)).status).toBe(401)
    expect((await qr(admin, `${query}&content=lock&validity=9999`)).status).toBe(400)
    expect((await qr(admin, `${query}&content=sell`)).status).toBe(400)
  })

  it('a stolen device is out at once: it reports no more, brings nothing in and is asked nothing', async () => {
    const { admin, key, ping, token } = await tablet('Stolen')
    await ping()
    const ended: string[] = []
    revokeHooks.push(async (_, { id }) => {
      ended.push(id)
    })
    expect((await change(admin, key, { revoked: true })).status).toBe(200)
    revokeHooks.pop()
    expect(ended).toEqual([key])
    expect(await ping()).toEqual({ registered: false, commands: [] })
    expect((await detail(admin, key)).device.revokedAt).toBeDefined()
    expect((await admin.ask('POST', `/api/devices/${key}/commands`, { id: newId(), kind: 'restart' })).status).toBe(409)
    const copied = await server.nobody().ask<Answered>('POST', '/api/device/ping', {
      token,
      versionCode: 1,
      now: new Date().toISOString(),
      locked: false,
      facts,
      acks: [],
    })
    expect(copied.body.registered).toBe(false)
    await change(admin, key, { deleted: true })
    expect((await list(admin)).map((device) => device.key)).not.toContain(key)
  })

  it('the administrators get one text and one mail when a device is silent through working hours, and the next only after the device has reported again', async () => {
    const { key, ping } = await tablet('Quiet tablet')
    await ping()
    const { storage, app } = server.running
    // Wednesday, 13:00 in New York; the last ping was at 10:00.
    const noon = Date.parse('2026-05-06T17:00:00Z')
    const heardAt = (time: string) =>
      storage.db.execute(sql`update devices set last_ping = ${time}::timestamptz, silence_told_at = null where id = ${key}`)
    const texts = async () => {
      await expect
        .poll(async () => (await rows(storage.db, sql`select 1 from jobs where kind = 'feed' and finished_at is null`)).length)
        .toBe(0)
      return rows(
        storage.db,
        z.object({ mobile: z.string(), text: z.string() }),
        sql`select mobile, text from sms_outbox where text like '%Quiet tablet%' order by id`,
      )
    }
    await heardAt('2026-05-06T14:00:00Z')
    expect(await reportOfflineDevices(app, noon)).toBe(1)
    expect((await texts()).map(({ mobile }) => mobile).toSorted()).toEqual([owner, manager])
    expect((await texts())[0]?.text).toMatch(/^The device Quiet tablet \([A-Z2-9]{6}\) has not reported since May 6, 2026/)
    expect(await reportOfflineDevices(app, noon + 3_600_000)).toBe(0)
    expect(await texts()).toHaveLength(2)
    const mails = () =>
      rows(
        storage.db,
        z.object({ to: z.string(), subject: z.string(), text: z.string() }),
        sql`select address as "to", subject, text from mail_outbox where subject like '%Quiet tablet%' order by address`,
      )
    await expect.poll(async () => (await mails()).map(({ to }) => to)).toEqual(['daniel.reyes@example.com', 'grace.okafor@example.com'])
    expect((await mails())[0]).toMatchObject({
      subject: 'The device Quiet tablet is silent',
      text: expect.stringContaining('Please check its power and connection.'),
    })
    await heardAt('2026-05-08T22:30:00Z')
    // No alerts over the weekend.
    expect(await reportOfflineDevices(app, Date.parse('2026-05-10T18:00:00Z'))).toBe(0)
    expect(workingHours(Date.parse('2026-05-08T21:00:00Z'), Date.parse('2026-05-11T13:00:00Z'), 'America/New_York')).toBe(4)
    expect(workingHours(Date.parse('2026-05-06T10:00:00Z'), Date.parse('2026-05-06T12:00:00Z'), 'No/Where')).toBe(2)
    // The clocks change in the night before Sunday, so that Monday begins an hour earlier or later than Friday.
    expect(workingHours(Date.parse('2026-03-06T22:00:00Z'), Date.parse('2026-03-09T11:00:00Z'), 'America/New_York')).toBe(2)
    expect(workingHours(Date.parse('2026-10-30T21:00:00Z'), Date.parse('2026-11-02T12:00:00Z'), 'America/New_York')).toBe(2)
  })

  it('a mail about a silent device that could not be sent goes out after the server was started again', async () => {
    const { key, ping } = await tablet('Lost tablet')
    await ping()
    const app = server.running.app as { -readonly [K in keyof App]: App[K] }
    const { storage } = server.running
    await storage.db.execute(sql`update devices set last_ping = '2026-05-06T14:00:00Z', silence_told_at = null where id = ${key}`)
    let tries = 0
    app.mail = { kind: 'smtp', send: () => Promise.reject(new Error(`no mail server (${++tries})`)) }
    expect(await reportOfflineDevices(app, Date.parse('2026-05-06T17:00:00Z'))).toBe(1)
    await expect.poll(() => tries).toBeGreaterThan(0)
    await server.restart()
    const mails = () =>
      rows(
        server.running.storage.db,
        z.object({ to: z.string() }),
        sql`select address as "to" from mail_outbox where subject like '%Lost tablet%'`,
      )
    await expect
      .poll(async () => (await mails()).map(({ to }) => to).toSorted(), { timeout: 60_000 })
      .toEqual(['daniel.reyes@example.com', 'grace.okafor@example.com'])
  })

  it('no one takes a device over with its id alone: neither one of an account nor one with a signed-in person', async () => {
    const taken = await tablet('Gate 7 tablet')
    await taken.ping()
    const other = { 'x-device': taken.key, 'x-device-key': keyOfDevice('the thief') }
    const thief = server.nobody()
    const code = async () => {
      const boss = await server.person(owner)
      const { body } = await boss.ask<{ url: string }>('POST', '/api/device/ticket', { billing: account })
      return body.url.split(codePath)[1] ?? ''
    }
    const register = async (headers: Record<string, string>, more: object = {}) =>
      thief.ask<Refusal & { token: string }>('POST', '/api/device/register', { code: await code(), name: 'Mine', ...more }, headers)
    const refused = await register(other)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'Another device has this id and belongs to an account. Use the device itself, or take it out of that account first.',
    ])
    expect((await register({ ...other, 'x-device-key': '' })).status).toBe(400)
    expect((await taken.ping()).registered).toBe(true)
    // A device id belongs to the person who signed in on it first.
    const phone = server.nobody()
    await phone.ask('POST', '/auth/verify', { mobile: worker })
    await phone.ask('POST', '/auth/signup', { mobile: worker, pin: await server.lastPin(worker) })
    expect((await register({ 'x-device': phone.device, 'x-device-key': keyOfDevice('the thief') })).status).toBe(409)
    expect((await register({ 'x-device': phone.device, 'x-device-key': keyOfDevice(phone.device) })).status).toBe(200)
    // The device itself may register with another code: with its key or, if it is older than keys, with the
    // token of its reports.
    expect((await register({ 'x-device': taken.key, 'x-device-key': keyOfDevice(taken.key) })).status).toBe(200)
    const old = await tablet('Old tablet')
    await server.running.storage.db.execute(sql`update devices set device_key = null where id = ${old.key}`)
    expect((await register({ ...other, 'x-device': old.key })).status).toBe(409)
    expect((await register({ ...other, 'x-device': old.key }, { token: old.token })).status).toBe(200)
  })

  it('a device that claims to be another kiosk does not end that kiosk when it is removed', async () => {
    const { storage, app } = server.running
    const paired = async (by: Device) => {
      const [bot] = await rows(storage.db, z.object({ id: z.string() }), sql`select id from automations where title = 'Gate 1 Check-in'`)
      const ticket = await (await server.person(owner)).ask<{ ticket: string; code: string }>(
        'POST',
        `/api/automation/${bot?.id}/kiosk/ticket`,
        {},
      )
      const answer = await by.ask<{ pairing: { uid: string; token: string; code: string } }>(
        'POST',
        `/api/kiosk/${ticket.body.code}/ticket`,
        { ticket: ticket.body.ticket, deviceCode: newId().slice(0, 8) },
      )
      return answer.body.pairing
    }
    const alive = async ({ code, token }: { code: string; token: string }) =>
      (await server.nobody().ask<{ paired: boolean }>('POST', `/api/kiosk/${code}/alive`, { token })).body.paired
    const victim = await paired(server.nobody())
    const liar = await tablet('Liar')
    await liar.ping({ facts: { ...facts, kiosk: victim.uid } })
    expect((await detail(liar.admin, liar.key)).device.facts).not.toHaveProperty('kiosk')
    expect((await change(liar.admin, liar.key, { revoked: true })).status).toBe(200)
    expect(await alive(victim)).toBe(true)
    // Removing a registered device ends its own kiosk and the grants of its people.
    const own = await tablet('Gate 8 tablet')
    const kiosk = await paired(own.device)
    await own.ping({ facts: { ...facts, kiosk: kiosk.uid } })
    expect((await detail(own.admin, own.key)).device.facts).toHaveProperty('kiosk', kiosk.uid)
    const { uid } = await server.person(worker)
    const mine = await makeGrant(app, { uid, device: own.key, key: keyOfDevice(own.key) })
    const theirs = await makeGrant(app, { uid, device: own.key, key: keyOfDevice('another browser') })
    await change(own.admin, own.key, { revoked: true })
    expect(await alive(kiosk)).toBe(false)
    const save = (grant: string) =>
      server.nobody(own.key).save(`forms/hazard-report/${newId()}`, { payload: {} }, { 'x-actor': uid, 'x-grant': grant })
    expect([(await save(mine)).status, (await save(theirs)).status]).toEqual([401, 200])
  })

  it('administrators of the account read the evidence of its devices, others do not', async () => {
    const { admin, key, ping } = await tablet('Evidence')
    await ping()
    expect((await admin.get<{ chains: unknown[] }>(`/api/devices/${key}/evidence`)).body).toEqual({ chains: [] })
    expect((await (await server.person(worker)).get(`/api/devices/${key}/evidence`)).status).toBe(403)
  })
})
