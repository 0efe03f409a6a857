import { createECDH } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { openSecret, sealSecret } from '../sealSecret.ts'

const KeyRow = z.object({ publicKey: z.string(), sealed: z.string() })

interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Returns the key pair with which all servers of this database sign for push services, base64url; made at the first
 * start. With another secret than before there is a new pair, and all browsers subscribe again.
 */
export async function readPushKeys(app: Pick<App, 'storage' | 'pepper' | 'log'>): Promise<PushKeys> {
  const { db } = app.storage
  const made = createECDH('prime256v1')
  made.generateKeys()
  const publicKey = made.getPublicKey().toString('base64url')
  const sealed = sealSecret(app, 'push', made.getPrivateKey().toString('base64url'))
  await db.execute(sql`insert into push_keys (id, public_key, sealed) values (1, ${publicKey}, ${sealed}) on conflict (id) do nothing`)
  const [row] = await rows(db, KeyRow, sql`select public_key as "publicKey", sealed from push_keys where id = 1`)
  if (!row) throw new Error('the push key is missing')
  try {
    return { publicKey: row.publicKey, privateKey: openSecret(app, 'push', row.sealed) }
  } catch {
    app.log.warn({}, 'the push key was sealed with another secret: there is a new one, and people turn notices on again')
    await app.storage.transaction(async (tx) => {
      await tx.execute(sql`delete from push_subscriptions`)
      await tx.execute(sql`delete from push_keys where public_key = ${row.publicKey}`)
    })
    return readPushKeys(app)
  }
}
