import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isEmailAddress } from '../../../contract/rules/isEmailAddress.ts'
import { isLanguage } from '../../../contract/reference/languages.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import { sqlState } from '../../storage/sqlState.ts'
import type { App } from '../app.ts'
import { directoryAsActor, writeAuditOfMany } from '../audit/writeAudit.ts'
import { newId } from '../newId.ts'
import { servedNumberOf } from '../texts/isServedNumber.ts'
import { type Directory, lockDirectory } from './directoryByToken.ts'
import { bringBack, endPerson, placesOf } from './endPerson.ts'
import { type Columns, filterSql } from './filterSql.ts'
import { type Operation, patchUser } from './patchUser.ts'
import { ScimError } from './ScimError.ts'
import { addMembers, dropMembers } from './addMembers.ts'
import { emailIn, enterpriseSchema, mobileIn, nameIn, type UserDocument } from './UserDocument.ts'

/** A user of a directory, as an answer needs it. */
export interface DirectoryUser {
  readonly id: string
  readonly document: UserDocument
  readonly active: boolean
  readonly rev: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly groups: readonly { readonly value: string; readonly display: string }[]
}

/** The revision of an `If-Match`; undefined: any. */
export type Expected = number | undefined

const Group = z.object({ value: z.string(), display: z.string() })
const UserRow = z.object({
  id: z.string(),
  document: z.union([z.record(z.string(), z.unknown()), z.string()]),
  active: z.boolean(),
  rev: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  groups: z.union([z.array(Group), z.string()]),
})

export const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

const userColumns = sql`d.uid as id, d.document, d.active and not p.disabled as active, d.rev, ${iso('d.created_at')} as "createdAt",
  ${iso('d.updated_at')} as "updatedAt",
  coalesce((select json_agg(json_build_object('value', g.id, 'display', g.name) order by lower(g.name))
            from directory_group_members gm join directory_groups g on g.id = gm.grp
            where gm.uid = d.uid and g.billing = d.billing), '[]'::json) as groups`

const userOf = ({ document, groups, ...row }: z.infer<typeof UserRow>): DirectoryUser => ({
  ...row,
  document: fromJson<UserDocument>(document),
  groups: fromJson<{ value: string; display: string }[]>(groups),
})

const columns: Columns = {
  id: { kind: 'exact', column: sql`d.uid` },
  username: { kind: 'text', column: sql`d.user_name` },
  externalid: { kind: 'exact', column: sql`d.external_id` },
  emails: { kind: 'text', column: sql`d.email` },
  'emails.value': { kind: 'text', column: sql`d.email` },
  active: { kind: 'boolean', column: sql`(d.active and not p.disabled)` },
  displayname: { kind: 'text', column: sql`d.document ->> 'displayName'` },
  'name.familyname': { kind: 'text', column: sql`d.document -> 'name' ->> 'familyName'` },
  'name.givenname': { kind: 'text', column: sql`d.document -> 'name' ->> 'givenName'` },
  'meta.created': { kind: 'time', column: sql`d.created_at` },
  'meta.lastmodified': { kind: 'time', column: sql`d.updated_at` },
}

export interface Page {
  readonly filter?: string | undefined
  /** From 1. */
  readonly startIndex: number
  readonly count: number
}

const CountRow = z.object({ total: z.number() })

/** Returns a page of the people of this directory, in the order in which they came. */
export async function listUsers(
  app: App,
  { billing }: Directory,
  { filter, startIndex, count }: Page,
): Promise<{ total: number; users: DirectoryUser[] }> {
  const from = sql`from directory_people d join people p on p.uid = d.uid
    where d.billing = ${billing} and not d.deleted and ${filterSql(filter, columns)}`
  const [counted] = await rows(app.storage.db, CountRow, sql`select count(*)::int as total ${from}`)
  const users =
    count === 0
      ? []
      : await rows(
          app.storage.db,
          UserRow,
          sql`select ${userColumns} ${from} order by d.created_at, d.uid limit ${count} offset ${startIndex - 1}`,
        )
  return { total: counted?.total ?? 0, users: users.map(userOf) }
}

export const noSuchUser = () => new ScimError(404, 'This directory has no such user.')

/** @throws ScimError 404 */
export async function readUserOf(db: Transaction | App['storage']['db'], { billing }: Directory, id: string): Promise<DirectoryUser> {
  const [found] = await rows(
    db,
    UserRow,
    sql`select ${userColumns} from directory_people d join people p on p.uid = d.uid
        where d.billing = ${billing} and d.uid = ${id} and not d.deleted`,
  )
  if (!found) throw noSuchUser()
  return userOf(found)
}

export const changedMeanwhile = () => new ScimError(412, 'The resource has changed since it was read. Read it again.')

const taken = (what: string) => new ScimError(409, `${what} belongs to another user.`, 'uniqueness')

const mostTries = 3

/** Runs one write of a directory. A number or address that a sign-up took meanwhile is a conflict. */
export async function writeDirectory<T>(app: App, { billing }: Directory, write: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await app.storage.transaction(async (tx) => {
        await lockDirectory(tx, billing)
        return write(tx)
      })
      app.storage.jobSignal.notify()
      return result
    } catch (error) {
      if (sqlState(error) === '23505') throw taken('This name, number or address')
      // A save, or a change by hand, held the same rows in another order (deadlock).
      if (sqlState(error) !== '40P01' || attempt === mostTries) throw error
    }
  }
}

/** What the server itself needs of a document. */
interface Details {
  readonly userName: string
  readonly name: string
  readonly email: string | undefined
  readonly mobile: string | undefined
  readonly company: string
  readonly lang: string | undefined
}

const CountryRow = z.object({ country: z.string() })

async function detailsOf(tx: Transaction, { billing, name: account }: Directory, document: UserDocument): Promise<Details> {
  const { userName } = document
  if (userName === undefined) throw new ScimError(400, 'userName is required.', 'invalidValue')
  const email = emailIn(document)
  if (email !== undefined && !isEmailAddress(email)) throw new ScimError(400, 'The e-mail address is not valid.', 'invalidValue')
  const typed = mobileIn(document)
  const [site] =
    typed === undefined
      ? []
      : await rows(
          tx,
          CountryRow,
          sql`select s.country from sites s join teams t on t.id = s.team where t.billing = ${billing} and not t.deleted order by s.name, s.id limit 1`,
        )
  const mobile = typed === undefined ? undefined : servedNumberOf(typed, site?.country ?? 'US')
  if (typed !== undefined && mobile === undefined)
    throw new ScimError(400, 'The mobile number is not one of a served country. Write it like +12025550123.', 'invalidValue')
  const lang = (document.preferredLanguage ?? document.locale ?? '').slice(0, 2).toLowerCase()
  return {
    userName,
    name: nameIn(document),
    email,
    mobile,
    company: document[enterpriseSchema]?.['organization'] ?? account,
    lang: isLanguage(lang) ? lang : undefined,
  }
}

async function refuseTakenName(tx: Transaction, { billing }: Directory, userName: string, uid?: string): Promise<void> {
  const found = await rows(
    tx,
    sql`select 1 from directory_people where billing = ${billing} and lower(user_name) = lower(${userName}) and not deleted
        and uid is distinct from ${uid ?? null}`,
  )
  if (found.length > 0) throw taken('This userName')
}

const FoundRow = z.object({ uid: z.string(), byMobile: z.boolean(), verified: z.boolean(), email: z.nullable(z.string()) })

/** The people with this number or address. The number proves its holder, an address only if it is verified. */
async function holdersOf(tx: Transaction, { mobile, email }: Pick<Details, 'mobile' | 'email'>) {
  return await rows(
    tx,
    FoundRow,
    sql`select uid, coalesce(mobile = ${mobile ?? null}, false) as "byMobile", email_verified as verified, email from people
        where mobile = ${mobile ?? null} or lower(email) = ${email ?? null} order by 2 desc`,
  )
}

const HereRow = z.object({ here: z.boolean(), origin: z.nullable(z.string()), deleted: z.nullable(z.boolean()) })
type Origin = 'made' | 'member' | 'joined'

/** How a person who exists already comes into the directory. @throws ScimError if the directory has them */
async function originOf(tx: Transaction, { billing }: Directory, uid: string): Promise<Origin> {
  const [found] = await rows(
    tx,
    HereRow,
    sql`select exists (select 1 from members m join teams t on t.id = m.team and t.billing = ${billing} and not t.deleted where m.uid = ${uid})
            or exists (select 1 from billing_members b where b.billing = ${billing} and b.uid = ${uid}) as here,
          (select d.origin from directory_people d where d.billing = ${billing} and d.uid = ${uid}) as origin,
          (select d.deleted from directory_people d where d.billing = ${billing} and d.uid = ${uid}) as deleted`,
  )
  if (found?.deleted === false) throw taken('This number or address')
  if (found?.origin === 'made') return 'made'
  return found?.here ? 'member' : 'joined'
}

async function personFor(tx: Transaction, directory: Directory, details: Details): Promise<{ uid: string; origin: Origin }> {
  const holders = await holdersOf(tx, details)
  const known = holders.find(({ byMobile }) => byMobile) ?? holders.find(({ verified }) => verified)
  if (known) return { uid: known.uid, origin: await originOf(tx, directory, known.uid) }
  // An address that its holder never proved: a stranger may have typed it in.
  if (holders.length > 0 && details.mobile === undefined) {
    const own = holders[0]
    // The person whom this directory made, and removed.
    if (own && (await isMadeHere(tx, directory, own.uid))) return { uid: own.uid, origin: 'made' }
    throw new ScimError(409, 'This address belongs to a person of Muster who has not confirmed it. Send their mobile number.', 'uniqueness')
  }
  const uid = newId()
  await tx.execute(
    sql`insert into people (uid, name, mobile, email, company, lang)
        values (${uid}, ${details.name}, ${details.mobile ?? null}, ${holders.length > 0 ? null : (details.email ?? null)}, ${details.company}, ${details.lang ?? null})`,
  )
  return { uid, origin: 'made' }
}

async function isMadeHere(tx: Transaction, { billing }: Directory, uid: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select 1 from directory_people where billing = ${billing} and uid = ${uid} and origin = 'made' and deleted`,
  )
  return found.length > 0
}

/**
 * Makes a user. A person with the number, or with the verified address, joins: their name, number and address stay as
 * they are. @throws ScimError
 */
export async function createUser(app: App, directory: Directory, document: UserDocument): Promise<DirectoryUser> {
  const { billing } = directory
  return await writeDirectory(app, directory, async (tx) => {
    const details = await detailsOf(tx, directory, document)
    await refuseTakenName(tx, directory, details.userName)
    const { uid, origin } = await personFor(tx, directory, details)
    const active = document.active ?? true
    await tx.execute(
      sql`insert into directory_people (billing, uid, user_name, external_id, email, origin, document, active)
          values (${billing}, ${uid}, ${details.userName}, ${document.externalId ?? null}, ${details.email ?? null}, ${origin},
            ${JSON.stringify(document)}::jsonb, ${active})
          on conflict (billing, uid) do update set user_name = excluded.user_name, external_id = excluded.external_id, email = excluded.email,
            origin = excluded.origin, document = excluded.document, active = excluded.active, deleted = false,
            rev = directory_people.rev + 1, created_at = now(), updated_at = now()`,
    )
    await writeAuditOfMany(tx, {
      what: 'person.provisioned',
      actor: directoryAsActor(directory),
      uids: [uid],
      place: billing,
      ...(origin === 'joined' && { name: details.name }),
    })
    if (origin === 'made' && active) await updatePerson(tx, directory, uid, details)
    if (active) await bringBack(tx, directory, uid)
    else await endPerson(app, tx, directory, uid, origin)
    return readUserOf(tx, directory, uid)
  })
}

const OwnRow = z.object({ mobile: z.nullable(z.string()), email: z.nullable(z.string()) })
type Contact = Pick<Details, 'mobile' | 'email'>

async function contactOf(tx: Transaction, uid: string): Promise<Contact> {
  const [own] = await rows(tx, OwnRow, sql`select mobile, email from people where uid = ${uid}`)
  return { mobile: own?.mobile ?? undefined, email: own?.email ?? undefined }
}

/** The number and address that the directory sent; an address of another person is left to them. @throws ScimError */
async function freeContact(tx: Transaction, uid: string, own: Contact, { mobile, email }: Contact): Promise<Contact> {
  const others = (await holdersOf(tx, { mobile, email })).filter((holder) => holder.uid !== uid)
  if (others.some(({ byMobile }) => byMobile)) throw taken('This mobile number')
  return { mobile, email: others.some((other) => other.email?.toLowerCase() === email) ? own.email : email }
}

/**
 * Writes name, number and address of a person whom the directory made and who belongs to this account alone. Number and
 * address stay where the login has more than the account.
 */
async function updatePerson(tx: Transaction, directory: Directory, uid: string, { name, company, lang, ...sent }: Details) {
  const { elsewhere, isAdmin, keepsLogin } = await placesOf(tx, directory, uid)
  if (elsewhere || isAdmin) return
  const own = await contactOf(tx, uid)
  const { mobile = null, email = null } = keepsLogin ? own : await freeContact(tx, uid, own, sent)
  if (own.mobile !== undefined && own.mobile !== mobile) {
    await tx.execute(sql`delete from pins where mobile = ${own.mobile}`)
    await tx.execute(sql`delete from pin_browsers where mobile = ${own.mobile}`)
  }
  await tx.execute(
    sql`update people set name = ${name}, mobile = ${mobile}, email = ${email}, company = ${company}, lang = coalesce(lang, ${lang ?? null}),
          email_verified = email_verified and lower(email) is not distinct from lower(${email}::text)
        where uid = ${uid}
          and (name, mobile, email, company) is distinct from (${name}, ${mobile}::text, ${email}::text, ${company})`,
  )
}

const HeldRow = z.object({
  document: z.union([z.record(z.string(), z.unknown()), z.string()]),
  origin: z.enum(['made', 'member', 'joined']),
  active: z.boolean(),
  rev: z.number(),
})

async function heldUser(tx: Transaction, { billing }: Directory, uid: string, expected: Expected) {
  const [held] = await rows(
    tx,
    HeldRow,
    sql`select document, origin, active, rev from directory_people where billing = ${billing} and uid = ${uid} and not deleted for update`,
  )
  if (!held) throw noSuchUser()
  if (expected !== undefined && expected !== held.rev) throw changedMeanwhile()
  return { ...held, document: fromJson<UserDocument>(held.document) }
}

interface UserChange {
  readonly uid: string
  readonly expected: Expected
  readonly next: (document: UserDocument) => UserDocument
}

async function changeUser(app: App, directory: Directory, { uid, expected, next }: UserChange): Promise<DirectoryUser> {
  const { billing } = directory
  return await writeDirectory(app, directory, async (tx) => {
    const held = await heldUser(tx, directory, uid, expected)
    const document = next({ ...held.document, active: held.active })
    const details = await detailsOf(tx, directory, document)
    await refuseTakenName(tx, directory, details.userName, uid)
    const active = document.active ?? held.active
    await tx.execute(
      sql`update directory_people set user_name = ${details.userName}, external_id = ${document.externalId ?? null}, email = ${details.email ?? null},
            document = ${JSON.stringify(document)}::jsonb, active = ${active}, rev = rev + 1, updated_at = now()
          where billing = ${billing} and uid = ${uid}`,
    )
    // The number of an inactive one may be that of another person by now.
    if (held.origin === 'made' && active) await updatePerson(tx, directory, uid, details)
    // Also if it was active before: a person may have been enabled or disabled by hand since.
    if (active) await bringBack(tx, directory, uid)
    else await endPerson(app, tx, directory, uid, held.origin)
    // Not with every change: a manager may have taken the person out of a project since.
    if (active && !held.active) await addMembers(app, tx, directory, [uid])
    return readUserOf(tx, directory, uid)
  })
}

/** An attribute that the new document lacks is removed; `active` stays as it is. */
export const replaceUser = (app: App, directory: Directory, uid: string, document: UserDocument, expected: Expected) =>
  changeUser(app, directory, { uid, expected, next: ({ active }) => ({ ...(active !== undefined && { active }), ...document }) })

export const patchUserOf = (app: App, directory: Directory, uid: string, operations: readonly Operation[], expected: Expected) =>
  changeUser(app, directory, { uid, expected, next: (document) => patchUser(document, operations) })

const TeamRow = z.object({ team: z.nullable(z.string()) })

/** Removes a user from the directory. The person stays in Muster, without access. @throws ScimError 404 */
export async function deleteUser(app: App, directory: Directory, uid: string, expected: Expected): Promise<void> {
  const { billing } = directory
  await writeDirectory(app, directory, async (tx) => {
    const { origin } = await heldUser(tx, directory, uid, expected)
    await endPerson(app, tx, directory, uid, origin)
    const left = await rows(
      tx,
      TeamRow,
      sql`with gone as (delete from directory_group_members gm using directory_groups g
                        where g.id = gm.grp and g.billing = ${billing} and gm.uid = ${uid} returning gm.grp)
          update directory_groups g set rev = g.rev + 1, updated_at = now() from gone where g.id = gone.grp returning g.team`,
    )
    await tx.execute(
      sql`update directory_people set deleted = true, active = false, document = '{}'::jsonb, external_id = null, email = null,
            rev = rev + 1, updated_at = now() where billing = ${billing} and uid = ${uid}`,
    )
    await dropMembers(
      tx,
      directory,
      [uid],
      left.flatMap(({ team }) => team ?? []),
    )
  })
}
