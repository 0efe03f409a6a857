import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { Refused } from '../../../contract/Refused.ts'
import { newId, type Site, save, seedSite } from '../../../tests/harness/site.ts'
import { onEachStorage } from '../../../tests/harness/storages.ts'
import { losses, noteLosses } from './losses.ts'
import { cancelOp, pruneReceipts, reconcileOps } from './reconcileOps.ts'

describe('what became of operations', () => {
  onEachStorage((use) => {
    let site: Site
    beforeAll(async () => {
      site = await seedSite(use.storage)
    })
    const worker = () => ({ person: { uid: site.worker }, device: 'tablet-1' })
    const saved = async (by?: string, device = 'tablet-1') =>
      (await save(use.storage, { path: site.newPath(by ? site.form : site.publicForm), payload: {}, device, ...(by ? { by } : {}) })).body

    it('tells a device that was away which of its saves were applied and which discarded', async () => {
      const applied = [await saved(site.worker), await saved(site.worker, 'lost-phone')]
      const discarded = newId()
      await cancelOp(use.storage, { ...worker(), opId: discarded })
      const opIds = [...applied.map(({ opId }) => opId), discarded, newId(), 'no key at all']
      const answer = await reconcileOps(use.storage, { ...worker(), opIds })
      expect(answer.applied.toSorted((a, b) => (a.opId < b.opId ? -1 : 1))).toEqual(applied.toSorted((a, b) => (a.opId < b.opId ? -1 : 1)))
      expect(answer.cancelled).toEqual([discarded])
      expect(await reconcileOps(use.storage, { ...worker(), opIds: [] })).toEqual({ applied: [], cancelled: [] })
    })

    it('deletes after a month what a person without an account discarded, and keeps what was saved', async () => {
      const visitor = { person: undefined, device: 'visitor-phone' }
      const [discarded, mine] = [newId(), newId()]
      await cancelOp(use.storage, { ...visitor, opId: discarded })
      await cancelOp(use.storage, { ...worker(), opId: mine })
      const kept = await saved(undefined, 'visitor-phone')
      await pruneReceipts(use.storage, new Date(Date.now() + 29 * 86_400_000))
      expect((await reconcileOps(use.storage, { ...visitor, opIds: [discarded] })).cancelled).toEqual([discarded])
      await pruneReceipts(use.storage, new Date(Date.now() + 31 * 86_400_000))
      const after = await reconcileOps(use.storage, { ...visitor, opIds: [discarded, kept.opId] })
      expect([after.cancelled, after.applied.map(({ opId }) => opId)]).toEqual([[], [kept.opId]])
      expect((await reconcileOps(use.storage, { ...worker(), opIds: [mine] })).cancelled).toEqual([mine])
    })

    it('shows no person the saves of others', async () => {
      const [mine, visitors] = [await saved(site.worker), await saved(undefined, 'visitor-phone')]
      const opIds = [mine.opId, visitors.opId]
      expect(await reconcileOps(use.storage, { person: { uid: site.member }, device: 'tablet-1', opIds })).toEqual({
        applied: [],
        cancelled: [],
      })
      expect(await reconcileOps(use.storage, { person: undefined, device: 'other-phone', opIds })).toEqual({ applied: [], cancelled: [] })
      expect((await reconcileOps(use.storage, { person: undefined, device: 'visitor-phone', opIds })).applied).toEqual([visitors])
    })

    it('writes down what a device has lost for its person and their managers, once, and only while it has not arrived after all', async () => {
      const [came, gone] = [(await saved(site.worker)).opId, newId()]
      const lost = { from: '2026-06-01T07:00:00.000Z', to: 'some day' }
      const paths = { [gone]: site.newPath(site.form) }
      for (const opIds of [[came, gone, 'no key at all'], [gone]])
        await noteLosses(use.storage, { ...worker(), opIds, lost: { ...lost, paths } })
      const told = {
        uid: site.worker,
        name: expect.any(String),
        device: 'tablet-1',
        count: 1,
        from: lost.from,
        to: '',
        toldAt: expect.any(String),
        forms: [{ name: expect.any(String), count: 1 }],
      }
      for (const uid of [site.worker, site.administrator, site.owner]) expect((await losses(use.storage, { uid })).losses).toEqual([told])
      expect((await losses(use.storage, { uid: site.member })).losses).toEqual([])
      await save(use.storage, { path: site.newPath(site.form), payload: {}, device: 'tablet-1', by: site.worker, opId: gone })
      expect((await losses(use.storage, { uid: site.worker })).losses).toEqual([])
    })

    it('refuses more than 500 at once', async () => {
      const opIds = Array.from({ length: 501 }, newId)
      await expect(reconcileOps(use.storage, { ...worker(), opIds })).rejects.toMatchObject({ status: 400 })
    })

    it('says so when a save that is to be discarded was applied already', async () => {
      const { opId } = await saved(site.worker)
      expect(await cancelOp(use.storage, { ...worker(), opId })).toEqual({ opId, cancelled: false, applied: true })
      const other = newId()
      expect(await cancelOp(use.storage, { ...worker(), opId: other })).toEqual({ opId: other, cancelled: true, applied: false })
      expect(await cancelOp(use.storage, { ...worker(), opId: other })).toEqual({ opId: other, cancelled: true, applied: false })
    })

    it('lets no person discard the saves of others', async () => {
      const [mine, visitors] = [await saved(site.worker), await saved(undefined, 'visitor-phone')]
      await expect(cancelOp(use.storage, { person: { uid: site.member }, device: 'tablet-1', opId: mine.opId })).rejects.toMatchObject({
        status: 403,
      })
      await expect(cancelOp(use.storage, { person: undefined, device: 'other', opId: visitors.opId })).rejects.toMatchObject({
        status: 403,
      })
      await expect(cancelOp(use.storage, { ...worker(), opId: 'x' })).rejects.toBeInstanceOf(Refused)
    })

    it('remembers applied saves for more than 400 days, and forgets older ones', async () => {
      const kept = await saved(site.worker)
      const old = await saved(site.worker)
      const age = (opId: string, days: number) =>
        use.storage.db.execute(sql`update receipts set created_at = now() - ${days}::float8 * interval '1 day' where op_id = ${opId}`)
      await age(kept.opId, 420)
      await age(old.opId, 440)
      expect(await pruneReceipts(use.storage)).toBe(1)
      expect((await reconcileOps(use.storage, { ...worker(), opIds: [kept.opId, old.opId] })).applied).toEqual([kept])
    })
  })
})
