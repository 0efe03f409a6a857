import { beforeAll, describe, expect, it } from 'vitest'
import { type Device, newId, onEachServer, sha256 } from '../harness/testServer.ts'
import { buildSite, type Site } from './harness/site.ts'

/** Attacks across companies that no single row of the table of rights covers. */
onEachServer((server) => {
  let site: Site
  let mallory: Device
  let owner: Device
  beforeAll(async () => {
    site = await buildSite(server)
    mallory = await site.person('Mallory Elsewhere', { projects: { elsewhere: 'Owner' }, accounts: { elsewhere: 'Owner' } })
    owner = await site.person('Olga Owner', { projects: { project: 'Owner' }, accounts: { company: 'Owner' } })
  })

  /** A device that joins a billing account with a ticket of its manager. */
  const join = async (manager: Device, billing: string, device: Device) => {
    const ticket = await manager.ask<{ url: string }>('POST', '/api/device/ticket', { billing })
    const code = decodeURIComponent(ticket.body.url.split('/').at(-1) ?? '')
    return device.ask<{ token: string }>('POST', '/api/device/register', { code, name: 'A tablet' })
  }
  const ping = (device: Device, token: string, facts: object = {}) =>
    device.ask<{ registered: boolean }>('POST', '/api/device/ping', {
      token,
      versionCode: 156_060_001,
      now: new Date().toISOString(),
      locked: false,
      facts: { app: '1', forms: [], unsent: { count: 0 }, at: 'app', ...facts },
      acks: [],
    })
  const chainLink = (op: string, path: string, chain = `attacker${newId()}-AAAAAAAA`) =>
    `${chain};1;start;${sha256(`x${op}`)};${sha256('y')};${new Date().toISOString()};${encodeURIComponent(path)}`

  describe('devices and kiosks of another company', () => {
    it('a device stays with the account that registered it, also when others know its id', async () => {
      const tablet = server.nobody()
      const mine = await join(owner, site.homes.project.billing, tablet)
      expect((await ping(tablet, mine.body.token)).body.registered).toBe(true)
      // The id of a device is not secret; the key that proves it is.
      const thief = server.nobody(tablet.device)
      const stolen = await thief.ask('GET', '/api/ping', undefined, { 'x-device-key': sha256('another key') })
      expect(stolen.status).toBe(200)
      const ticket = await mallory.ask<{ url: string }>('POST', '/api/device/ticket', { billing: site.homes.elsewhere.billing })
      const code = decodeURIComponent(ticket.body.url.split('/').at(-1) ?? '')
      const taken = await thief.ask('POST', '/api/device/register', { code, name: 'stolen' }, { 'x-device-key': 'A'.repeat(43) })
      expect(taken.status).toBeGreaterThanOrEqual(400)
      const listed = await owner.get<{ devices: { key: string }[] }>('/api/device/list')
      expect(listed.body.devices.map(({ key }) => key)).toContain(tablet.device)
      expect((await ping(tablet, mine.body.token)).body.registered).toBe(true)
    })

    it('a kiosk works on when a device of another company claims to be it and is then taken out of use', async () => {
      const { kiosk } = site.homes.project
      const alive = () => server.nobody().ask<{ paired: boolean }>('POST', `/api/kiosk/${kiosk.code}/alive`, { token: kiosk.token })
      expect((await alive()).body.paired).toBe(true)
      const tablet = server.nobody()
      const joined = await join(mallory, site.homes.elsewhere.billing, tablet)
      await ping(tablet, joined.body.token, { at: 'kiosk', kiosk: kiosk.uid })
      const revoked = await mallory.save(`devices/${tablet.device}`, { payload: { revoked: true } }, { 'if-match': '"1"' }, 'PATCH')
      expect(revoked.status).toBe(200)
      expect((await alive()).body.paired).toBe(true)
    })
  })

  describe('evidence', () => {
    it('only signed-in people put links into the evidence of a record', async () => {
      const { record, author } = site.homes.project
      const before = await author.get(`/api/evidence/${record}`)
      for (const [path, body] of [
        ['/auth/logout', {}],
        ['/api/outbox:reconcile', { opIds: [] }],
        ['/auth/verify', { mobile: '+12025550188' }],
      ] as const) {
        const op = newId()
        await server.nobody().ask('POST', path, body, { 'idempotency-key': op, 'x-chain': chainLink(op, record) })
      }
      expect((await author.get(`/api/evidence/${record}`)).body).toEqual(before.body)
    })

    it('a call that is refused leaves no link', async () => {
      const { record, author } = site.homes.project
      const before = await author.get(`/api/evidence/${record}`)
      const op = newId()
      const refused = await mallory.save(record, { payload: { a: 1 } }, { 'idempotency-key': op, 'x-chain': chainLink(op, record) })
      expect(refused.status).toBe(403)
      expect((await author.get(`/api/evidence/${record}`)).body).toEqual(before.body)
    })

    it('who says that they saved on a device gets no right to its evidence', async () => {
      const { author } = site.homes.project
      const path = `/api/devices/${author.device}/evidence`
      expect((await mallory.get(path)).status).toBe(403)
      const op = newId()
      const chain = chainLink(op, `forms/${site.homes.elsewhere.form}/${newId()}`, `${author.device}-BBBBBBBB`)
      await mallory.ask('POST', '/api/seals:open', { items: [] }, { 'idempotency-key': op, 'x-chain': chain })
      expect((await mallory.get(path)).status).toBe(403)
    })
  })

  describe('files', () => {
    it('a save names no file that another person uploaded, and its sender does not get the bytes by that', async () => {
      const { loose, author } = site.homes.project
      const photo = { id: loose, name: 'a.jpg', filename: 'a.jpg', type: 'image/jpeg', url: `/api/files/${loose}` }
      const claims = [{ photos: [photo] }, { description: `/api/files/${loose}` }]
      for (const payload of claims) {
        const save = await mallory.save(`forms/${site.homes.elsewhere.form}/${newId()}`, { payload, feed: false })
        expect([200, 400, 403, 409, 425]).toContain(save.status)
        expect((await mallory.get(`/api/files/${loose}`)).status).toBe(404)
      }
      const drop = await author.ask('DELETE', `/api/uploads/${loose}`, undefined, { 'tus-resumable': '1.0.0' })
      expect(drop.status, 'its uploader may still drop it').toBe(204)
    })
  })

  describe('copies, invitations and reports', () => {
    it.each([
      [
        'copy bots',
        'POST',
        () => '/api/bots/clone',
        (s: Site, me: Device) => ({
          validateOnly: false,
          sourceTeam: s.homes.project.team,
          destinationTeam: s.homes.elsewhere.team,
          bots: [s.homes.project.bot],
          owner: me.uid,
        }),
      ],
      ['chat with a bot', 'POST', () => `/api/chat/${newId()}`, (s: Site) => ({ message: 'hi', bot: s.homes.project.chatBot })],
      [
        'recommend in the name of an account',
        'POST',
        () => '/api/billing:refer',
        (s: Site) => ({ name: 'x', email: 'x@example.com', body: 'b', billing: s.homes.project.billing }),
      ],
      [
        'cancel an account',
        'POST',
        (s: Site) => `/api/billing/${s.homes.project.billing}:request-cancellation`,
        () => ({ reason: 'Other' }),
      ],
      [
        'report on a project',
        'POST',
        () => '/api/statistics',
        (s: Site) => ({ start: '2026-11-01', end: '2026-11-22', projects: [s.homes.project.team] }),
      ],
      [
        'invite to a project',
        'POST',
        (s: Site) => `/api/team/${s.homes.project.team}:invite`,
        () => ({ email: 'a@example.com', status: 'Administrator' }),
      ],
      [
        'give a bot away',
        'POST',
        (s: Site) => `/api/automation/${s.homes.project.bot}:reassign`,
        (_: Site, me: Device) => ({ owner: me.uid }),
      ],
    ] as const)('people of another company may not %s', async (_, method, path, body) => {
      const answer = await mallory.ask<{ success?: boolean }>(method, path(site), body(site, mallory))
      expect([403, 404]).toContain(answer.status)
    })

    it.each([
      ['a project into an account', () => `teams/${newId()}`, (s: Site) => ({ name: 'x', billingAccount: s.homes.project.billing })],
      [
        'a library into an account',
        () => `libraries/${newId()}`,
        (s: Site) => ({ name: 'x', billingAccount: s.homes.project.billing, type: 'Toolbox', deleted: false }),
      ],
      [
        'themselves into a project',
        (s: Site) => `teams/${s.homes.project.team}`,
        (_: Site, me: Device) => ({ members: { [me.uid]: { role: 'Owner' } } }),
      ],
      ['a record into a form', (s: Site) => `forms/${s.homes.project.form}/${newId()}`, () => ({ a: 1 })],
    ] as const)('people of another company cannot put %s', async (_, path, payload) => {
      expect([403, 404]).toContain((await mallory.save(path(site), { payload: payload(site, mallory), feed: false })).status)
    })
  })

  it('a worker neither reads nor changes the records and files of others in their own project', async () => {
    const { record, file } = site.homes.project
    const worker = await site.person('Wendy Worker', { projects: { project: 'Worker' } })
    expect((await worker.get(`/api/data/${record}`)).status).toBe(404)
    expect((await worker.save(record, { payload: { x: 1 } }, { 'if-match': '"1"' }, 'PATCH')).status).toBe(403)
    expect((await worker.get(`/api/files/${file}`)).status).toBe(404)
  })
})
