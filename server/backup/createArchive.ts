import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { sumKey } from './BackupManifest.ts'

export interface Archive {
  add(name: string, bytes: Uint8Array): Promise<void>
  /** `bytes` has exactly `size` bytes with this SHA-256. */
  addStream(name: string, size: number, sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Resolves when everything is on the disk. */
  finish(): Promise<void>
  /** Stops writing. The file stays as it is. */
  abandon(): Promise<void>
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes a tar file that only this user can read. Each entry has its SHA-256 in its header. */
export function createArchive(file: string): Archive {
  const packed = pack()
  const written = pipeline(Readable.from(packed), createWriteStream(file, { mode: 0o600, flush: true }))
  const failed = written.then(() => new Promise<never>(() => {}))
  // The call that adds an entry rejects with the error.
  failed.catch(() => {})

  async function addStream(name: string, size: number, sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let sink: ReturnType<typeof packed.entry> | undefined
    const stored = new Promise<void>((resolve, reject) => {
      sink = packed.entry({ name, size, mode: 0o600, pax: { [sumKey]: sha256 } }, (error) => (error ? reject(error) : resolve()))
    })
    stored.catch(() => {})
    for await (const part of bytes) {
      const isFull = sink?.write(part) === false
      if (isFull) await Promise.race([failed, new Promise<void>((resolve) => void sink?.once('drain', resolve))])
    }
    sink?.end(undefined)
    await Promise.race([failed, stored])
  }

  return {
    add: (name, bytes) => addStream(name, bytes.length, sha256Of(bytes), Readable.from([bytes])),
    addStream,
    async finish() {
      packed.finalize()
      await written
    },
    async abandon() {
      packed.destroy()
      await written.catch(() => {})
    },
  }
}
