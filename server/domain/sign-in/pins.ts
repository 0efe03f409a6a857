import { createHmac, randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import type { ErrorCode } from '../../../contract/errors.ts'
import { pinLifeMinutes, pinTries } from '../../../contract/sign-in.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

const hashWithSalt = promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** A PIN has a million values, so the hash alone does not hide it: without the pepper the database tells nothing. */
const hash = (app: App, mobile: string, pin: string, salt: Buffer) =>
  hashWithSalt(createHmac('sha256', app.pepper).update(`${mobile}:${pin}`).digest(), salt, 32, {
    N: 2 ** 15,
    r: 8,
    p: 1,
    maxmem: 64 * 2 ** 20,
  })

/** Makes a new PIN for the number; the one before stops working. */
export async function newPin(app: App, mobile: string): Promise<string> {
  const pin = String(randomInt(1_000_000)).padStart(6, '0')
  const salt = randomBytes(16)
  const stored = `${salt.toString('base64url')}.${(await hash(app, mobile, pin, salt)).toString('base64url')}`
  await app.storage.db.execute(
    sql`insert into pins (mobile, hash, tries, created_at, expires_at)
        values (${mobile}, ${stored}, 0, now(), now() + make_interval(mins => ${pinLifeMinutes}))
        on conflict (mobile) do update set hash = excluded.hash, tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at`,
  )
  return pin
}

/**
 * Undefined when the PIN is right; it then works no more, unless `keep` says that its person still has something to choose. A try is taken in one statement before the hash is computed,
 * so that guesses sent at the same time cannot be more than the tries.
 */
export async function usePin(
  app: App,
  { mobile, pin, keep = () => Promise.resolve(false) }: { mobile: string; pin: string; keep?: () => Promise<boolean> },
): Promise<ErrorCode | undefined> {
  const { db } = app.storage
  const [taken] = await rows<{ hash: string }>(
    db,
    sql`update pins set tries = tries + 1 where mobile = ${mobile} and expires_at > now() and tries < ${pinTries} returning hash`,
  )
  if (!taken) {
    const [locked] = await rows(db, sql`select 1 from pins where mobile = ${mobile} and expires_at > now()`)
    return locked ? 'PIN_LOCKED' : 'PIN_EXPIRED'
  }
  const [salt = '', expected = ''] = taken.hash.split('.')
  const actual = await hash(app, mobile, pin, Buffer.from(salt, 'base64url'))
  if (!timingSafeEqual(actual, Buffer.from(expected, 'base64url'))) return 'BAD_PIN'
  if (await keep()) return undefined
  const used = await rows(db, sql`delete from pins where mobile = ${mobile} and hash = ${taken.hash} returning mobile`)
  return used.length > 0 ? undefined : 'PIN_EXPIRED'
}
