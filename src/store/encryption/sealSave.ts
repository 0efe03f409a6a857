import { type SealTo, sealedDraft, sealedName, sealOverhead } from '../../../contract/endpoints/sealing.ts'
import { fromBase64url, toBase64url } from '../../lib/fromBase64url.ts'
import { newId } from '../../lib/newId.ts'
import {
  type BlobRow,
  type DraftRow,
  anonymousOwner,
  type OpRow,
  type Owner,
  rowVersion,
  sealedVersion,
  type ShelfRow,
} from '../db/MusterDb.ts'
import { askSealKeys } from '../db/emitStoreEvent.ts'
import { NotSaved } from '../db/not-saved.ts'
import { headOf, joined, seal, unseal } from './seal.ts'
import { sealTo } from './sharedDevice.ts'
import { allOf } from '../quota/freeSpace.ts'
import { type Store, withReopen } from '../db/store.ts'

/**
 * Encrypts the waiting saves of a shared device (sync.md §3.11). A save is sealed for the server when it is
 * saved, so no user of this device can read it after the log-out. While its author is logged in, the app can
 * read it: the content keys are stored next to it, encrypted with a key of this log-in that the log-out
 * deletes. The service worker never loads this file: it sends sealed data unchanged.
 */

type Bytes = Uint8Array<ArrayBuffer>
type NewOp = Omit<OpRow, 'seq'>

/** The decrypted part of a sealed save, for its author only. */
interface Inside {
  body: OpRow['body']
  title?: string | undefined
  form?: OpRow['form']
}

/** The user's encryption key for this log-in. */
interface LogInKey {
  key: CryptoKey
  /**
   * True if the key is not stored, for example because the browser cannot (private windows, Lockdown Mode):
   * it lasts as long as the page.
   */
  memoryOnly: boolean
}

interface Memory {
  readonly keys: Map<Owner, Promise<LogInKey>>
  /** Decrypted saves by `opId`. */
  readonly inside: Map<string, Inside>
}
const memories = new WeakMap<object, Memory>()
const memoryOf = ({ db }: Store): Memory => {
  const known = memories.get(db) ?? { keys: new Map(), inside: new Map() }
  memories.set(db, known)
  return known
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const textOf = (bytes: Bytes) => new TextDecoder().decode(bytes)

/** Returns the key of this log-in; creates it if there is none. */
function logInKey(store: Store, owner: Owner): Promise<LogInKey> {
  const { keys } = memoryOf(store)
  const known = keys.get(owner) ?? readOrMakeKey(store, owner)
  keys.set(owner, known)
  known.catch(() => keys.delete(owner))
  return known
}

async function readOrMakeKey(store: Store, owner: Owner): Promise<LogInKey> {
  // The anonymous owner has no log-in to return to: only the page that sealed the data can read it.
  const kept = owner === anonymousOwner ? undefined : await soon(store, storedKey(store, owner), undefined)
  if (kept) return kept
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const made: LogInKey = { key, memoryOnly: true }
  if (owner === anonymousOwner) return made
  try {
    // Two tabs may do this at once: the first stored key wins, and both tabs use it.
    const keep = store.db.transaction('rw', store.db.unlockKeys, async () => {
      if (!(await store.db.unlockKeys.get(owner))) await store.db.unlockKeys.add({ owner, key })
      return true
    })
    return (await soon(store, keep, false)) ? ((await storedKey(store, owner)) ?? made) : made
  } catch {
    // The browser cannot store keys (DataCloneError), or the database fails.
    return made
  }
}

/** Tests the stored key before use: some browsers return a key that does not work. */
async function storedKey(store: Store, owner: Owner): Promise<LogInKey | undefined> {
  try {
    const key = (await withReopen(store, () => store.db.unlockKeys.get(owner)))?.key
    if (!key) return undefined
    const probe = await lock(key, 'probe', utf8('probe'))
    return textOf(await unlock(key, 'probe', probe)) === 'probe' ? { key, memoryOnly: false } : undefined
  } catch {
    return undefined
  }
}

/** Encrypts with the key of the log-in. Returns base64url of nonce and ciphertext. */
async function lock(key: CryptoKey, id: string, plain: Bytes): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(`local|${id}`) }, key, plain)
  return toBase64url(joined(iv, new Uint8Array(content)))
}

async function unlock(key: CryptoKey, id: string, locked: string): Promise<Bytes> {
  const bytes = fromBase64url(locked)
  const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, 12), additionalData: utf8(`local|${id}`) }
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.slice(12)))
}

/** Where the browser keeps the readable copy: `memory` if it lasts only as long as the page. */
export async function keepsKeys(store: Store, owner: Owner): Promise<'device' | 'memory'> {
  return (await logInKey(store, owner)).memoryOnly ? 'memory' : 'device'
}

export interface SealedFile {
  readonly id: string
  readonly bytes: ArrayBuffer
  readonly change: Pick<BlobRow, 'filename' | 'type' | 'state' | 'offset' | 'sealed'>
}

export interface SealedSave {
  readonly op: NewOp
  readonly files: readonly SealedFile[]
}

/**
 * Seals a save and its files. Rejects with NotSaved if the device cannot seal: a shared device stores no
 * plain text.
 */
export async function sealSave(store: Store, op: NewOp): Promise<SealedSave> {
  try {
    const to = needKey(store)
    const { db } = store
    const { form } = op
    // Skips what a failing database does not return: the save has priority, and its files are sealed at the
    // latest when the user logs out.
    const draft = form && (await soon(store, db.drafts.get([op.owner, form.path, form.initHash]), undefined))
    const rows = op.blobIds.length > 0 ? await soon(store, db.blobs.bulkGet(op.blobIds), []) : []
    const files: SealedFile[] = []
    for (const row of rows) {
      const sealed = row && (await soon(store, sealFile(store, to, row), undefined))
      if (sealed) files.push(sealed)
    }
    const named = draft && {
      title: op.title ?? draft.title,
      form: { ...form, address: form.address ?? draft.address, formVersion: draft.formVersion },
    }
    return { op: await sealOp(store, to, { ...op, ...named }), files }
  } catch (cause) {
    if (cause instanceof NotSaved) throw cause
    throw new NotSaved('sealing', { cause })
  }
}

/** Timeout of an optional part, ms. */
const patience = 2000

async function soon<T>(store: Store, work: PromiseLike<T>, otherwise: T): Promise<T> {
  const done = new AbortController()
  const enough = store.sleep(patience, done.signal).then(
    () => otherwise,
    () => otherwise,
  )
  try {
    return await Promise.race([Promise.resolve(work).catch(() => otherwise), enough])
  } finally {
    done.abort('settled')
  }
}

function needKey(store: Store): SealTo {
  const to = sealTo(store)
  if (!to) throw new NotSaved('sealing')
  return to
}

async function sealOp<Op extends NewOp>(store: Store, to: SealTo, op: Op): Promise<Op> {
  if (op.sealed) return op
  const { opId, owner, body, title, form } = op
  const mine = await logInKey(store, owner)
  const [{ envelope, contentKey }, about] = await Promise.all([
    seal(to, { id: opId, owner }, utf8(JSON.stringify(body))),
    seal(to, { id: sealedName(opId), owner }, utf8(JSON.stringify({ title, form }))),
  ])
  const local = await lock(mine.key, opId, utf8(JSON.stringify({ contentKey: toBase64url(contentKey), title, form })))
  memoryOf(store).inside.set(opId, { body, title, form })
  return {
    ...op,
    v: sealedVersion,
    body: { sealed: toBase64url(envelope) },
    title: undefined,
    form: undefined,
    sealed: { local, about: toBase64url(about.envelope) },
  }
}

async function sealFile(store: Store, to: SealTo, row: BlobRow): Promise<SealedFile | undefined> {
  const { id, owner, filename, type } = row
  if (row.sealed || row.state === 'up') return undefined
  const kept = await withReopen(store, () => store.db.bytes.get(id))
  if (!kept) return undefined
  const plain = kept.bytes instanceof Blob ? await kept.bytes.arrayBuffer() : kept.bytes
  const mine = await logInKey(store, owner)
  const [{ envelope, contentKey }, about] = await Promise.all([
    seal(to, { id, owner }, plain),
    seal(to, { id: sealedName(id), owner }, utf8(JSON.stringify({ filename, type }))),
  ])
  const local = await lock(mine.key, id, utf8(JSON.stringify({ contentKey: toBase64url(contentKey), filename, type })))
  const sealed = { size: plain.byteLength + sealOverhead, about: toBase64url(about.envelope), local }
  return { id, bytes: envelope.buffer, change: { filename: '', type: '', state: 'local', offset: 0, sealed } }
}

/**
 * Decrypts the user's own saves. A save that cannot be decrypted now keeps its envelope. Reads only the key
 * of this log-in.
 */
export async function readable(store: Store, rows: readonly OpRow[]): Promise<OpRow[]> {
  const { inside } = memoryOf(store)
  return await Promise.all(
    rows.map(async (row) => {
      if (!row.sealed) return row
      const known = inside.get(row.opId) ?? (await openOp(store, row).catch(() => undefined))
      if (known) inside.set(row.opId, known)
      return known ? { ...row, ...known } : row
    }),
  )
}

async function openOp(store: Store, { opId, owner, body, sealed }: OpRow): Promise<Inside | undefined> {
  const mine = await knownKey(store, owner)
  if (!mine || !sealed?.local) return undefined
  const told = JSON.parse(textOf(await unlock(mine.key, opId, sealed.local))) as { contentKey: string } & Omit<Inside, 'body'>
  const plain = await unseal(fromBase64url(told.contentKey), { id: opId, owner }, fromBase64url(String(body['sealed'])))
  return { body: JSON.parse(textOf(plain)) as OpRow['body'], title: told.title, form: told.form }
}

/** Never creates a key: a key of another log-in cannot decrypt this data. */
async function knownKey(store: Store, owner: Owner): Promise<LogInKey | undefined> {
  return (
    (await memoryOf(store)
      .keys.get(owner)
      ?.catch(() => undefined)) ?? (await storedKey(store, owner))
  )
}

/** Returns the decrypted file, or undefined if it cannot be decrypted now. */
export async function openFile(store: Store, { id, owner, sealed }: BlobRow, bytes: ArrayBuffer | Blob): Promise<File | undefined> {
  try {
    const mine = await knownKey(store, owner)
    if (!mine || !sealed?.local) return undefined
    const told = JSON.parse(textOf(await unlock(mine.key, id, sealed.local))) as { contentKey: string; filename?: string; type?: string }
    const envelope = new Uint8Array(bytes instanceof Blob ? await bytes.arrayBuffer() : bytes)
    const plain = await unseal(fromBase64url(told.contentKey), { id, owner }, envelope)
    return new File([plain], told.filename ?? id, { type: told.type ?? '' })
  } catch {
    return undefined
  }
}

/**
 * Seals all data of an owner that is not sealed yet: saves from before the device was shared, files of saves
 * that went to a fallback store and, with `drafts`, their drafts. Each row is sealed and written on its own,
 * so an interruption loses nothing.
 */
export async function sealRest(store: Store, owner: Owner, { drafts = false } = {}): Promise<void> {
  const { db } = store
  const to = needKey(store)
  const ops = await db.outbox
    .where('[owner+seq]')
    .between(...allOf(owner))
    .filter((row) => !row.sealed && row.v <= rowVersion)
    .toArray()
  for (const op of ops) {
    const sealed = await sealOp(store, to, op)
    await db.transaction('rw', db.outbox, async () => {
      // Another worker sent or replaced the save in the meantime: nothing to seal. A worker that is sending
      // it continues.
      const now = await db.outbox.get(op.seq)
      if (now?.opId !== op.opId) return
      const { v, body } = sealed
      await db.outbox.put({ ...now, v, body, title: undefined, form: undefined, sealed: sealed.sealed })
    })
  }
  const named = new Set(drafts ? undefined : (await db.outbox.toArray()).flatMap((row) => row.blobIds ?? []))
  const blobs = await db.blobs.filter((row) => row.owner === owner && !row.sealed && (drafts || named.has(row.id))).toArray()
  for (const blob of blobs) {
    const sealed = await sealFile(store, to, blob)
    if (!sealed) continue
    await db.transaction('rw', db.blobs, db.bytes, async () => {
      if (!(await db.blobs.get(sealed.id))) return
      await db.bytes.put({ id: sealed.id, bytes: sealed.bytes })
      await db.blobs.update(sealed.id, sealed.change)
    })
  }
  if (!drafts) return
  for (const row of await db.drafts.filter((draft) => draft.owner === owner && !draft.sealed && draft.v <= rowVersion).toArray()) {
    // A draft that was changed meanwhile is sealed as it is now.
    let left: DraftRow | undefined = row
    while (left) left = await sealStoredDraft(store, to, left)
  }
  for (const row of await db.shelf
    .where('owner')
    .equals(owner)
    .filter((draft) => !draft.sealed && draft.v <= rowVersion)
    .toArray())
    await db.shelf.put(await sealDraft(to, row))
}

/** Seals a stored draft. Returns the stored one instead if it is no longer `row`. */
async function sealStoredDraft({ db }: Store, to: SealTo, row: DraftRow): Promise<DraftRow | undefined> {
  const sealed = await sealDraft(to, row)
  return await db.transaction('rw', db.drafts, async () => {
    const now = await db.drafts.get([row.owner, row.path, row.initHash])
    if (now?.updatedAt !== row.updatedAt) return now?.sealed ? undefined : now
    await db.drafts.put(sealed)
    return undefined
  })
}

/**
 * Sets a row version that the app skips until the row is decrypted (only readable drafts are restored or
 * moved to the shelf).
 */
async function sealDraft<Row extends DraftRow | ShelfRow>(to: SealTo, row: Row): Promise<Row> {
  const id = newId()
  const { envelope } = await seal(to, { id: sealedDraft(id), owner: row.owner }, utf8(JSON.stringify({ body: row.body, title: row.title })))
  return { ...row, v: sealedVersion, body: {}, title: undefined, sealed: { id, envelope: toBase64url(envelope) } }
}

/** Content keys by the id that the envelope was sealed for. */
type ContentKeys = ReadonlyMap<string, Bytes>

interface Closed {
  readonly envelopes: readonly { id: string; head: Bytes }[]
  /** Stores the keys, so that the data is readable again. */
  take(keys: ContentKeys): Promise<void>
}

/**
 * Makes an owner's sealed data readable again after they log in. The server returns the content keys to its
 * owner only; the envelopes stay on the device.
 */
export async function unlockOwn(store: Store, owner: Owner): Promise<void> {
  if (!owner.startsWith('u:')) return
  const closed = await closedOf(store, owner)
  const items = closed.flatMap(({ envelopes }) => envelopes.map(({ id, head }) => ({ id, head: toBase64url(head) })))
  const keys = new Map<string, Bytes>()
  for (let from = 0; from < items.length; from += 500)
    for (const { id, key } of await askSealKeys(items.slice(from, from + 500))) keys.set(id, fromBase64url(key))
  for (const { envelopes, take } of closed) if (envelopes.every(({ id }) => keys.has(id))) await take(keys).catch(() => undefined)
}

const envelope = (id: string, text: string) => ({ id, head: headOf(fromBase64url(text)) })

async function closedOf(store: Store, owner: Owner): Promise<Closed[]> {
  const { db } = store
  const mine = await logInKey(store, owner)
  const open = async (keys: ContentKeys, id: string, bytes: Bytes): Promise<Record<string, unknown>> =>
    JSON.parse(textOf(await unseal(keys.get(id) as Bytes, { id, owner }, bytes))) as Record<string, unknown>
  const relock = async (keys: ContentKeys, id: string, about: string) => {
    const told = await open(keys, sealedName(id), fromBase64url(about))
    return await lock(mine.key, id, utf8(JSON.stringify({ ...told, contentKey: toBase64url(keys.get(id) as Bytes) })))
  }
  const opens = async (id: string, local: string | undefined) =>
    local !== undefined &&
    (await unlock(mine.key, id, local).then(
      () => true,
      () => false,
    ))

  const closed: Closed[] = []
  const range = db.outbox.where('[owner+seq]').between(...allOf(owner))
  for (const { opId, seq, body, sealed } of await range.filter((row) => row.sealed !== undefined).toArray()) {
    if (!sealed || (await opens(opId, sealed.local))) continue
    const take = async (keys: ContentKeys) => {
      const local = await relock(keys, opId, sealed.about)
      await db.transaction('rw', db.outbox, async () => {
        const now = await db.outbox.get(seq)
        if (now?.opId === opId) await db.outbox.put({ ...now, sealed: { ...sealed, local } })
      })
    }
    closed.push({ envelopes: [envelope(opId, String(body['sealed'])), envelope(sealedName(opId), sealed.about)], take })
  }
  for (const { id, sealed } of await db.blobs.filter((row) => row.owner === owner && row.sealed !== undefined).toArray()) {
    if (!sealed || (await opens(id, sealed.local))) continue
    const kept = await db.bytes.get(id)
    if (!kept) continue
    const head = kept.bytes instanceof Blob ? await kept.bytes.slice(0, 88).arrayBuffer() : kept.bytes.slice(0, 88)
    const take = async (keys: ContentKeys) => {
      await db.blobs.update(id, { sealed: { ...sealed, local: await relock(keys, id, sealed.about) } })
    }
    closed.push({ envelopes: [{ id, head: headOf(new Uint8Array(head)) }, envelope(sealedName(id), sealed.about)], take })
  }
  const draft = <Row extends DraftRow>(row: Row, put: (opened: Row) => PromiseLike<unknown>) => {
    const { sealed, ...rest } = row
    if (!sealed) return
    const id = sealedDraft(sealed.id)
    const take = async (keys: ContentKeys) => {
      const told = (await open(keys, id, fromBase64url(sealed.envelope))) as Pick<Row, 'body' | 'title'>
      await put({ ...(rest as Row), v: rowVersion, ...told })
    }
    closed.push({ envelopes: [envelope(id, sealed.envelope)], take })
  }
  for (const row of await db.drafts.filter((one) => one.owner === owner).toArray()) draft(row, (opened) => db.drafts.put(opened))
  for (const row of await db.shelf.where('owner').equals(owner).toArray()) draft(row, (opened) => db.shelf.put(opened))
  return closed
}

/** Called at log-out: after this, no user of this device can read the sealed data. */
export async function forgetKey(store: Store, owner: Owner): Promise<void> {
  const memory = memoryOf(store)
  memory.keys.delete(owner)
  memory.inside.clear()
  await withReopen(store, () => store.db.unlockKeys.delete(owner))
}
