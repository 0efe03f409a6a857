import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addDays } from 'date-fns/addDays'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { FileStore } from '../../adapters/files/FileStore.ts'
import { rows } from '../../storage/database.ts'
import type { App, FilesToMove } from '../app.ts'
import { foreignFiles } from './filesOwner.ts'

interface Move {
  /** Files that the folder had at the start. */
  readonly all: number
  moved: number
  /** Ids of files that stay in the folder: their bytes are not those that the database knows. */
  readonly damaged: string[]
  /** Files without an upload; the server deletes them after 30 days. */
  unknown: number
  /** Why it stopped before the end. */
  stopped?: string
  done: boolean
  /** The outcome was answered: the next call begins again. */
  told: boolean
}

const moves = new WeakMap<App, Move>()
/** Servers that end: they begin no move. */
const ending = new WeakSet<App>()

/** How a line of progress ends: `npm run files:move` then asks again. */
export const goesOn = '…'

/**
 * Starts to move the files of the former folder, or says how far it is. A file leaves the folder when its bytes, read
 * back from the store, have the SHA-256 of the database. A stop at any moment loses nothing: the next call continues
 * with what is in the folder.
 */
export async function moveFiles(app: App): Promise<string> {
  const { filesToMove } = app
  if (!filesToMove) return 'There is nothing to move: FILES_URL is not set, or the folder of files is empty.'
  if (!(await app.filesOwner.isOurs())) return foreignFiles
  let move = moves.get(app)
  if (!move || move.told) {
    const ids = await filesToMove.from.older(addDays(new UTCDateMini(), 1), 0, 1)
    if (ids.length === 0) return 'All files are moved.'
    if (ending.has(app)) return 'The server stops. Repeat the command to continue.'
    move = { all: ids.length, moved: 0, damaged: [], unknown: 0, done: false, told: false }
    moves.set(app, move)
    app.later(moveAll(app, filesToMove, ids, move))
  }
  if (!move.done) return `${move.moved} of ${move.all} files are moved${goesOn}`
  move.told = true
  return outcomeOf(move)
}

/** Ends a move after the files that are being moved now. For the end of the server. */
export function stopMovingFiles(app: App): void {
  ending.add(app)
  const move = moves.get(app)
  if (move) move.stopped ??= 'The server stops.'
}

function outcomeOf({ all, moved, damaged, unknown, stopped }: Move): string {
  const lines = [`${moved} of ${all} files are moved.`]
  if (stopped !== undefined) lines.push(`It stopped: ${stopped} Repeat the command to continue.`)
  if (unknown > 0) lines.push(`Without an upload, so the server deletes them after 30 days: ${unknown}.`)
  if (damaged.length > 0) lines.push(`Damaged, so they stay in the folder until a backup replaces them: ${damaged.join(', ')}`)
  return lines.join('\n')
}

/** Files that are moved at once. Each is in memory. */
const atOnce = 4

async function moveAll(app: App, { from, to }: FilesToMove, ids: readonly string[], move: Move): Promise<void> {
  const rest = ids.values()
  const lane = async () => {
    for (const id of rest) {
      if (move.stopped !== undefined) return
      await moveOne(app, { from, to }, id, move)
    }
  }
  const stop = (error: unknown) => {
    move.stopped ??= error instanceof Error ? error.message : 'unknown reason'
  }
  await Promise.all(Array.from({ length: atOnce }, () => lane().catch(stop)))
  move.done = true
  app.log.info({ moved: move.moved, all: move.all, damaged: move.damaged.length, whole: move.stopped === undefined }, 'files were moved')
}

const SumRow = z.object({ sha256: z.string(), size: z.number() })
type SumRow = z.infer<typeof SumRow>

async function moveOne(app: App, { from, to }: FilesToMove, id: string, move: Move): Promise<void> {
  const [row] = await rows(app.storage.db, SumRow, sql`select sha256, size::float8 as size from files where id = ${id} and complete`)
  if (!row) {
    move.unknown++
    return
  }
  const bytes = await bytesOf(from, id)
  // Deleted since the list was made.
  if (!bytes) return
  if (sumOf(bytes) !== row.sha256) {
    move.damaged.push(id)
    return
  }
  if (!(await holds(to, id, row))) {
    await to.putComplete(id, bytes)
    if (!(await holds(to, id, row))) throw new Error('The store has other bytes than it was given.')
  }
  await from.remove(id)
  move.moved++
}

/** Whether the store has these very bytes: they are read back. */
async function holds(store: FileStore, id: string, { size, sha256 }: SumRow): Promise<boolean> {
  if ((await store.size(id)) !== size) return false
  const bytes = await bytesOf(store, id)
  return bytes !== undefined && sumOf(bytes) === sha256
}

async function bytesOf(store: FileStore, id: string): Promise<Buffer | undefined> {
  if ((await store.size(id)) === undefined) return undefined
  const parts: Buffer[] = []
  for await (const part of await store.read(id)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
