import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { onEachStorage } from '../../tests/harness/storages.ts'
import { rows } from './database.ts'

/**
 * A record with this many answers of random text, which compression can't make small enough to fit in its
 * row.
 */
const modelOf = (names: number, turn: string) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, n) => [`answer_${n}`, `${turn} ${Math.random()}`])))

onEachStorage((use) => {
  /**
   * Pages of stored records that PostgreSQL reads while it logs the removed and the added part of a change.
   */
  const pagesRead = (names: number) =>
    use.storage.transaction(async (tx) => {
      const path = `forms/linear/${names}`
      const read = async () => {
        const [row] = await rows(
          tx,
          z.object({ pages: z.number() }),
          sql`select pg_stat_get_xact_blocks_fetched(reltoastrelid)::int as pages from pg_class where oid = 'records'::regclass`,
        )
        return row?.pages ?? 0
      }
      await tx.execute(sql`insert into records (path, tenant, rev, model, created_by, created_device, updated_by)
        values (${path}, 't', 1, ${modelOf(names, 'before')}::jsonb, 'p', 'd', 'p')`)
      const before = await read()
      await tx.execute(sql`update records set rev = 2, model = ${modelOf(names, 'after')}::jsonb where path = ${path}`)
      const pages = (await read()) - before
      const [edit] = await rows(
        tx,
        z.object({ n: z.number() }),
        sql`select (select count(*) from jsonb_object_keys(before))::int as n from record_edits where path = ${path}`,
      )
      expect(edit?.n).toBe(names)
      return pages
    })

  it('reads twice as much for a change of twice as many answers, not four times', async () => {
    const [some, twice] = [await pagesRead(1_000), await pagesRead(2_000)]
    expect(some).toBeGreaterThan(0)
    expect(twice).toBeLessThan(some * 2.5)
  })
})
