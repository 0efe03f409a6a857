import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import * as z from 'zod/mini'
import { RowSum } from '../storage/dump/RowSum.ts'
import {
  backupFormat,
  BackupManifest,
  BackupStart,
  fileLine,
  filesFolder,
  manifestName,
  partName,
  startName,
  sumKey,
} from './BackupManifest.ts'

const decompress = promisify(gunzip)

/** A part of a backup that can't be used, and why. */
export interface Damage {
  readonly entry: string
  readonly problem: string
}

export interface BackupVisitor {
  start(start: BackupStart): Promise<void>
  /** Rows of a table; their SHA-256 is right. */
  rows(table: string, rows: readonly string[]): Promise<void>
  /** A file of the data folder. Reading `bytes` to its end throws if the SHA-256 is wrong. */
  file(path: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void>
  /** May throw, to stop. */
  damage(damage: Damage): void
}

class DamagedEntry extends Error {}

/**
 * Reads a backup from start to end, once, and checks every entry of it. Returns the manifest; undefined if it is damaged
 * or missing, which the visitor was called with before. Rejects when `signal` aborts.
 */
export async function walkBackup(file: string, visitor: BackupVisitor, signal?: AbortSignal): Promise<BackupManifest | undefined> {
  const source = createReadStream(file, { signal })
  const entries = extract()
  source.once('error', (error) => entries.destroy(error))
  source.pipe(entries as unknown as NodeJS.WritableStream)
  const walk = new BackupWalk(visitor)
  let last = 'the start of the file'
  try {
    for await (const entry of entries) {
      await walk.visit(entry.header, entry as unknown as AsyncIterable<Buffer>)
      last = entry.header.name
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    visitor.damage({ entry: `everything after ${last}`, problem: `it can't be read (${(error as Error).message})` })
    return undefined
  } finally {
    source.destroy()
    entries.destroy()
  }
  return walk.finish()
}

interface Header {
  readonly name: string
  readonly size: number
  readonly pax?: unknown
}

/** An error of the tar reader; those of the visitor and of the disk are not about the backup. */
const isUnreadable = (error: unknown) =>
  error instanceof Error && /^(?:Invalid tar header|Unexpected end of data|Invalid pax header|Invalid key)/i.test(error.message)

class BackupWalk {
  readonly #visitor: BackupVisitor
  #start: BackupStart | undefined
  #manifest: BackupManifest | undefined
  #isManifestSeen = false
  readonly #tables = new Map<string, { sum: RowSum; parts: number; isDamaged: boolean }>()
  readonly #files = { sum: new RowSum(), bytes: 0, isDamaged: false }

  constructor(visitor: BackupVisitor) {
    this.#visitor = visitor
  }

  async visit(header: Header, bytes: AsyncIterable<Buffer>): Promise<void> {
    const wanted = String((header.pax as Record<string, unknown> | null | undefined)?.[sumKey] ?? '')
    let isBegun = false
    const content = checked(bytes, wanted, () => {
      isBegun = true
    })
    try {
      await this.#visitEntry(header, wanted, content)
    } catch (error) {
      if (!(error instanceof DamagedEntry)) throw error
      if (header.name.startsWith(filesFolder)) this.#files.isDamaged = true
      this.#visitor.damage({ entry: header.name, problem: error.message })
      // The next entry is behind the bytes of this one.
      if (!isBegun) for await (const _ of bytes);
    }
  }

  async #visitEntry({ name, size }: Header, sha256: string, content: AsyncIterable<Buffer>): Promise<void> {
    if (name === startName) {
      this.#start = parsed(BackupStart, await whole(content))
      if (this.#start.format !== backupFormat)
        throw new Error(
          `The backup has the format ${this.#start.format}; this version reads ${backupFormat}. Install Muster ${this.#start.version}.`,
        )
      await this.#visitor.start(this.#start)
    } else if (name === manifestName) {
      this.#isManifestSeen = true
      this.#manifest = parsed(BackupManifest, await whole(content))
    } else if (!this.#start) throw new DamagedEntry(`${startName} is missing before it`)
    else if (name.startsWith(filesFolder)) await this.#visitFile(name.slice(filesFolder.length), size, sha256, content)
    else await this.#visitRows(name, content)
  }

  async #visitFile(path: string, size: number, sha256: string, content: AsyncIterable<Buffer>): Promise<void> {
    if (path.split('/').some((name) => name === '' || name === '.' || name === '..' || name.includes('\\') || name.includes('\0')))
      throw new DamagedEntry('this is no path of a file')
    await this.#visitor.file(path, size, content)
    this.#files.sum.add(fileLine(path, sha256))
    this.#files.bytes += size
  }

  async #visitRows(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    const table = decodeURIComponent(/^tables\/([^/]+)\/\d+\.jsonl\.gz$/.exec(name)?.[1] ?? '')
    if (!this.#start?.tables.some((known) => known.name === table)) throw new DamagedEntry('it belongs to no table')
    const known = this.#tables.get(table) ?? { sum: new RowSum(), parts: 0, isDamaged: false }
    this.#tables.set(table, known)
    known.parts++
    try {
      if (name !== partName(table, known.parts)) throw new DamagedEntry(`${partName(table, known.parts)} is missing before it`)
      const text = (await decompress(await whole(content)).catch(() => damaged('it is not compressed as it should be'))).toString()
      const rows = text.split('\n').slice(0, -1)
      for (const row of rows) known.sum.add(row)
      await this.#visitor.rows(table, rows)
    } catch (error) {
      known.isDamaged = true
      throw error
    }
  }

  finish(): BackupManifest | undefined {
    const { damage } = this.#visitor
    const manifest = this.#manifest
    if (!this.#isManifestSeen) damage({ entry: manifestName, problem: 'it is missing: the backup was not finished, or was cut off' })
    if (!manifest) return undefined
    for (const [table, { rows, digest }] of Object.entries(manifest.tables)) {
      const found = this.#tables.get(table)
      const sum = found?.sum ?? new RowSum()
      if (!found?.isDamaged && (sum.rows !== rows || sum.digest !== digest))
        damage({ entry: `tables/${encodeURIComponent(table)}`, problem: `it has ${sum.rows} rows, and ${rows} were written` })
    }
    const { sum, bytes, isDamaged } = this.#files
    const { files } = manifest
    if (!isDamaged && (sum.rows !== files.rows || sum.digest !== files.digest || bytes !== files.bytes))
      damage({
        entry: filesFolder,
        problem: `it has ${sum.rows} files of ${bytes} bytes, and ${files.rows} of ${files.bytes} were written`,
      })
    return manifest
  }
}

const damaged = (problem: string): never => {
  throw new DamagedEntry(problem)
}

async function* checked(bytes: AsyncIterable<Buffer>, wanted: string, begun: () => void): AsyncGenerator<Buffer> {
  begun()
  const hash = createHash('sha256')
  for await (const part of bytes) {
    hash.update(part)
    yield part
  }
  if (hash.digest('hex') !== wanted) damaged('its SHA-256 is wrong')
}

async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

function parsed<Shape extends z.ZodMiniType>(shape: Shape, bytes: Buffer): z.output<Shape> {
  const result = z.safeParse(shape, JSON.parse(bytes.toString()))
  if (!result.success) return damaged('it was not written by this program')
  return result.data
}
