import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ListImport } from '../../../contract/endpoints/lists/projectLists.ts'
import { lookupOfList } from '../../../contract/reference/projectLists.ts'
import { text } from '../../i18n/text.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { Refused } from '../../../contract/Refused.ts'
import { lastPosition } from '../projects/writeListEntry.ts'
import type { Person } from '../sign-in/person.ts'
import { describeImport, editedProject, importAt, type ImportOf, refuseTooMany } from './importRows.ts'
import { matchRows } from './matchRows.ts'

/** Rows of one request: about a second on the embedded database. */
const portion = 1000

/** Devices read the list again after so many portions, and after the last one. */
const toldEvery = 10

/** A portion that changes the list. `isLast`: none is left. */
async function tellDevices(tx: Transaction, at: ImportOf, { to, isLast }: { to: number; isLast: boolean }): Promise<void> {
  // The trigger of the list runs at the end of the transaction.
  await tx.execute(sql`set local muster.quiet_lists = 'on'`)
  if (isLast || Math.floor(to / portion) % toldEvery === 0)
    await tx.execute(sql`select note_change(${at.team}, 'list', ${lookupOfList[at.list]})`)
}

const RangeRow = z.object({ from: z.nullable(z.number()), to: z.nullable(z.number()) })

/** Returns the next rows that are not yet as `isDone` says, by their numbers. */
async function nextRows(tx: Transaction, id: string, isDone: boolean): Promise<{ from: number; to: number } | undefined> {
  const [range] = await rows(
    tx,
    RangeRow,
    sql`select min(n) as "from", max(n) as "to" from (
          select n from list_import_rows where import = ${id} and done = ${!isDone} order by n limit ${portion}) as next`,
  )
  return range?.from == null || range.to == null ? undefined : { from: range.from, to: range.to }
}

const setState = (tx: Transaction, id: string, state: ListImport['state']) =>
  tx.execute(sql`update list_imports set state = ${state} where id = ${id}`)

const gone = () => new Refused(409, 'INVALID', text('This import does not exist any more. Choose the file again.'))

/**
 * Applies the next rows of an import, each once; when none are left, the import is `applied`. Repeat until it
 * is. Throws Refused.
 */
export async function applyImport(app: App, me: Person, at: ImportOf): Promise<ListImport> {
  return app.storage.transaction(async (tx) => {
    await editedProject(tx, me, at)
    const found = await importAt(tx, at)
    if (!found) throw gone()
    if (found.state === 'applied') return describeImport(tx, at)
    if (found.state !== 'checking' && found.state !== 'applying')
      throw new Refused(409, 'INVALID', text('This import was undone. Choose the file again.'))
    if (found.state === 'checking') await start(tx, at, found.total)
    const next = await nextRows(tx, at.id, true)
    if (next) await applyRows(tx, at, next)
    const isLast = !(await nextRows(tx, at.id, true))
    await tellDevices(tx, at, { to: next?.to ?? 0, isLast })
    if (isLast) await setState(tx, at.id, 'applied')
    return describeImport(tx, at)
  })
}

async function start(tx: Transaction, at: ImportOf, total: number): Promise<void> {
  const { arrived } = await describeImport(tx, at)
  if (arrived < total) throw new Refused(409, 'INVALID', text('The server does not have all rows of the file yet. Choose the file again.'))
  await refuseTooMany(tx, at)
  // Only the last import can be taken back.
  await tx.execute(sql`delete from list_imports where team = ${at.team} and lookup = ${lookupOfList[at.list]} and id <> ${at.id}`)
  await setState(tx, at.id, 'applying')
}

async function applyRows(tx: Transaction, at: ImportOf, { from, to }: { from: number; to: number }): Promise<void> {
  // The list may have changed since the rows were checked.
  await matchRows(tx, { ...at, from, to })
  const lookup = lookupOfList[at.list]
  const these = sql`r.import = ${at.id} and r.n between ${from} and ${to}`
  // As in matchRows: without statistics the planner may choose nested loops, which are quadratic.
  await tx.execute(sql`set local enable_nestloop = off`)
  // Each row is written once: its former values and that it is done.
  await tx.execute(
    sql`with old as (
          select r.n, jsonb_build_object('label', i.label, 'attributes', i.attributes, 'disabled', i.disabled) as values,
            r.entry, r.label, i.attributes || r.attributes as attributes, coalesce(r.disabled, i.disabled) as disabled
          from list_import_rows r join lookup_items i on i.team = ${at.team} and i.lookup = ${lookup} and i.id = r.entry
          where ${these} and r.outcome = 'changed'),
        written as (
          update lookup_items i set label = old.label, attributes = old.attributes, disabled = old.disabled
          from old where i.team = ${at.team} and i.lookup = ${lookup} and i.id = old.entry)
        update list_import_rows r set before = old.values, done = true from old where r.import = ${at.id} and r.n = old.n`,
  )
  await tx.execute(
    sql`insert into lookup_items (team, lookup, id, label, attributes, disabled, position)
        select ${at.team}, ${lookup}, r.new_id, r.label, r.attributes, coalesce(r.disabled, false), ${lastPosition}::integer
        from list_import_rows r where ${these} and r.outcome = 'added'`,
  )
  await tx.execute(sql`update list_import_rows r set done = true where ${these} and not r.done`)
  await tx.execute(sql`set local enable_nestloop = on`)
}

/**
 * Takes the next rows of the last import back: added entries go, changed ones get their former values. Entries
 * that were changed since, or into which others were merged, stay as they are. Repeat until it is `undone`. Throws Refused.
 */
export async function undoImport(app: App, me: Person, at: ImportOf): Promise<ListImport> {
  return app.storage.transaction(async (tx) => {
    await editedProject(tx, me, at)
    const found = await importAt(tx, at)
    if (!found) throw gone()
    if (found.state === 'undone') return describeImport(tx, at)
    if (found.state === 'checking') throw new Refused(409, 'INVALID', text('This import has changed nothing yet.'))
    await setState(tx, at.id, 'undoing')
    const next = await nextRows(tx, at.id, false)
    if (next) await undoRows(tx, at, next)
    const isLast = !(await nextRows(tx, at.id, false))
    await tellDevices(tx, at, { to: next?.to ?? 0, isLast })
    if (isLast) await setState(tx, at.id, 'undone')
    return describeImport(tx, at)
  })
}

async function undoRows(tx: Transaction, at: ImportOf, { from, to }: { from: number; to: number }): Promise<void> {
  const lookup = lookupOfList[at.list]
  const these = sql`r.import = ${at.id} and r.n between ${from} and ${to} and r.done`
  await tx.execute(sql`set local enable_nestloop = off`)
  await tx.execute(
    sql`with gone as (delete from lookup_items i using list_import_rows r where ${these} and r.outcome = 'added' and i.team = ${at.team}
            and i.lookup = ${lookup} and i.id = r.new_id and i.label = r.label and i.attributes = r.attributes
            and i.disabled = coalesce(r.disabled, false) and i.merged_into is null and i.id not in (
              select m.merged_into from lookup_items m where m.team = ${at.team} and m.lookup = ${lookup} and m.merged_into is not null)
            returning i.id)
        update list_import_rows r set outcome = 'keptNew' where ${these} and r.outcome = 'added' and r.new_id not in (select id from gone)
          and exists (select 1 from lookup_items i where i.team = ${at.team} and i.lookup = ${lookup} and i.id = r.new_id)`,
  )
  await tx.execute(
    sql`with back as (update lookup_items i set label = r.before ->> 'label', attributes = r.before -> 'attributes',
              disabled = (r.before ->> 'disabled')::boolean
            from list_import_rows r where ${these} and r.outcome = 'changed' and i.team = ${at.team} and i.lookup = ${lookup} and i.id = r.entry
              and i.label = r.label and i.attributes = (r.before -> 'attributes') || r.attributes
              and i.disabled = coalesce(r.disabled, (r.before ->> 'disabled')::boolean) and i.merged_into is null returning i.id)
        update list_import_rows r set outcome = 'keptChanged' where ${these} and r.outcome = 'changed' and r.entry not in (select id from back)`,
  )
  await tx.execute(sql`update list_import_rows r set done = false where ${these}`)
}
