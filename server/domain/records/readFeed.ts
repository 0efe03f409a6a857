import { and, desc, eq, lt } from 'drizzle-orm'
import { Refused } from '../../../contract/Refused.ts'
import type { FeedEntry } from '../../../contract/endpoints/records.ts'
import { feedEntries, people, records } from '../../storage/schema.ts'
import type { Storage } from '../../storage/storage.ts'
import { applyWrite, type WriteAnswer } from './applyWrite.ts'
import type { Person } from './person.ts'
import { type Policies, policies, policyFor } from './policies.ts'
import { getRecord, wholeNumber } from './listRecords.ts'
import type { WriteHeaders } from './writeHeaders.ts'
import { text } from '../../i18n/text.ts'

interface FeedQuestion {
  readonly path: string
  readonly person: Person
  readonly cursor?: string | undefined
  readonly limit?: string | undefined
  readonly policies?: Policies | undefined
}

/**
 * Returns the messages of a record, newest first. Throws Refused if the person may not read the record.
 * `next` is set while older messages are left.
 */
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

/**
 * Adds a message of a person to the feed of a record, which itself does not change. Requires the permission
 * to change the record.
 */
export async function addMessage(
  storage: Storage,
  {
    path,
    text: message,
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
  // A message to a missing record would create an empty one. Records are never deleted, so a check before the
  // write is enough.
  const [record] = await storage.db.select({ path: records.path }).from(records).where(eq(records.path, path))
  if (!record) throw new Refused(404, 'NOT_FOUND', text('This record does not exist.'))
  const body = { payload: {}, feed: { type: 'message', input: 'chat', text: message }, clientAt, skewMs }
  return applyWrite(storage, { method: 'PATCH', path, headers: { ...headers, baseRev: undefined }, body, person })
}
