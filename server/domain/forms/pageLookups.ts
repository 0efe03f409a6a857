import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { addressOf } from '../../../contract/endpoint.ts'
import { lookupList, lookupNames, mostInPage } from '../../../contract/endpoints/lists.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { forbidden, notAuthorized } from '../access/refusals.ts'
import { isKioskOf, mayIn, type Person } from '../sign-in/person.ts'
import { publishedForm } from './publishedForm.ts'

/** Lookups with names of people: only for members of the project, never for anonymous callers with a link. */
const ofPeople = new Set(['employees', 'employeeSmsContacts', 'vendorSmsContacts'])

/** Maximum number of items in a list. */
const longest = 100_000

const Row = z.object({
  lookup: z.string(),
  id: z.string(),
  label: z.string(),
  attributes: z.union([z.record(z.string(), z.unknown()), z.string()]),
})
type Row = z.infer<typeof Row>

function itemOf({ id, label, attributes }: Row): LookupItem {
  const more = typeof attributes === 'string' ? (JSON.parse(attributes) as Record<string, unknown>) : attributes
  return { id, label, ...(Object.keys(more).length > 0 && { attributes: more }) }
}

const SiteRow = z.object({ id: z.string(), name: z.string(), timezone: z.string(), country: z.string() })

async function sitesOf(app: App, team: string): Promise<LookupItem[]> {
  const sites = await rows(
    app.storage.db,
    SiteRow,
    sql`select id, name, timezone, country from sites where team = ${team} order by name, id limit ${longest}`,
  )
  return sites.map(({ id, name, timezone, country }) => ({ id, label: name, attributes: { timezone, country } }))
}

/** The lookups of a project, extended by its own Company and Trade lists without duplicate names. */
const itemsOf = (team: string) => sql`
  (select lookup, id, label, attributes, position from lookup_items where team = ${team}
   union all
   select own.lookup, n.key, n.name, '{}'::jsonb, ${2 ** 31 - 1}
   from named_rows n join (values ('companies', 'vendors'), ('trades', 'trades')) as own (list, lookup) on own.list = n.list
   where n.parent = ${team} and not exists (
     select 1 from lookup_items i where i.team = ${team} and i.lookup = own.lookup and lower(i.label) = lower(n.name)))`

/**
 * Returns the lookups of a project for a page. `lookups` has every requested name, even if it is empty,
 * except lists that are too long: these have an address in `lists`. `sites` are the sites of the project.
 * `form`: the form that asks.
 */
export async function pageLookups(
  app: App,
  team: string,
  names: readonly string[],
  { member, form }: { member: boolean; form?: string },
): Promise<{ lookups: Record<string, LookupItem[]>; lists?: Record<string, string> }> {
  const lookups: Record<string, LookupItem[]> = Object.fromEntries(names.map((name) => [name, []]))
  const lists: Record<string, string> = {}
  const wanted = names.filter((name) => name !== 'sites' && (member || !ofPeople.has(name)))
  if (wanted.length > 0) {
    // One item beyond the limit shows that a list is too long. Reading stops there.
    const items = await rows(
      app.storage.db,
      Row,
      sql`select lookup, id, label, attributes from (
            select *, row_number() over (partition by lookup order by position, label, id) as place
            from ${itemsOf(team)} as items where lookup in ${wanted}) as numbered
          where place <= ${mostInPage + 1} order by lookup, place`,
    )
    for (const row of items) lookups[row.lookup]?.push(itemOf(row))
  }
  if (names.includes('sites')) lookups['sites'] = await sitesOf(app, team)
  for (const [name, items] of Object.entries(lookups)) {
    if (items.length <= mostInPage) continue
    delete lookups[name]
    lists[name] = addressOf(lookupList, { team, lookup: name }, { form })
  }
  return { lookups, ...(Object.keys(lists).length > 0 && { lists }) }
}

/**
 * Returns a whole lookup for a member of the project, for a kiosk, or for the public form that uses it.
 * Throws Refused.
 */
export async function wholeLookup(
  app: App,
  { team, lookup, form, person }: { team: string; lookup: string; form: string | undefined; person: Person | undefined },
): Promise<LookupItem[]> {
  if (!mayIn(person, team, 'form.fill') && !(await isOfKiosk(app, team, lookup, form, person)) && !(await isOpen(app, team, lookup, form)))
    throw person ? forbidden() : notAuthorized()
  if (lookup === 'sites') return sitesOf(app, team)
  const items = await rows(
    app.storage.db,
    Row,
    sql`select lookup, id, label, attributes from ${itemsOf(team)} as items
        where lookup = ${lookup} order by position, label, id limit ${longest}`,
  )
  if (items.length === 0 && !(lookupNames as readonly string[]).includes(lookup)) {
    throw new Refused(404, 'NOT_FOUND', `This project has no list named ${lookup}. It may have: ${lookupNames.join(', ')}.`)
  }
  return items.map(itemOf)
}

/** Returns whether a form of the kiosk uses the list. */
async function isOfKiosk(app: App, team: string, lookup: string, key: string | undefined, person: Person | undefined): Promise<boolean> {
  if (key === undefined || person?.kiosk?.team !== team || !isKioskOf(person, key)) return false
  return (await publishedForm(app, key))?.lookups.includes(lookup) === true
}

async function isOpen(app: App, team: string, lookup: string, key: string | undefined): Promise<boolean> {
  if (key === undefined || ofPeople.has(lookup)) return false
  const form = await publishedForm(app, key)
  return form?.public === true && form.team === team && form.lookups.includes(lookup)
}
