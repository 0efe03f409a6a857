import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { EntrySource, mostEntries } from '../../../contract/endpoints/lists/projectLists.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { listColumns, lookupOfList, type ProjectListName } from '../../../contract/reference/projectLists.ts'
import { type EntryProblem, longestValue, readEntry } from '../../../contract/rules/readEntry.ts'
import { text, type Text } from '../../i18n/text.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { Refused } from '../../../contract/Refused.ts'
import { mergeEntries } from './mergeEntries.ts'

/** Own entries have no place of their own: they are sorted by name, behind those that have one. */
export const lastPosition = 2 ** 31 - 1

const invalid = (message: Text, path: string, values: Readonly<Record<string, string | number>> = {}) =>
  new Refused(400, 'INVALID', message, { values, path })

const words: Partial<Record<EntryProblem, Text>> = {
  nameMissing: text('Name required'),
  tooLong: text('Use at most {longestValue} characters.'),
  wrongEmail: text('Enter an e-mail address like name@example.com.'),
  wrongMobile: text('Enter a mobile number with 10 digits, or with + and its country code.'),
  wrongActive: text('Write yes or no.'),
}

const EntryRow = z.object({
  id: z.string(),
  label: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  source: EntrySource,
  disabled: z.boolean(),
  mergedInto: z.nullable(z.string()),
})
type EntryRow = z.infer<typeof EntryRow>

interface EntryOf {
  readonly team: string
  readonly list: ProjectListName
  readonly key: string
}

async function entryAt(tx: Transaction, { team, list, key }: EntryOf): Promise<EntryRow | undefined> {
  const found = await rows(
    tx,
    EntryRow,
    sql`select id, label, attributes, source, disabled, merged_into as "mergedInto" from lookup_items
        where team = ${team} and lookup = ${lookupOfList[list]} and id = ${key} for update`,
  )
  return found[0]
}

/**
 * Writes an entry of a list: its name and columns, `disabled`, `mergedInto` (the key of the entry that stays) with
 * `mergedAt` (ISO 8601), or `deleted: true`. An entry of a connected system can only be disabled or merged, and one that was merged
 * can only be deleted or merged again. Throws Refused.
 */
export async function writeListEntry(tx: Transaction, entry: EntryOf & { readonly payload: Model }): Promise<{ rev: number }> {
  const { team, list, payload } = entry
  const there = await entryAt(tx, entry)
  if (payload['deleted'] === true) {
    if (there) await remove(tx, entry, there)
  } else if (typeof payload['mergedInto'] === 'string') {
    await merge(tx, entry, there, { into: payload['mergedInto'], at: mergedAtOf(payload) })
  } else if (there?.mergedInto != null) {
    const stays = await entryAt(tx, { team, list, key: there.mergedInto })
    throw invalid(text('{name} was merged into {other}. Change that entry instead.'), 'name', {
      name: there.label,
      other: stays?.label ?? there.mergedInto,
    })
  } else if (there?.source === 'connection') {
    if (typeof payload['disabled'] !== 'boolean' || Object.keys(payload).some((name) => name !== 'disabled'))
      throw new Refused(403, 'FORBIDDEN', text('This entry comes from the connected system. Change it there.'))
    await tx.execute(
      sql`update lookup_items set disabled = ${payload['disabled']} where team = ${team} and lookup = ${lookupOfList[list]} and id = ${entry.key}`,
    )
  } else {
    await store(tx, entry, there)
  }
  return { rev: 1 }
}

async function remove(tx: Transaction, { team, list, key }: EntryOf, { source }: EntryRow): Promise<void> {
  if (source === 'connection') throw new Refused(403, 'FORBIDDEN', text('This entry comes from the connected system. Disable it instead.'))
  await tx.execute(
    sql`delete from lookup_items where team = ${team} and lookup = ${lookupOfList[list]} and (id = ${key} or merged_into = ${key})`,
  )
}

/** The columns of the entry after the change: an empty text removes a value. */
function cellsAfter(list: ProjectListName, payload: Model, there: EntryRow | undefined): Record<string, string> {
  const now: Record<string, unknown> = { ...there?.attributes, ...(there && { name: there.label }), ...payload }
  return Object.fromEntries(
    ['name', ...listColumns[list]].flatMap((column) => {
      const value = now[column]
      return typeof value === 'string' ? [[column, value]] : []
    }),
  )
}

async function store(tx: Transaction, { team, list, key, payload }: EntryOf & { payload: Model }, there: EntryRow | undefined) {
  const read = readEntry(list, cellsAfter(list, payload, there))
  if ('problem' in read) throw invalid(words[read.problem] ?? text('This entry cannot be kept.'), read.column, { longestValue })
  const lookup = lookupOfList[list]
  await refuseTwin(tx, { team, list, key }, read)
  if (!there) await refuseFull(tx, team, lookup)
  // Values of columns that the list does not show stay, such as the description of a company.
  const others = Object.entries(there?.attributes ?? {}).filter(([name]) => !(listColumns[list] as readonly string[]).includes(name))
  const attributes = JSON.stringify({ ...Object.fromEntries(others), ...read.values })
  const disabled = typeof payload['disabled'] === 'boolean' ? payload['disabled'] : (there?.disabled ?? false)
  await tx.execute(
    sql`insert into lookup_items (team, lookup, id, label, attributes, disabled, position)
        values (${team}, ${lookup}, ${key}, ${read.name}, ${attributes}::jsonb, ${disabled}, ${lastPosition})
        on conflict (team, lookup, id) do update set label = excluded.label, attributes = excluded.attributes, disabled = excluded.disabled`,
  )
}

/** People and equipment may share a name, but no number. The names of the other lists are unique. */
const sharesNames: ReadonlySet<ProjectListName> = new Set(['people', 'equipment'])

const TwinRow = z.object({ label: z.string() })

async function refuseTwin(tx: Transaction, { team, list, key }: EntryOf, read: { name: string; values: Readonly<Record<string, string>> }) {
  const twin = async (column: string, value: string) => {
    const is =
      column === 'name' ? sql`lower(label) = lower(${value})` : sql`lower(attributes ->> ${sql.raw(`'${column}'`)}) = lower(${value})`
    const found = await rows(
      tx,
      TwinRow,
      sql`select label from lookup_items where team = ${team} and lookup = ${lookupOfList[list]} and id <> ${key}
          and merged_into is null and ${is} limit 1`,
    )
    return found[0]?.label
  }
  if (!sharesNames.has(list) && (await twin('name', read.name)) !== undefined)
    throw invalid(text('{name} is already in the list.'), 'name', { name: read.name })
  for (const column of ['number', 'email', 'externalId']) {
    const value = read.values[column]
    const other = value === undefined ? undefined : await twin(column, value)
    if (other !== undefined)
      throw invalid(text('{other} already has {value}. Merge the two, or change one.'), column, { other, value: value ?? '' })
  }
}

const CountRow = z.object({ n: z.number() })

async function refuseFull(tx: Transaction, team: string, lookup: string): Promise<void> {
  const [count] = await rows(tx, CountRow, sql`select count(*)::int as n from lookup_items where team = ${team} and lookup = ${lookup}`)
  if ((count?.n ?? 0) >= mostEntries)
    throw invalid(text('A list has at most {mostEntries} entries. Delete some that are not needed.'), 'name', {
      mostEntries: String(mostEntries),
    })
}

/** When the person merged, by the corrected time of the device; now without one, and for one in the future. */
function mergedAtOf({ mergedAt }: Model): Date {
  const at = typeof mergedAt === 'string' ? Date.parse(mergedAt) : Number.NaN
  const now = Date.now()
  return new Date(Number.isNaN(at) ? now : Math.min(at, now))
}

/** Makes two entries one: the other stays, and what points to this one follows. */
async function merge(
  tx: Transaction,
  entry: EntryOf,
  there: EntryRow | undefined,
  { into, at }: { readonly into: string; readonly at: Date },
): Promise<void> {
  const { team, list, key } = entry
  const lookup = lookupOfList[list]
  const other = into === key ? undefined : await entryAt(tx, { team, list, key: into })
  if (!there || !other) throw invalid(text('One of the two entries is not in the list any more. Reload the list.'), 'mergedInto')
  if (other.mergedInto !== null) throw invalid(text('The entry that stays was merged into another one. Reload the list.'), 'mergedInto')
  await mergeEntries(tx, entry, [{ id: key, label: there.label, into, intoLabel: other.label }], at)
  // What the duplicate knows and the other does not.
  const more = Object.fromEntries(Object.entries(there.attributes).filter(([name]) => other.attributes[name] === undefined))
  if (other.source !== 'connection' && Object.keys(more).length > 0)
    await tx.execute(
      sql`update lookup_items set attributes = ${JSON.stringify(more)}::jsonb || attributes where team = ${team} and lookup = ${lookup} and id = ${into}`,
    )
}
