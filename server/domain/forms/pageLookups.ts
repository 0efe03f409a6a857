import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { addressOf } from '../../../contract/endpoint.ts'
import { lookupList, lookupNames, mostInPage } from '../../../contract/endpoints/lists/lists.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { projectCalendar } from '../holidays/projectCalendar.ts'
import { forbidden, notAuthorized } from '../access/refusals.ts'
import { isKioskOf, mayIn, type Person } from '../sign-in/person.ts'
import { isOwnName, ownItems } from './ownListsOf.ts'
import { publishedForm } from './publishedForm.ts'
import { text } from '../../i18n/text.ts'

/** Lookups with names of people: only for members of the project, never for anonymous callers with a link. */
const ofPeople: ReadonlySet<string> = new Set(['employees', 'employeeSmsContacts', 'vendorSmsContacts'])

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
  const more = fromJson<Record<string, unknown>>(attributes)
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

/** Not disabled, and not merged into another entry. */
const isOffered = sql`not disabled and merged_into is null`
/** Only lists of contacts have numbers and addresses; they stay away from forms that need a name. */
const personal = sql`array['mobile', 'email', 'externalId', 'contact']`

/** People who may read all records see mobile numbers there too. Workers, kiosks and visitors choose people by name. */
const mayReadNumbers = (person: Person | undefined, team: string): boolean => mayIn(person, team, 'record.readAll')

/**
 * The lookups of a project. Contacts are those with a mobile number, unless a list of contacts has the same
 * name already; certificates are the certification types of the billing account. `numbers`: contacts carry their
 * mobile number.
 */
const itemsOf = (team: string, numbers: boolean) => sql`
  (select lookup, id, label, case when lookup in ('employees', 'vendors') then attributes - ${personal}
       when ${numbers} then attributes else attributes - 'mobile' end as attributes, position
     from lookup_items where team = ${team} and lookup not in ('costCodes') and ${isOffered}
   union all
   select lookup, id, case when attributes ->> 'number' is null then label else (attributes ->> 'number') || ' ' || label end, attributes, position
     from lookup_items where team = ${team} and lookup = 'costCodes' and ${isOffered}
   union all
   select own.contacts, i.id, coalesce(i.attributes ->> 'contact', i.label),
       case when own.list = 'vendors' then jsonb_build_object('vendor', i.label) else '{}'::jsonb end || 
         (i.attributes - case when ${numbers} then array['email', 'externalId', 'contact'] else ${personal} end),
       i.position
     from lookup_items i join (values ('employees', 'employeeSmsContacts'), ('vendors', 'vendorSmsContacts')) as own (list, contacts) on own.list = i.lookup
     where i.team = ${team} and ${isOffered} and i.attributes ->> 'mobile' is not null and not exists (
       select 1 from lookup_items c where c.team = ${team} and c.lookup = own.contacts and lower(c.label) = lower(i.label))
   union all
   select 'certificates', n.key, n.name, '{}'::jsonb, 0 from named_rows n join teams t on t.billing = n.parent
     where t.id = ${team} and n.list = 'permitTypes')`

async function holidayItems(app: App, team: string): Promise<LookupItem[]> {
  const { daysOff } = await projectCalendar(app, team)
  return daysOff.slice(0, mostInPage).map(({ auid, label, date, dateEnd }) => ({ id: auid, label, attributes: { date, dateEnd } }))
}

/** Lists that are not rows of the table of lookups. */
const otherLists: Readonly<Record<string, (app: App, team: string) => Promise<LookupItem[]>>> = { sites: sitesOf, holidays: holidayItems }

/**
 * Returns the lookups of a project for a page. `lookups` has every requested name, even if it is empty,
 * except lists that are too long: these have an address in `lists`. `sites` are the sites of the project.
 * `form`: the form that asks. `person`: contacts carry their numbers only for people who may read all records.
 */
export async function pageLookups(
  app: App,
  team: string,
  names: readonly string[],
  { member, form, person }: { member: boolean; form?: string; person: Person | undefined },
): Promise<{ lookups: Record<string, LookupItem[]>; lists?: Record<string, string> }> {
  const lookups: Record<string, LookupItem[]> = Object.fromEntries(names.map((name) => [name, []]))
  const lists: Record<string, string> = {}
  const wanted = names.filter((name) => !Object.hasOwn(otherLists, name) && (member || !ofPeople.has(name)))
  if (wanted.length > 0) {
    // One item beyond the limit shows that a list is too long. Reading stops there.
    const items = await rows(
      app.storage.db,
      Row,
      sql`select lookup, id, label, attributes from (
            select *, row_number() over (partition by lookup order by position, label, id) as place
            from ${itemsOf(team, mayReadNumbers(person, team))} as items where lookup in ${wanted}) as numbered
          where place <= ${mostInPage + 1} order by lookup, place`,
    )
    for (const row of items) lookups[row.lookup]?.push(itemOf(row))
  }
  for (const [name, read] of Object.entries(otherLists)) {
    if (names.includes(name)) lookups[name] = await read(app, team)
  }
  const own = await ownItems(app, team, { names: wanted, most: mostInPage })
  for (const [name, items] of own) if (items) lookups[name] = items
  for (const [name, items] of Object.entries(lookups)) {
    if (items.length <= mostInPage && !(own.has(name) && !own.get(name))) continue
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
  const items = await readLookup(app, { team, lookup, person })
  if (items.length === 0 && isOwnName(lookup)) {
    throw new Refused(
      404,
      'NOT_FOUND',
      text('This project has no list named {lookup}. It may have: {names}, and lists of the forms folder.'),
      { values: { lookup, names: lookupNames.join(', ') } },
    )
  }
  return items
}

/** Returns a whole lookup, for the server itself. `person`: contacts carry their numbers if this person may read them. */
export async function readLookup(
  app: App,
  { team, lookup, person }: { team: string; lookup: string; person: Person | undefined },
): Promise<LookupItem[]> {
  if (Object.hasOwn(otherLists, lookup)) return otherLists[lookup]?.(app, team) ?? []
  const own = (await ownItems(app, team, { names: [lookup], most: longest })).get(lookup)
  if (own) return own
  const items = await rows(
    app.storage.db,
    Row,
    sql`select lookup, id, label, attributes from ${itemsOf(team, mayReadNumbers(person, team))} as items
        where lookup = ${lookup} order by position, label, id limit ${longest}`,
  )
  return items.map(itemOf)
}

/** Returns whether a form of the kiosk uses the list. */
async function isOfKiosk(app: App, team: string, lookup: string, key: string | undefined, person: Person | undefined): Promise<boolean> {
  if (key === undefined || person?.kiosk?.team !== team || person.kiosk.rests !== undefined || !isKioskOf(person, key)) return false
  return (await publishedForm(app, key))?.readLists.includes(lookup) === true
}

async function isOpen(app: App, team: string, lookup: string, key: string | undefined): Promise<boolean> {
  if (key === undefined || ofPeople.has(lookup)) return false
  const form = await publishedForm(app, key)
  return form?.public === true && form.team === team && form.readLists.includes(lookup)
}
