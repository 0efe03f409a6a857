import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type KioskPage, ticketMinutes } from '../../../contract/endpoints/kiosk.ts'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { type Bot, botById } from '../bots/bot.ts'
import { forbidden, notFound } from '../access/refusals.ts'
import { restingProject } from '../records/policies.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { codeOf, isGate, kioskUrl, newCode, offersTasks, showsGate } from './botByCode.ts'
import { contactsOf, shownNumber } from './kioskContact.ts'
import { sha256 } from './kioskPerson.ts'
import { text } from '../../i18n/text.ts'

/** Returns the bot if the person may manage its kiosk. Throws Refused. */
export async function managedBot(app: App, me: Person, id: string): Promise<Bot> {
  const bot = await botById(app.storage.db, id)
  if (!bot) throw notFound()
  const may = bot.team === privateTeam ? bot.owner === me.uid : mayIn(me, bot.team, 'kiosk.manage')
  if (!may) throw forbidden()
  return bot
}

const RestsRow = z.object({ archived: z.boolean() })

/** Returns the bot if the person may change its kiosk: neither the bot nor its project is archived. Throws Refused. */
export async function changeableBot(app: App, me: Person, id: string): Promise<Bot> {
  const bot = await managedBot(app, me, id)
  const [project] = await rows(app.storage.db, RestsRow, sql`select archived from teams where id = ${bot.team}`)
  if (project?.archived) throw restingProject()
  if (bot.archived) throw new Refused(403, 'FORBIDDEN', text('This bot is archived. Unarchive it to change its kiosk.'))
  return bot
}

const iso = (at: string | Date) => new Date(at).toISOString()

const KioskRow = z.object({
  uid: z.string(),
  device_code: z.string(),
  name: z.nullable(z.string()),
  paired: z.union([z.string(), z.date()]),
  seen: z.union([z.string(), z.date()]),
})

const NameRow = z.object({ name: z.string() })

/** `automation/{id}/kiosk`: code, devices and contacts. */
export async function kioskPageOf(app: App, me: Person, id: string): Promise<KioskPage> {
  const bot = await managedBot(app, me, id)
  const { db } = app.storage
  const [code, url, devices, { contacts, candidates }, [team]] = await Promise.all([
    codeOf(app, bot.id),
    kioskUrl(db, bot),
    rows(
      db,
      KioskRow,
      sql`select d.uid, d.device_code, p.name, d.paired_at as paired, d.last_seen as seen
          from kiosk_devices d left join people p on p.uid = d.paired_by
          where d.automation = ${bot.id} and d.revoked_at is null order by d.paired_at desc limit 200`,
    ),
    contactsOf(app, bot),
    rows(db, NameRow, sql`select name from teams where id = ${bot.team}`),
  ])
  return {
    component: 'botKiosk',
    componentConfig: {
      title: bot.title,
      project: team?.name ?? '',
      ...(code !== undefined && { code }),
      url,
      myTasks: offersTasks(bot),
      ...(isGate(bot) && { gate: showsGate(bot) }),
      devices: devices.map((device) => ({
        uid: device.uid,
        deviceCode: device.device_code,
        pairedBy: device.name ?? '',
        pairedAt: iso(device.paired),
        lastSeen: iso(device.seen),
      })),
      contacts: contacts.map(({ uid, name, mobile, role, fixed }) => ({ uid, name, display: shownNumber(mobile), role, fixed })),
      candidates: candidates.map(({ uid, name, role }) => ({ uid, name, role })),
    },
  }
}

const ExpiresRow = z.object({ expires: z.union([z.string(), z.date()]) })

/** Makes the ticket of a QR code. It pairs one device within a quarter of an hour. */
export async function newTicket(app: App, bot: Bot, by: string): Promise<{ ticket: string; code: string; expiresAt: string }> {
  const ticket = randomBytes(24).toString('base64url')
  const [made] = await rows(
    app.storage.db,
    ExpiresRow,
    sql`insert into kiosk_tickets (token_sha256, automation, made_by, expires_at)
        values (${sha256(ticket)}, ${bot.id}, ${by}, now() + make_interval(mins => ${ticketMinutes})) returning expires_at as expires`,
  )
  const code = (await codeOf(app, bot.id)) ?? (await newCode(app, bot.id, by))
  return { ticket, code, expiresAt: iso(made?.expires ?? new Date()) }
}
