// @vitest-environment node
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findWaiting } from '../../src/rescue/waiting.ts'
import { importUnsent } from '../../src/store/outbox/importUnsent.ts'
import { save, site } from './site.ts'

afterEach(() => vi.restoreAllMocks())

async function busyDevice() {
  const it = await site()
  const id = await it.photo('front door')
  const one = await it.save('forms/hazard/1', { n: 1 }, { blobIds: [id], title: 'Open trench' })
  await save(it.store, 'u:ben', 'forms/hazard/2', { n: 2 }, { title: 'Not for Ana' })
  const draft = { owner: 'u:ana', path: 'forms/hazard/:new', initHash: 'h', v: 1, body: { what: 'half a sentence' }, blobIds: [] }
  await it.store.db.drafts.put({ ...draft, title: 'Scaffold', updatedAt: it.clock.now(), serverAt: 0 })
  return { ...it, one, id }
}

const admin = { owner: 'u:ana', anybody: true }

describe('the rescue page', () => {
  it('lists what was not sent, with its time, and of other people’s work only that it is there', async () => {
    const { device } = await busyDevice()
    const { waiting, lost, trouble } = await findWaiting(device.disk, 'u:ana')
    const at = Date.UTC(2026, 5, 1, 7)
    expect(waiting).toEqual([
      { kind: 'save', title: 'Open trench', at },
      { kind: 'save', title: undefined, at },
      { kind: 'draft', title: 'Scaffold', at },
    ])
    expect([lost, trouble]).toEqual([0, undefined])
  })

  it('gives one file that another device takes in and sends, each save once', async () => {
    const { device, one, id } = await busyDevice()
    const file = await (await findWaiting(device.disk, 'u:ana')).file()
    const other = await site()
    expect(await importUnsent(other.store, file, admin)).toBe(3)
    expect(await importUnsent(other.store, file, admin)).toBe(0)
    expect((await other.store.db.blobs.get(id))?.filename).toBe('photo.jpg')
    await other.send()
    expect(other.server.effects.map((effect) => effect.opId)).toEqual([one.opId])
  })

  it('finds the save that the main database did not take', async () => {
    const it = await site()
    const { opId } = await it.save('forms/hazard/1', { n: 1 }, { title: 'Open trench' })
    const [row] = await it.store.db.outbox.toArray()
    await it.store.spill.ops.add({ opId: 'spilled', owner: 'u:ana', op: { ...row, opId: 'spilled', title: 'Beside it' } as never, at: 1 })
    await it.store.spill.ops.add({ opId, owner: 'u:ana', op: row as never, at: 1 })
    const { waiting } = await findWaiting(it.device.disk, 'u:ana')
    expect(waiting.map(({ title }) => title)).toEqual(['Open trench', 'Beside it'])
  })

  it('reads round a row that is damaged, and says that one is missing', async () => {
    const { device } = await busyDevice()
    const all = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Data lost', 'DataError')
    })
    const get = IDBObjectStore.prototype.get
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      if (key === 1) throw new DOMException('Data lost', 'DataError')
      return get.call(this, key)
    })
    const { waiting, lost } = await findWaiting(device.disk, 'u:ana')
    expect(all).toHaveBeenCalled()
    expect(waiting.map(({ title }) => title)).toEqual([undefined, 'Scaffold'])
    expect(lost).toBe(1)
  })

  it('says why when the database does not open, and makes none where there is none', async () => {
    const empty = new IDBFactory()
    expect((await findWaiting(empty, 'u:ana')).waiting).toEqual([])
    expect(await empty.databases()).toEqual([])
    const broken = new IDBFactory()
    vi.spyOn(broken, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    })
    expect((await findWaiting(broken, 'u:ana')).trouble).toContain('backing store')
  })
})
