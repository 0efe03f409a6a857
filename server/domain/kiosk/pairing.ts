import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Unsent } from '../../../contract/endpoints/devices.ts'
import { Refused } from '../../../contract/Refused.ts'
import {
  type AuthAnswer,
  type KioskInfo,
  type KioskKnown,
  kioskActor,
  kioskCodePattern,
  type Pairing,
} from '../../../contract/endpoints/kiosk.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { type Bot, botById } from '../bots/bot.ts'
import { logoOf } from '../bots/editor/botLogo.ts'
import { addressGroup, countAgainst, isSpent, limits, overLimit, refuseSpent, TooManyRequests } from '../limits/limits.ts'
import { newId } from '../newId.ts'
import { newPin, usePin } from '../sign-in/newPin.ts'
import { emailOf } from '../sign-in/person.ts'
import { pinWayOf } from '../sign-in/signInWithPin.ts'
import { sendMail } from '../texts/sendMail.ts'
import { sendNow } from '../texts/sendNow.ts'
import { botByCode, codeOf, kioskUrl } from './botByCode.ts'
import { contactByToken, contactsOf, hintOfName, hintOfNumber, shownNumber, verifyTokenOf } from './kioskContact.ts'
import { sha256 } from './kioskPerson.ts'

/** The device that sends the request. */
export interface Asker {
  readonly device: string
  /** The key that proves the device id (X-Device-Key). */
  readonly deviceKey?: string | undefined
  readonly address: string
}

const unknownCode = () => new Refused(404, 'NOT_FOUND', text('Unknown Kiosk Code'))

const networkOf = (app: App, address: string): string =>
  createHmac('sha256', app.pepper)
    .update(`kiosk network ${addressGroup(address)}`)
    .digest('base64url')
    .slice(0, 22)

/** Whether a kiosk is paired on this device, or was seen in its network in the last 30 days. */
async function isKnownPlace(app: App, asker: Asker): Promise<boolean> {
  const { device, key } = provedBy(asker)
  const found = await rows(
    app.storage.db,
    sql`select 1 from kiosk_devices where revoked_at is null and (
          (network = ${networkOf(app, asker.address)} and last_seen > now() - interval '30 days')
          or (device = ${device}::text and device_key = ${key}::text)) limit 1`,
  )
  return found.length > 0
}

/**
 * Returns the bot of a kiosk code. Guessing is limited per address, and for the whole server in case a client
 * has many addresses. Once the limit of the server is spent, a code works only where a kiosk is paired
 * already: a stranger cannot stop the sites that run. A new site then pairs by QR code. Throws Refused.
 */
async function botOf(app: App, code: string, asker: Asker): Promise<Bot> {
  const { address } = asker
  const place = addressGroup(address)
  await countAgainst(app, limits.kioskCodePerAddress, place)
  // Also applies to a correct code: after so many misses the client is guessing.
  await refuseSpent(app, limits.kioskMissPerAddress, place)
  if ((await isSpent(app, limits.kioskMisses, '')) && !(await isKnownPlace(app, asker))) await refuseSpent(app, limits.kioskMisses, '')
  const bot = kioskCodePattern.test(code) ? await botByCode(app, code) : undefined
  if (bot) return bot
  const wait = Math.max(await overLimit(app, limits.kioskMissPerAddress, place), await overLimit(app, limits.kioskMisses, ''))
  if (wait > 0) throw new TooManyRequests(wait)
  throw unknownCode()
}

const OwnerRow = z.object({ name: z.string(), project: z.nullable(z.string()) })

/** `isPaired`: for a paired kiosk, not for a person who has typed the code. */
async function infoOf(app: App, bot: Bot, code: string, { isPaired }: { isPaired: boolean }): Promise<KioskInfo> {
  const [[team], { contacts }, logo] = await Promise.all([
    rows(
      app.storage.db,
      OwnerRow,
      sql`select name, coalesce(model -> 'project' ->> 'name', name) as project from teams where id = ${bot.team}`,
    ),
    contactsOf(app, bot),
    logoOf(app, bot),
  ])
  return {
    title: bot.title,
    ...(logo !== undefined && { logo }),
    project: team?.project ?? team?.name ?? '',
    team: team?.name ?? '',
    verificationContacts: contacts.map(({ uid, name, mobile }) => ({
      name: isPaired ? name : hintOfName(name),
      display: isPaired ? shownNumber(mobile) : hintOfNumber(mobile),
      verifyToken: verifyTokenOf(app, code, uid),
    })),
  }
}

export async function kioskInfoOf(app: App, code: string, asker: Asker): Promise<KioskInfo> {
  return infoOf(app, await botOf(app, code, asker), code, { isPaired: false })
}

/**
 * The key is not a mobile number, so the PIN of a kiosk signs no person in. It includes the device, so that
 * one device cannot guess the PIN of another.
 */
const checkKey = (bot: Bot, { device, address }: Asker) => `kiosk:${bot.id}:${device || addressGroup(address)}`

const pinText = text('{pin} is the PIN for the kiosk “{kiosk}”. Only type it on the kiosk itself. It works for 10 minutes.')

const pinSubject = text('Your PIN for a kiosk')
const noWay = text(
  'This server cannot send this person a PIN. An Owner or Administrator opens Kiosk at the bot, presses “QR code without a PIN”, and lets this device scan it.',
)

/** Sends a PIN to a contact by text, or by e-mail on a server without a text provider. Throws Refused. */
export async function sendKioskPin(app: App, code: string, token: string, asker: Asker): Promise<void> {
  const bot = await botOf(app, code, asker)
  const { contacts } = await contactsOf(app, bot)
  const contact = contactByToken(app, code, contacts, token)
  if (!contact) throw new Refused(404, 'NOT_FOUND', text('This person can no longer pair a kiosk. Enter the kiosk code again.'))
  await countAgainst(app, limits.pinPerAddress, addressGroup(asker.address))
  if (!app.openNumbers.has(contact.mobile)) {
    await countAgainst(app, limits.kioskPinPerNumber, contact.mobile)
    await countAgainst(app, limits.kioskPinPerNumberDay, contact.mobile)
  }
  await countAgainst(app, limits.kioskPinPerBot, bot.id)
  const way = pinWayOf(app)
  const email = way === 'mail' ? await emailOf(app.storage, contact.uid) : undefined
  if (way === 'none' || (way === 'mail' && email === undefined)) throw new Refused(409, 'INVALID', noWay)
  const key = checkKey(bot, asker)
  const pin = await newPin(app, key)
  await app.storage.db.execute(
    sql`insert into kiosk_checks (key, uid) values (${key}, ${contact.uid}) on conflict (key) do update set uid = excluded.uid, at = now()`,
  )
  const words = translate(contact.lang, pinText, { pin, kiosk: bot.title })
  if (email !== undefined) {
    const subject = translate(contact.lang, pinSubject, {})
    return app.later(sendMail(app, { key: randomUUID(), to: email, subject, text: words }))
  }
  const sending = sendNow(app, { to: contact.mobile, text: words })
  if (app.sms.kind === 'embedded') await sending
  else app.later(sending)
}

const UidRow = z.object({ uid: z.string() })

/** Returns the uid of the contact with this PIN, or the error code. */
async function checkPin(app: App, bot: Bot, pin: string, asker: Asker): Promise<{ uid: string } | { code: string }> {
  await countAgainst(app, limits.guessPerAddress, addressGroup(asker.address))
  await countAgainst(app, limits.kioskGuessPerBot, bot.id)
  const key = checkKey(bot, asker)
  const trouble = await usePin(app, { mobile: key, pin })
  if (trouble) return { code: trouble }
  const [check] = await rows(app.storage.db, UidRow, sql`delete from kiosk_checks where key = ${key} returning uid`)
  const { contacts } = await contactsOf(app, bot)
  return check && contacts.some(({ uid }) => uid === check.uid) ? check : { code: 'PIN_EXPIRED' }
}

async function pairingOf(app: App, bot: Bot, known: { uid: string; token: string; deviceCode: string }): Promise<Pairing> {
  const code = (await codeOf(app, bot.id)) ?? ''
  const [url, info] = await Promise.all([kioskUrl(app.storage.db, bot), infoOf(app, bot, code, { isPaired: true })])
  return { ...known, code, url, info }
}

/** A device id counts only together with the key of the device. */
const provedBy = ({ device, deviceKey }: Asker): { device: string | null; key: string | null } =>
  device === '' || deviceKey === undefined ? { device: null, key: null } : { device, key: sha256(deviceKey) }

/**
 * Pairs the device. A device that was paired before with the same device code is the same kiosk, so its
 * unsent saves remain valid; its previous token becomes invalid.
 */
async function pair(
  app: App,
  bot: Bot,
  { deviceCode, by, asker }: { deviceCode: string; by: string; asker: Asker },
): Promise<AuthAnswer & { readonly token: string }> {
  const token = randomBytes(32).toString('base64url')
  const { device, key } = provedBy(asker)
  const network = networkOf(app, asker.address)
  const uid = await app.storage.transaction(async (tx) => {
    const [before] = await rows(
      tx,
      UidRow,
      sql`update kiosk_devices set token_sha256 = ${sha256(token)}, paired_by = ${by}, paired_at = now(), last_seen = now(),
            revoked_at = null, revoked_by = null, device = ${device}, device_key = ${key}, network = ${network}
          where uid = (select uid from kiosk_devices where automation = ${bot.id} and device_code = ${deviceCode} order by paired_at desc limit 1)
          returning uid`,
    )
    if (before) return before.uid
    const fresh = `${kioskActor}${newId()}`
    await tx.execute(
      sql`insert into kiosk_devices (uid, automation, device_code, token_sha256, paired_by, device, device_key, network)
          values (${fresh}, ${bot.id}, ${deviceCode}, ${sha256(token)}, ${by}, ${device}, ${key}, ${network})`,
    )
    return fresh
  })
  const pairing = await pairingOf(app, bot, { uid, token, deviceCode })
  return { success: true, url: pairing.url, pairing, seal: app.seals.current, token }
}

type Paired = AuthAnswer & { readonly token?: string }

export async function pairWithPin(
  app: App,
  code: string,
  { pin, deviceCode }: { pin: string; deviceCode: string },
  asker: Asker,
): Promise<Paired> {
  const bot = await botOf(app, code, asker)
  const checked = await checkPin(app, bot, pin, asker)
  return 'code' in checked ? { success: false, code: checked.code } : pair(app, bot, { deviceCode, by: checked.uid, asker })
}

const TicketRow = z.object({ automation: z.string(), made_by: z.string() })

export async function pairWithTicket(
  app: App,
  { ticket, deviceCode }: { ticket: string; deviceCode: string },
  asker: Asker,
): Promise<Paired> {
  await countAgainst(app, limits.guessPerAddress, addressGroup(asker.address))
  const [found] = await rows(
    app.storage.db,
    TicketRow,
    sql`delete from kiosk_tickets where token_sha256 = ${sha256(ticket)} and expires_at > now() returning automation, made_by`,
  )
  const bot = found && (await botById(app.storage.db, found.automation))
  if (!bot || bot.archived) return { success: false, code: 'TICKET_EXPIRED' }
  return pair(app, bot, { deviceCode, by: found.made_by, asker })
}

const KnownKioskRow = z.object({ uid: z.string(), automation: z.string(), device_code: z.string() })

/**
 * Returns the pairing of a kiosk, or not paired if it was revoked or its bot is gone. Stores the time of the
 * call, and what the kiosk says of its unsent saves.
 */
export async function knownKiosk(app: App, token: string, asker: Asker, unsent?: Unsent): Promise<KioskKnown> {
  const { device, key } = provedBy(asker)
  const [found] = await rows(
    app.storage.db,
    KnownKioskRow,
    sql`update kiosk_devices set last_seen = now(), device = case when device_key is null and ${key}::text is not null then ${device} else device end,
          device_key = coalesce(device_key, ${key}), network = ${networkOf(app, asker.address)},
          waiting = coalesce(${unsent === undefined ? null : JSON.stringify(unsent)}::jsonb, waiting)
        where token_sha256 = ${sha256(token)} and revoked_at is null
        returning uid, automation, device_code`,
  )
  const bot = found && (await botById(app.storage.db, found.automation))
  if (!found || !bot || bot.archived) return { paired: false }
  return {
    paired: true,
    pairing: await pairingOf(app, bot, { uid: found.uid, token, deviceCode: found.device_code }),
    seal: app.seals.current,
  }
}

/** Returns whether the kiosk is not revoked, but its bot is archived or deleted: it sends what it has saved before. */
export async function kioskRests(app: App, token: string): Promise<boolean> {
  const found = await rows(
    app.storage.db,
    sql`select 1 from kiosk_devices d join automations a on a.id = d.automation
        where d.token_sha256 = ${sha256(token)} and d.revoked_at is null and (a.archived or a.deleted)`,
  )
  return found.length > 0
}

const KioskRow = z.object({ uid: z.string(), automation: z.string() })

/**
 * Ends the pairing with the PIN of a contact. Returns undefined on success, otherwise the error code. Throws
 * Refused.
 */
export async function leaveKiosk(app: App, { pin, token }: { pin: string; token: string }, asker: Asker): Promise<string | undefined> {
  const [found] = await rows(
    app.storage.db,
    KioskRow,
    sql`select uid, automation from kiosk_devices where token_sha256 = ${sha256(token)} and revoked_at is null`,
  )
  const bot = found && (await botById(app.storage.db, found.automation))
  // The pairing has ended already.
  if (!found || !bot) return undefined
  const checked = await checkPin(app, bot, pin, asker)
  if ('code' in checked) return checked.code
  await revokeDevice(app, bot.id, found.uid, checked.uid)
  return undefined
}

/** Returns true if there was a pairing to revoke. The device learns of it through the change stream. */
export async function revokeDevice(app: App, bot: string, uid: string, by: string): Promise<boolean> {
  return app.storage.transaction(async (tx) => {
    const gone = await rows(
      tx,
      sql`update kiosk_devices set revoked_at = now(), revoked_by = ${by}
          where uid = ${uid} and automation = ${bot} and revoked_at is null returning uid`,
    )
    if (gone.length > 0) await tx.execute(sql`select note_change(${`people/${uid}`}, 'rights', ${bot})`)
    return gone.length > 0
  })
}
