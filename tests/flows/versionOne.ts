import { createHash } from 'node:crypto'
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'

/** The database as schema version 1 of the app defined it. Released: never changes. */
export class VersionOne extends Dexie {
  constructor(indexedDB: IDBFactory) {
    super('muster', { indexedDB, IDBKeyRange })
    this.version(1).stores({
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
    })
  }
}

const at = Date.UTC(2026, 5, 1, 7)

function save(seq: number, owner: string, more: object = {}) {
  const opId = `op${String(seq).padStart(18, '0')}`
  const path = `forms/hazard/${seq}`
  return {
    seq,
    v: 1,
    opId,
    owner,
    dedupe: `${owner}|${path}||${seq}`,
    kind: 'POST /api/data/*',
    method: 'POST',
    url: `/api/data/${path}`,
    path,
    stream: path,
    body: { payload: { n: seq }, clientAt: new Date(at).toISOString(), skewMs: 0 },
    payloadHash: String(seq),
    blobIds: [],
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    clientAt: new Date(at + seq).toISOString(),
    skewMs: 0,
    appVersion: '0.1.0',
    title: `Hazard ${seq}`,
    chain: { chain: 'device00000000000001-chain001', n: seq, prev: seq === 1 ? 'start' : `hash${seq - 1}`, hash: `hash${seq}` },
    ...more,
  }
}

const blob = (id: string, owner: string, opId: string, more: object = {}) => ({
  id,
  v: 1,
  owner,
  opId,
  draftId: '',
  sha256: createHash('sha256').update(id).digest('hex'),
  size: 6,
  type: 'image/jpeg',
  filename: `${id}.jpg`,
  state: 'local',
  offset: 0,
  at,
  ...more,
})

const draft = {
  owner: 'u:ana',
  path: 'forms/hazard/:new',
  initHash: 'h',
  v: 1,
  body: { what: 'half a sentence' },
  blobIds: ['photo3'],
  updatedAt: at,
  serverAt: at,
}
const sealedDraft = { ...draft, owner: 'u:ben', v: 2, body: {}, blobIds: [], sealed: { id: 'd1', envelope: 'ZW52ZWxvcGU' } }
const refused = { kind: 'refused', code: 'INVALID', message: 'No', at }

/** Rows that stay where they are, by table: a full outbox of two persons, and all that belongs to it. */
export const steadyRows: Readonly<Record<string, readonly object[]>> = {
  principals: [
    { owner: 'u:ana', session: 'ok', at },
    { owner: 'u:ben', session: 'expired', at },
  ],
  screens: [{ owner: 'u:ana', url: '/api/tasks/ana.json', v: 1, data: { a: 1 }, etag: '"1"', version: 3, fetchedAt: at }],
  records: [{ owner: 'u:ana', path: 'forms/hazard/1', v: 1, rev: 4, model: { n: 0 }, fetchedAt: at }],
  drafts: [draft, sealedDraft],
  shelf: [{ ...draft, id: 1, reason: 'expired', shelvedAt: at }],
  outbox: [
    save(1, 'u:ana', { state: 'sending', attempts: 1, token: 'gone', leaseUntil: at + 60_000 }),
    save(2, 'u:ana', { blobIds: ['photo1'] }),
    save(3, 'u:ana', { state: 'parked', attempts: 1, lastError: refused, form: { path: 'forms/hazard/:new', initHash: 'h' } }),
    save(4, 'u:ana', { state: 'conflict', attempts: 2, lastError: { kind: 'conflict', at, current: { n: 9 }, rev: 5, fields: ['n'] } }),
    save(5, 'u:ana', { stream: 'forms/hazard/3', path: 'forms/hazard/3', parentOpId: 'op000000000000000003', place: 1 }),
    save(6, 'u:ben', {
      v: 2,
      body: { sealed: 'ZW52ZWxvcGU' },
      title: undefined,
      sealed: { about: 'YWJvdXQ', local: 'bG9jYWw' },
      blobIds: ['photo2'],
    }),
    save(7, 'u:ben', { v: 99, later: 'only a newer app can read this' }),
  ],
  blobs: [
    blob('photo1', 'u:ana', 'op000000000000000002', { state: 'uploading', offset: 2 }),
    blob('photo2', 'u:ben', 'op000000000000000006', {
      v: 2,
      type: '',
      filename: '',
      sealed: { size: 77, about: 'YWJvdXQ', local: 'bG9jYWw' },
    }),
    blob('photo3', 'u:ana', '', { draftId: 'd' }),
  ],
  bytes: ['photo1', 'photo2', 'photo3'].map((id) => ({ id, bytes: new TextEncoder().encode(id).buffer })),
  receipts: [{ opId: 'op000000000000000000', v: 1, owner: 'u:ana', path: 'forms/hazard/0', outcome: 'sent', rev: 1, clientAt: '', at }],
  cancels: [{ opId: 'opcancelled000000000', owner: 'u:ana', stream: 'forms/hazard/8', at, chain: 'c:8' }],
  progress: [{ owner: 'u:ana', uri: 'forms/x|video', v: 1, value: { watchedPercent: 40 }, dirty: 1 }],
  unprocessed: [{ id: 1, owner: 'u:ana', filename: 'a.heic', reason: 'image', size: 3, type: 'image/heic', bytes: new ArrayBuffer(3), at }],
  losses: [{ id: 1, owner: 'u:ana', opIds: ['x'], count: 1, from: '', to: '', at, checked: 0 }],
  quarantine: [{ id: 1, owner: 'u:ana', table: 'outbox', row: { torn: true }, reason: 'unreadable', at }],
}

/** Single values of the device, and a row that no version knows: they stay in `meta`. */
export const singleValues: readonly { key: string; value: unknown }[] = [
  { key: 'chain', value: { chain: 'device00000000000001-chain001', n: 7, hash: 'hash7' } },
  { key: 'clock', value: { skewMs: 12, low: 0, high: 24, lastSeenAt: at } },
  { key: 'dbId', value: 'db000000000000000001' },
  { key: 'device', value: { state: 'free' } },
  { key: 'deviceId', value: 'device00000000000001' },
  { key: 'deviceKey', value: 'secret' },
  { key: 'gate-seen', value: [{ name: 'Cara', gate: 'g', at }] },
  { key: 'kiosk', value: { uid: 'kiosk.A' } },
  { key: 'owner', value: 'u:ana' },
  { key: 'restarts', value: 2 },
  { key: 'unheard-of:u:ana', value: 1 },
]

export const unlockKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const readiness = { state: 'running', screens: ['/a'], lists: [], languages: {}, pdfs: [], videos: [], total: 2, done: 1, bytes: 9, at }
const film = { url: '/media/film.mp4', owner: 'u:ana', state: 'kept', size: 9, have: 9, type: 'video/mp4', etag: '"f"', at }
const authored = { form: 'site walk', text: '{"fields":[]}', base: 3, at }

/** Rows of `meta` that move, and where: [key, value, table, row]. */
export const moves: readonly (readonly [string, unknown, string, object])[] = [
  ['authored u:ana site walk', authored, 'authored', { ...authored, owner: 'u:ana' }],
  ['authored u:ana :playground', { ...authored, form: ':playground' }, 'authored', { ...authored, form: ':playground', owner: 'u:ana' }],
  [
    'chat u:ana forms/chat/1 b',
    { text: 'On my' },
    'typed',
    { owner: 'u:ana', kind: 'chat', place: 'forms/chat/1 b', value: { text: 'On my' } },
  ],
  ['feed:u:ana', '41', 'cursors', { owner: 'u:ana', id: '41' }],
  ['kept:/media/film.mp4', film, 'keptMedia', film],
  ['leader:u:ana', at, 'heartbeats', { owner: 'u:ana', at }],
  ['ready:u:ana', readiness, 'readiness', { ...readiness, owner: 'u:ana' }],
  [
    'review u:ben forms/hazard/1',
    { n: 'twelve' },
    'typed',
    { owner: 'u:ben', kind: 'review', place: 'forms/hazard/1', value: { n: 'twelve' } },
  ],
  ['translations:u:ana:es', { Save: 'Guardar' }, 'translations', { owner: 'u:ana', lang: 'es', texts: { Save: 'Guardar' } }],
  ['translations:u:ben:pt-br', { Save: 'Salvar' }, 'translations', { owner: 'u:ben', lang: 'pt-br', texts: { Save: 'Salvar' } }],
  ['unlock:u:ana', { key: unlockKey }, 'unlockKeys', { owner: 'u:ana', key: unlockKey }],
]

/** Grants and the marks of a log-out, which become one row per owner. */
const grantValues = [
  ['grant:u:ana', 'token-ana'],
  ['grant:u:ben', 'token-ben'],
  ['left:u:ben', { opIds: ['op000000000000000006'] }],
  ['grant:u:cara', ''],
  ['gone:u:cara', true],
  ['gone:u:dan', true],
] as const

export const grantRows: readonly object[] = [
  { owner: 'u:ana', token: 'token-ana' },
  { owner: 'u:ben', token: 'token-ben', left: { opIds: ['op000000000000000006'] } },
  { owner: 'u:cara', token: '', gone: true },
  { owner: 'u:dan', gone: true },
]

/** Writes every kind of row, as version 1 did. */
export async function fillVersionOne(disk: IDBFactory): Promise<void> {
  const db = new VersionOne(disk)
  for (const [table, rows] of Object.entries(steadyRows)) await db.table(table).bulkAdd(rows)
  await db.table('meta').bulkAdd(singleValues)
  await db.table('meta').bulkAdd(moves.map(([key, value]) => ({ key, value })))
  await db.table('meta').bulkAdd(grantValues.map(([key, value]) => ({ key, value })))
  db.close()
}
