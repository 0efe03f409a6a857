// Writes tests/fixtures/databases/*.json: the database of a device with a released version and fifty unsent
// saves. Schemas of released versions never change here; a new database version gets a new entry.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps/install.mjs'

/** Dexie multiplies its versions by ten. Indexes are in Dexie notation. */
const versions = {
  v1: {
    version: 10,
    stores: {
      meta: 'key',
      principals: 'owner',
      screens: '[owner+url], fetchedAt',
      records: '[owner+path]',
      drafts: '[owner+path+initHash], [owner+path]',
      shelf: '++id, owner, [owner+path]',
      outbox: '++seq, &opId, &dedupe, [owner+seq], [owner+stream+seq], [owner+state]',
      blobs: 'id, opId, draftId',
      bytes: 'id',
      receipts: 'opId, [owner+at], at',
      cancels: 'opId, owner',
      progress: '[owner+uri]',
      unprocessed: '++id, owner',
      losses: '++id',
      quarantine: '++id, owner',
    },
  },
}

versions.v2 = {
  version: 20,
  stores: {
    ...versions.v1.stores,
    grants: 'owner',
    unlockKeys: 'owner',
    heartbeats: 'owner',
    cursors: 'owner',
    readiness: 'owner',
    keptMedia: 'url',
    translations: '[owner+lang]',
    authored: '[owner+form]',
    typed: '[owner+kind+place]',
  },
}

const owner = 'u:ana'
const at = Date.UTC(2026, 5, 1, 7)
const id = (kind, n) => `${kind}${String(n).padStart(20 - kind.length, '0')}`
const hash = (text) => createHash('sha256').update(text).digest('hex')

/** Fifty saves of ten records, two of them with a photo. One was in flight when the device stopped. */
function rows() {
  const outbox = Array.from({ length: 50 }, (_, index) => {
    const n = index + 1
    const record = `forms/hazard/${n % 10}`
    const file = n <= 2 ? [id('file', n)] : []
    const told = file.map((name) => ({ id: name, sha256: hash(`photo ${n}`), size: `photo ${n}`.length }))
    const clientAt = new Date(at + n * 1000).toISOString()
    return {
      seq: n,
      v: 1,
      opId: id('op', n),
      owner,
      dedupe: `${owner}|${record}||${n}`,
      kind: 'POST /api/data/*',
      method: 'POST',
      url: `/api/data/${record}`,
      path: record,
      stream: record,
      body: { payload: { n }, clientAt, skewMs: 0, ...(told.length > 0 && { files: told }) },
      payloadHash: hash(String(n)),
      blobIds: file,
      ...(n > 10 && { parentOpId: id('op', n - 10) }),
      state: n === 1 ? 'sending' : 'queued',
      attempts: n === 1 ? 1 : 0,
      nextAt: 0,
      ...(n === 1 && { token: 'gone', leaseUntil: at + 60_000 }),
      clientAt,
      skewMs: 0,
      appVersion: '0.1.0',
      title: `Hazard ${n}`,
    }
  })
  const blob = (n) => ({ id: id('file', n), v: 1, owner, opId: id('op', n), draftId: '', sha256: hash(`photo ${n}`) })
  const photos = [1, 2].map((n) => ({ ...blob(n), size: 7, type: 'image/jpeg', filename: `${n}.jpg`, state: 'local', offset: 0, at }))
  const draft = { owner, path: 'forms/hazard/:new', initHash: 'hash', v: 1, body: { what: 'half a sentence' }, blobIds: [] }
  return {
    meta: [
      { key: 'dbId', value: id('db', 1) },
      { key: 'owner', value: owner },
      { key: 'deviceId', value: id('device', 1) },
    ],
    principals: [{ owner, session: 'ok', at }],
    outbox,
    blobs: photos,
    // Each text represents its UTF-8 bytes.
    bytes: [1, 2].map((n) => ({ id: id('file', n), bytes: `photo ${n}` })),
    drafts: [{ ...draft, title: 'Scaffold', updatedAt: at, serverAt: at }],
  }
}

const folder = path.join(root, 'tests/fixtures/databases')
mkdirSync(folder, { recursive: true })
for (const [name, schema] of Object.entries(versions))
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify({ ...schema, rows: rows() }, null, 1)}\n`)
