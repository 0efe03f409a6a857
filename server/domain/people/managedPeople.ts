import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type CompanyPerson, mostPeople, type notDisabledBecause } from '../../../contract/endpoints/people/listPeople.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import { likePattern } from '../../storage/likePattern.ts'
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
  alone: z.boolean(),
  linkable: z.boolean(),
  owns: z.boolean(),
  isPrivate: z.boolean(),
  holds: z.boolean(),
  disabledBy: z.nullable(z.string()),
  disabledByMe: z.boolean(),
  disabledByAdmin: z.boolean(),
})
type Row = z.infer<typeof Row>

/**
 * The person joined the directory of an account that `me` manages: the login stays theirs alone. Or they are of the
 * directory of another account; one that merely let them join changes nothing.
 */
const isJoined = sql`exists (select 1 from directory_people d where d.uid = p.uid and not d.deleted
  and (d.origin = 'joined') = (d.billing in (select id from my_accounts)))`

/**
 * People with what the reader `me` has to do with them. `my_teams` and `my_accounts` are the places where `me` is
 * Owner or Administrator; who manages a billing account manages its projects too. A project of an account belongs to
 * the Owners of the account. One without an account belongs to nobody: everybody can make one and invite others.
 * `elsewhere`: the person also belongs to a place that `me` does not manage. `alone`: all places of the person belong
 * to `me`. `linkable`: they are in accounts that `me` manages. `owns`: the person is Owner of a place that does not
 * belong to `me`. `holds`: a link would give more than the places, namely tokens of other systems, private records.
 */
const query = (me: Person, where: SQL, most: number): SQL => sql`
  with my_accounts as (
    select b.id, b.name, bm.role = 'Owner' as own from billing_members bm join billing_accounts b on b.id = bm.billing and not b.deleted
      where bm.uid = ${me.uid} and bm.role in ('Owner', 'Administrator')),
  my_teams as (
    select t.id, t.name, coalesce(a.own, false) as own, a.id is not null as in_account
      from teams t left join members m on m.team = t.id and m.uid = ${me.uid}
        left join my_accounts a on a.id = t.billing
      where not t.deleted and (m.role in ('Owner', 'Administrator') or a.id is not null)),
  page as materialized (
    select p.* from people p
      where (${me.isAdmin} or p.uid in (select m.uid from members m join my_teams t on t.id = m.team
                                        union select bm.uid from billing_members bm join my_accounts a on a.id = bm.billing))
        and ${where}
      order by lower(p.name), p.uid limit ${most}),
  -- The places of the people of the page alone: those of all companies are many.
  of_all as (
    select m.uid, m.role, mine.name, mine.id is not null as managed, coalesce(mine.own, false) as own, coalesce(mine.in_account, false) as in_account
      from page join members m on m.uid = page.uid join teams t on t.id = m.team and not t.deleted left join my_teams mine on mine.id = m.team
    union all
    select bm.uid, bm.role, mine.name, mine.id is not null, coalesce(mine.own, false), mine.id is not null
      from page join billing_members bm on bm.uid = page.uid join billing_accounts b on b.id = bm.billing and not b.deleted
        left join my_accounts mine on mine.id = bm.billing)
  select p.uid, p.name, p.mobile, p.email, p.disabled, p.is_admin as "isAdmin", p.is_beta as "isBeta",
    coalesce((select json_agg(name order by lower(name)) from (select distinct o.name from of_all o where o.uid = p.uid and o.managed) as o), '[]'::json) as places,
    exists (select 1 from of_all o where o.uid = p.uid and not o.managed) or ${isJoined} as elsewhere,
    not exists (select 1 from of_all o where o.uid = p.uid and not o.own) and not ${isJoined} as alone,
    not exists (select 1 from of_all o where o.uid = p.uid and not o.in_account) and not ${isJoined} as linkable,
    exists (select 1 from of_all o where o.uid = p.uid and o.role = 'Owner' and not o.own) as owns,
    exists (select 1 from automations a where a.team = ${privateTeam} and a.owner = p.uid and not a.deleted) as "isPrivate",
    exists (select 1 from logins l where l.uid = p.uid and (l.access_sealed is not null or l.refresh_sealed is not null))
      or exists (select 1 from forms f join records r on r.parent = 'forms/' || f.key and not r.deleted
                 where f.team = 'people/' || p.uid) as holds,
    (select d.name from people d where d.uid = p.disabled_by and p.disabled) as "disabledBy",
    coalesce(p.disabled_by = ${me.uid}, false) as "disabledByMe", p.disabled and p.disabled_by_admin as "disabledByAdmin"
  from page p
  order by lower(p.name), p.uid`

type Because = (typeof notDisabledBecause)[number]

/** Disabling ends all access of the person, so it needs all of their places. */
function becauseOfPlaces({ elsewhere, isPrivate, alone }: Row): Because | undefined {
  if (elsewhere) return 'elsewhere'
  if (isPrivate) return 'private'
  return alone ? undefined : 'account'
}

/**
 * Product administrators may disable everybody but themselves and each other, and only they undo what took their
 * rights. Who disabled a person may undo it, also when the person has joined another company since.
 */
function becauseOf(me: Person, row: Row): Because | undefined {
  if (row.uid === me.uid) return 'self'
  if (row.isAdmin) return 'administrator'
  if (me.isAdmin) return undefined
  if (row.disabledByAdmin) return 'byAdministrator'
  return row.disabled && row.disabledByMe ? undefined : becauseOfPlaces(row)
}

/** A link gives all that the person may do, so `me` must be able to do it too, with no rights of an appointment. */
const mayLink = (me: Person, row: Row): boolean =>
  row.uid !== me.uid &&
  !row.isAdmin &&
  !row.disabled &&
  (me.isBeta || !row.isBeta) &&
  fromJson<string[]>(row.places).length > 0 &&
  row.linkable &&
  !row.owns &&
  !row.isPrivate &&
  !row.holds

function personOf(me: Person, row: Row): CompanyPerson {
  const because = becauseOf(me, row)
  const { uid, name, mobile, email, places, disabled, isAdmin, isBeta, disabledBy } = row
  return {
    uid,
    name,
    ...(mobile !== null && { mobile: `••• ${mobile.slice(-4)}` }),
    ...(email !== null && { email }),
    places: fromJson<string[]>(places),
    disabled,
    isAdmin,
    isBeta,
    ...(because && { because }),
    ...(disabledBy !== null && { disabledBy }),
    ...(mayLink(me, row) && { mayLink: true }),
  }
}

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
  const like = likePattern(search.toLowerCase())
  const where = sql`(${search === ''} or lower(p.name) like ${like} or lower(p.email) like ${like} or p.mobile like ${like})
    and (not ${appointed} or p.is_admin or p.is_beta)`
  const found = await rows(db, Row, query(me, where, mostPeople + 1))
  return { people: found.slice(0, mostPeople).map((row) => personOf(me, row)), more: found.length > mostPeople }
}

/** Returns one person; undefined if `me` does not manage them. `takesAdmin`: only product administrators may disable them. */
export async function managedPerson(
  db: Database | Transaction,
  me: Person,
  uid: string,
): Promise<(CompanyPerson & Pick<Row, 'disabledByAdmin'> & { takesAdmin: boolean }) | undefined> {
  const [found] = await rows(db, Row, query(me, sql`p.uid = ${uid}`, 1))
  return found && { ...personOf(me, found), disabledByAdmin: found.disabledByAdmin, takesAdmin: becauseOfPlaces(found) !== undefined }
}
