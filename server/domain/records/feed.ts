import { and, desc, eq, lt } from 'drizzle-orm'
import { Refused } from '../../../contract/errors.ts'
import type { FeedEntry } from '../../../contract/records.ts'
import { feedEntries, people, records } from '../../storage/schema.ts'
import type { Storage } from '../../storage/storage.ts'
import { applyWrite, type WriteAnswer } from './applyWrite.ts'
import type { Person } from './person.ts'
import { type Policies, policies, policyFor } from './policies.ts'
import { getRecord, wholeNumber } from './readRecords.ts'
import type { WriteHeaders } from './writeHeaders.ts'

interface FeedQuestion {
  readonly path: string
  readonly person: Person
  readonly cursor?: string | undefined
  readonly limit?: string | undefined
  readonly policies?: Policies | undefined
}

/** The messages of a record, newest first, for who may read the record. `next` is there while older ones are left. */
export async function readFeed(
  storage: Storage,
  { path, person, cursor, limit, policies: table = policies }: FeedQuestion,
): Promise<{ entries: FeedEntry[]; next?: string }> {
  const count = limit === undefined ? 50 : Math.min(200, wholeNumber(limit, 'limit'))
  const below = cursor === undefined ? undefined : wholeNumber(cursor, 'cursor')
  await getRecord(storage, { path, person, policies: table })
  const found = await storage.db
    .select({
      n: feedEntries.n,
      opId: feedEntries.opId,
      type: feedEntries.type,
      text: feedEntries.text,
      sms: feedEntries.sms,
      actor: feedEntries.actor,
      name: people.name,
      at: feedEntries.createdAt,
    })
    .from(feedEntries)
    .leftJoin(people, eq(people.uid, feedEntries.actor))
    .where(and(eq(feedEntries.path, path), below === undefined ? undefined : lt(feedEntries.n, below)))
    .orderBy(desc(feedEntries.n))
    .limit(count + 1)
  const page = found.slice(0, count)
  const last = page.at(-1)
  return {
    entries: page.map(({ name, at, ...entry }) => ({ ...entry, ...(name !== null && { name }), at: at.toISOString() })),
    ...(found.length > count && last ? { next: String(last.n) } : {}),
  }
}

/** A person's message: the record stays as it is, its feed has one entry more. Who may change the record may write. */
export async function addMessage(
  storage: Storage,
  {
    path,
    text,
    headers,
    person,
    clientAt,
    skewMs,
  }: {
    readonly path: string
    readonly text: string
    readonly headers: WriteHeaders
    readonly person: Person | undefined
    readonly clientAt?: string | undefined
    readonly skewMs?: number | undefined
  },
): Promise<WriteAnswer> {
  policyFor(path)
  // A message about nothing would begin an empty record. Records never go away, so that a look beforehand is enough.
  const [record] = await storage.db.select({ path: records.path }).from(records).where(eq(records.path, path))
  if (!record) throw new Refused(404, 'NOT_FOUND', 'This record does not exist.')
  const body = { payload: {}, feed: { type: 'message', input: 'chat', text }, clientAt, skewMs }
  return applyWrite(storage, { method: 'PATCH', path, headers: { ...headers, baseRev: undefined }, body, person })
}
