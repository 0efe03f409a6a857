import { sql } from 'drizzle-orm'
import type { LookupItem } from '../../../contract/pages.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

/** Lookups that name people: only for members of the project, never for whoever has a link. */
const ofPeople = new Set(['employees', 'employeeSmsContacts', 'vendorSmsContacts'])

/**
 * The named lookups of a project. Every asked name is in the answer, also where there is nothing to give.
 * `sites` comes from the project's sites.
 */
export async function lookupsOf(
  app: App,
  team: string,
  names: readonly string[],
  { member }: { member: boolean },
): Promise<Record<string, LookupItem[]>> {
  const lookups: Record<string, LookupItem[]> = Object.fromEntries(names.map((name) => [name, []]))
  const wanted = names.filter((name) => name !== 'sites' && (member || !ofPeople.has(name)))
  if (wanted.length > 0) {
    const items = await rows<{ lookup: string; id: string; label: string; attributes: Record<string, unknown> | string }>(
      app.storage.db,
      sql`select lookup, id, label, attributes from lookup_items
          where team = ${team} and lookup in ${wanted} order by lookup, position, label, id limit 20000`,
    )
    for (const { lookup, id, label, attributes } of items) {
      const more = typeof attributes === 'string' ? (JSON.parse(attributes) as Record<string, unknown>) : attributes
      lookups[lookup]?.push({ id, label, ...(Object.keys(more).length > 0 && { attributes: more }) })
    }
  }
  if (names.includes('sites')) {
    const sites = await rows<{ id: string; name: string; timezone: string }>(
      app.storage.db,
      sql`select id, name, timezone from sites where team = ${team} order by name limit 2000`,
    )
    lookups['sites'] = sites.map(({ id, name, timezone }) => ({ id, label: name, attributes: { timezone } }))
  }
  return lookups
}
