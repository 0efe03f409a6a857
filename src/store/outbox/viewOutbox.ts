import { countFallback, spilledOps } from './addToFallback.ts'
import type { BlobRow, BlobState, Made, OpError, OpRow, Owner } from '../db/MusterDb.ts'
import { goesByGrant, grantedOwners, grantOf } from '../encryption/grantOf.ts'
import { deviceOwner } from '../identity/getOwner.ts'
import { madeBy } from './madeBy.ts'
import { readOp } from '../db/readOp.ts'
import { allOf } from '../quota/freeSpace.ts'
import type { Store } from '../db/store.ts'
import { type WaitState, waitWords } from './waitWords.ts'

export interface OutboxFile {
  id: string
  filename: string
  size: number
  type: string
  state: BlobState
  percent: number
}

export interface OutboxView {
  opId: string
  path: string
  /** Method and path of the call, for example `POST /api/data/*`; empty for other users' work. */
  kind: string
  /** Undefined for other users' work. */
  title: string | undefined
  state: WaitState
  /** One sentence in the user's language: what happened and what happens next. */
  words: string
  percent: number
  attempts: number
  /** Time of the next attempt (device clock, ms); 0 for at once. */
  nextAt: number
  error: OpError | undefined
  files: OutboxFile[]
  clientAt: string
  made: Made
  own: boolean
  /** For a conflict: the server is being asked now whether it still exists. */
  asking: boolean
  /** True if a form can open it again: it holds answers, not only a message or a file. */
  editable: boolean
}

export interface OutboxCounts {
  /** On the device, and not being sent. */
  saved: number
  sending: number
  needsYou: number
  /** Progress of what is being sent. */
  percent: number
  otherPeople: number
  /** Of those, saves that need their author's log-in to be sent. */
  otherWaiting: number
}

/** Maximum number of rows shown; the counts include all. */
const most = 300

const partOf = (row: BlobRow) => (row.state === 'up' ? row.size : Math.min(row.offset, row.size))

/** Share of bytes sent: uploaded files, and the record itself as 2 kB at the end. */
function percentOf(files: BlobRow[], missing: number): number {
  if (files.length + missing === 0) return 0
  const record = 2048
  const size = files.reduce((sum, row) => sum + row.size, record)
  return Math.floor((100 * files.reduce((sum, row) => sum + partOf(row), 0)) / size)
}

/** The save is in flight to check whether the conflict still exists. */
const asksAgain = (row: OpRow) => row.state === 'sending' && row.lastError?.kind === 'conflict'

/** State of a save that no earlier save of its record blocks. */
function stateOf(row: OpRow, waitsForSignIn: boolean): WaitState {
  if (row.state === 'parked' || row.state === 'conflict') return row.state
  if (asksAgain(row)) return 'conflict'
  return waitsForSignIn ? 'authWait' : row.state
}

/** Whether this device may send the save of another user. */
const goesForOther = (row: OpRow, granted: ReadonlySet<Owner>): boolean =>
  !row.owner.startsWith('u:') || (granted.has(row.owner) && goesByGrant(row))

const viewFile = (file: BlobRow) => ({
  id: file.id,
  filename: file.filename,
  size: file.size,
  type: file.type,
  state: file.state,
  percent: file.size === 0 ? 100 : Math.floor((100 * partOf(file)) / file.size),
})

async function sessionOf(store: Store, owner: Owner): Promise<'ok' | 'waits'> {
  if (!owner.startsWith('u:')) return 'ok'
  const [row, holder, grant] = await Promise.all([store.db.principals.get(owner), deviceOwner(store), grantOf(store, owner)])
  if (holder !== owner) return grant ? 'ok' : 'waits'
  return row && row.session !== 'ok' ? 'waits' : 'ok'
}

export async function viewOutbox(store: Store, owner: Owner): Promise<OutboxView[]> {
  const { db } = store
  const rows = await db.outbox.orderBy('seq').limit(most).toArray()
  const spilled = await spilledOps(store)
  const known = new Set(rows.map((row) => row.opId))
  const session = await sessionOf(store, owner)
  const granted = new Set(await grantedOwners(store))
  const all = [...rows, ...spilled.filter((op) => !known.has(op.opId)).map((op) => ({ ...op, seq: Number.MAX_SAFE_INTEGER }))]
  const blobs = new Map((await db.blobs.bulkGet(all.flatMap((row) => row.blobIds ?? []))).flatMap((row) => (row ? [[row.id, row]] : [])))
  const stopped = new Set<string>()
  // Done last, because it awaits more than the database.
  const closed = all.filter((row) => row.owner === owner && row.sealed)
  const opened = new Map(
    closed.length > 0 ? (await (await import('../encryption/sealSave.ts')).readable(store, closed)).map((row) => [row.opId, row]) : [],
  )
  return all.flatMap((raw) => {
    const row = readOp(opened.get(raw.opId) ?? raw)
    if (typeof row === 'string') return []
    const stream = `${row.owner} ${row.stream}`
    const own = row.owner === owner
    const waitsForSignIn = own ? session === 'waits' : !goesForOther(row, granted)
    const state = stopped.has(stream) ? 'blocked' : stateOf(row, waitsForSignIn)
    if (state === 'parked' || state === 'conflict') stopped.add(stream)
    const editable = own && row.body['payload'] !== undefined
    const files = row.blobIds.flatMap((id) => blobs.get(id) ?? [])
    return [
      {
        opId: row.opId,
        path: own ? row.path : '',
        kind: own ? row.kind : '',
        title: own ? row.title : undefined,
        state,
        words: waitWords({ state, own, error: row.lastError, editable }),
        percent: percentOf(files, row.blobIds.length - files.length),
        attempts: row.attempts,
        nextAt: row.nextAt,
        error: own ? row.lastError : undefined,
        files: own ? files.map(viewFile) : [],
        clientAt: row.clientAt,
        made: madeBy(row),
        own,
        asking: asksAgain(row),
        editable,
      },
    ]
  })
}

async function waitingOfOthers(store: Store, owner: Owner): Promise<number> {
  const granted = new Set(await grantedOwners(store))
  return await store.db.outbox
    .filter((row) => {
      const stays = row.state === 'parked' || row.state === 'conflict' || !goesByGrant(row)
      return row.owner !== owner && row.owner.startsWith('u:') && (stays || !granted.has(row.owner))
    })
    .count()
}

export async function countOutbox(store: Store, owner: Owner): Promise<OutboxCounts> {
  const { db } = store
  const of = (state: OpRow['state']) => db.outbox.where('[owner+state]').equals([owner, state]).count()
  const [all, own, queued, sending, parked, conflict, ownSpilled, session, active] = await Promise.all([
    db.outbox.count(),
    db.outbox
      .where('[owner+seq]')
      .between(...allOf(owner))
      .count(),
    of('queued'),
    of('sending'),
    of('parked'),
    of('conflict'),
    countFallback(store, owner),
    sessionOf(store, owner),
    db.outbox.where('[owner+state]').equals([owner, 'sending']).limit(4).toArray(),
  ])
  const otherWaiting = all === own ? 0 : await waitingOfOthers(store, owner)
  const files = (await db.blobs.bulkGet(active.flatMap((row) => row.blobIds ?? []))).flatMap((row) => row ?? [])
  const waits = session === 'waits'
  const asking = active.filter(asksAgain).length
  return {
    saved: ownSpilled + (waits ? 0 : queued),
    sending: waits ? 0 : sending - asking,
    needsYou: parked + conflict + (waits ? queued + sending : asking),
    percent: percentOf(files, 0),
    otherPeople: all - own,
    otherWaiting,
  }
}
