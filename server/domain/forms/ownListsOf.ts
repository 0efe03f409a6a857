import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { lookupNames } from '../../../contract/endpoints/lists/lists.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import type { OwnLists } from '../../../contract/forms/check/doubtsAboutLists.ts'
import type { OwnList } from '../../../contract/forms/lists/listOfTable.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'

/** True if a name can only be that of an own list. */
export const isOwnName = (name: string): boolean => !(lookupNames as readonly string[]).includes(name)

const ListRow = z.object({ team: z.string(), name: z.string(), columns: z.union([z.array(z.string()), z.string()]) })

/** Returns the own lists of each of these projects. */
export async function ownListsOf(app: App, teams: readonly string[]): Promise<Map<string, OwnLists>> {
  const found = new Map(teams.map((team) => [team, new Map<string, readonly string[]>()]))
  if (teams.length === 0) return found
  const lists = await rows(
    app.storage.db,
    ListRow,
    sql`select team, name, columns from form_lists where team in ${[...teams]} order by team, name limit 10000`,
  )
  for (const { team, name, columns } of lists) found.get(team)?.set(name, fromJson<string[]>(columns))
  return found
}

const SumRow = z.object({ sha256: z.string(), entries: z.number() })

/** Returns the sum of the file that a list was read from, and the number of its entries. */
export async function storedSum(app: App, { team, name }: { readonly team: string; readonly name: string }) {
  const [row] = await rows(app.storage.db, SumRow, sql`select sha256, entries from form_lists where team = ${team} and name = ${name}`)
  return row
}

interface Stored {
  readonly team: string
  readonly name: string
  readonly sha256: string
  readonly list: OwnList
}

/** Replaces an own list. */
export async function storeOwnList(app: App, { team, name, sha256, list: { items, columns } }: Stored): Promise<void> {
  await rows(
    app.storage.db,
    sql`insert into form_lists (team, name, sha256, columns, entries, items)
        values (${team}, ${name}, ${sha256}, ${JSON.stringify(columns)}::jsonb, ${items.length}, ${JSON.stringify(items)})
        on conflict (team, name) do update set sha256 = excluded.sha256, columns = excluded.columns, entries = excluded.entries,
          items = excluded.items`,
  )
}

const ItemsRow = z.object({ name: z.string(), items: z.nullable(z.string()) })

/**
 * Returns the entries of the own lists with these names; undefined for a list with more than `most` entries. Names
 * without a list are absent.
 */
export async function ownItems(
  app: App,
  team: string,
  { names, most }: { readonly names: readonly string[]; readonly most: number },
): Promise<Map<string, LookupItem[] | undefined>> {
  const asked = names.filter(isOwnName)
  if (asked.length === 0) return new Map()
  const found = await rows(
    app.storage.db,
    ItemsRow,
    sql`select name, case when entries <= ${most} then items end as items from form_lists where team = ${team} and name in ${asked}`,
  )
  return new Map(found.map(({ name, items }) => [name, items === null ? undefined : (JSON.parse(items) as LookupItem[])]))
}
