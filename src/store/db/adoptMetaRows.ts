import type { IndexableType, Table } from 'dexie'
import { markSessionLeft } from '../encryption/grantOf.ts'
import { sealsFor } from '../encryption/sharedDevice.ts'
import { deviceOwner, getOwner } from '../identity/getOwner.ts'
import { type MetaRow, type MusterDb, anonymousOwner } from './MusterDb.ts'
import { type Kind, metaKinds } from './moveMetaRows.ts'
import { type Store, withReopen } from './store.ts'

/** Texts that a person typed. An older page goes on with one that the upgrade moved, or has another one for the same place. */
const typedTables = new Set(['typed', 'authored'])

/**
 * Moves the rows that a page of an older version has written to `meta` since the upgrade. Such a page stays open
 * beside the new version, or the app was rolled back to it.
 */
export async function adoptMetaRows(store: Store): Promise<void> {
  const { db } = store
  const tables = new Set(metaKinds.map(({ table }) => table))
  await withReopen(store, () =>
    db.transaction('rw', ['meta', ...tables], async () => {
      for (const kind of metaKinds)
        for (const row of await db.meta.where('key').startsWith(kind.prefix).toArray()) await adopt(db, kind, row)
    }),
  )
  if (getOwner() === anonymousOwner) await finishLogOut(store)
}

async function adopt(db: MusterDb, { prefix, table: name, of }: Kind, { key, value }: MetaRow): Promise<void> {
  const table = db.table(name)
  const row = of(key.slice(prefix.length), value)
  const before = (await table.get(keyIn(row, table))) as { v?: unknown } | undefined
  const isText = typedTables.has(name)
  // This version has another text: the one in `meta` waits until that is sent or removed.
  if (isText && before?.v !== undefined) return
  if (name === 'grants') await table.put({ ...afterSignIn(prefix, before), ...row })
  else if (isText || before === undefined) await table.put(row)
  await db.meta.delete(key)
}

function keyIn(row: Record<string, unknown>, { schema }: Table): IndexableType {
  const keyPath = schema.primKey.keyPath ?? ''
  return (typeof keyPath === 'string' ? row[keyPath] : keyPath.map((part) => row[part])) as IndexableType
}

/** A newer grant replaces the marks of the log-out before it. */
const afterSignIn = (prefix: string, before: object | undefined) => (prefix === 'grant:' ? {} : before)

/**
 * Does what the log-out of an older version did not do: it does not know the tables. Does nothing after an own log-out.
 * One transaction: a sign-in in another tab is before all of it or after all of it.
 */
async function finishLogOut(store: Store): Promise<void> {
  const { db } = store
  await withReopen(store, () =>
    db.transaction('rw', [db.meta, db.grants, db.unlockKeys, db.translations, db.outbox, db.cancels], async () => {
      if ((await deviceOwner(store)) !== anonymousOwner) return
      await db.unlockKeys.clear()
      await db.translations.filter(({ owner }) => owner !== anonymousOwner && sealsFor(store, owner)).delete()
      await markSessionLeft(store, anonymousOwner)
    }),
  )
}
