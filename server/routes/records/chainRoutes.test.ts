import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chainHeader, linkText } from '../../../contract/rules/chainHeader.ts'
import { type Device, foreman, manager, newId, onEachServer, sha256, worker } from '../../../tests/harness/testServer.ts'

type Evidence = { state: string; saves: { opId: string; discarded: boolean; state: string }[] }

onEachServer((server) => {
  const at = '2026-05-04T06:45:00.000Z'
  /** A link as a device makes it; a wrong `hash` simulates tampering. */
  const link = (opId: string, path: string, { chain = `tablet-${newId().slice(0, 8)}`, n = 1, hash = '' } = {}) => {
    const payloadHash = createHash('sha256').update(opId).digest('hex')
    const prev = n === 1 ? 'start' : sha256('before')
    const own = sha256(linkText({ chain, n, prev }, { opId, payloadHash, path, clientAt: at }))
    return chainHeader({ chain, n, prev, hash: hash || own }, { opId, payloadHash, path, clientAt: at })
  }
  const evidence = async (device: Device, path: string) => (await device.get<Evidence>(`/api/evidence/${path}`)).body
  const links = async () =>
    Number(
      ((await server.running.storage.db.execute(sql`select count(*)::int as n from chain_links`)) as unknown as { rows: { n: number }[] })
        .rows[0]?.n,
    )
  /** A record without evidence, as an old app saves it. */
  async function saved(): Promise<{ by: Device; path: string; opId: string }> {
    const by = await server.person(worker)
    const [path, opId] = [`forms/hazard-report/${newId()}`, newId()]
    expect((await by.save(path, { payload: { hazard_type: 'slip' }, feed: false }, { 'idempotency-key': opId })).status).toBe(200)
    return { by, path, opId }
  }

  describe('the evidence of a record', () => {
    it('is not changed by a call that is no save, by a save that is refused, or by who has nothing to do with it', async () => {
      const { path, opId } = await saved()
      const boss = await server.person(manager)
      expect(await evidence(boss, path)).toEqual({ state: 'none', saves: [] })
      const before = await links()
      const stranger = server.nobody('tablet')
      const forged = (id: string) => ({ 'x-chain': link(id, path, { hash: sha256('forged') }) })

      await stranger.ask('POST', '/auth/logout', {}, { ...forged(opId), 'idempotency-key': opId })
      await stranger.ask('POST', '/auth/logout', {}, { ...forged(newId()), 'idempotency-key': newId() })
      const refused = await stranger.save(path, { payload: { hazard_type: 'fall' } }, forged(opId))
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(await links()).toBe(before)

      // The link of an accepted save counts for the record of that save, even if the link names another
      // one.
      const own = await server.person(foreman)
      const elsewhere = newId()
      const other = `forms/hazard-report/${newId()}`
      await own.save(other, { payload: { hazard_type: 'slip' }, feed: false }, { 'idempotency-key': elsewhere, ...forged(elsewhere) })
      const dropped = newId()
      expect((await stranger.ask('POST', `/api/outbox/${dropped}:cancel`, {}, forged(dropped))).status).toBe(200)
      expect(await evidence(boss, path)).toEqual({ state: 'none', saves: [] })
    })

    it('tells what its own people saved and threw away', async () => {
      const { by, path } = await saved()
      const boss = await server.person(manager)
      const dropped = newId()
      await by.ask('POST', `/api/outbox/${dropped}:cancel`, {}, { 'x-chain': link(dropped, path, { chain: `${by.device}-AAAAAAAA` }) })
      expect((await evidence(boss, path)).saves).toMatchObject([{ opId: dropped, discarded: true }])
    })

    it('takes no link for a foreign chain from who was never at that device, and takes it from who was', async () => {
      const { by, path } = await saved()
      const boss = await server.person(manager)
      const chain = `${by.device}-BBBBBBBB`
      const first = newId()
      await by.ask('POST', `/api/outbox/${first}:cancel`, {}, { 'x-chain': link(first, path, { chain }) })
      const outside = await server.person(foreman)
      const forged = newId()
      await outside.ask('POST', `/api/outbox/${forged}:cancel`, {}, { 'x-chain': link(forged, path, { chain }) })
      expect((await evidence(boss, path)).saves.map(({ opId }) => opId)).toEqual([first])
      // The same person sends it from another device.
      const second = newId()
      const phone = await server.person(worker)
      await phone.ask('POST', `/api/outbox/${second}:cancel`, {}, { 'x-chain': link(second, path, { chain, n: 2 }) })
      expect((await evidence(boss, path)).saves.map(({ opId }) => opId).sort()).toEqual([first, second].sort())
    })

    it('is no fault of the server where a link is nonsense', async () => {
      const { by, path } = await saved()
      for (const header of [
        `${link(newId(), path)}`.replace(/[^;]+$/, 'forms%00a'),
        ';'.repeat(6),
        'x'.repeat(5000),
        'tablet-AAAAAAAA;1;start',
      ]) {
        const opId = newId()
        const answer = await by.ask('POST', `/api/outbox/${opId}:cancel`, {}, { 'x-chain': header })
        expect(answer.status).toBe(200)
      }
    })
  })
})
