import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { codePath, registrationMinutes } from '../../../contract/endpoints/devices.ts'
import { Refused } from '../../../contract/Refused.ts'
import { idPattern } from '../../../contract/endpoints/records.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { addressOf, type App } from '../app.ts'
import { mayInBilling } from '../access/billingRole.ts'
import { addressGroup, countAgainst, type Limit } from '../limits/limits.ts'
import type { Person } from '../sign-in/person.ts'
import { makeCode, openCode, verifyKey } from './makeCode.ts'
import { text } from '../../i18n/text.ts'

/** Excludes characters that look alike when a person reads them aloud. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const shortIdLength = 6

const registrations: Limit = { name: 'device-register', most: 60, withinSeconds: 3600 }

export const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url')

const NameRow = z.object({ name: z.string() })

/** Returns the name of the billing account. Throws Refused if the person may not manage its devices. */
export async function managedAccount(app: App, me: Person, billing: string): Promise<string> {
  if (!(await mayInBilling(app.storage.db, me, billing, 'device.manage')))
    throw new Refused(403, 'FORBIDDEN', text('Only Owners and Administrators of the billing account may add devices.'))
  const [account] = await rows(app.storage.db, NameRow, sql`select name from billing_accounts where id = ${billing}`)
  return account?.name ?? billing
}

/** Makes a code with which the device that scans it joins the account. Stores nothing until then. */
export async function makeTicket(
  app: App,
  { me, billing, origin }: { me: Person; billing: string; origin: string },
): Promise<{ shortId: string; url: string; expiresAt: string }> {
  const account = await managedAccount(app, me, billing)
  let shortId = ''
  do shortId = Array.from({ length: shortIdLength }, () => signs[randomInt(signs.length)]).join('')
  while ((await rows(app.storage.db, sql`select 1 from devices where short_id = ${shortId}`)).length > 0)
  const until = Math.floor(Date.now() / 1000) + registrationMinutes * 60
  const code = makeCode(app, { for: 'register', by: me.uid, billing, account: account.slice(0, 60), shortId, until })
  return { shortId, url: `${addressOf(app, origin)}${codePath}${code}`, expiresAt: new Date(until * 1000).toISOString() }
}

interface Joining {
  readonly code: string
  readonly name: string
  /** The id of the device. */
  readonly device: string
  /** The key that proves the id (X-Device-Key). */
  readonly deviceKey: string | undefined
  /** The report token, if the device already belongs to an account. */
  readonly token: string | undefined
  readonly address: string
}

/**
 * Adds the device to the account and returns the token for its reports. The device is listed after its first
 * report. A code adds one device: the same device may scan it again, another may not.
 */
export async function joinAccount(app: App, { code, name, device, deviceKey, token: before, address }: Joining) {
  await countAgainst(app, registrations, addressGroup(address))
  const content = openCode(app, code)
  if (content.for !== 'register' || content.shortId === undefined)
    throw new Refused(400, 'INVALID', text('This code does not register a device. Please make one under Devices, Register.'))
  if (!idPattern.test(device)) throw new Refused(400, 'INVALID', text('The request needs the id of the device (X-Device).'))
  const [account] = await rows(
    app.storage.db,
    NameRow,
    sql`select name from billing_accounts where id = ${content.billing} and not deleted`,
  )
  if (!account) throw new Refused(404, 'NOT_FOUND', text('This billing account no longer exists.'))
  if (deviceKey === undefined)
    throw new Refused(
      400,
      'INVALID',
      text('This app is too old to register a device. Please close all its windows, open it again and scan the code once more.'),
    )
  const { billing, shortId, by } = content
  const token = await adoptDevice(app, { device, deviceKey, before, billing, name, shortId, by })
  return { token, name, shortId, account: account.name, verifyKey: verifyKey(app) }
}

interface Adoption {
  readonly device: string
  readonly deviceKey: string
  readonly before: string | undefined
  readonly billing: string
  readonly name: string
  readonly shortId: string
  readonly by: string
}

const DeviceRow = z.object({ token: z.nullable(z.string()), key: z.nullable(z.string()), shortId: z.string() })

const KeyRow = z.object({ key: z.string() })

/**
 * Throws Refused unless the caller proves that it is the device with this id: by its key, or by the token of
 * its account.
 */
async function mustBeDevice(tx: Transaction, { device, deviceKey, before, shortId }: Adoption): Promise<void> {
  const taken = new Refused(
    409,
    'INVALID',
    text('Another device has this id and belongs to an account. Use the device itself, or take it out of that account first.'),
  )
  const key = sha256(deviceKey)
  const [row] = await rows(
    tx,
    DeviceRow,
    sql`select token_sha256 as token, device_key as key, short_id as "shortId" from devices where id = ${device} for update`,
  )
  if (row) {
    if (row.key === key || (before !== undefined && row.token === sha256(before))) return
    // Registered before devices had keys: it was removed from the account, or the response to this code was
    // lost.
    if (row.key === null && (row.token === null || row.shortId === shortId)) return
    throw taken
  }
  // Not registered yet: the id belongs to the key that used it first.
  const [first] = await rows(
    tx,
    KeyRow,
    sql`select device_key as key from (
          select device_key, created_at as at from grants where device = ${device} and device_key is not null
          union all select device_key, paired_at from kiosk_devices where device = ${device} and device_key is not null) seen
        order by at limit 1`,
  )
  if (first && first.key !== key) throw taken
}

const IdRow = z.object({ id: z.string() })

/** Stores the device as one of this account, even if it was in another. Returns its new token. */
async function adoptDevice(app: App, adoption: Adoption): Promise<string> {
  const { device, deviceKey, billing, name, shortId, by } = adoption
  const token = randomBytes(32).toString('base64url')
  return await app.storage.transaction(async (tx) => {
    await mustBeDevice(tx, adoption)
    const [other] = await rows(tx, IdRow, sql`select id from devices where short_id = ${shortId} and id <> ${device}`)
    if (other) throw new Refused(409, 'INVALID', text('Another device has used this code. Please make a new one under Devices, Register.'))
    await tx.execute(
      sql`insert into devices (id, short_id, name, billing, token_sha256, registered_by, device_key)
          values (${device}, ${shortId}, ${name}, ${billing}, ${sha256(token)}, ${by}, ${sha256(deviceKey)})
          on conflict (id) do update set short_id = excluded.short_id, name = excluded.name, billing = excluded.billing,
            token_sha256 = excluded.token_sha256, device_key = excluded.device_key, registered_by = excluded.registered_by, registered_at = now(), last_ping = null, facts = '{}',
            locked = false, silence_told_at = null, revoked_at = null, revoked_by = null, deleted = false, rev = devices.rev + 1`,
    )
    await tx.execute(
      sql`update device_commands set failed = 'registered anew' where device = ${device} and done_at is null and failed is null`,
    )
    return token
  })
}
