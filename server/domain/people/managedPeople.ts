import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type CompanyPerson, mostPeople, type notDisabledBecause } from '../../../contract/endpoints/people/listPeople.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import type { Person } from '../sign-in/person.ts'

const Row = z.object({
  uid: z.string(),
  name: z.string(),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  disabled: z.boolean(),
  isAdmin: z.boolean(),
  isBeta: z.boolean(),
  places: z.union([z.array(z.string()), z.string()]),
  elsewhere: z.boolean(),
  owns: z.boolean(),
})
type Row = z.infer<typeof Row>

/**
 * People with what the reader `me` has to do with them. `my_teams` and `my_accounts` are the places where `me` is
 * Owner or Administrator; who manages a billing account manages its projects too. `elsewhere`: the person also belongs
 * to a place that `me` does not manage. `owns`: the person is Owner of a place where `me` is not.
 */
const query = (me: Person, where: SQL, most: number): SQL => sql`
  with my_accounts as (
    select b.id, b.name, bm.role from billing_members bm join billing_accounts b on b.id = bm.billing and not b.deleted
      where bm.uid = ${me.uid} and bm.role in ('Owner', 'Administrator')),
  my_teams as (
    select t.id, t.name, coalesce(m.role = 'Owner', false) or exists (select 1 from my_accounts a where a.id = t.billing and a.role = 'Owner') as own
      from teams t left join members m on m.team = t.id and m.uid = ${me.uid}
      where not t.deleted and (m.role in ('Owner', 'Administrator') or t.billing in (select id from my_accounts)))
  select p.uid, p.name, p.mobile, p.email, p.disabled, p.is_admin as "isAdmin", p.is_beta as "isBeta",
    coalesce((select json_agg(name order by lower(name)) from (
      select t.name from members m join my_teams t on t.id = m.team where m.uid = p.uid
      union select a.name from billing_members bm join my_accounts a on a.id = bm.billing where bm.uid = p.uid) places), '[]'::json) as places,
    exists (select 1 from members m join teams t on t.id = m.team and not t.deleted where m.uid = p.uid and m.team not in (select id from my_teams))
      or exists (select 1 from billing_members bm join billing_accounts b on b.id = bm.billing and not b.deleted
                 where bm.uid = p.uid and bm.billing not in (select id from my_accounts)) as elsewhere,
    exists (select 1 from members m join my_teams t on t.id = m.team where m.uid = p.uid and m.role = 'Owner' and not t.own)
      or exists (select 1 from billing_members bm join my_accounts a on a.id = bm.billing
                 where bm.uid = p.uid and bm.role = 'Owner' and a.role <> 'Owner') as owns
  from people p
  where (${me.isAdmin} or p.uid in (select m.uid from members m join my_teams t on t.id = m.team
                                    union select bm.uid from billing_members bm join my_accounts a on a.id = bm.billing))
    and ${where}
  order by lower(p.name), p.uid limit ${most}`

/** Product administrators may disable everybody but themselves and each other. */
function becauseOf(me: Person, { uid, isAdmin, elsewhere, owns }: Row): (typeof notDisabledBecause)[number] | undefined {
  if (uid === me.uid) return 'self'
  if (isAdmin) return 'administrator'
  if (me.isAdmin) return undefined
  if (owns) return 'owner'
  return elsewhere ? 'elsewhere' : undefined
}

function personOf(me: Person, row: Row): CompanyPerson {
  const because = becauseOf(me, row)
  const { uid, name, mobile, email, places, disabled, isAdmin, isBeta } = row
  return {
    uid,
    name,
    ...(mobile !== null && { mobile: `••• ${mobile.slice(-4)}` }),
    ...(email !== null && { email }),
    places: typeof places === 'string' ? (JSON.parse(places) as string[]) : places,
    disabled,
    isAdmin,
    isBeta,
    ...(because && { because }),
  }
}

/** `%` and `_` are letters here, not wildcards. */
const pattern = (search: string) => `%${search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`

interface Search {
  readonly search?: string | undefined
  /** Only product administrators and beta users. */
  readonly appointed?: boolean | undefined
}

/** Returns the people whom `me` manages, by name. For product administrators: all people. */
export async function managedPeople(
  db: Database,
  me: Person,
  { search = '', appointed = false }: Search,
): Promise<{ people: CompanyPerson[]; more: boolean }> {
  const like = pattern(search)
  const where = sql`(${search === ''} or lower(p.name) like ${like} or lower(p.email) like ${like} or p.mobile like ${like})
    and (not ${appointed} or p.is_admin or p.is_beta)`
  const found = await rows(db, Row, query(me, where, mostPeople + 1))
  return { people: found.slice(0, mostPeople).map((row) => personOf(me, row)), more: found.length > mostPeople }
}

/** Returns one person; undefined if `me` does not manage them. */
export async function managedPerson(db: Database | Transaction, me: Person, uid: string): Promise<CompanyPerson | undefined> {
  const [found] = await rows(db, Row, query(me, sql`p.uid = ${uid}`, 1))
  return found && personOf(me, found)
}
