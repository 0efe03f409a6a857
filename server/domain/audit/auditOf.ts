import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type AuditEntry, auditActs, mostEntries } from '../../../contract/endpoints/people/listPeople.ts'
import { deleteInBatches } from '../../storage/deleteInBatches.ts'
import { type Database, rows } from '../../storage/database.ts'

/** Days and number of the entries that are kept. */
const keptDays = 730
const keptEntries = 100_000

const EntryRow = z.object({
  id: z.string(),
  at: z.string(),
  what: z.enum(auditActs),
  actor: z.nullable(z.string()),
  actorName: z.string(),
  subject: z.nullable(z.string()),
  subjectName: z.string(),
})

interface Reader {
  readonly uid: string
  /** Reads all entries. */
  readonly isAdmin: boolean
}

/**
 * Returns entries, newest first: of the projects and billing accounts where the reader is Owner or Administrator
 * now. Reads one more than an answer has, so that the caller knows whether there are more.
 */
export async function auditOf(db: Database, reader: Reader, before?: string): Promise<{ entries: AuditEntry[]; more: boolean }> {
  const managed = sql`select team from members where uid = ${reader.uid} and role in ('Owner', 'Administrator')
    union select billing from billing_members where uid = ${reader.uid} and role in ('Owner', 'Administrator')`
  const found = await rows(
    db,
    EntryRow,
    sql`select e.id::text as id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.what, e.actor,
          e.actor_name as "actorName", e.subject, e.subject_name as "subjectName"
        from audit_entries e
        where (${before ?? null}::bigint is null or e.id < ${before ?? null}::bigint)
          and (${reader.isAdmin} or e.id in (select p.entry from audit_places p where p.place in (${managed})))
        order by e.id desc limit ${mostEntries + 1}`,
  )
  return {
    entries: found.slice(0, mostEntries).map(({ actor, subject, ...entry }) => ({
      ...entry,
      ...(actor !== null && { actor }),
      ...(subject !== null && { subject }),
    })),
    more: found.length > mostEntries,
  }
}

/** Deletes entries that are older than two years, and the oldest of too many. */
export async function pruneAudit(db: Database): Promise<void> {
  const old = sql`at < now() - make_interval(days => ${keptDays})`
  const tooMany = sql`id <= (select id from audit_entries order by id desc offset ${keptEntries} limit 1)`
  for (const gone of [old, tooMany]) await deleteInBatches(db, { table: 'audit_entries', gone })
}
