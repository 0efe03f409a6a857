import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { Dexie } from 'dexie'
import { endTransactions } from '../../src/store/db/endTransactions.ts'

const leave = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))
const comeBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
/** All that is under way has ended. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('a page that is left ends its transactions, stores what was typed when it is shown again, and then loads again', async () => {
  // Dexie closes its databases at the same events; this is about the transactions alone.
  Dexie.disableBfCache = true
  const db = new Dexie('left')
  db.version(1).stores({ drafts: 'id' })
  const drafts = db.table<{ id: string; text: string }>('drafts')
  let [may, reloads] = [false, 0]
  const writes: Promise<unknown>[] = []
  const write = (text: string) => {
    const written = drafts.put({ id: 'form', text })
    writes.push(written.catch(() => undefined))
    return written
  }
  endTransactions(
    async () => {
      await write('typed')
      return may
    },
    () => reloads++,
  )
  await write('first')
  // A page that is not kept, and one that had nothing to end.
  for (const persisted of [false, true]) {
    leave(persisted)
    comeBack()
  }
  await settled()
  expect(await drafts.toArray()).toEqual([{ id: 'form', text: 'first' }])

  const begun = write('under way')
  leave(true)
  const late = write('begun by the page that is left')
  const ends = await Promise.allSettled([begun, late])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  comeBack()
  await Promise.all(writes)
  await settled()
  expect([await drafts.toArray(), reloads]).toEqual([[{ id: 'form', text: 'typed' }], 0])

  // It still waits for its reload.
  may = true
  leave(true)
  comeBack()
  await Promise.all(writes)
  await settled()
  expect(reloads).toBe(1)
})
