// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { draftKeeper } from '../../src/features/forms/draftKeeper.ts'
import { noteServerTime } from '../../src/store/db/serverNow.ts'
import { discardDraft, keepDraft } from '../../src/store/drafts/keepDraft.ts'
import { strFromU8, unzipSync } from 'fflate'
import type { DraftRow } from '../../src/store/db/MusterDb.ts'
import { exportDraft } from '../../src/store/drafts/exportDraft.ts'
import { keyOf, lockOf, newSlot } from '../../src/store/drafts/lockOf.ts'
import { openDraft, shelveOldDrafts } from '../../src/store/drafts/openDraft.ts'
import { drainSpill } from '../../src/store/outbox/saveOp.ts'
import { dropOld } from '../../src/store/quota/freeSpace.ts'
import { save, site } from './site.ts'

const hour = 3_600_000
const path = 'forms/hazard/:new'
const draft = (body: Record<string, unknown>, initHash = 'h1') => ({ path, initHash, body, blobIds: [] as string[], title: 'Hazard' })

describe('drafts', () => {
  it('FE-215 restores a draft only when the form opens with the data that it was begun on; else it waits on the shelf', async () => {
    const { store } = await site()
    await keepDraft(store, 'u:ana', draft({ hours: 8 }))
    expect((await openDraft(store, 'u:ana', path, 'h1'))?.body).toEqual({ hours: 8 })
    expect(await openDraft(store, 'u:ana', path, 'changed on the server')).toBeUndefined()
    expect(await store.db.shelf.toArray()).toMatchObject([{ reason: 'changed', body: { hours: 8 }, title: 'Hazard' }])
    expect(await store.db.drafts.count()).toBe(0)
  })

  it('FE-216 FE-428 gives a draft back within 24 hours and removes it from the form after that', async () => {
    const { store, clock } = await site()
    await noteServerTime(store, clock.now())
    await keepDraft(store, 'u:ana', draft({ hours: 8 }))
    clock.advance(24 * hour)
    expect(await openDraft(store, 'u:ana', path, 'h1')).toBeDefined()
    clock.advance(1)
    expect(await openDraft(store, 'u:ana', path, 'h1')).toBeUndefined()
    expect(await store.db.shelf.toArray()).toMatchObject([{ reason: 'expired', body: { hours: 8 } }])
  })

  it('FE-216 also of forms that no one opens again', async () => {
    const { store, clock } = await site()
    await noteServerTime(store, clock.now())
    await keepDraft(store, 'u:ana', draft({ hours: 8 }))
    clock.advance(25 * hour)
    await shelveOldDrafts(store)
    expect(await store.db.drafts.count()).toBe(0)
    expect(await store.db.shelf.count()).toBe(1)
  })

  it('keeps a draft while the clock of the device can not be trusted', async () => {
    const { store, clock, device } = await site()
    await keepDraft(store, 'u:ana', draft({ hours: 8 }))
    clock.advance(400 * 24 * hour)
    expect(await openDraft(store, 'u:ana', path, 'h1')).toBeDefined()
    await noteServerTime(store, clock.now())
    clock.advance(-500 * 24 * hour)
    const later = device.start()
    expect(await openDraft(later, 'u:ana', path, 'h1')).toBeDefined()
  })

  it('measures the 24 hours with the server’s clock, not with a device that was set wrong and put right', async () => {
    const { store, clock } = await site()
    await noteServerTime(store, clock.now() + 30 * hour)
    await keepDraft(store, 'u:ana', draft({ hours: 8 }))
    clock.advance(30 * hour)
    await noteServerTime(store, clock.now())
    expect(await openDraft(store, 'u:ana', path, 'h1')).toBeDefined()
  })

  it('never offers one person’s draft to the next', async () => {
    const { store } = await site()
    await keepDraft(store, 'u:ana', draft({ hours: 8 }))
    expect(await openDraft(store, 'u:ben', path, 'h1')).toBeUndefined()
    expect(await openDraft(store, 'u:ana', path, 'h1')).toBeDefined()
  })

  it('never opens the draft of a save again when the disk was slow while the person typed', async () => {
    const { store } = await site()
    await drainSpill(store)
    const typed = { ...draft({ hours: 8 }, 'h1~1'), recordPath: 'forms/hazard/1' }
    let write = keepDraft(store, 'u:ana', typed)
    await write
    const keeper = draftKeeper({ write: () => keepDraft(store, 'u:ana', typed), onResult: () => undefined, delay: 0 })
    // Another page writes drafts for a while.
    let free: () => void = () => undefined
    const held = store.db.transaction('rw', store.db.drafts, async () => {
      let wait = true
      free = () => {
        wait = false
      }
      while (wait) await store.db.drafts.count()
    })
    keeper.touch()
    write = keeper.flush()
    keeper.touch()
    void keeper.flush()
    keeper.stop()
    const saving = save(store, 'u:ana', 'forms/hazard/1', { hours: 8 }, { draft: { path, initHash: 'h1~1' } })
    free()
    await Promise.all([held, write, saving, keeper.flush()])
    expect(await openDraft(store, 'u:ana', path, 'h1')).toBeUndefined()
    expect(await store.db.outbox.count()).toBe(1)
  })

  it('keeps the newest of changes that come faster than the disk', async () => {
    const { store } = await site()
    await Promise.all(Array.from({ length: 50 }, (_, n) => keepDraft(store, 'u:ana', draft({ n }))))
    expect((await openDraft(store, 'u:ana', path, 'h1'))?.body).toEqual({ n: 49 })
  })

  it('does not bring a draft back that has just become a save', async () => {
    const { store } = await site()
    void keepDraft(store, 'u:ana', draft({ n: 1 }))
    void keepDraft(store, 'u:ana', draft({ n: 2 }))
    await save(store, 'u:ana', 'forms/hazard/A', { n: 2 }, { draft: { path, initHash: 'h1' } })
    expect(await store.db.drafts.count()).toBe(0)
    expect(await store.db.outbox.count()).toBe(1)
  })

  it('keeps the last words that were typed if the browser is killed while their save is hashed', async () => {
    const { store } = await site()
    void keepDraft(store, 'u:ana', draft({ n: 1 }))
    void keepDraft(store, 'u:ana', draft({ n: 2 }))
    const killed = {
      ...store,
      at: async (point: string) => {
        if (point === 'save.hashed') throw new Error('killed')
      },
    }
    await expect(save(killed, 'u:ana', 'forms/hazard/A', { n: 2 }, { draft: { path, initHash: 'h1' } })).rejects.toThrow('killed')
    expect((await openDraft(store, 'u:ana', path, 'h1'))?.body).toEqual({ n: 2 })
    expect(await store.db.outbox.count()).toBe(0)
  })

  it('removes the photos of a draft that was given up, and of a shelf item after 30 days, not before', async () => {
    const { store, photo, clock } = await site()
    const [kept, dropped] = [await photo('one'), await photo('two')]
    await keepDraft(store, 'u:ana', { ...draft({}, 'h1'), blobIds: [kept] })
    await keepDraft(store, 'u:ana', { ...draft({}, 'h2'), path: 'forms/b/:new', blobIds: [dropped] })
    await discardDraft(store, 'u:ana', 'forms/b/:new', 'h2')
    expect(await store.db.bytes.toCollection().primaryKeys()).toEqual([kept])
    await openDraft(store, 'u:ana', path, 'other')
    clock.advance(29 * 24 * hour)
    await dropOld(store, { at: clock.now(), trusted: true })
    expect(await store.db.shelf.count()).toBe(1)
    expect(await store.db.bytes.count()).toBe(1)
    clock.advance(2 * 24 * hour)
    await dropOld(store, { at: clock.now(), trusted: false })
    expect(await store.db.shelf.count()).toBe(1)
    await dropOld(store, { at: clock.now(), trusted: true })
    expect(await store.db.shelf.count()).toBe(0)
    expect(await store.db.bytes.count()).toBe(0)
  })

  it('keeps the receipt of a save, and what was laid aside, when the clock of the device is a year wrong', async () => {
    const { store, clock } = await site()
    const sent = (opId: string) =>
      ({
        opId,
        v: 1,
        owner: 'u:ana',
        path: `forms/a/${opId}`,
        title: '',
        outcome: 'sent',
        rev: 1,
        answer: {},
        clientAt: '',
        at: clock.now(),
      }) as never
    await store.db.receipts.put(sent('A'))
    await keepDraft(store, 'u:ana', draft({}, 'h1'))
    await openDraft(store, 'u:ana', path, 'other')
    const real = clock.now()
    clock.advance(365 * 24 * hour)
    await dropOld(store, { at: real, trusted: true })
    expect(await store.db.receipts.count()).toBe(1)
    expect(await store.db.shelf.count()).toBe(1)
    await dropOld(store, { at: real + 31 * 24 * hour, trusted: true })
    expect(await store.db.receipts.count()).toBe(0)
    expect(await store.db.shelf.count()).toBe(0)
  })

  it('keeps a draft that another window shows, also an old one and one with a changed record', async () => {
    const { store, clock } = await site()
    await noteServerTime(store, clock.now())
    const key = keyOf('h1', newSlot())
    await keepDraft(store, 'u:ana', draft({ hours: 8 }, key))
    const elsewhere = new Set([lockOf('u:ana', path, key)])
    expect(await openDraft(store, 'u:ana', path, 'changed on the server', { elsewhere })).toBeUndefined()
    const take = (lock: string) => Promise.resolve(!elsewhere.has(lock))
    expect(await openDraft(store, 'u:ana', path, 'h1', { elsewhere, take })).toBeUndefined()
    clock.advance(25 * hour)
    expect(await openDraft(store, 'u:ana', path, 'h1', { elsewhere, take })).toBeUndefined()
    expect(await store.db.drafts.toArray()).toMatchObject([{ initHash: key, body: { hours: 8 } }])
    expect(await store.db.shelf.count()).toBe(0)
    // Its window is closed.
    expect(await openDraft(store, 'u:ana', path, 'h1')).toBeUndefined()
    expect(await store.db.shelf.toArray()).toMatchObject([{ reason: 'expired', body: { hours: 8 } }])
  })

  it('of two windows that crashed, each that is opened again goes on with one of the two drafts, the newest first', async () => {
    const { store, clock } = await site()
    for (const n of [1, 2]) {
      clock.advance(1000)
      await keepDraft(store, 'u:ana', draft({ n }, keyOf('h1', newSlot())))
    }
    const held = new Set<string>()
    const take = (lock: string) => Promise.resolve(!held.has(lock) && held.add(lock).size > 0)
    const opened = [await openDraft(store, 'u:ana', path, 'h1', { take }), await openDraft(store, 'u:ana', path, 'h1', { take })]
    expect(opened.map((row) => row?.body)).toEqual([{ n: 2 }, { n: 1 }])
    expect(await openDraft(store, 'u:ana', path, 'h1', { take })).toBeUndefined()
    expect(await store.db.drafts.count()).toBe(2)
  })

  it('exports a draft with its answers and photos', async () => {
    const { store, photo } = await site()
    const id = await photo('a picture')
    await keepDraft(store, 'u:ana', { ...draft({ note: 'Ladder', photos: [{ id }] }), blobIds: [id] })
    const [row] = await store.db.drafts.toArray()
    const files = unzipSync(new Uint8Array(await (await exportDraft(store, row as DraftRow)).arrayBuffer()))
    expect(Object.keys(files)).toEqual(['answers.json', `files/${id}-photo.jpg`])
    expect(JSON.parse(strFromU8(files['answers.json'] as Uint8Array))).toMatchObject({ title: 'Hazard', answers: { note: 'Ladder' } })
    expect(strFromU8(files[`files/${id}-photo.jpg`] as Uint8Array)).toBe('a picture')
  })
})
