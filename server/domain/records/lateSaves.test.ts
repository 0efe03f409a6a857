import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { Refused } from '../../../contract/Refused.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { newId, type Saving, type Site, save, seedSite } from '../../../tests/harness/site.ts'
import { onEachStorage } from '../../../tests/harness/storages.ts'
import { records } from '../../storage/schema.ts'
import { lateSaves, lookAt } from './lateSaves.ts'
import { changeRecord } from './changeRecord.ts'
import { pruneEdits } from './lastChanges.ts'

const hour = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

describe('a save that comes long after it was made', () => {
  onEachStorage((use) => {
    let site: Site
    beforeAll(async () => {
      site = await seedSite(use.storage)
    })

    let seq = 10_000
    const made = async (payload: Model, more: Partial<Saving> = {}) => {
      const path = site.newPath()
      await save(use.storage, { path, payload, by: site.worker, ...more })
      return path
    }
    const late = async (path: string) => (await lateSaves(use.storage.db, `forms/${site.form}`, [path])).filter((one) => one.path === path)
    /** Makes a change by a person who has seen the current record. */
    const change = async (path: string, by: string, payload: Model, madeAgo?: number) => {
      const [record] = await use.storage.db.select().from(records).where(eq(records.path, path))
      const body = { base: record?.model, ...(madeAgo !== undefined && { clientAt: ago(madeAgo) }) }
      return await save(use.storage, { path, by, payload, method: 'PATCH', baseRev: record?.rev, body })
    }
    const look = (path: string, revs: readonly number[], by = site.member, opId = newId()) =>
      lookAt(use.storage, {
        path,
        revs,
        person: { uid: by },
        headers: { opId, actor: by, device: 'office', seq: ++seq },
      })
    const refusal = (result: Promise<unknown>) =>
      result.then(
        () => 'taken',
        (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
      )

    it('shows when another person had changed the record after the save was made, with who, and what it changed', async () => {
      const path = await made({ hours: 8, place: 'roof', note: 'x' })
      await change(path, site.member, { place: 'cellar' }, 1000)
      await change(path, site.worker, { hours: 9, crew: 4 }, 2 * hour)
      expect(await late(path)).toEqual([
        {
          path,
          rev: 3,
          reason: 'overtaken',
          by: site.worker,
          over: site.member,
          changed: ['crew', 'hours'],
          madeAt: expect.any(String),
          at: expect.any(String),
        },
      ])
    })

    it('shows when the save was made more than a day before it came, also for a new record', async () => {
      const fresh = await made({ a: 1 }, { body: { clientAt: ago(25 * hour) } })
      expect(await late(fresh)).toMatchObject([{ rev: 1, reason: 'old', changed: [] }])
      const path = await made({ a: 1 })
      await change(path, site.worker, { a: 2 }, 25 * hour)
      expect(await late(path)).toMatchObject([{ rev: 2, reason: 'old', changed: ['a'] }])
    })

    it('also when many new ones arrive at the same moment', async () => {
      const paths = await Promise.all(Array.from({ length: 12 }, () => made({ a: 1 }, { body: { clientAt: ago(30 * hour) } })))
      for (const path of paths) expect(await late(path)).toMatchObject([{ reason: 'old' }])
    })

    it('counts by the clock put right, not by a wrong clock of the device', async () => {
      // The phone is two days behind, and reports this skew.
      const path = await made({ a: 1 }, { body: { clientAt: ago(48 * hour), skewMs: 48 * hour } })
      expect(await late(path)).toEqual([])
    })

    it.each<[string, (path: string) => Promise<unknown>]>([
      ['made and sent at once beside somebody else’s', (path) => change(path, site.worker, { hours: 9 }, 1000)],
      ['made after the other change', (path) => change(path, site.worker, { hours: 9 }, 90_000)],
      ['without a time of its own', (path) => change(path, site.worker, { hours: 9 })],
      ['that changes nothing', (path) => change(path, site.worker, { hours: 8 }, 2 * hour)],
    ])('is not said of one %s', async (_, act) => {
      const path = await made({ hours: 8, place: 'roof' })
      await change(path, site.member, { place: 'cellar' }, 120_000)
      await act(path)
      expect(await late(path)).toEqual([])
    })

    it('is not said of one’s own later saves, nor because the server wrote its status meanwhile', async () => {
      const path = await made({ hours: 8 })
      await change(path, site.worker, { hours: 9 }, 2 * hour)
      await changeRecord(use.storage, { key: newId(), path, tenant: site.team, change: (model) => ({ ...model, titleStatus: 'Done' }) })
      await change(path, site.worker, { hours: 10 }, 2 * hour)
      expect(await late(path)).toEqual([])
    })

    it('is acknowledged once by a manager: the first one stays, a repeated call is the same call', async () => {
      const path = await made({ a: 1 })
      await change(path, site.worker, { a: 2 }, 25 * hour)
      const opId = newId()
      const first = await look(path, [2], site.member, opId)
      expect(first).toEqual({ body: { opId, path, looked: [2] }, replayed: false })
      expect(await look(path, [2], site.owner)).toMatchObject({ body: { looked: [2] } })
      expect(await late(path)).toMatchObject([{ looked: { by: site.member, at: expect.any(String) } }])
      const open = await lateSaves(use.storage.db, `forms/${site.form}`, [])
      expect(open.filter((one) => one.path === path)).toEqual([])
    })

    it('is not a worker’s or a stranger’s to tick off, and nothing but late saves can be', async () => {
      const path = await made({ a: 1 })
      await change(path, site.worker, { a: 2 }, 25 * hour)
      expect(await refusal(look(path, [2], site.worker))).toBe('403 FORBIDDEN')
      expect(await refusal(look(path, [2], site.stranger))).toBe('404 NOT_FOUND')
      expect(await refusal(look(site.newPath(), [1]))).toBe('404 NOT_FOUND')
      expect(await refusal(look('nowhere/at/all', [1]))).toBe('403 FORBIDDEN')
      expect(await refusal(look(path, [1, 2]))).toBe('400 INVALID')
      expect(await late(path)).toMatchObject([{ rev: 2 }])
      expect((await late(path))[0]).not.toHaveProperty('looked')
    })

    it('stays to be looked at however long it takes', async () => {
      const [open, seen] = [
        await made({ a: 1 }, { body: { clientAt: ago(25 * hour) } }),
        await made({ a: 1 }, { body: { clientAt: ago(25 * hour) } }),
      ]
      await look(seen, [1])
      await pruneEdits(use.storage.db, 430, new Date(Date.now() + 500 * 24 * hour))
      expect(await late(open)).toHaveLength(1)
      expect(await late(seen)).toEqual([])
    })
  })
})
