import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { kioskCodePattern } from '../../../contract/endpoints/kiosk.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

/**
 * Six digits are easy to guess from a plain hash. Both keys therefore use the secret of the server, which is
 * not in the database.
 */
const keyFor = ({ pepper }: App, use: string) => createHmac('sha256', pepper).update(use).digest()

/** Hash by which a code is found. */
export const codeHash = (app: App, code: string): string =>
  createHmac('sha256', keyFor(app, 'kiosk code hash')).update(code).digest('base64url')

/** Encrypts the code, bound to its bot: a copy in another row cannot be decrypted. */
export function sealCode(app: App, bot: string, code: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(app, 'kiosk code seal'), iv)
  cipher.setAAD(Buffer.from(bot))
  return Buffer.concat([iv, cipher.update(code), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Returns undefined if another secret sealed the code. The caller then makes a new code. */
export function openCode(app: App, bot: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < 28) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(app, 'kiosk code seal'), bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(bot))
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}

const CodeRow = z.object({ automation: z.string(), code: z.string() })

/**
 * At the start of the server: hashes and seals codes that an older version stored as clear text. Safe if
 * several servers start together: each update applies only while the row still has that code.
 */
export async function hashStoredCodes(app: App): Promise<void> {
  const { db } = app.storage
  const clear = await rows(db, CodeRow, sql`select automation, code from kiosk_codes where sealed is null`)
  for (const { automation, code } of clear) {
    if (!kioskCodePattern.test(code)) continue
    await db.execute(
      sql`update kiosk_codes set code = ${codeHash(app, code)}, sealed = ${sealCode(app, automation, code)}
          where automation = ${automation} and code = ${code}`,
    )
  }
}
