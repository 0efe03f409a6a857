import { createHmac, randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ErrorCode } from '../../../contract/Refused.ts'
import { pinLifeMinutes, pinTries } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { isSpent, limits, overLimit } from '../limits/limits.ts'

const hashWithSalt = promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * A PIN has only a million values, so a plain hash can be reversed. Without the pepper the database reveals
 * nothing.
 */
const hash = (app: App, mobile: string, pin: string, salt: Buffer) =>
  hashWithSalt(createHmac('sha256', app.pepper).update(`${mobile}:${pin}`).digest(), salt, 32, {
    N: 2 ** 15,
    r: 8,
    p: 1,
    maxmem: 64 * 2 ** 20,
  })

/** Returns the id of a browser cookie in the database. */
const browserName = (app: App, secret: string) =>
  createHmac('sha256', app.pepper).update(`pin browser ${secret}`).digest('base64url').slice(0, 22)

/**
 * Makes a new PIN for a number. The previous PIN becomes invalid, except for another browser that requested
 * it: a stranger cannot invalidate the PIN of the holder by requesting a new one. `browser` is the secret in
 * the cookie of the requesting browser.
 */
export async function newPin(app: App, mobile: string, browser?: string): Promise<string> {
  const pin = String(randomInt(1_000_000)).padStart(6, '0')
  const salt = randomBytes(16)
  const stored = `${salt.toString('base64url')}.${(await hash(app, mobile, pin, salt)).toString('base64url')}`
  await app.storage.db.execute(
    sql`insert into pins (mobile, hash, tries, created_at, expires_at)
        values (${mobile}, ${stored}, 0, now(), now() + make_interval(mins => ${pinLifeMinutes}))
        on conflict (mobile) do update set hash = excluded.hash, tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at`,
  )
  if (browser !== undefined)
    await app.storage.db.execute(
      sql`insert into pin_browsers (mobile, browser, hash, tries, expires_at)
          values (${mobile}, ${browserName(app, browser)}, ${stored}, 0, now() + make_interval(mins => ${pinLifeMinutes}))
          on conflict (mobile, browser) do update set hash = excluded.hash, tries = 0, expires_at = excluded.expires_at`,
    )
  return pin
}

export interface PinGuess {
  readonly mobile: string
  readonly pin: string
  /** The secret of the guessing browser. */
  readonly browser?: string | undefined
  /** Returns true if the person still has a choice to make: the PIN then stays valid. */
  readonly keep?: (() => Promise<boolean>) | undefined
}

/**
 * Returns undefined if the PIN is correct. It is then used up, unless `keep` returns true. One statement
 * takes a try before the hash is computed, so concurrent guesses cannot exceed the tries. The browser that
 * requested the PIN has its own tries.
 */
export async function usePin(
  app: App,
  { mobile, pin, browser, keep = () => Promise.resolve(false) }: PinGuess,
): Promise<ErrorCode | undefined> {
  const { db } = app.storage
  const own = browser === undefined ? undefined : await takeOwnTry(app, mobile, browserName(app, browser))
  if (own === 'spent') return 'PIN_LOCKED'
  const taken = own ?? (await takeTry(app, mobile))
  if (typeof taken === 'string') return taken
  const [salt = '', expected = ''] = taken.hash.split('.')
  const actual = await hash(app, mobile, pin, Buffer.from(salt, 'base64url'))
  if (!timingSafeEqual(actual, Buffer.from(expected, 'base64url'))) {
    if (!own) await overLimit(app, limits.pinGuessElsewhere, mobile)
    return 'BAD_PIN'
  }
  if (await keep()) return undefined
  const table = own ? sql`pin_browsers` : sql`pins`
  const used = await rows(db, sql`delete from ${table} where mobile = ${mobile} and hash = ${taken.hash} returning mobile`)
  if (used.length === 0) return 'PIN_EXPIRED'
  await db.execute(sql`delete from ${own ? sql`pins` : sql`pin_browsers`} where mobile = ${mobile} and hash = ${taken.hash}`)
  return undefined
}

const PinTryRow = z.object({ hash: z.string(), tries: z.number() })

/** Returns undefined if this browser has no valid PIN of its own. */
async function takeOwnTry(app: App, mobile: string, browser: string): Promise<{ hash: string } | 'spent' | undefined> {
  const [found] = await rows(
    app.storage.db,
    PinTryRow,
    sql`update pin_browsers set tries = tries + 1 where mobile = ${mobile} and browser = ${browser} and expires_at > now() returning hash, tries::int as tries`,
  )
  return found && (found.tries > pinTries ? 'spent' : found)
}

const HashRow = z.object({ hash: z.string() })

async function takeTry(app: App, mobile: string): Promise<{ hash: string } | 'PIN_LOCKED' | 'PIN_EXPIRED'> {
  const { db } = app.storage
  if (!app.openNumbers.has(mobile) && (await isSpent(app, limits.pinGuessElsewhere, mobile))) return 'PIN_LOCKED'
  const [taken] = await rows(
    db,
    HashRow,
    sql`update pins set tries = tries + 1 where mobile = ${mobile} and expires_at > now() and tries < ${pinTries} returning hash`,
  )
  if (taken) return taken
  const [locked] = await rows(db, sql`select 1 from pins where mobile = ${mobile} and expires_at > now()`)
  return locked ? 'PIN_LOCKED' : 'PIN_EXPIRED'
}
