// @vitest-environment node
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { adoptMetaRows } from '../../src/store/db/adoptMetaRows.ts'
import { whenUpgradeBlocked } from '../../src/store/db/useUpgradeBlocked.ts'
import { type DatabaseOptions, MusterDb } from '../../src/store/db/MusterDb.ts'
import { setStore, withReopen } from '../../src/store/db/store.ts'
import { saveScratchText } from '../../src/store/drafts/saveScratchText.ts'
import { keepGrant, grantedOwners, grantOf, isGone, leftOf } from '../../src/store/encryption/grantOf.ts'
import { setShared } from '../../src/store/encryption/sharedDevice.ts'
import { forgetOwner, noteOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { drainSpill, spillLimit } from '../../src/store/outbox/saveOp.ts'
import { Device } from './device.ts'
import { Net, ServerModel } from './server-model.ts'
import { save, sendAll } from './site.ts'
import { fillVersionOne, grantRows, moves, singleValues, steadyRows, VersionOne } from './versionOne.ts'

async function oldDevice() {
  const device = new Device()
  await fillVersionOne(device.disk)
  device.clock.time = Date.UTC(2026, 5, 1, 9)
  return device
}

const nativeVersion = async (disk: IDBFactory) => (await disk.databases()).find(({ name }) => name === 'muster')?.version
const keysOf = async (db: MusterDb | VersionOne) => (await db.table('meta').toCollection().primaryKeys()).map(String)
const turn = () => new Promise((resolve) => setImmediate(resolve))
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await turn()
}

/** Compares without the order of the rows and of their attributes. */
const asSet = (rows: readonly object[]) => expect.arrayContaining(rows.map((row) => expect.objectContaining(row)) as object[])

async function expectEveryRow(db: MusterDb) {
  for (const [table, rows] of Object.entries(steadyRows)) expect([table, await db.table(table).toArray()]).toEqual([table, rows])
  expect(await db.meta.toArray()).toEqual(singleValues)
  for (const table of new Set(moves.map(([, , name]) => name))) {
    const expected = moves.flatMap(([, , name, row]) => (name === table ? [row] : []))
    const found = await db.table(table).toArray()
    expect([table, found]).toEqual([table, asSet(expected)])
    expect(found).toHaveLength(expected.length)
  }
  expect(await db.grants.toArray()).toEqual(grantRows)
}

/** An upgrade that is interrupted after all rows have moved. */
class Interrupted extends MusterDb {
  constructor(options: DatabaseOptions) {
    super(options)
    this.version(2).upgrade(() => Promise.reject(new Error('interrupted')))
  }
}

describe('the upgrade of the device database to version 2', () => {
  it('I13 keeps every row of every person: saves, files, drafts, sealed rows, set-aside saves, chain, quarantine, and moves the kinds in meta', async () => {
    const device = await oldDevice()
    const { db } = device.start()
    await db.open()
    expect(await nativeVersion(device.disk)).toBe(20)
    await expectEveryRow(db)
    db.close()
    // Opening it again moves nothing.
    await expectEveryRow(device.start().db)
  })

  it('sends what waited, each save once', async () => {
    const device = await oldDevice()
    const server = new ServerModel({ keepsKeys: true })
    server.session = 'ana'
    const store = device.start(() => 0.5)
    for (let pass = 0; pass < 6; pass++) await sendAll(store, new Net(server).send)
    expect(server.effects.map(({ n }) => n).toSorted()).toEqual([1, 2, 4])
    const left = (await store.db.outbox.toArray()).map(({ seq, state }) => [seq, state])
    // 5 waits for 3, which was refused; 6 and 7 are another person's.
    expect(left).toEqual([
      [3, 'parked'],
      [5, 'queued'],
      [6, 'queued'],
      [7, 'queued'],
    ])
    expect(await store.db.quarantine.count()).toBe(1)
  })

  it('changes nothing when it is interrupted, and runs again at the next start', async () => {
    const device = await oldDevice()
    for (let n = 0; n < 3; n++) {
      await expect(new Interrupted({ indexedDB: device.disk, IDBKeyRange }).open()).rejects.toThrow('interrupted')
      expect(await nativeVersion(device.disk)).toBe(10)
    }
    const old = new VersionOne(device.disk)
    expect(await keysOf(old)).toEqual(expect.arrayContaining([...moves.map(([key]) => key), 'grant:u:ben', 'left:u:ben']))
    expect(await old.table('outbox').toArray()).toEqual(steadyRows['outbox'])
    old.close()
    await expectEveryRow(device.start().db)
  })

  it('runs once when two windows of the new version open at the same time', async () => {
    const device = await oldDevice()
    const [one, other] = [device.start(), device.start()]
    await Promise.all([one.db.open(), other.db.open()])
    await expectEveryRow(one.db)
    await expectEveryRow(other.db)
  })
})

describe('a window of the old version beside the new one', () => {
  it('loses nothing that a person types while the database is upgraded under it', async () => {
    const device = await oldDevice()
    const old = new VersionOne(device.disk)
    await old.open()
    const page = { db: old as unknown as MusterDb }
    const typed = Array.from({ length: 60 }, (_, n) => n)
    const typing = (async () => {
      for (const n of typed) {
        const row = { owner: 'u:ana', path: `forms/typed/${n}`, initHash: 'h', v: 1, body: { n }, blobIds: [], updatedAt: n, serverAt: n }
        const write = async () => {
          await old.table('drafts').get(['u:ana', row.path, 'h'])
          await old.table('drafts').put(row)
        }
        await withReopen(page, () => page.db.transaction('rw', page.db.drafts, page.db.meta, write))
        await withReopen(page, () => old.table('meta').put({ key: 'review u:ana forms/hazard/2', value: { n } }))
      }
    })()
    await turns(10)
    const { db } = device.start()
    await db.open()
    await typing
    expect(await nativeVersion(device.disk)).toBe(20)
    const drafts = await db.drafts.toArray()
    expect(drafts.filter(({ path }) => path.startsWith('forms/typed/'))).toHaveLength(typed.length)
    // It goes on on the newer database.
    expect(old.isOpen()).toBe(true)
    const store = { ...device.start(), db }
    await adoptMetaRows(store)
    expect((await db.typed.get(['u:ana', 'review', 'forms/hazard/2']))?.value).toEqual({ n: 59 })
    expect(await keysOf(db)).toEqual(singleValues.map(({ key }) => key))
  })

  it('that can not close its connection holds the new version back; a save is kept beside the database until then', async () => {
    const device = await oldDevice()
    // A frozen page handles no event, so its connection stays open.
    const frozen = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = device.disk.open('muster')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const store = device.start()
    const isBlocked = whenUpgradeBlocked(store)
    const opened = store.db.open()
    await isBlocked
    let state = 'waits'
    void opened.then(() => (state = 'open'))
    let saved = false
    const saving = save(store, 'u:ana', 'forms/other/1', { n: 60 }).then(() => (saved = true))
    // The signature of the save takes real time, so the number of turns is not known.
    while (!saved) {
      await turns(5)
      device.clock.advance(spillLimit)
    }
    await saving
    expect([state, await store.spill.ops.count()]).toEqual(['waits', 1])
    frozen.close()
    await opened
    await drainSpill(store)
    expect([await store.spill.ops.count(), (await store.db.outbox.toArray()).at(-1)?.path]).toEqual([0, 'forms/other/1'])
    expect(await store.db.drafts.toArray()).toEqual(steadyRows['drafts'])
  })

  it('that signs out leaves no key, no text of a shared device and no open grant behind', async () => {
    const device = await oldDevice()
    const store = device.start()
    setShared(true, store)
    await store.db.open()
    forgetOwner()
    const old = new VersionOne(device.disk)
    await old.table('meta').delete('unlock:u:ana')
    await old.table('meta').put({ key: 'owner', value: 'p:' })
    await adoptMetaRows(store)
    expect([await store.db.unlockKeys.count(), await store.db.translations.count()]).toEqual([0, 0])
    expect(await leftOf(store, 'u:ana')).toMatchObject({ opIds: expect.arrayContaining(['op000000000000000002']) })
    expect(await leftOf(store, 'u:ben')).toEqual({ opIds: ['op000000000000000006'] })
    expect(await isGone(store, 'u:cara')).toBe(true)
    expect(await store.db.typed.count()).toBe(2)
  })
})

describe('a sign-in while another tab finishes the log-out of an older version', () => {
  it('is not taken for the session that has ended', async () => {
    const device = await oldDevice()
    const store = device.start()
    await store.db.open()
    setStore(store)
    forgetOwner()
    const old = new VersionOne(device.disk)
    await old.table('meta').put({ key: 'owner', value: 'p:' })
    const otherTab = device.start()
    await otherTab.db.open()
    let signedIn: Promise<void> | undefined
    store.db.unlockKeys.hook('deleting', () => {
      signedIn ??= Dexie.ignoreTransaction(() => noteOwner(otherTab, 'u:ben', 'newer'))
    })
    await store.db.unlockKeys.put({ owner: 'u:ben', key: {} as CryptoKey })
    await adoptMetaRows(store)
    await signedIn
    expect([await grantOf(store, 'u:ben'), await leftOf(store, 'u:ben')]).toEqual(['newer', undefined])
    expect(await leftOf(store, 'u:ana')).toBeDefined()
  })

  it('leaves no grant when its owner can not be stored', async () => {
    const device = await oldDevice()
    const store = device.start()
    await store.db.open()
    setStore(store)
    store.db.principals.hook('creating', () => {
      throw new Error('The disk is full')
    })
    await expect(setOwner('u:gus', { grant: 'token-gus' })).rejects.toThrow('The disk is full')
    expect(await grantOf(store, 'u:gus')).toBeUndefined()
  })
})

describe('the app that was rolled back to the version before', () => {
  it('opens the newer database, works, and hands what it wrote to the new version', async () => {
    const device = await oldDevice()
    const first = device.start()
    setStore(first)
    await setOwner('u:ana')
    await saveScratchText('chat', 'forms/chat/1 b', { text: 'On my way' })
    first.db.close()

    const old = new VersionOne(device.disk)
    await old.open()
    expect(await nativeVersion(device.disk)).toBe(20)
    expect(await old.table('outbox').toArray()).toEqual(steadyRows['outbox'])
    expect(await keysOf(old)).toEqual(singleValues.map(({ key }) => key))
    await old.table('meta').bulkPut([
      { key: 'grant:u:ben', value: 'token-ben-2' },
      { key: 'grant:u:eve', value: 'token-eve' },
      { key: 'left:u:eve', value: {} },
      { key: 'gone:u:fay', value: true },
      { key: 'grant:u:fay', value: 'token-fay' },
      { key: 'feed:u:ana', value: '99' },
      { key: 'unlock:u:ana', value: { key: 'of the old version' } },
      { key: 'chat u:ana forms/chat/1 b', value: { text: 'Another text' } },
      { key: 'chat u:ana forms/chat/2', value: { text: 'Late' } },
    ])
    old.close()

    const store = device.start()
    await noteOwner(store, 'u:ana')
    await adoptMetaRows(store)
    expect([await grantOf(store, 'u:ben'), await leftOf(store, 'u:ben')]).toEqual(['token-ben-2', undefined])
    expect([await grantOf(store, 'u:eve'), await leftOf(store, 'u:eve')]).toEqual(['token-eve', {}])
    expect(await grantedOwners(store)).toEqual(['u:ana', 'u:ben', 'u:eve', 'u:fay'])
    expect(await isGone(store, 'u:fay')).toBe(true)
    // The server sends the changes after the older cursor once more.
    expect((await store.db.cursors.get('u:ana'))?.id).toBe('41')
    expect((await store.db.unlockKeys.get('u:ana'))?.key).toEqual(expect.anything())
    expect((await store.db.typed.get(['u:ana', 'chat', 'forms/chat/2']))?.value).toEqual({ text: 'Late' })
    const other = ['u:ana', 'chat', 'forms/chat/1 b'] as [string, string, string]
    expect((await store.db.typed.get(other))?.value).toEqual({ text: 'On my way' })
    // The second text of the same place waits in meta until the first one is sent.
    expect(await keysOf(store.db)).toContain('chat u:ana forms/chat/1 b')
    expect(await keysOf(store.db)).not.toContain('unlock:u:ana')
    await store.db.typed.delete(other)
    await adoptMetaRows(store)
    expect((await store.db.typed.get(other))?.value).toEqual({ text: 'Another text' })
    expect(await keysOf(store.db)).toEqual(singleValues.map(({ key }) => key))
  })
  it('keeps the grant of a later sign-in, not an older one with its log-out', async () => {
    const device = await oldDevice()
    const first = device.start()
    await first.db.open()
    first.db.close()
    const old = new VersionOne(device.disk)
    await old.open()
    await old.table('meta').bulkPut([
      { key: 'grant:u:eve', value: 'older' },
      { key: 'left:u:eve', value: {} },
    ])
    old.close()

    const store = device.start()
    await keepGrant(store, 'u:eve', 'newer')
    await adoptMetaRows(store)
    expect([await grantOf(store, 'u:eve'), await leftOf(store, 'u:eve')]).toEqual(['newer', undefined])
  })
})
