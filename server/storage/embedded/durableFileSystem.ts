import { closeSync, fdatasync, fdatasyncSync, fstatSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** An open file inside PGlite: its path there and its descriptor on the host. */
interface Stream {
  readonly path: string
  readonly nfd: number
}
type Operation = (...args: never[]) => unknown

/**
 * The parts of emscripten's NODEFS that are replaced. They are internals, so the PGlite version is pinned,
 * and durableFileSystem.test.ts checks them.
 */
interface EmscriptenModule {
  NODEFS: {
    stream_ops: {
      fsync?: (stream: Stream) => number
      write: (stream: Stream, bytes: Uint8Array, offset: number, length: number, position: number) => number
    }
    node_ops: Record<'unlink' | 'rename' | 'setattr', Operation>
  }
}

const dataFolder = '/pglite/data/'
/** Tables and indexes, in pages of 8 kB. */
const table = /^\/pglite\/data\/(?:base\/\d+|global)\/\d+(?:\.\d+)?$/
const emptyPages = new Uint8Array(64 * 1024)
/**
 * Segments of the write-ahead log. `pg_wal` also contains folders and history files, which are flushed like
 * data files.
 */
const logSegment = /^\/pglite\/data\/(pg_wal\/(?:[0-9A-F]{24}|xlogtemp\.\d+))$/

/**
 * PGlite's folder on this machine, plus the flushes that PGlite leaves out: it runs PostgreSQL without
 * fsync, and emscripten's file system has none. A killed process loses nothing, because the kernel has the
 * bytes; a power cut would lose the last seconds and destroy the database.
 *
 * Flushes of the log are batched. PostgreSQL's fsync of a log segment only marks it; `flushed()` resolves
 * when one fdatasync, off the event loop, has covered everything committed before the call, and commits
 * made meanwhile share the next one. Two rules make this correct:
 * - no answer, of a write or of a read, is returned before `flushed()` (see openEmbedded.ts);
 * - while the log is not on disk, only the log is written, truncated, renamed, removed or flushed: every
 *   other change flushes the log first. The exception is empty pages that extend a table: they contain no
 *   data, and PostgreSQL accepts empty pages.
 */
export class DurableFileSystem extends NodeFS {
  /** Number of flushes of each kind since the start. */
  readonly counts = { logFlushes: 0, forcedLogFlushes: 0, fileFlushes: 0 }
  /** Bytes written to the log since the start. */
  logBytes = 0

  /** Segments with bytes that no flush has started to cover. */
  readonly #unflushed = new Set<string>()
  /** The running flush, and its segments unless a forced flush has covered them. */
  #flight: { segments: readonly string[]; readonly done: Promise<void> } | undefined
  readonly #descriptors = new Map<string, number>()
  /** Descriptors of renamed or removed segments that the running flush still uses. */
  #retired: number[] = []
  #failure: Error | undefined
  readonly #onBroken: (error: Error) => void

  constructor(folder: string, onBroken: (error: Error) => void) {
    super(folder)
    this.#onBroken = onBroken
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const prepared = await super.init(pg, options)
    const { preRun } = prepared.emscriptenOpts as { preRun: ((module: EmscriptenModule) => void)[] }
    preRun.push((module) => this.#attach(module.NODEFS))
    return prepared
  }

  #attach({ stream_ops: streams, node_ops: nodes }: EmscriptenModule['NODEFS']) {
    const write = streams.write
    streams.write = (stream, bytes, offset, length, position) => {
      if (logSegment.test(stream.path)) {
        const written = write(stream, bytes, offset, length, position)
        this.logBytes += written
        return written
      }
      if (stream.path.startsWith(dataFolder)) {
        const growth = table.test(stream.path) && isEmpty(bytes, offset, length) && position >= fstatSync(stream.nfd).size
        if (!growth) this.#flushLogNow()
      }
      return write(stream, bytes, offset, length, position)
    }
    streams.fsync = (stream) => {
      const segment = logSegment.exec(stream.path)?.[1]
      if (segment) {
        this.#unflushed.add(segment)
        return 0
      }
      this.#flushLogNow()
      this.counts.fileFlushes++
      this.#orBreak(() => fsyncSync(stream.nfd))
      return 0
    }
    for (const name of ['unlink', 'rename', 'setattr'] as const) {
      const original = nodes[name]
      nodes[name] = (...args) => {
        this.#flushLogNow()
        // A recycled or removed segment must not be flushed under its old name.
        if (name !== 'setattr') this.#forgetDescriptors()
        return original(...args)
      }
    }
    // Emscripten itself sets 0666 on each new file, regardless of the umask.
    const setAttributes = nodes.setattr as (node: unknown, attributes: { mode?: number }) => unknown
    nodes.setattr = (node: never, attributes: { mode?: number }) =>
      setAttributes(node, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~0o077 })
  }

  /**
   * Resolves when everything committed before the call is on disk. Rejects permanently after a failed
   * flush: the kernel forgets which pages it could not write, so a second fsync that succeeds proves
   * nothing.
   */
  async flushed(): Promise<void> {
    // The running flush may have begun before our commit …
    if (this.#flight) await this.#flight.done
    if (this.#failure) throw this.#failure
    // … and another caller that waited for it may have started the next one, which covers our commit.
    if (this.#flight) return this.#flight.done
    if (this.#unflushed.size === 0) return
    const segments = [...this.#unflushed]
    this.#unflushed.clear()
    this.counts.logFlushes++
    const done = Promise.all(segments.map(async (segment) => flushData(this.#descriptor(segment))))
      .then(() => {})
      .catch((error: Error) => {
        this.#break(error)
        throw error
      })
      .finally(() => {
        this.#flight = undefined
        this.#closeRetired()
      })
    this.#flight = { segments, done }
    return done
  }

  /** True if everything committed is on disk. Permanently false after a failed flush. */
  get isFlushed(): boolean {
    return this.#unflushed.size === 0 && !this.#flight && !this.#failure
  }

  override async closeFs() {
    this.#flushLogNow()
    await this.#flight?.done.catch(() => {})
    this.#forgetDescriptors()
    await super.closeFs()
  }

  #flushLogNow() {
    const segments = new Set([...this.#unflushed, ...(this.#flight?.segments ?? [])])
    if (segments.size === 0) return
    this.counts.forcedLogFlushes++
    this.#orBreak(() => {
      for (const segment of segments) fdatasyncSync(this.#descriptor(segment))
    })
    this.#unflushed.clear()
    // From here on a checkpoint may rename or remove the segments of the running flush.
    if (this.#flight) this.#flight.segments = []
  }

  #orBreak(flush: () => void) {
    try {
      flush()
    } catch (error) {
      this.#break(error as Error)
      throw error
    }
  }

  #break(error: Error) {
    if (this.#failure) return
    this.#failure = error
    this.#onBroken(error)
  }

  #descriptor(segment: string): number {
    let descriptor = this.#descriptors.get(segment)
    if (descriptor === undefined) {
      descriptor = openSync(join(this.rootDir, segment), 'r+')
      this.#descriptors.set(segment, descriptor)
    }
    return descriptor
  }

  #forgetDescriptors() {
    if (this.#descriptors.size === 0) return
    this.#retired.push(...this.#descriptors.values())
    this.#descriptors.clear()
    if (!this.#flight) this.#closeRetired()
  }

  #closeRetired() {
    const retired = this.#retired
    this.#retired = []
    for (const descriptor of retired) closeSync(descriptor)
  }
}

const isEmpty = (bytes: Uint8Array, offset: number, length: number) =>
  length <= emptyPages.length &&
  Buffer.compare(new Uint8Array(bytes.buffer, bytes.byteOffset + offset, length), emptyPages.subarray(0, length)) === 0

function flushData(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(descriptor, (error) => (error ? reject(error) : resolve())))
}

/**
 * A proxy of the client that answers only when the data behind the answer is on disk. This includes reads:
 * a read could otherwise show data that a power cut loses.
 */
export function answeringOnceFlushed(client: PGlite, disk: DurableFileSystem): PGlite {
  const answering = new Set(['query', 'exec', 'sql', 'transaction', 'runExclusive'])
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (typeof name !== 'string' || !answering.has(name)) return value.bind(target)
      return async (...args: unknown[]) => {
        try {
          return await value.apply(target, args)
        } finally {
          await disk.flushed()
        }
      }
    },
  })
}
