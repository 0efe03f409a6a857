/** A fault that the check must notice: a place in the code, and what is there instead. */
export interface Fault {
  readonly title: string
  readonly file: string
  readonly from: string
  readonly to: string
}

export const faults: readonly Fault[] = [
  {
    title: 'data pages are written before the log',
    file: 'server/storage/embedded/durableFileSystem.ts',
    // A segment still is flushed before it gets another name: without that the server ends, also without a power cut.
    from: `        if (!growth) this.#flushLogNow()
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
`,
    to: `      }
      return write(stream, bytes, offset, length, position)
    }
    streams.fsync = (stream) => {
      const segment = logSegment.exec(stream.path)?.[1]
      if (segment) {
        this.#unflushed.add(segment)
        return 0
      }
`,
  },
  {
    title: 'a commit does not flush the log',
    file: 'server/storage/embedded/durableFileSystem.ts',
    from: 'segments.map(async (segment) => flushData(this.#descriptor(segment)))',
    to: 'segments.map(() => Promise.resolve())',
  },
  {
    title: 'files of uploads are never flushed',
    file: 'server/adapters/files/disk/flush.ts',
    from: '    await handle.sync()\n',
    to: '',
  },
  {
    title: 'the folder of a complete file is not flushed after the rename',
    file: 'server/adapters/files/disk/diskFiles.ts',
    from: '  await rename(from, to)\n  await flush(dirname(to))\n',
    to: '  await rename(from, to)\n',
  },
  {
    title: 'the bytes of a part are acknowledged before they are flushed',
    file: 'server/adapters/files/disk/arrivingFiles.ts',
    from: '      await flush(this.pathOf(id))\n',
    to: '',
  },
]
