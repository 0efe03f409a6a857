import { UTCDateMini } from '@date-fns/utc/date/mini'
import { subDays } from 'date-fns/subDays'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { createPlaceFinder, own, same, type Overlap } from '../../../contract/rules/merge.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { photosDevice } from './changeRecord.ts'
import { deleteInBatches } from '../../storage/deleteInBatches.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

const Edit = z.object({
  rev: z.number(),
  /** Unix time in ms. */
  at: z.number(),
  name: z.nullable(z.string()),
  before: Model,
  added: z.array(z.string()),
  /** Size of `before` as JSON. */
  bytes: z.number(),
})
type Edit = Readonly<z.infer<typeof Edit>>

/** Changes of a record that are looked at; older ones count as unknown. */
const mostEdits = 500
/** Each change holds the answers as they were, up to a whole record: a few are read at a time, and this many bytes altogether. */
const editsPerRead = 10
const mostEditBytes = 8 * 1024 * 1024

/** Returns the changes of a record after a revision, newest first. */
async function* editsAfter(db: Database | Transaction, path: string, rev: number): AsyncGenerator<Edit> {
  let read = 0
  let bytes = 0
  let before = 2 ** 31 - 1
  while (read < mostEdits && bytes < mostEditBytes) {
    const edits = await rows(
      db,
      Edit,
      sql`select e.rev, (extract(epoch from e.at) * 1000)::float8 as at, p.name, e.before, e.added, octet_length(e.before::text) as bytes
          from record_edits e left join people p on p.uid = e.actor
          where e.path = ${path} and e.rev > ${Math.max(rev, 1)} and e.rev < ${before} order by e.rev desc limit ${editsPerRead}`,
    )
    yield* edits
    if (edits.length < editsPerRead) return
    read += edits.length
    bytes += edits.reduce((sum, edit) => sum + edit.bytes, 0)
    before = edits.at(-1)?.rev ?? 0
  }
}

const Editor = z.object({ actor: z.string(), device: z.nullable(z.string()) })
type Editor = Readonly<z.infer<typeof Editor>>

const isVerdict = ({ device }: Editor): boolean => device === photosDevice

/** Returns who changed a record after a revision, newest first. */
async function editorsAfter(db: Database | Transaction, path: string, rev: number): Promise<Editor[]> {
  return await rows(
    db,
    Editor,
    sql`select actor, device from record_edits where path = ${path} and rev > ${Math.max(rev, 1)} order by rev desc limit ${mostEdits}`,
  )
}

export interface Standing {
  readonly rev: number
  readonly model: Model
  /** Revision of the device's earlier operation that the save follows, or null if there is none. */
  readonly parentRev: number | null
  readonly createdBy: string
  readonly createdDevice: string
}

interface Saver {
  readonly path: string
  readonly actor: string
  readonly device: string
  /** The revision that the person saw. */
  readonly seen: number | undefined
}

/**
 * Returns whether another person or device changed the record since the person saw it. A save that follows
 * another of the same device was made before that one was answered, so changes by others before it are unseen
 * too. Verdicts on photos are no change: nobody has to decide between them and an answer.
 */
export async function changedUnseen(db: Database | Transaction, { path, actor, device, seen }: Saver, current: Standing): Promise<boolean> {
  const since = seen ?? current.parentRev ?? 0
  if (current.rev === since) return false
  const editors = await editorsAfter(db, path, since)
  if (since > 0 && editors.length === current.rev - since && editors.every(isVerdict)) return false
  if (current.parentRev === null) return true
  // Older records have no stored changes. Changes after the device's own operation are then from other
  // people.
  if (editors.length < current.rev - Math.max(since, 1)) return current.rev !== current.parentRev
  if (since === 0 && (current.createdBy !== actor || current.createdDevice !== device)) return true
  return editors.some((editor) => !isVerdict(editor) && (editor.actor !== actor || editor.device !== device))
}

/** Author and time (ISO 8601) of the conflicting answer. `by` is set only if the asker may know names. */
export interface Change {
  readonly by?: string
  readonly at: string
}

/**
 * Returns the last change of each place (`hours`, `staff.<id>.name`) since the person saw the record. Unknown
 * changes are omitted.
 */
export async function lastChanges(
  db: Database | Transaction,
  { path, seen = 0 }: Pick<Saver, 'path' | 'seen'>,
  current: Pick<Standing, 'model'>,
  overlaps: readonly Pick<Overlap, 'place'>[],
  withNames: boolean,
): Promise<Record<string, Change>> {
  const found = new Map<string, Change>()
  const valueAt = createPlaceFinder()
  // Grouped by attribute: an edit lists its attributes, so only their places are compared.
  const open = groupBy(overlaps, ({ place: [attribute = ''] }) => attribute)
  let after = current.model
  for await (const edit of editsAfter(db, path, seen)) {
    const before = undone(after, edit)
    const changed: Change = { at: new Date(edit.at).toISOString(), ...(withNames && edit.name !== null && { by: edit.name }) }
    for (const attribute of new Set([...Object.keys(edit.before), ...edit.added])) {
      const rest = open.get(attribute)?.filter(({ place }) => {
        if (same(valueAt(after, place), valueAt(before, place))) return true
        found.set(place.join('.'), changed)
        return false
      })
      if (rest?.length === 0) open.delete(attribute)
      else if (rest) open.set(attribute, rest)
    }
    if (open.size === 0) break
    after = before
  }
  return Object.fromEntries(found)
}

function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group) group.push(item)
    else groups.set(nameOf(item), [item])
  }
  return groups
}

/** Returns the record as it was before the edit. */
function undone(model: Model, { before, added }: Edit): Model {
  const gone = new Set(added)
  const kept = Object.keys(model).filter((name) => !gone.has(name) && own(before, name) === undefined)
  return Object.fromEntries([...kept.map((name) => [name, model[name]]), ...Object.entries(before)])
}

/** Deletes edits older than `days`, except late saves that no person has looked at. */
export async function pruneEdits(db: Database, days: number, now = new Date()): Promise<void> {
  const before = subDays(new UTCDateMini(now), days).toISOString()
  await deleteInBatches(db, { table: 'record_edits', gone: sql`at < ${before} and (late is null or looked_at is not null)` })
}
