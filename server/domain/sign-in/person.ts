import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isLanguage, type Language } from '../../../contract/reference/languages.ts'
import { may, type Permission } from '../../../contract/rules/permissions.ts'
import { privateSpace } from '../../../contract/endpoints/projects.ts'
import { type Me, TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { Storage } from '../../storage/storage.ts'

export const Membership = z.object({ id: z.string(), name: z.string(), role: TeamRole })
export type Membership = Readonly<z.infer<typeof Membership>>

export interface Person {
  readonly uid: string
  readonly name: string
  /** Empty for a person without a number, whom the product does not create. */
  readonly mobile: string
  readonly lang: Language | undefined
  readonly isAdmin: boolean
  readonly isBeta: boolean
  readonly disabled: boolean
  /** Sorted by team name. */
  readonly teams: readonly Membership[]
  /** Set for a kiosk of a bot (domain/kiosk): it may fill these forms of the project, and nothing else. */
  readonly kiosk?:
    | {
        readonly bot: string
        readonly team: string
        readonly forms: readonly string[]
        /** The kiosk shows the site gate of its bot. */
        readonly gate?: boolean | undefined
        /** Since when its bot is archived or deleted, ms: it sends what was saved before, and reads nothing. */
        readonly rests?: number | undefined
      }
    | undefined
}

/** Returns whether this kiosk may fill the form. False for people. */
export const isKioskOf = (person: Pick<Person, 'kiosk'> | undefined, form: string): boolean => person?.kiosk?.forms.includes(form) === true

const PersonRow = z.object({
  uid: z.string(),
  name: z.string(),
  mobile: z.nullable(z.string()),
  lang: z.nullable(z.string()),
  is_admin: z.boolean(),
  is_beta: z.boolean(),
  disabled: z.boolean(),
  teams: z.union([z.array(Membership), z.string()]),
})
type PersonRow = z.infer<typeof PersonRow>

const personColumns = sql`p.uid, p.name, p.mobile, p.lang, p.is_admin, p.is_beta, p.disabled,
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'role', m.role) order by t.name)
            from members m join teams t on t.id = m.team where m.uid = p.uid and not t.deleted), '[]'::json) as teams`

const personOf = (row: PersonRow | undefined): Person | undefined =>
  row && {
    uid: row.uid,
    name: row.name,
    mobile: row.mobile ?? '',
    lang: isLanguage(row.lang) ? row.lang : undefined,
    isAdmin: row.is_admin,
    isBeta: row.is_beta,
    disabled: row.disabled,
    teams: fromJson<Membership[]>(row.teams),
  }

export async function personByUid(storage: { readonly db: Database | Transaction }, uid: string): Promise<Person | undefined> {
  return personOf((await rows(storage.db, PersonRow, sql`select ${personColumns} from people p where p.uid = ${uid}`))[0])
}

export async function personByMobile(storage: Storage, mobile: string): Promise<Person | undefined> {
  return personOf((await rows(storage.db, PersonRow, sql`select ${personColumns} from people p where p.mobile = ${mobile}`))[0])
}

const EmailRow = z.object({ email: z.nullable(z.string()) })

/** The e-mail address of the account. */
export async function emailOf(storage: Storage, uid: string): Promise<string | undefined> {
  return (await rows(storage.db, EmailRow, sql`select email from people where uid = ${uid} and email_verified`))[0]?.email ?? undefined
}

export interface SessionOf {
  readonly person: Person
  readonly seenSecondsAgo: number
  /** Seconds by which the session would be extended now. */
  readonly gainsSeconds: number
  readonly id: string
  readonly hostOnly: boolean
  readonly passkey: boolean
  readonly wantsPasskey: boolean
}

const SessionRow = z.extend(PersonRow, {
  token: z.string(),
  seen: z.number(),
  gains: z.number(),
  session: z.string(),
  host_only: z.boolean(),
  passkey: z.boolean(),
  wants_passkey: z.boolean(),
})

const SessionsRow = z.object({ people: z.array(SessionRow) })

/**
 * Returns the people of valid sessions and the time of last use, by the SHA-256 hash of the session token.
 */
export async function peopleBySession(storage: Storage, tokens: readonly string[]): Promise<Map<string, SessionOf>> {
  const [found] = await rows(storage.db, SessionsRow, sql`select people_of_sessions(${JSON.stringify(tokens)}::jsonb) as people`)
  const sessions = new Map<string, SessionOf>()
  for (const row of found?.people ?? []) {
    const person = personOf(row)
    if (!person) continue
    sessions.set(row.token, {
      person,
      seenSecondsAgo: row.seen,
      gainsSeconds: row.gains,
      id: row.session,
      hostOnly: row.host_only,
      passkey: row.passkey,
      wantsPasskey: row.wants_passkey,
    })
  }
  return sessions
}

export function roleIn(person: Person | undefined, team: string): TeamRole | undefined {
  if (!person) return undefined
  return team === privateSpace(person.uid) ? 'Owner' : person.teams.find(({ id }) => id === team)?.role
}

export const mayIn = (person: Person | undefined, team: string, permission: Permission): boolean => may(roleIn(person, team), permission)

export const tasksAddress = (uid: string) => `/frontend/tasks/${uid}`

export function meOf(person: Person): Me {
  return {
    uid: person.uid,
    name: person.name,
    ...(person.lang && { lang: person.lang }),
    path: `people/${person.uid}`,
    isAdmin: person.isAdmin,
    isBeta: person.isBeta,
    teams: person.teams.map(({ id, name, role }) => ({ id, name, role })),
    tasks: tasksAddress(person.uid),
  }
}
