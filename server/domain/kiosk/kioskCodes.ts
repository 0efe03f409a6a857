import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { kioskCodePattern } from '../../../contract/kiosk.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

/** Six digits are guessed at once from a plain hash, so the server's secret, which is not in the database, is part of both. */
const keyFor = ({ pepper }: App, use: string) => createHmac('sha256', pepper).update(use).digest()

/** By what a code is found. */
export const codeHash = (app: App, code: string): string =>
  createHmac('sha256', keyFor(app, 'kiosk code hash')).update(code).digest('base64url')

/** Bound to its bot: a copy in another row does not open. */
export function sealCode(app: App, bot: string, code: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(app, 'kiosk code seal'), iv)
  cipher.setAAD(Buffer.from(bot))
  return Buffer.concat([iv, cipher.update(code), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Undefined for what another secret sealed: the code is then made anew. */
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

/**
 * At the start: codes that an older version stored in clear are hashed and sealed. Each once, also where several servers start together: a row that
 * another one has changed meanwhile has no such code any more.
 */
export async function hashStoredCodes(app: App): Promise<void> {
  const { db } = app.storage
  const clear = await rows<{ automation: string; code: string }>(db, sql`select automation, code from kiosk_codes where sealed is null`)
  for (const { automation, code } of clear) {
    if (!kioskCodePattern.test(code)) continue
    await db.execute(
      sql`update kiosk_codes set code = ${codeHash(app, code)}, sealed = ${sealCode(app, automation, code)}
          where automation = ${automation} and code = ${code}`,
    )
  }
}
