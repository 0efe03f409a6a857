import { and, eq, inArray, sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePlanMessages } from '../../../contract/rules/plans.ts'
import { startPostgres } from '../../../tests/harness/postgres.ts'
import { newId, type Site, save, seedSite } from '../../../tests/harness/site.ts'
import { onEachStorage } from '../../../tests/harness/storages.ts'
import { runJobs } from '../../storage/addJob.ts'
import { openStorage } from '../../storage/storage.ts'
import { changes, feedEntries, jobs, records, usageCounts, usageMessages, usagePeople } from '../../storage/schema.ts'

describe('saves that come at the same moment', () => {
  onEachStorage((use) => {
    let site: Site
    beforeAll(async () => {
      site = await seedSite(use.storage)
    })

    it('are each stored whole, with numbers of changes without a gap', async () => {
      const before = await use.storage.db.$count(changes, eq(changes.tenant, site.team))
      const paths = Array.from({ length: 40 }, () => site.newPath())
      const answers = await Promise.all(paths.map((path, n) => save(use.storage, { path, payload: { n }, by: site.worker })))
      expect(answers.map(({ body }) => [body.path, body.rev])).toEqual(paths.map((path) => [path, 1]))
      for (const [n, path] of paths.entries()) {
        const [record] = await use.storage.db.select().from(records).where(eq(records.path, path))
        expect(record).toMatchObject({ model: { n }, rev: 1, tenant: site.team, createdBy: site.worker })
        expect(await use.storage.db.$count(feedEntries, eq(feedEntries.path, path))).toBe(1)
        expect(await use.storage.db.$count(jobs, sql`${jobs.payload} ->> 'path' = ${path}`)).toBe(1)
      }
      const seqs = (await use.storage.db.select({ seq: changes.seq }).from(changes).where(eq(changes.tenant, site.team))).map(
        ({ seq }) => seq,
      )
      expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: before + 40 }, (_, n) => n + 1))
    })

    it('are one when they are the same, and another change of the same record follows on it', async () => {
      const path = site.newPath()
      const opId = newId()
      const others = Array.from({ length: 12 }, () => save(use.storage, { path: site.newPath(), payload: {}, by: site.worker }))
      const same = await Promise.all(Array.from({ length: 8 }, () => save(use.storage, { path, payload: { a: 1 }, by: site.worker, opId })))
      await Promise.all(others)
      expect(same.map(({ body }) => body.rev)).toEqual(Array.from({ length: 8 }, () => 1))
      expect(same.filter(({ replayed }) => !replayed)).toHaveLength(1)
      expect(await use.storage.db.$count(changes, eq(changes.path, path))).toBe(1)
    })

    it('leave jobs with the key of their operation, which is not stored', async () => {
      const opIds = Array.from({ length: 5 }, newId)
      const [alone = '', ...together] = opIds
      await Promise.all(together.map((opId) => save(use.storage, { path: site.newPath(), payload: {}, by: site.worker, opId })))
      await save(use.storage, { path: site.newPath(), payload: {}, by: site.worker, opId: alone })
      const stored = await use.storage.db
        .select({ key: jobs.key })
        .from(jobs)
        .where(inArray(sql`${jobs.payload} ->> 'opId'`, opIds))
      expect(stored).toEqual(opIds.map(() => ({ key: null })))
      const seen: string[] = []
      const runner = runJobs(use.storage, { feed: async ({ key }) => void seen.push(key) })
      await runner.idle()
      await runner.stop()
      expect(seen.filter((key) => opIds.includes(key.split(':')[0] ?? '')).toSorted()).toEqual(
        opIds.map((opId) => `${opId}:feed`).toSorted(),
      )
    })

    it('are refused one by one: who may not write takes nothing from the others', async () => {
      const good = Array.from({ length: 10 }, () => site.newPath())
      const results = await Promise.allSettled([
        ...good.map((path) => save(use.storage, { path, payload: {}, by: site.worker })),
        save(use.storage, { path: `forms/no-such-form/${newId()}`, payload: {}, by: site.worker }),
      ])
      expect(results.map(({ status }) => status)).toEqual([...good.map(() => 'fulfilled'), 'rejected'])
    })

    it('are stored also when the database fails at one of them', async () => {
      const paths = Array.from({ length: 4 }, () => site.newPath())
      const faulty = { op: newId(), path: site.newPath(), actor: site.worker, device: 'tablet-1', seq: 1, sha: 'x', tenant: site.team }
      const results = await Promise.allSettled([
        ...paths.map((path) => save(use.storage, { path, payload: {}, by: site.worker })),
        use.storage.saveRecord({ ...faulty, expected: 0, model: {}, correctedAt: 'no time' }),
      ])
      expect(results.map(({ status }) => status)).toEqual([...paths.map(() => 'fulfilled'), 'rejected'])
      const stored = await Promise.all([...paths, faulty.path].map((path) => use.storage.db.$count(records, eq(records.path, path))))
      expect(stored).toEqual([1, 1, 1, 1, 0])
    })

    it('take the messages of each account up to its quota and count each person once, also at two servers', async () => {
      const sites = await Promise.all([seedSite(use.storage), seedSite(use.storage)])
      const { db } = use.storage
      const other = use.storage.kind === 'postgres' ? await use.second() : use.storage
      const saves = Array.from({ length: freePlanMessages + 5 }, (_, n) =>
        sites.map((one) => save(n % 2 === 0 ? use.storage : other, { path: one.newPath(), payload: {}, by: one.worker })),
      )
      await Promise.all(saves.flat())
      if (other !== use.storage) await other.close()
      for (const { team, owner } of sites) {
        const messages = (held: boolean) => db.$count(usageMessages, and(eq(usageMessages.team, team), eq(usageMessages.held, held)))
        expect([await messages(false), await messages(true)]).toEqual([freePlanMessages, 5])
        expect(
          await db
            .select({ used: usageCounts.used })
            .from(usageCounts)
            .where(eq(usageCounts.billing, `free:${owner}`)),
        ).toEqual([{ used: freePlanMessages }])
        expect(await db.$count(usagePeople, eq(usagePeople.team, team))).toBe(1)
      }
    })

    it('count a text that has its message already once, with and without room in the quota', async () => {
      const { team, owner } = await seedSite(use.storage)
      const { db } = use.storage
      const take = (keys: readonly string[]) =>
        db.execute(
          sql`select take_messages(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)), ${team}, 'bot', false)`,
        )
      const counted = async () => {
        const [row] = await db
          .select({ used: usageCounts.used })
          .from(usageCounts)
          .where(eq(usageCounts.billing, `free:${owner}`))
        return [row?.used, await db.$count(usageMessages, and(eq(usageMessages.team, team), eq(usageMessages.held, true)))]
      }
      const [first, second, third] = [newId(), newId(), newId()]
      await take([first, second])
      expect(await counted()).toEqual([2, 0])
      await take([second, third])
      expect(await counted()).toEqual([3, 0])
      const last = Array.from({ length: freePlanMessages - 3 }, newId)
      await take([first, ...last, third, newId()])
      expect(await counted()).toEqual([freePlanMessages, 1])
    })

    it('follow on each other when they change the same record', async () => {
      const path = site.newPath()
      const [opId, device] = [newId(), newId()]
      const own = { path, by: site.worker, device }
      const answers = await Promise.all([
        save(use.storage, { ...own, opId, seq: 1, payload: { hours: 8 } }),
        save(use.storage, { ...own, parentOp: opId, seq: 2, payload: { crew: 4 }, method: 'PATCH' }),
        ...Array.from({ length: 3 }, () => save(use.storage, { path: site.newPath(), payload: {}, by: site.worker })),
      ])
      expect(answers.map(({ body }) => body.rev)).toEqual([1, 2, 1, 1, 1])
      const [record] = await use.storage.db.select().from(records).where(eq(records.path, path))
      expect(record).toMatchObject({ rev: 2, model: { hours: 8, crew: 4 } })
      expect(await use.storage.db.$count(changes, eq(changes.path, path))).toBe(2)
    })
  })
})

describe('the same save at two servers', () => {
  it('is one, also when one server stores it while the other has begun', async () => {
    const postgres = await startPostgres()
    const [one, other] = [await openStorage({ databaseUrl: postgres.url() }), await openStorage({ databaseUrl: postgres.url() })]
    const client = new pg.Client(postgres.url())
    await client.connect()
    try {
      const site = await seedSite(one)
      const request = { path: site.newPath(), payload: { a: 1 }, by: site.worker, opId: newId(), device: newId(), seq: 1 }
      await client.query('begin; lock table forms in access exclusive mode')
      // It has found no receipt, and waits for the form.
      const second = save(other, request)
      const waits = async () => (await client.query("select 1 from pg_locks where relation = 'forms'::regclass and not granted")).rowCount
      await expect.poll(waits).toBe(1)
      const first = await save(
        {
          ...one,
          saveRecord: async (question) => {
            const { rows } = await client.query<{ seen: never }>('select save_record($1::jsonb) as seen', [JSON.stringify(question)])
            return rows[0]?.seen as never
          },
        },
        request,
      )
      await client.query('commit')
      expect((await second).body).toEqual(first.body)
      expect(first.body).toMatchObject({ path: request.path, rev: 1 })
    } finally {
      await client.end()
      await Promise.all([one.close(), other.close()])
      await postgres.stop()
    }
  })
})
