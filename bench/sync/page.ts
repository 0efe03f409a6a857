// The store and sync manager of the app without screens, driven by bench/sync/run.mjs.
import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { saveRecord } from '../../contract/endpoints/records.ts'
import { newId } from '../../src/lib/newId.ts'
import { addBlob } from '../../src/store/files/addBlob.ts'
import { queue, useOutboxCounts } from '../../src/store/outbox/queue.ts'
import { deviceId, setOwner } from '../../src/store/identity/useOwner.ts'
import { getStore } from '../../src/store/db/store.ts'
import { startSync } from '../../src/sync/startSync.ts'

const photoSize = 2 * 1024 * 1024
const text = 'What was seen near the north stair on the third floor, in a sentence. '
/** About 3 kB. */
const payload = (n: number) => ({ hazard_type: 'slip', event: 'hazard', severity: 'low', n, description: text.repeat(40) })
const path = () => `forms/hazard-report/${newId()}`
const save = (n: number) => queue(saveRecord, { '*': path() }, { payload: payload(n), base: null })

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

let opened = 0
let polled = 0
/** Receipts that this page has written: counting those of the database takes it the longer the more there are. */
let written = 0
const { put } = IDBObjectStore.prototype
IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
  if (this.name === 'receipts') written += 1
  return put.apply(this, args)
}
const { transaction } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args) {
  opened += 1
  return transaction.apply(this, args)
}
/** Rows of the outbox that this page read, also those of which it needed the key or the number alone. */
let rows = 0
let isCounting = false
const counted = (request: IDBRequest, size: (result: unknown) => number) => {
  request.addEventListener('success', () => {
    rows += size(request.result)
  })
  return request
}
const lengthOf = (result: unknown) => (Array.isArray(result) ? result.length : 0)
const numberOf = (result: unknown) => (typeof result === 'number' ? result : 0)
const oneOf = (result: unknown) => (result === undefined || result === null ? 0 : 1)
for (const [name, size] of [
  ['get', oneOf],
  ['getAll', lengthOf],
  ['getAllKeys', lengthOf],
  ['count', numberOf],
  ['openCursor', oneOf],
  ['openKeyCursor', oneOf],
] as const)
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype] as unknown as Record<
    string,
    (...args: unknown[]) => IDBRequest
  >[]) {
    const original = prototype[name] as (...args: unknown[]) => IDBRequest
    prototype[name] = function (this: unknown, ...args) {
      const request = original.apply(this, args)
      const from = this instanceof IDBIndex ? this.objectStore.name : (this as IDBObjectStore).name
      return isCounting && from === 'outbox' ? counted(request, size) : request
    }
  }

let stopSync: (() => void) | undefined
/** When this tab first showed each count. */
const shownAt = new Map<number, number>()

function Count() {
  const { saved } = useOutboxCounts()
  useEffect(() => {
    if (!shownAt.has(saved)) shownAt.set(saved, Date.now())
  }, [saved])
  return null
}

const until = async (done: () => Promise<boolean>) => {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 5))
}

const bench = {
  /** `u:<uid>` */
  as: (owner: string) => setOwner(owner),

  /** Adds saves to the outbox; nothing sends them. */
  async fill(count: number) {
    for (let n = 0; n < count; n += 1) await save(n)
  },

  /** The same as edits of one record: each waits for the previous one. */
  async fillOneRecord(count: number) {
    const record = path()
    for (let n = 0; n < count; n += 1)
      await queue(saveRecord, { '*': record }, { payload: payload(n), base: n === 0 ? null : payload(n - 1) })
  },

  /** Number of database transactions of this page so far, except those of the completion checks. */
  transactions: () => opened - polled,

  /** Starts sending. */
  start() {
    stopSync ??= startSync()
  },
  stop() {
    stopSync?.()
    stopSync = undefined
  },
  arrived: () => getStore().db.receipts.count(),
  waiting: async () => (await getStore().db.outbox.toArray()).map(({ opId }) => opId),

  /** Marks the waiting saves as retried this often, with the next retry minutes away. */
  tiredOf: (attempts: number) =>
    getStore()
      .db.outbox.toCollection()
      .modify({ attempts, nextAt: Date.now() + 300_000, lastError: { kind: 'offline', at: Date.now() } }),

  watchCount() {
    createRoot(document.body.appendChild(document.createElement('div'))).render(createElement(Count))
  },
  countShownAt: (count: number) => shownAt.get(count),
  /** Returns when a save was acknowledged, as Unix time in ms. */
  async saveAt() {
    await save(0)
    return Date.now()
  },

  /** Saves until the page is closed, and reports each acknowledgement. */
  async acknowledgeAloud() {
    for (let n = 0; ; n += 1) {
      const { opId } = await save(n)
      void fetch(`/acked/${opId}`, { keepalive: true })
    }
  },

  /** Adds one save with a new 2 MB photo; returns its bytes. */
  async fillWithPhoto() {
    await bench.acknowledgeWithPhoto(1)
    return photoSize
  },

  /** Returns the rows that are read while `count` waiting saves arrive. */
  async rowsOf(count: number) {
    rows = 0
    isCounting = true
    await bench.replay(count)
    isCounting = false
    return rows
  },

  /** Returns the ms until `count` waiting saves have arrived. */
  async replay(count: number) {
    const { db } = getStore()
    const goal = (await db.receipts.count()) + count
    const writes = written + count
    const start = performance.now()
    const stop = startSync()
    await until(async () => {
      if (written < writes) return false
      polled += 1
      return (await db.receipts.count()) >= goal
    })
    const taken = performance.now() - start
    stop()
    return taken
  },

  /** Returns the ms for the same requests in sequence with plain fetch. */
  async raw(count: number, actor: string) {
    const device = await deviceId()
    return timed(async () => {
      for (let n = 0; n < count; n += 1) {
        const answer = await fetch(`/api/data/${path()}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': newId(),
            'x-actor': actor,
            'x-device': `${device}-raw`,
            'x-seq': String(Date.now() * 1000 + n),
            'if-match': '"0"',
          },
          body: JSON.stringify({ payload: payload(n), base: null }),
        })
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
        await answer.json()
      }
    })
  },

  /** Returns the ms until the acknowledgement of each save. */
  async acknowledge(count: number) {
    const times: number[] = []
    for (let n = 0; n < count; n += 1) times.push(await timed(() => save(n)))
    return times
  },

  /** The same with a new 2 MB photo each. */
  async acknowledgeWithPhoto(count: number) {
    const times: number[] = []
    for (let n = 0; n < count; n += 1) {
      const bytes = new Blob([crypto.getRandomValues(new Uint8Array(65536)), new Uint8Array(photoSize - 65536)])
      times.push(
        await timed(async () => {
          const file = await addBlob({ bytes, type: 'image/jpeg', filename: `photo-${n}.jpg`, draftId: newId() })
          const photo = {
            id: file.id,
            name: `photo-${n}`,
            filename: `photo-${n}.jpg`,
            type: 'image/jpeg',
            url: `/api/files/${file.id}`,
            size: file.size,
            sha256: file.sha256,
          }
          await queue(
            saveRecord,
            { '*': path() },
            { payload: { ...payload(n), photos: [photo] }, base: null, files: [file] },
            { blobIds: [file.id] },
          )
        }),
      )
    }
    return times
  },

  async empty() {
    const { db } = getStore()
    await Promise.all([db.outbox.clear(), db.blobs.clear(), db.bytes.clear(), db.receipts.clear()])
  },
}

export type SyncBench = typeof bench
Object.assign(window, { bench })
