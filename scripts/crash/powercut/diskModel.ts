import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kinds of entries that recordWrites.c writes, by number. */
const kinds = [
  '',
  'create',
  'mkdir',
  'write',
  'truncate',
  'flushBegin',
  'flushEnd',
  'rename',
  'unlink',
  'rmdir',
  'link',
  'flushAll',
] as const

/** One change of the disk. Files and folders are named by their number on the recorded disk. */
export interface Entry {
  readonly kind: (typeof kinds)[number]
  /** Length of the log up to and with this entry. */
  readonly end: number
  readonly thread: number
  readonly a: number
  readonly b: number
  readonly c: number
  readonly name: string
  readonly newName: string
  readonly data: Buffer
}

const headerBytes = 56

/** Reads a log of recordWrites.c. An entry that is not complete ends it. */
export function* readEntries(log: Buffer): Generator<Entry> {
  for (let at = 0; at + headerBytes <= log.length; ) {
    const size = log.readUInt32LE(at)
    if (size < headerBytes || at + size > log.length) return
    const number = (n: number) => Number(log.readBigUInt64LE(at + 24 + 8 * n))
    const names = at + headerBytes
    const [first, second] = [log.readUInt32LE(at + 12), log.readUInt32LE(at + 16)]
    yield {
      kind: kinds[log.readUInt32LE(at + 4)] ?? '',
      end: at + size,
      thread: log.readUInt32LE(at + 8),
      a: number(0),
      b: number(1),
      c: number(2),
      name: log.toString('utf8', names, names + first),
      newName: log.toString('utf8', names + first, names + first + second),
      data: log.subarray(names + first + second, at + size),
    }
    at += size
  }
}

/** `at`: place in the log. A write, or a new length without `data`. */
interface Change {
  readonly at: number
  readonly from: number
  readonly data?: Buffer | undefined
}
interface FileNode {
  readonly kind: 'file'
  readonly mode: number
  durable: Buffer
  pending: Change[]
  readonly flushes: Map<number, number>
}
/** A name is added, moved within the folder or removed. `needs`: a move out of this folder needs the name in the other one. */
interface NameChange {
  readonly at: number
  readonly remove?: string | undefined
  readonly add?: { readonly name: string; readonly node: Node } | undefined
  readonly needs?: FolderNode | undefined
}
interface FolderNode {
  readonly kind: 'folder'
  readonly mode: number
  durable: Map<string, Node>
  pending: NameChange[]
  readonly flushes: Map<number, number>
}
type Node = FileNode | FolderNode

export const sectorBytes = 512
const pageBytes = 4096

/** How much of the changes that no flush has covered reaches the disk. */
type Fate = 'none' | 'all' | 'until' | 'pages' | 'sectors'
const fates: readonly Fate[] = ['none', 'all', 'until', 'pages', 'pages', 'sectors']

/**
 * What a disk may contain after a power cut. A change is certainly on it once a flush has covered it: fsync or
 * fdatasync of a file for its bytes and its length, fsync of a folder for its names. Of the others any part may be there:
 * - each sector of 512 bytes (or page of 4 kB) of a file has the content of some moment since the last flush, no matter
 *   what the other sectors have, so writes are reordered and torn;
 * - the length is that of some moment, too, so a file may be longer than its bytes and have zeros there;
 * - names change in the order of their folder, up to some moment; folders do not wait for each other. A rename is
 *   atomic, except that one into another folder may leave both names.
 * POSIX promises no more. ext4 does: a flush of a new file also covers its name, and its length does not run ahead of
 * its bytes.
 */
export class DiskModel {
  readonly #nodes = new Map<number, Node>()
  readonly #root: FolderNode

  constructor(folder: string) {
    this.#root = this.#read(folder) as FolderNode
  }

  #read(path: string): Node | undefined {
    const stat = lstatSync(path)
    const known = this.#nodes.get(stat.ino)
    if (known) return known
    if (stat.isFile()) {
      const file = { ...newFile(stat.mode), durable: readFileSync(path) }
      this.#nodes.set(stat.ino, file)
      return file
    }
    if (!stat.isDirectory()) return undefined
    const folder = newFolder(stat.mode)
    this.#nodes.set(stat.ino, folder)
    for (const name of readdirSync(path)) {
      const inside = this.#read(join(path, name))
      if (inside) folder.durable.set(name, inside)
    }
    return folder
  }

  /** Carries out one entry of the log. */
  apply(entry: Entry): void {
    const { kind, end: at, a, b, name } = entry
    const folder = () => this.#nodes.get(a) as FolderNode | undefined
    const file = () => this.#nodes.get(a) as FileNode | undefined
    switch (kind) {
      case 'create':
      case 'mkdir': {
        const node = kind === 'create' ? newFile() : newFolder()
        this.#nodes.set(b, node)
        folder()?.pending.push({ at, add: { name, node } })
        break
      }
      case 'link': {
        const node = this.#nodes.get(b)
        if (node) folder()?.pending.push({ at, add: { name, node } })
        break
      }
      case 'write':
        file()?.pending.push({ at, from: b, data: entry.data })
        break
      case 'truncate':
        file()?.pending.push({ at, from: b })
        break
      case 'flushBegin':
        this.#nodes.get(a)?.flushes.set(b, at)
        break
      case 'flushEnd':
        this.#flush(a, b)
        break
      case 'flushAll':
        for (const node of this.#nodes.values()) settle(node, Number.POSITIVE_INFINITY)
        break
      case 'rename':
        this.#rename(entry)
        break
      case 'unlink':
      case 'rmdir':
        folder()?.pending.push({ at, remove: name })
        break
    }
  }

  #flush(number: number, id: number) {
    const node = this.#nodes.get(number)
    const begun = node?.flushes.get(id)
    if (!node || begun === undefined) return
    node.flushes.delete(id)
    settle(node, begun)
  }

  #rename({ end: at, a, b, c, name, newName }: Entry) {
    const [from, to, node] = [this.#nodes.get(a), this.#nodes.get(b), this.#nodes.get(c)]
    if (from?.kind !== 'folder' || to?.kind !== 'folder' || !node) return
    if (from === to) from.pending.push({ at, remove: name, add: { name: newName, node } })
    else {
      to.pending.push({ at, add: { name: newName, node } })
      from.pending.push({ at, remove: name, needs: to })
    }
  }

  /** Writes into a new folder what the disk has if all changes reach it. */
  writeAll(folder: string): void {
    write(folder, this.#root, { names: (of) => of.pending, content: (of) => contentOf(of, 'all', Math.random) })
  }

  /** Writes into a new folder what the disk may have after a power cut now. */
  writeCut(folder: string, random: () => number = Math.random): void {
    const kept = new Map<FolderNode, number>()
    const keptOf = (of: FolderNode) => {
      const known = kept.get(of)
      if (known !== undefined) return known
      const count = pick(random, [0, of.pending.length, Math.floor(random() * (of.pending.length + 1))])
      kept.set(of, count)
      return count
    }
    const names = (of: FolderNode) => {
      const all = of.pending.slice(0, keptOf(of))
      // A file is never without any name because it moves.
      const early = all.findIndex(({ needs, at }) => needs?.pending.some((one, n) => one.at === at && n >= keptOf(needs)))
      return early === -1 ? all : all.slice(0, early)
    }
    write(folder, this.#root, { names, content: (of) => contentOf(of, pick(random, fates), random) })
  }
}

const newFile = (mode = 0o600): FileNode => ({ kind: 'file', mode, durable: Buffer.alloc(0), pending: [], flushes: new Map() })
const newFolder = (mode = 0o700): FolderNode => ({ kind: 'folder', mode, durable: new Map(), pending: [], flushes: new Map() })

const pick = <Item>(random: () => number, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

/** Makes the changes before a place in the log durable. */
function settle(node: Node, before: number): void {
  if (node.kind === 'file') {
    const covered = node.pending.filter(({ at }) => at < before)
    node.durable = afterChanges(node.durable, covered)
    node.pending = node.pending.slice(covered.length)
  } else {
    const covered = node.pending.filter(({ at }) => at < before)
    node.pending = node.pending.slice(covered.length)
    for (const change of covered) {
      // A rename is one step: a file that has lost this name has the one in the other folder.
      if (change.needs) settle(change.needs, change.at + 1)
      changeNames(node.durable, change)
    }
  }
}

function changeNames(names: Map<string, Node>, { remove, add }: NameChange): void {
  if (remove !== undefined) names.delete(remove)
  if (add) names.set(add.name, add.node)
}

/** Applies writes and new lengths in their order. Uses the buffer again if the length stays. */
function afterChanges(before: Buffer, changes: readonly Change[]): Buffer {
  let length = before.length
  let most = length
  for (const { from, data } of changes) {
    length = data ? Math.max(length, from + data.length) : from
    most = Math.max(most, length)
  }
  const isSame = most === before.length
  const content = isSame ? before : Buffer.alloc(most)
  if (!isSame) before.copy(content)
  for (const { from, data } of changes)
    if (data) data.copy(content, from)
    else content.fill(0, from)
  return content.subarray(0, length)
}

function lengthAfter(before: number, changes: readonly Change[]): number {
  return changes.reduce((length, { from, data }) => (data ? Math.max(length, from + data.length) : from), before)
}

/** A content that the file may have: every sector or page with the changes up to a moment of its own. */
function contentOf({ durable, pending }: FileNode, fate: Fate, random: () => number): Buffer {
  if (pending.length === 0 || fate === 'none') return durable
  if (fate === 'all') return afterChanges(Buffer.from(durable), pending)
  const some = () => Math.floor(random() * (pending.length + 1))
  if (fate === 'until') return afterChanges(Buffer.from(durable), pending.slice(0, some()))
  const unit = fate === 'pages' ? pageBytes : sectorBytes
  const length = lengthAfter(durable.length, pending.slice(0, pick(random, [pending.length, some()])))
  const content = Buffer.alloc(length)
  durable.copy(content)
  const cuts = new Map<number, number>()
  const cutOf = (piece: number) => {
    const known = cuts.get(piece)
    if (known !== undefined) return known
    const cut = pick(random, [0, pending.length, some()])
    cuts.set(piece, cut)
    return cut
  }
  pending.forEach(({ from, data }, n) => {
    const end = data ? Math.min(from + data.length, length) : length
    for (let at = from; at < end; ) {
      const piece = Math.floor(at / unit)
      const until = Math.min(end, (piece + 1) * unit)
      if (n < cutOf(piece)) {
        if (data) data.copy(content, at, at - from, until - from)
        else content.fill(0, at, until)
      }
      at = until
    }
  })
  return content
}

interface Kept {
  names(folder: FolderNode): readonly NameChange[]
  content(file: FileNode): Buffer
}

function write(path: string, node: Node, kept: Kept): void {
  if (node.kind === 'file') writeFileSync(path, kept.content(node))
  else {
    mkdirSync(path, { recursive: true })
    const names = new Map(node.durable)
    for (const change of kept.names(node)) changeNames(names, change)
    for (const [name, inside] of names) write(join(path, name), inside, kept)
  }
  chmodSync(path, node.mode & 0o777)
}
