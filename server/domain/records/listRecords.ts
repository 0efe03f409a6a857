import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { Refused } from '../../../contract/Refused.ts'
import type { RecordRow } from '../../../contract/endpoints/records.ts'
import { records } from '../../storage/schema.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Person } from './person.ts'
import { type Policies, policies, policyFor, roleInForm } from './policies.ts'
import { text } from '../../i18n/text.ts'

interface Reading {
  readonly path: string
  readonly person: Person
  readonly policies?: Policies | undefined
}

/**
 * Returns the record at a path. Throws Refused 404 if it does not exist, was removed, or is not visible to
 * the person.
 */
export async function getRecord(storage: Storage, { path, person, policies: table = policies }: Reading): Promise<RecordRow> {
  const { policy, segments } = policyFor(path, table)
  const { onlyBy } = await policy.read(roleInForm(storage.db), segments, person)
  const [record] = await storage.db
    .select()
    .from(records)
    .where(and(eq(records.path, path), eq(records.deleted, false), onlyBy === undefined ? undefined : eq(records.createdBy, onlyBy)))
  if (!record) throw new Refused(404, 'NOT_FOUND', text('This record does not exist.'))
  return rowOf(record)
}

/** A page of records with files looks through this many at most, so that it costs the same in a form of any size. */
const mostLookedThrough = 5000

/** The record names a photo, a document or a signature. */
const hasFiles = sql`${records.model}::text ~ '"(?:filename|sha256)":'`

/**
 * Returns records directly under a path, newest first. `cursor` is `next` of the previous page; the last page
 * has no `next`. `withFiles`: only those with a photo, a document or a signature; a page looks through the next
 * `among` records.
 */
export async function listRecords(
  storage: Storage,
  {
    path,
    person,
    cursor,
    limit,
    withFiles = false,
    among = mostLookedThrough,
    policies: table = policies,
  }: Reading & {
    readonly cursor?: string | undefined
    readonly limit?: string | undefined
    readonly withFiles?: boolean
    readonly among?: number
  },
): Promise<{ records: RecordRow[]; next?: string }> {
  const { policy, segments } = policyFor(path, table)
  const count = limit === undefined ? 50 : Math.min(200, wholeNumber(limit, 'limit'))
  const below = cursor === undefined ? undefined : wholeNumber(cursor, 'cursor')
  const { onlyBy } = await policy.list(roleInForm(storage.db), segments, person)
  const ofPage = and(
    eq(records.parent, path),
    eq(records.deleted, false),
    onlyBy === undefined ? undefined : eq(records.createdBy, onlyBy),
    below === undefined ? undefined : lt(records.n, below),
  )
  const newest = desc(records.n)
  const [oldest] = withFiles
    ? await storage.db
        .select({ n: records.n })
        .from(records)
        .where(ofPage)
        .orderBy(newest)
        .offset(among - 1)
        .limit(1)
    : []
  const found = await storage.db
    .select()
    .from(records)
    .where(and(ofPage, oldest && gte(records.n, oldest.n), withFiles ? hasFiles : undefined))
    .orderBy(newest)
    .limit(count + 1)
  const page = found.slice(0, count)
  const next = found.length > count ? page.at(-1)?.n : oldest?.n
  return { records: page.map(rowOf), ...(next !== undefined && { next: String(next) }) }
}

export function wholeNumber(given: string, name: string): number {
  const value = /^\d{1,15}$/.test(given) ? Number(given) : 0
  if (value < 1)
    throw new Refused(400, 'INVALID', text('The question is not valid.'), {
      details: [{ path: name, message: 'expected a number above 0' }],
    })
  return value
}

function rowOf(record: typeof records.$inferSelect): RecordRow {
  return {
    path: record.path,
    rev: record.rev,
    model: record.model,
    createdBy: record.createdBy,
    updatedBy: record.updatedBy,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(record.clientAt ? { clientAt: record.clientAt.toISOString() } : {}),
    ...(record.correctedAt ? { correctedAt: record.correctedAt.toISOString() } : {}),
  }
}
