import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { LateSave } from '../../../contract/endpoints/attention.ts'
import { Refused } from '../../../contract/Refused.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { type Database, rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import { callOnce } from './callOnce.ts'
import type { Person } from './person.ts'
import { forbidden, policyFor } from './policies.ts'
import type { WriteHeaders } from './writeHeaders.ts'
import { text } from '../../i18n/text.ts'

const Row = z.object({
  path: z.string(),
  rev: z.number(),
  reason: LateSave.shape.reason,
  madeAt: z.number(),
  at: z.number(),
  by: z.nullable(z.string()),
  over: z.nullable(z.string()),
  changed: z.array(z.string()),
  lookedBy: z.nullable(z.string()),
  lookedAt: z.nullable(z.number()),
})

/** Maximum length of the list: the oldest saves appear after newer ones have been looked at. */
const most = 200

/**
 * Returns late saves under a path (`forms/hazard`) that no person has looked at, and all late saves of the
 * records `of`, newest first. The caller checks the permission.
 */
export async function lateSaves(db: Database, parent: string, of: readonly string[]): Promise<LateSave[]> {
  const found = await rows(
    db,
    Row,
    sql`select e.path, e.rev, e.late as reason, (extract(epoch from e.made_at) * 1000)::float8 as "madeAt",
               (extract(epoch from e.at) * 1000)::float8 as at, p.name as by, o.name as over,
               (select coalesce(jsonb_agg(k order by k), '[]') from
                  (select jsonb_object_keys(e.before) as k union select jsonb_array_elements_text(e.added)) as keys) as changed,
               l.name as "lookedBy", (extract(epoch from e.looked_at) * 1000)::float8 as "lookedAt"
        from record_edits e
          join records r on r.path = e.path and not r.deleted
          left join people p on p.uid = e.actor
          left join people o on o.uid = e.over
          left join people l on l.uid = e.looked_by
        where e.parent = ${parent} and e.late is not null
          and (e.looked_at is null or e.path in (select jsonb_array_elements_text(${JSON.stringify(of)}::jsonb)))
        order by e.looked_at is not null, e.at desc limit ${most}`,
  )
  const time = (ms: number) => new Date(ms).toISOString()
  return found.map(({ path, rev, reason, madeAt, at, by, over, changed, lookedBy, lookedAt }) => ({
    path,
    rev,
    reason,
    madeAt: time(madeAt),
    at: time(at),
    changed,
    ...(by !== null && { by }),
    ...(over !== null && { over }),
    ...(lookedAt !== null && { looked: { by: lookedBy ?? '', at: time(lookedAt) } }),
  }))
}

const ModelRow = z.object({ path: z.string(), model: Model })

/** Returns the current records at these paths. */
export async function modelsOf({ db }: Storage, paths: readonly string[]): Promise<{ path: string; model: Model }[]> {
  if (paths.length === 0) return []
  return await rows(
    db,
    ModelRow,
    sql`select path, model from records where path in (select jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))`,
  )
}

interface Looking {
  readonly path: string
  readonly revs: readonly number[]
  readonly headers: WriteHeaders
  readonly person: Person
  readonly clientAt?: string | undefined
  readonly skewMs?: number | undefined
}

const RoleRow = z.object({ role: z.nullable(TeamRole) })

const RevRow = z.object({ rev: z.number() })

/**
 * Stores that the person has looked at late saves of a record, once per key. Throws Refused if they may not,
 * or if the saves were not late.
 */
export async function lookAt(storage: Storage, { path, revs, headers, person, clientAt, skewMs }: Looking) {
  policyFor(path)
  const once = { headers, person, path, asks: { looked: path, revs }, numbered: true, clientAt, skewMs }
  return await callOnce(storage, once, async (tx) => {
    const [record] = await rows(
      tx,
      RoleRow,
      sql`select m.role from records r left join members m on m.team = r.tenant and m.uid = ${person.uid} where r.path = ${path}`,
    )
    // A person outside the project must not learn which records exist.
    if (!record?.role) throw new Refused(404, 'NOT_FOUND', text('This record does not exist.'))
    if (!may(record.role, 'record.update')) throw forbidden()
    const asked = JSON.stringify(revs)
    const late = await rows(
      tx,
      RevRow,
      sql`select rev from record_edits
          where path = ${path} and late is not null and rev in (select value::integer from jsonb_array_elements_text(${asked}::jsonb))`,
    )
    const known = new Set(late.map(({ rev }) => rev))
    const unknown = revs.filter((rev) => !known.has(rev))
    if (unknown.length > 0) {
      throw new Refused(400, 'INVALID', text('These saves did not arrive late. Load the list again.'), {
        details: [{ path: 'revs', message: `no late save makes revision ${unknown.join(', ')}` }],
      })
    }
    await tx.execute(
      sql`update record_edits set looked_by = ${person.uid}, looked_at = now()
          where path = ${path} and late is not null and looked_at is null
            and rev in (select value::integer from jsonb_array_elements_text(${asked}::jsonb))`,
    )
    return { looked: [...known].sort((a, b) => a - b) }
  })
}
