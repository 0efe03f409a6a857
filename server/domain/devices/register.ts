import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { codePath, registrationMinutes } from '../../../contract/devices.ts'
import { Refused } from '../../../contract/errors.ts'
import { idPattern } from '../../../contract/records.ts'
import { rows } from '../../storage/database.ts'
import { addressOf, type App } from '../app.ts'
import { mayInBilling } from '../billing/billingAccounts.ts'
import { addressGroup, countAgainst, type Limit } from '../limits/limits.ts'
import type { Person } from '../sign-in/person.ts'
import { makeCode, openCode, verifyKey } from './codes.ts'

/** Without signs that are mistaken for each other when somebody reads them out. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const shortIdLength = 6

const registrations: Limit = { name: 'device-register', most: 60, withinSeconds: 3600 }

export const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Of one billing account that exists, by its name, for who may manage its devices. Throws Refused. */
export async function managedAccount(app: App, me: Person, billing: string): Promise<string> {
  if (!(await mayInBilling(app.storage.db, me, billing, 'device.manage')))
    throw new Refused(403, 'FORBIDDEN', 'Only Owners and Administrators of the billing account may add devices.')
  const [account] = await rows<{ name: string }>(app.storage.db, sql`select name from billing_accounts where id = ${billing}`)
  return account?.name ?? billing
}

/** A code that makes the device that scans it one of the account's. Nothing is stored before it does. */
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
  /** The device's own id. */
  readonly device: string
  readonly address: string
}

/**
 * Makes the device one of the account's and gives it the token that it reports with; it is listed once it has reported. A code makes one device a
 * member: the same device may scan it again, another one may not.
 */
export async function joinAccount(app: App, { code, name, device, address }: Joining) {
  await countAgainst(app, registrations, addressGroup(address))
  const content = openCode(app, code)
  if (content.for !== 'register' || content.shortId === undefined)
    throw new Refused(400, 'INVALID', 'This code does not register a device. Please make one under Devices, Register.')
  if (!idPattern.test(device)) throw new Refused(400, 'INVALID', 'The device has to say which it is (X-Device).')
  const [account] = await rows<{ name: string }>(
    app.storage.db,
    sql`select name from billing_accounts where id = ${content.billing} and not deleted`,
  )
  if (!account) throw new Refused(404, 'NOT_FOUND', 'This billing account is not there any more.')
  const token = await adoptDevice(app, { device, billing: content.billing, name, shortId: content.shortId, by: content.by })
  return { token, name, shortId: content.shortId, account: account.name, verifyKey: verifyKey(app) }
}

/** Writes the device down as the account's, whoever had it before, and resolves to its new token. */
async function adoptDevice(
  app: App,
  { device, billing, name, shortId, by }: { device: string; billing: string; name: string; shortId: string; by: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  return await app.storage.transaction(async (tx) => {
    const [other] = await rows<{ id: string }>(tx, sql`select id from devices where short_id = ${shortId} and id <> ${device}`)
    if (other) throw new Refused(409, 'INVALID', 'Another device has used this code. Please make a new one under Devices, Register.')
    await tx.execute(
      sql`insert into devices (id, short_id, name, billing, token_sha256, registered_by)
          values (${device}, ${shortId}, ${name}, ${billing}, ${sha256(token)}, ${by})
          on conflict (id) do update set short_id = excluded.short_id, name = excluded.name, billing = excluded.billing,
            token_sha256 = excluded.token_sha256, registered_by = excluded.registered_by, registered_at = now(), last_ping = null, facts = '{}',
            locked = false, silence_told_at = null, revoked_at = null, revoked_by = null, deleted = false, rev = devices.rev + 1`,
    )
    await tx.execute(
      sql`update device_commands set failed = 'registered anew' where device = ${device} and done_at is null and failed is null`,
    )
    return token
  })
}
