// @vitest-environment node

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { unzipSync } from 'fflate'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findWaiting } from '../../src/rescue/waiting.ts'
import { type DatabaseOptions, MusterDb, type OpRow } from '../../src/store/db/MusterDb.ts'
import { openDraft } from '../../src/store/drafts/openDraft.ts'
import { discardDraft, keepDraft } from '../../src/store/drafts/keepDraft.ts'
import { exportUnsent } from '../../src/store/outbox/exportUnsent.ts'
import { keepBlob } from '../../src/store/files/keepBlob.ts'
import { importUnsent, NotYours } from '../../src/store/outbox/importUnsent.ts'
import { offlineMedia, putKept } from '../../src/store/media/offlineMedia.ts'
import { NotSaved } from '../../src/store/db/not-saved.ts'
import { takeBack } from '../../src/store/outbox/quarantined.ts'
import { reserveSize, keepReserve } from '../../src/store/quota/keepReserve.ts'
import { countOutbox, viewOutbox } from '../../src/store/outbox/viewOutbox.ts'
import { drainSpill, spillLimit } from '../../src/store/outbox/saveOp.ts'
import type { Store } from '../../src/store/db/store.ts'
import { checkLossJournal } from '../../src/store/integrity/checkLossJournal.ts'
import { reconcileLosses } from '../../src/sync/reconcileLosses.ts'
import { hasWork } from '../../src/sync/sendableOwners.ts'
import type { Send } from '../../src/sync/send.ts'
import { Device } from './device.ts'
import { json } from './server-model.ts'
import { save, site } from './site.ts'

/** A store with a database that fails `times` transactions. */
function failing(store: Store, times: number, error: () => Error): Store {
  let left = times
  const db = new Proxy(store.db, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown
      if (name === 'transaction')
        return (...args: Parameters<typeof target.transaction>) => (left-- > 0 ? Promise.reject(error()) : target.transaction(...args))
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value
    },
  })
  return { ...store, db }
}

const named = (name: string, inner?: string) =>
  Object.assign(new Error(name), { name, ...(inner && { inner: Object.assign(new Error(inner), { name: inner }) }) })

const admin = { owner: 'u:ana', anybody: true }

/** A store with a spill database that fails too. */
function withoutSpill(store: Store, add: () => Promise<never>): Store {
  const ops = { add, orderBy: () => ({ toArray: () => Promise.reject(named('UnknownError')) }) }
  return { ...store, spill: { ops } as unknown as Store['spill'] }
}

/** A fake of Cache Storage. */
function fakeCaches(put: () => void = () => undefined) {
  const kept = new Map<string, Map<string, string>>()
  const of = (name: string) => kept.get(name) ?? new Map<string, string>()
  vi.stubGlobal('caches', {
    has: async (name: string) => kept.has(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const entries = of(name)
      kept.set(name, entries)
      return {
        keys: async () => [...entries.keys()],
        match: async (key: string) => (entries.has(key) ? new Response(entries.get(key)) : undefined),
        delete: async (key: string) => entries.delete(key),
        put: async (key: string, response: Response) => {
          put()
          entries.set(key, await response.text())
        },
      }
    },
  })
  return of
}

afterEach(() => vi.unstubAllGlobals())

describe('a device in trouble', () => {
  it('says "not saved" and stores nothing when there is no room, also not half of it', async () => {
    const it = await site()
    const broken = failing(it.store, 5, () => named('AbortError', 'QuotaExceededError'))
    const error: unknown = await save(broken, 'u:ana', 'forms/a/1', { n: 1 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(NotSaved)
    expect(error).toMatchObject({ reason: 'full' })
    expect(await it.store.db.outbox.count()).toBe(0)
    expect(await it.store.spill.ops.count()).toBe(0)
  })

  it('makes room by what the server can give again, and then saves', async () => {
    const it = await site()
    const old = { owner: 'u:ana', v: 1, data: {}, version: 1, fetchedAt: it.clock.now() - 8 * 24 * 3_600_000 }
    await it.store.db.screens.bulkPut([1, 2, 3].map((n) => ({ ...old, url: `/api/${n}.json` })))
    const broken = failing(it.store, 1, () => named('QuotaExceededError'))
    await save(broken, 'u:ana', 'forms/a/1', { n: 1 })
    expect(await it.store.db.outbox.count()).toBe(1)
    expect(await it.store.db.screens.count()).toBe(0)
  })

  it('gives up what it may fetch again, and last the reserve, so that what was typed still fits', async () => {
    const it = await site()
    const gone: string[] = []
    const names = ['muster-shell', 'muster-pdfjs', 'muster-screens-ana', 'muster-media', 'muster-ballast']
    const caches = { keys: async () => names, delete: async (name: string) => gone.push(name) > 0 }
    vi.stubGlobal('caches', caches)
    const film = { url: '/media/film.mp4', owner: 'u:ana', state: 'kept', size: 9, have: 9, type: 'video/mp4', etag: '', at: 0 } as const
    await putKept(it.store, film)
    await save(
      failing(it.store, 1, () => named('QuotaExceededError')),
      'u:ana',
      'forms/a/1',
      { n: 1 },
    )
    expect(gone).toEqual(['muster-pdfjs', 'muster-screens-ana', 'muster-media'])
    expect(await offlineMedia(it.store, film.url)).toMatchObject({ state: 'full', have: 0 })
    // The housekeeping writes in between fail too.
    const full = failing(it.store, 3, () => named('AbortError', 'QuotaExceededError'))
    await save(full, 'u:ana', 'forms/a/2', { n: 2 })
    expect(gone.at(-1)).toBe('muster-ballast')
    const draft = { path: 'forms/a/:new', initHash: 'h', body: { a: 'typed' }, blobIds: [] }
    await keepDraft(
      failing(it.store, 3, () => named('QuotaExceededError')),
      'u:ana',
      draft,
    )
    expect([await it.store.db.outbox.count(), await it.store.db.drafts.count()]).toEqual([2, 1])
    // A photo never uses the quota reserve.
    gone.length = 0
    const photo = { owner: 'u:ana', bytes: new Blob(['x']), type: 'image/jpeg', filename: 'a.jpg', draftId: 'd' }
    const left = failing(it.store, 5, () => named('QuotaExceededError'))
    await expect(keepBlob(left, photo)).rejects.toMatchObject({ reason: 'full' })
    expect(gone).not.toContain('muster-ballast')
  })

  it('sets a reserve aside only where there is plenty of room', async () => {
    const kept: number[] = []
    const cache = {
      match: async () => undefined,
      put: async (_: string, response: Response) => void kept.push((await response.blob()).size),
    }
    vi.stubGlobal('caches', { open: async () => cache })
    const estimate = vi.fn(async () => ({ quota: 300_000_000, usage: 200_000_000 }))
    vi.stubGlobal('navigator', { storage: { estimate } })
    await keepReserve()
    expect(kept).toEqual([])
    estimate.mockResolvedValue({ quota: 3_000_000_000, usage: 0 })
    await keepReserve()
    expect(kept).toEqual([reserveSize])
  })

  it('opens the database again when the connection to it is lost, and saves', async () => {
    const it = await site()
    it.store.db.close({ disableAutoOpen: false })
    await it.save('forms/a/1', { n: 1 })
    const broken = failing(it.store, 1, () => named('UnknownError'))
    await save(broken, 'u:ana', 'forms/a/2', { n: 2 })
    expect(await it.store.db.outbox.count()).toBe(2)
  })

  it('keeps a save beside the database when that fails twice, and brings it back in its order', async () => {
    const it = await site()
    const broken = failing(it.store, 1000, () => named('InvalidStateError'))
    const one = await save(broken, 'u:ana', 'forms/a/1', { n: 1 })
    expect(await it.store.db.outbox.count()).toBe(0)
    expect(await it.store.spill.ops.count()).toBe(1)
    // The counts on the screen load no saves.
    const read = vi.spyOn(it.store.spill.ops, 'orderBy')
    expect([(await countOutbox(it.store, 'u:ana')).saved, (await countOutbox(it.store, 'u:ben')).saved]).toEqual([1, 0])
    expect(read).not.toHaveBeenCalled()
    const again = it.device.start()
    const two = await save(again, 'u:ana', 'forms/a/1', { n: 2 })
    expect((await again.db.outbox.orderBy('seq').toArray()).map((row) => row.opId)).toEqual([one.opId, two.opId])
    expect(await again.spill.ops.count()).toBe(0)
    await it.send(it.net.send, again)
    expect(it.server.effects.map((effect) => effect.n)).toEqual([1, 2])
  })

  it('never opens the draft of a save that waits beside the database: the next answers would replace the record', async () => {
    const it = await site()
    const draft = { path: 'forms/a/:new', initHash: 'h~1' }
    await keepDraft(it.store, 'u:ana', { ...draft, body: { n: 1 }, blobIds: [], recordPath: 'forms/a/1' })
    const broken = failing(it.store, 1000, () => named('InvalidStateError'))
    await save(broken, 'u:ana', 'forms/a/1', { n: 1 }, { draft })
    const again = it.device.start()
    // A connection that was lost fails once.
    vi.spyOn(again.spill.ops, 'where').mockImplementationOnce(() => {
      throw named('UnknownError')
    })
    expect(await openDraft(again, 'u:ana', draft.path, 'h')).toBeUndefined()
    await drainSpill(again)
    expect([await again.db.drafts.count(), await again.db.outbox.count()]).toEqual([0, 1])
  })

  it('keeps the photos of a save that waits beside the database when its former draft is deleted', async () => {
    const it = await site()
    const photo = await it.photo()
    const draft = { path: 'forms/a/:new', initHash: 'h~1' }
    await keepDraft(it.store, 'u:ana', { ...draft, body: { n: 1 }, blobIds: [photo], recordPath: 'forms/a/1' })
    const broken = failing(it.store, 1000, () => named('InvalidStateError'))
    await save(broken, 'u:ana', 'forms/a/1', { n: 1 }, { draft, blobIds: [photo] })
    await discardDraft(it.store, 'u:ana', draft.path, draft.initHash)
    await drainSpill(it.store)
    expect(await it.store.db.outbox.toArray()).toMatchObject([{ blobIds: [photo] }])
    expect(await it.store.db.bytes.count()).toBe(1)
  })

  it('does not wait longer than five seconds for a database that another tab holds', async () => {
    const it = await site()
    await it.save('forms/a/0', { n: 0 })
    let free: () => void = () => undefined
    const held = it.store.db.transaction('rw', it.store.db.outbox, async () => {
      let wait = true
      free = () => {
        wait = false
      }
      while (wait) await it.store.db.outbox.count()
    })
    const other = it.device.start()
    const saving = save(other, 'u:ana', 'forms/a/1', { n: 1 })
    let done = false
    void saving.then(() => {
      done = true
    })
    while (!done) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      it.clock.advance(1000)
    }
    expect(await other.spill.ops.count()).toBe(1)
    free()
    await held
    await drainSpill(other)
    await it.send(it.net.send, other)
    // The first attempt succeeded after all when the tab released its lock: still only one save.
    expect(it.server.effects.map((effect) => effect.n)).toEqual([0, 1])
  })

  it('does not wait longer for a draft that another tab holds, and brings the draft not back when the tab lets go', async () => {
    const it = await site()
    await it.save('forms/a/0', { n: 0 })
    let free: () => void = () => undefined
    const held = it.store.db.transaction('rw', it.store.db.drafts, it.store.db.meta, async () => {
      let wait = true
      free = () => {
        wait = false
      }
      while (wait) await it.store.db.drafts.count()
    })
    const other = it.device.start()
    const draft = { path: 'forms/a/:new', initHash: 'h~1' }
    const keep = (n: number) => keepDraft(other, 'u:ana', { ...draft, body: { n }, blobIds: [], recordPath: 'forms/a/1' })
    const writing = [keep(1), keep(2)]
    let done = false
    const saving = save(other, 'u:ana', 'forms/a/1', { n: 2 }, { draft }).then(() => {
      done = true
    })
    for (let waits = 0; !done && waits < 100; waits++) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      it.clock.advance(1000)
    }
    expect([done, await other.spill.ops.count()]).toEqual([true, 1])
    free()
    await Promise.all([held, saving, ...writing])
    await drainSpill(other)
    expect([await other.db.drafts.count(), await other.db.outbox.count()]).toEqual([0, 2])
  })

  it('keeps a save in the last place when no database takes it, shows, exports and rescues it there, and sends it once, in its order', async () => {
    const it = await site()
    const lies = fakeCaches()
    const dead = withoutSpill(
      failing(it.store, 1000, () => named('UnknownError')),
      () => Promise.reject(named('UnknownError')),
    )
    const one = await save(dead, 'u:ana', 'forms/a/1', { n: 1 }, { title: 'Open trench' })
    expect([...lies('muster-spill').keys()]).toEqual([`/spill/${one.opId}`])
    // The spill database recovers before the main one: a new save stays behind the earlier one.
    const two = await save({ ...dead, spill: Object.assign(dead.spill, { ops: it.store.spill.ops }) }, 'u:ana', 'forms/a/1', { n: 2 })
    expect([...lies('muster-spill').keys()]).toEqual([one, two].map(({ opId }) => `/spill/${opId}`))

    const again = it.device.start()
    expect(await checkLossJournal(again, 'u:ana')).toBe(0)
    expect(await countOutbox(again, 'u:ana')).toMatchObject({ saved: 2, needsYou: 0 })
    expect((await viewOutbox(again, 'u:ana')).map(({ opId, title, state }) => [opId, title, state])).toEqual([
      [one.opId, 'Open trench', 'queued'],
      [two.opId, undefined, 'queued'],
    ])
    expect(await hasWork(again, 'u:ana')).toBe(true)
    const { waiting } = await findWaiting(it.device.disk, 'u:ana', caches)
    expect(waiting.map(({ title }) => title)).toEqual(['Open trench', 'A'])
    for (const file of [await exportUnsent(again, 'u:ana'), await (await findWaiting(it.device.disk, 'u:ana', caches)).file()]) {
      const other = await site()
      expect(await importUnsent(other.store, file, admin)).toBe(2)
      expect((await other.store.db.outbox.toArray()).map(({ opId }) => opId).sort()).toEqual([one.opId, two.opId].sort())
    }
    await save(again, 'u:ana', 'forms/a/1', { n: 3 })
    expect([...lies('muster-spill').keys(), await hasWork(again, 'u:ana')]).toEqual([true])
    expect((await countOutbox(again, 'u:ana')).saved).toBe(3)
    await it.send(it.net.send, again)
    expect(it.server.effects.map((effect) => effect.n)).toEqual([1, 2, 3])
    await it.send(it.net.send, again)
    expect(it.server.effects.map((effect) => effect.n)).toEqual([1, 2, 3])
  })

  it('does not wait for a second database that hangs either, and says "not saved" where there is no last place or no room in it', async () => {
    const it = await site()
    const dead = (add: () => Promise<never>) =>
      withoutSpill(
        failing(it.store, 1000, () => named('InvalidStateError')),
        add,
      )
    const lies = fakeCaches()
    let done = false
    const saving = save(
      dead(() => new Promise(() => undefined)),
      'u:ana',
      'forms/a/1',
      { n: 1 },
    ).then(() => {
      done = true
    })
    while (!done) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      it.clock.advance(spillLimit)
    }
    await saving
    expect(lies('muster-spill').size).toBe(1)
    const refuses = (reason: string) =>
      expect(
        save(
          dead(() => Promise.reject(named('UnknownError'))),
          'u:ana',
          'forms/a/2',
          { n: 2 },
        ),
      ).rejects.toMatchObject({ name: 'NotSaved', reason })
    fakeCaches(() => {
      throw named('QuotaExceededError')
    })
    await refuses('full')
    vi.stubGlobal('caches', undefined)
    await refuses('storage')
  })

  it('saves in the database as ever when only the places beside it do not work, and leaves alone what it can’t read there', async () => {
    const it = await site()
    const lies = fakeCaches()
    await (await caches.open('muster-spill')).put('/spill/torn', new Response('{"opId":"torn'))
    await save(
      withoutSpill(it.store, () => Promise.reject(named('UnknownError'))),
      'u:ana',
      'forms/a/1',
      { n: 1 },
    )
    expect(await it.store.db.outbox.count()).toBe(1)
    expect([...lies('muster-spill').keys()]).toEqual(['/spill/torn'])
    expect((await findWaiting(it.device.disk, 'u:ana', caches)).lost).toBe(1)
  })

  it('refuses a save with a photo that is not on the device, and keeps the draft', async () => {
    const it = await site()
    await it.store.db.drafts.put({ owner: 'u:ana', path: 'p', initHash: 'h', v: 1, body: {}, blobIds: [], updatedAt: 0, serverAt: 0 })
    const saving = it.save('forms/a/1', { n: 1 }, { blobIds: ['gone'], draft: { path: 'p', initHash: 'h' } })
    await expect(saving).rejects.toMatchObject({ reason: 'file' })
    expect(await it.store.db.drafts.count()).toBe(1)
    expect(await it.store.db.outbox.count()).toBe(0)
  })

  it('never takes one person’s photo into another’s save', async () => {
    const it = await site()
    const id = await it.photo()
    await expect(save(it.store, 'u:ben', 'forms/a/1', { n: 1 }, { blobIds: [id] })).rejects.toBeInstanceOf(NotSaved)
  })

  it('refuses a photo that there is no room for', async () => {
    const it = await site()
    const broken = failing(it.store, 5, () => named('AbortError', 'QuotaExceededError'))
    const photo = { owner: 'u:ana', bytes: new Blob(['x']), type: 'image/jpeg', filename: 'a.jpg', draftId: 'd' }
    await expect(keepBlob(broken, photo)).rejects.toMatchObject({ reason: 'full' })
  })

  it('puts what it can’t read aside, keeps it, and sends the rest', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    await it.store.db.outbox.add({ owner: 'u:ana', opId: 'x', dedupe: 'x', stream: 'forms/a/1', state: 'queued' } as unknown as OpRow)
    await it.save('forms/a/1', { n: 2 })
    await it.send()
    await it.send()
    expect(it.server.effects.map((effect) => effect.n)).toEqual([1, 2])
    expect(await it.store.db.quarantine.toArray()).toMatchObject([{ table: 'outbox', row: { opId: 'x' } }])
  })

  it('takes a save back that could not be read, once it can, and never twice', async () => {
    const it = await site()
    const { opId } = await it.save('forms/a/1', { n: 1 })
    const [row] = await it.store.db.outbox.toArray()
    await it.store.db.outbox.clear()
    const { attempts: _, blobIds: __, ...old } = row as OpRow
    const aside = (what: unknown) => it.store.db.quarantine.add({ owner: 'u:ana', table: 'outbox', row: what, reason: 'unreadable', at: 1 })
    const [good, again, bad] = [await aside(old), await aside(old), await aside({ opId: 'x' })]
    expect(await takeBack(it.store, bad)).toBe(false)
    expect(await takeBack(it.store, good)).toBe(true)
    expect(await takeBack(it.store, again)).toBe(true)
    expect(await it.store.db.quarantine.toCollection().primaryKeys()).toEqual([bad])
    await it.send()
    expect(it.server.effects).toMatchObject([{ opId, n: 1 }])
  })

  it('leaves a newer version’s save alone, and keeps its record in order', async () => {
    const it = await site()
    const { opId } = await it.save('forms/a/1', { n: 1 })
    await it.store.db.outbox.toCollection().modify({ v: 99 })
    await it.save('forms/a/1', { n: 2 })
    await it.save('forms/a/2', { n: 3 })
    await it.send()
    expect(it.server.effects.map((effect) => effect.n)).toEqual([3])
    expect((await it.store.db.outbox.orderBy('seq').first())?.opId).toBe(opId)
  })

  it('tells the person how much is gone when the browser has cleared the storage, and counts only what the server has not', async () => {
    const it = await site()
    const arrived = await it.save('forms/a/1', { n: 1 })
    it.net.faults = ['lostAnswer']
    await it.send()
    it.clock.advance(60_000)
    await it.save('forms/a/2', { n: 2 })
    const wiped = Object.assign(new Device(it.clock), { disk: new IDBFactory(), storage: it.device.storage }).start()
    expect(await checkLossJournal(wiped, 'u:ana')).toBe(2)
    expect(await wiped.db.losses.toArray()).toMatchObject([{ count: 2, from: '2026-06-01T07:00:00.000Z', to: '2026-06-01T07:01:00.000Z' }])
    const asked: unknown[] = []
    const send: Send = async ({ body }) => {
      asked.push(JSON.parse(String(body)))
      return json(200, { applied: [{ opId: arrived.opId }], cancelled: [] })
    }
    await reconcileLosses({ store: wiped, device: 'd', send }, 'u:ana')
    expect(asked).toMatchObject([{ lost: { from: '2026-06-01T07:00:00.000Z', to: '2026-06-01T07:01:00.000Z' } }])
    expect(await wiped.db.losses.toArray()).toMatchObject([{ count: 1, checked: 1 }])
    expect(await checkLossJournal(wiped, 'u:ana')).toBe(0)
  })

  it('is silent about losses when there are none', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    await it.send()
    await it.save('forms/a/2', { n: 2 })
    expect(await checkLossJournal(it.device.start(), 'u:ana')).toBe(0)
  })

  it('gives all unsent work out as one file', async () => {
    const it = await site()
    const id = await it.photo('front door')
    const { opId } = await it.save('forms/a/1', { n: 1 }, { blobIds: [id] })
    await save(it.store, 'u:ben', 'forms/a/2', { n: 2 })
    const files = unzipSync(new Uint8Array(await (await exportUnsent(it.store)).arrayBuffer()))
    const text = (name: string) => new TextDecoder().decode(files[name])
    const manifest = JSON.parse(text('manifest.json')) as { format: string; entries: { name: string; sha256: string }[] }
    expect(manifest.format).toBe('muster-outbox')
    expect(manifest.entries.filter((entry) => entry.name.startsWith('saves/'))).toHaveLength(2)
    expect(text(`files/${id}-photo.jpg`)).toBe('front door')
    expect(manifest.entries.find((entry) => entry.name.startsWith('files/'))?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.parse(text(`saves/${opId}.json`))).toMatchObject({ opId, body: { payload: { n: 1 } } })
  })

  it('sends the work of a rescue file from another device, each save once', async () => {
    const it = await site()
    const id = await it.photo('front door')
    const one = await it.save('forms/a/1', { n: 1 }, { blobIds: [id] })
    await it.save('forms/a/1', { n: 2 })
    const file = await exportUnsent(it.store)
    it.net.faults = [undefined, undefined, undefined, 'lostAnswer']
    await it.send()
    expect(it.server.effects.map((effect) => effect.opId)).toEqual([one.opId])
    const other = await site()
    other.server.session = undefined
    expect(await importUnsent(other.store, file, admin)).toBe(2)
    expect(await importUnsent(other.store, file, admin)).toBe(0)
    await it.send(it.net.send, other.store)
    expect(it.server.effects.map((effect) => effect.n)).toEqual([1, 2])
    const damaged = new Uint8Array(await file.arrayBuffer())
    const at = new TextDecoder('latin1').decode(damaged).indexOf('front door')
    damaged[at] = 70
    await expect(importUnsent((await site()).store, new Blob([damaged]), admin)).rejects.toThrow()
  })

  it('takes nothing of another person’s in, unless an administrator brings it; drafts go to the shelf, once', async () => {
    const it = await site()
    const id = await it.photo('front door')
    const draft = { path: 'forms/a/:new', initHash: 'h', body: { a: 'typed' }, blobIds: [id], title: 'Scaffold' }
    await keepDraft(it.store, 'u:ana', draft)
    await save(it.store, 'u:ben', 'forms/a/2', { n: 2 })
    const file = await exportUnsent(it.store)
    const other = await site()
    await expect(importUnsent(other.store, file, { owner: 'u:ana', anybody: false })).rejects.toBeInstanceOf(NotYours)
    expect([await other.store.db.outbox.count(), await other.store.db.shelf.count()]).toEqual([0, 0])
    expect(await importUnsent(other.store, file, admin)).toBe(2)
    expect(await importUnsent(other.store, file, admin)).toBe(0)
    expect((await other.store.db.outbox.toArray()).map((row) => row.owner)).toEqual(['u:ben'])
    expect(await other.store.db.shelf.toArray()).toMatchObject([{ owner: 'u:ana', title: 'Scaffold', body: { a: 'typed' } }])
    expect((await other.store.db.bytes.get(id))?.bytes).toBeDefined()
  })

  it('sends what waits also after going back to the version of the app before', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    it.store.db.close()
    class Next extends MusterDb {
      constructor(options: DatabaseOptions) {
        super(options)
        this.version(2).stores({ later: 'id' })
      }
    }
    const next = new Next({ indexedDB: it.device.disk, IDBKeyRange })
    await next.open()
    await save({ ...it.store, db: next }, 'u:ana', 'forms/a/1', { n: 2 })
    const back = it.device.start()
    await save(back, 'u:ana', 'forms/a/1', { n: 3 })
    await it.send(it.net.send, back)
    expect(it.server.effects.map((effect) => effect.n)).toEqual([1, 2, 3])
  })

  it('needs no longer for a save or a try when thousands wait', async () => {
    const it = await site()
    const { opId } = await it.save('forms/a/0', { n: 0 })
    const [row] = await it.store.db.outbox.toArray()
    const { seq: _, ...rest } = row as OpRow
    const many = Array.from({ length: 3000 }, (_, n) => ({
      ...rest,
      opId: `${n}`,
      dedupe: `${n}`,
      stream: `s${n % 5}`,
      path: `s${n % 5}`,
    }))
    await it.store.db.outbox.bulkAdd(many)
    let reads = 0
    it.store.db.outbox.hook('reading', (value: OpRow) => {
      reads++
      return value
    })
    await it.save('forms/a/1', { n: 1 })
    expect(reads).toBeLessThan(10)
    reads = 0
    const begun: string[] = []
    await it.send(async (request) => {
      begun.push(request.headers['idempotency-key'] ?? '')
      return { kind: 'none', aborted: false }
    })
    expect(begun).toContain(opId)
    // Reads a few pages of the queue, not the whole queue.
    expect(reads).toBeLessThan(600)
  }, 60_000)
})
