import { beforeAll, describe, expect, it } from 'vitest'
import { Refused } from '../../../contract/Refused.ts'
import { type Site, save, seedSite } from '../../../tests/harness/site.ts'
import { onEachStorage } from '../../../tests/harness/storages.ts'
import { getRecord, listRecords } from './listRecords.ts'

const status = (reading: Promise<unknown>) =>
  reading.then(
    () => 200,
    (error: unknown) => (error instanceof Refused ? error.status : Promise.reject(error)),
  )

describe('reading records', () => {
  onEachStorage((use) => {
    let site: Site
    beforeAll(async () => {
      site = await seedSite(use.storage)
    })
    const list = (by: string, query: { cursor?: string; limit?: string } = {}, path = `forms/${site.form}`) =>
      listRecords(use.storage, { path, person: { uid: by }, ...query })

    it('shows a record with who made it and when', async () => {
      const path = site.newPath()
      await save(use.storage, { path, payload: { a: 1 }, by: site.worker, body: { clientAt: new Date().toISOString() } })
      const record = await getRecord(use.storage, { path, person: { uid: site.worker } })
      expect(record).toMatchObject({ path, rev: 1, model: { a: 1 }, createdBy: site.worker, updatedBy: site.worker })
      for (const at of [record.createdAt, record.updatedAt, record.clientAt, record.correctedAt]) expect(at).toMatch(/^\d{4}-.*Z$/)
    })

    it('shows a record only to its maker and to those who may see all', async () => {
      const path = site.newPath()
      await save(use.storage, { path, payload: {}, by: site.member })
      const seen = (uid: string) => status(getRecord(use.storage, { path, person: { uid } }))
      expect(await Promise.all([site.member, site.administrator, site.owner].map(seen))).toEqual([200, 200, 200])
      expect(await seen(site.worker)).toBe(404)
      expect(await seen(site.stranger)).toBe(403)
      expect(await status(getRecord(use.storage, { path: site.newPath(), person: { uid: site.owner } }))).toBe(404)
      expect(await status(getRecord(use.storage, { path: 'teams/x', person: { uid: site.owner } }))).toBe(403)
      expect(await status(getRecord(use.storage, { path: 'forms/../x', person: { uid: site.owner } }))).toBe(400)
    })

    it('finds the records with files, and looks through a number of records at a time', async () => {
      const own = await seedSite(use.storage)
      const made: string[] = []
      for (const payload of [{ photo: { filename: 'a.jpg' } }, { a: 'filename' }, {}, { signature: { sha256: 'x' } }, {}]) {
        const path = own.newPath()
        await save(use.storage, { path, payload, by: own.owner })
        made.push(path)
      }
      const shown = async (query: { cursor?: string | undefined; among?: number; limit?: string } = {}) => {
        const page = await listRecords(use.storage, { path: `forms/${own.form}`, person: { uid: own.owner }, withFiles: true, ...query })
        return { paths: page.records.map(({ path }) => path), next: page.next }
      }
      expect(await shown()).toEqual({ paths: [made[3], made[0]], next: undefined })
      const first = await shown({ among: 2 })
      const second = await shown({ among: 2, cursor: first.next })
      const third = await shown({ among: 2, cursor: second.next })
      expect([first.paths, second.paths, third]).toEqual([[made[3]], [], { paths: [made[0]], next: undefined }])
      const one = await shown({ limit: '1' })
      expect([one.paths, (await shown({ limit: '1', cursor: one.next })).paths]).toEqual([[made[3]], [made[0]]])
    })

    it('does not show what was removed', async () => {
      const path = site.newPath()
      await save(use.storage, { path, payload: { deleted: true }, by: site.owner })
      expect(await status(getRecord(use.storage, { path, person: { uid: site.owner } }))).toBe(404)
      expect((await list(site.owner)).records.map((record) => record.path)).not.toContain(path)
    })

    it('shows people their own record only', async () => {
      const path = `people/${site.worker}`
      await save(use.storage, { path, payload: { lang: 'es' }, by: site.worker, method: 'PATCH' })
      expect(await getRecord(use.storage, { path, person: { uid: site.worker } })).toMatchObject({ model: { lang: 'es' } })
      expect(await status(getRecord(use.storage, { path, person: { uid: site.owner } }))).toBe(403)
      expect(await status(list(site.worker, {}, 'people'))).toBe(403)
    })

    it('lists the newest first, page by page, each record once, also while more arrive', async () => {
      const own = await seedSite(use.storage)
      const made: string[] = []
      const add = async (by: string) => {
        const path = own.newPath()
        await save(use.storage, { path, payload: {}, by })
        made.unshift(path)
      }
      for (let n = 0; n < 7; n++) await add(n % 2 === 0 ? own.worker : own.member)
      const expected = [...made]
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await list(own.owner, { limit: '3', ...(cursor === undefined ? {} : { cursor }) }, `forms/${own.form}`)
        seen.push(...page.records.map(({ path }) => path))
        cursor = page.next
        await add(own.member)
      } while (cursor !== undefined)
      expect(seen).toEqual(expected)
      const mine = await list(own.worker, {}, `forms/${own.form}`)
      expect(mine.records.map(({ path, createdBy }) => [path, createdBy])).toEqual(
        expected.filter((_, n) => n % 2 === 0).map((path) => [path, own.worker]),
      )
      expect(mine.next).toBeUndefined()
    })

    it('does not list the records of a form with a name that begins alike', async () => {
      const own = await seedSite(use.storage)
      await save(use.storage, { path: own.newPath(own.publicForm), payload: {}, by: own.owner })
      expect((await list(own.owner, {}, `forms/${own.form}`)).records).toEqual([])
    })

    it.each(['0', '-1', 'x', '', '1e3', "1' or 1=1", '9'.repeat(30)])('refuses %j as a limit or cursor', async (wrong) => {
      expect(await status(list(site.owner, { limit: wrong }))).toBe(400)
      expect(await status(list(site.owner, { cursor: wrong }))).toBe(400)
    })

    it('gives at most 200 at a time', async () => {
      expect(await status(list(site.owner, { limit: '100000' }))).toBe(200)
    })

    it.each([
      ['a stranger', () => site.stranger, () => `forms/${site.form}`, 403],
      ['a form that is not there', () => site.owner, () => 'forms/none', 404],
      ['everything', () => site.owner, () => 'forms', 403],
      ['what is below a record', () => site.owner, () => site.newPath(), 403],
    ])('refuses to list: %s', async (_, by, path, expected) => {
      expect(await status(list(by(), {}, path()))).toBe(expected)
    })
  })
})
