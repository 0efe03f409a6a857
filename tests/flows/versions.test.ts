// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { type DatabaseOptions, MusterDb, type OpRow, sealedVersion } from '../../src/store/db/MusterDb.ts'
import { noteOwner } from '../../src/store/identity/getOwner.ts'
import { checkLossJournal } from '../../src/store/integrity/checkLossJournal.ts'
import { Device } from './device.ts'
import { Net, ServerModel } from './server-model.ts'
import { save, sendAll } from './site.ts'

interface Fixture {
  readonly version: number
  readonly stores: Record<string, string>
  readonly rows: Record<string, Record<string, unknown>[]>
}

const folder = path.resolve(import.meta.dirname, '../fixtures/databases')
const fixtures = readdirSync(folder).map((file) => ({
  name: file.replace('.json', ''),
  fixture: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Fixture,
}))

/** A device as that app version left it (scripts/old-databases.mjs). */
async function deviceOf({ version, stores, rows }: Fixture, more: (db: Dexie) => Promise<void> = async () => undefined) {
  const device = new Device()
  const db = new Dexie('muster', { indexedDB: device.disk, IDBKeyRange })
  db.version(version / 10).stores(stores)
  await db.open()
  for (const [table, all] of Object.entries(rows))
    await db
      .table(table)
      .bulkAdd(table === 'bytes' ? all.map((row) => ({ ...row, bytes: new TextEncoder().encode(String(row['bytes'])).buffer })) : all)
  await more(db)
  db.close()
  device.clock.time = Date.UTC(2026, 5, 1, 9)
  return device
}

const nativeVersion = async (disk: IDBFactory) => (await disk.databases()).find(({ name }) => name === 'muster')?.version

/** Sends everything of this device; returns the effects on the server in their order. */
async function drained(device: Device) {
  const server = new ServerModel({ keepsKeys: true })
  server.session = 'ana'
  const net = new Net(server)
  const store = device.start(() => 0.5)
  await noteOwner(store, 'u:ana')
  // A save that the device was sending when it stopped, and the saves after it, are sent in a later pass.
  for (let pass = 0; pass < 12; pass++) await sendAll(store, net.send)
  return { store, effects: server.effects }
}

const all = Array.from({ length: 50 }, (_, n) => n + 1)

describe('a new version of the app', () => {
  for (const { name, fixture } of fixtures)
    it(`opens what a device of ${name} holds, and sends the fifty saves that wait there, each once and in order`, async () => {
      const device = await deviceOf(fixture)
      const { store, effects } = await drained(device)
      expect(effects.map(({ n }) => n).sort((a, b) => Number(a) - Number(b))).toEqual(all)
      for (const record of all.slice(0, 10)) {
        const mine = effects.filter(({ n }) => Number(n) % 10 === record % 10).map(({ n }) => Number(n))
        expect(mine).toEqual(mine.toSorted((a, b) => a - b))
      }
      expect(await store.db.quarantine.count()).toBe(0)
      expect(await store.db.drafts.toArray()).toMatchObject([{ title: 'Scaffold', body: { what: 'half a sentence' } }])
      expect(await checkLossJournal(store, 'u:ana')).toBe(0)
    })

  it('changes nothing when its upgrade fails half way, and the version before goes on', async () => {
    const { fixture } = fixtures[0] as (typeof fixtures)[0]
    const device = await deviceOf(fixture)
    class Broken extends MusterDb {
      constructor(options: DatabaseOptions) {
        super(options)
        this.version(90)
          .stores({ later: 'id' })
          .upgrade(async (change) => {
            await change.table('outbox').toCollection().modify({ state: 'parked' })
            throw new Error('half way')
          })
      }
    }
    const before = await nativeVersion(device.disk)
    await expect(new Broken({ indexedDB: device.disk, IDBKeyRange }).open()).rejects.toThrow()
    expect(await nativeVersion(device.disk)).toBe(before)
    const { effects } = await drained(device)
    expect(effects).toHaveLength(50)
  })

  it('goes back to the version before with fifty saves waiting: all of them leave, what only the newer one can read waits for it', async () => {
    const { fixture } = fixtures[0] as (typeof fixtures)[0]
    const device = await deviceOf(fixture)
    class Next extends MusterDb {
      constructor(options: DatabaseOptions) {
        super(options)
        this.version(90).stores({ later: 'id', outbox: '++seq, &opId, &dedupe, [owner+seq], [owner+stream+seq], [owner+state], priority' })
      }
    }
    const next = new Next({ indexedDB: device.disk, IDBKeyRange })
    await next.open()
    const base = device.start(() => 0.5)
    const { opId } = await save({ ...base, db: next }, 'u:ana', 'forms/other/1', { n: 51 })
    await next.outbox
      .where('opId')
      .equals(opId)
      .modify({ v: sealedVersion + 1 } as Partial<OpRow>)
    await save({ ...base, db: next }, 'u:ana', 'forms/hazard/3', { n: 52 })
    next.close()
    const { store, effects } = await drained(device)
    expect(effects.map(({ n }) => n).sort((a, b) => Number(a) - Number(b))).toEqual([...all, 52])
    expect((await store.db.outbox.toArray()).map((row) => row.opId)).toEqual([opId])
    expect(await store.db.quarantine.count()).toBe(0)
  })
})
