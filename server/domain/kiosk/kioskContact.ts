import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { isLanguage, type Language } from '../../../contract/reference/languages.ts'
import { permissions } from '../../../contract/rules/permissions.ts'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Bot } from '../bots/bot.ts'
import { text } from '../../i18n/text.ts'

/** A person who may pair a device with a bot by PIN. */
export interface KioskContact {
  readonly uid: string
  readonly name: string
  readonly mobile: string
  readonly lang: Language | undefined
  readonly role: TeamRole
  /** A contact by role (decision OQ-167), not by choice of a manager. */
  readonly fixed: boolean
}

const Row = z.object({
  uid: z.string(),
  name: z.string(),
  mobile: z.string(),
  lang: z.nullable(z.string()),
  role: TeamRole,
  added: z.boolean(),
})
type Row = z.infer<typeof Row>

/** Returns all possible contacts in the project of the bot, the highest role first. */
async function membersOf(app: App, bot: Bot): Promise<readonly Row[]> {
  if (bot.team === privateTeam)
    return rows(
      app.storage.db,
      Row,
      sql`select uid, name, mobile, lang, 'Owner' as role, false as added from people
          where uid = ${bot.owner} and not disabled and mobile is not null`,
    )
  return rows(
    app.storage.db,
    Row,
    sql`select p.uid, p.name, p.mobile, p.lang, m.role, c.uid is not null as added
        from members m join people p on p.uid = m.uid left join kiosk_contacts c on c.automation = ${bot.id} and c.uid = p.uid
        where m.team = ${bot.team} and not p.disabled and p.mobile is not null
        order by array_position(array['Owner', 'Administrator', 'Member', 'Worker'], m.role), lower(p.name), p.uid`,
  )
}

const isFixed = (role: TeamRole) => (permissions['kiosk.manage'] as readonly TeamRole[]).includes(role)

export async function contactsOf(app: App, bot: Bot): Promise<{ contacts: KioskContact[]; candidates: Row[] }> {
  const all = await membersOf(app, bot)
  const contacts = all.filter(({ role, added }) => added || isFixed(role))
  return {
    contacts: contacts.map(({ uid, name, mobile, lang, role }) => ({
      uid,
      name,
      mobile,
      lang: isLanguage(lang) ? lang : undefined,
      role,
      fixed: isFixed(role),
    })),
    candidates: all.filter((row) => !contacts.includes(row)),
  }
}

/** Shows enough digits to recognize a number, and too few to call it. */
export const shownNumber = (mobile: string): string => `••• ${mobile.slice(-4)}`

/**
 * The same for a person who has only typed the six digits: enough for people at the site gate who know the
 * contacts.
 */
export const hintOfNumber = (mobile: string): string => `••• ${mobile.slice(-2)}`

/** `Grace Okafor` → `Grace O.` */
export function hintOfName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = [...(rest.at(-1) ?? '')][0]
  return last === undefined ? first : `${first} ${last}.`
}

/** Identifies a contact to the server only. It differs for each code. */
export function verifyTokenOf(app: App, code: string, uid: string): string {
  return createHmac('sha256', app.pepper).update(`kiosk-contact:${code}:${uid}`).digest('base64url').slice(0, 22)
}

export function contactByToken(app: App, code: string, contacts: readonly KioskContact[], token: string): KioskContact | undefined {
  const asked = Buffer.from(token)
  return contacts.find(({ uid }) => {
    const own = Buffer.from(verifyTokenOf(app, code, uid))
    return own.length === asked.length && timingSafeEqual(own, asked)
  })
}

/** Throws Refused if the person is not a member of the project of the bot. */
export async function setContact(app: App, bot: Bot, uid: string, contact: boolean): Promise<void> {
  const member = (await membersOf(app, bot)).find((row) => row.uid === uid)
  if (contact && !member) throw new Refused(404, 'NOT_FOUND', text('Only members of the project with a mobile number can be contacts.'))
  await app.storage.db.execute(
    contact
      ? sql`insert into kiosk_contacts (automation, uid) values (${bot.id}, ${uid}) on conflict do nothing`
      : sql`delete from kiosk_contacts where automation = ${bot.id} and uid = ${uid}`,
  )
}
