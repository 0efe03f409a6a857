import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { sumKey } from './BackupManifest.ts'

export interface Archive {
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Rejects when `bytes` has other than `size` bytes. Whether their SHA-256 is this one is not checked. */
  addStream(name: string, size: number, sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Resolves when everything is written to the target. */
  finish(): Promise<void>
  /** Stops writing and closes the target. */
  abandon(): Promise<void>
}

type Entry = ReturnType<Pack['entry']>

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes a tar file to `target`. Each entry has its SHA-256 in its header. When the target fails, or `signal` aborts,
 * each further call rejects with that error.
 */
export function createArchive(target: Writable, signal?: AbortSignal): Archive {
  const packed = pack()
  const written = pipeline(Readable.from(packed), target, signal ? { signal } : {})
  // The call that adds an entry rejects with the error.
  written.catch(() => {})

  const store = (name: string, size: number, sha256: string, bytes: AsyncIterable<Uint8Array>) =>
    new Promise<void>((resolve, reject) => {
      const entry = packed.entry({ name, size, mode: 0o600, pax: { [sumKey]: sha256 } }, (error) => (error ? reject(error) : resolve()))
      // The callback gets the error; without a listener it would end the process.
      entry.on('error', () => {})
      fill(entry, { name, size }, bytes).catch((error: unknown) => entry.destroy(error as Error))
    })

  async function addStream(name: string, size: number, sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      await store(name, size, sha256, bytes)
    } catch (error) {
      packed.destroy(error as Error)
      // Rejects with the first error, which is the cause of this one.
      await written
      throw error
    }
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

async function fill(entry: Entry, { name, size }: { name: string; size: number }, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let length = 0
  let wake = () => {}
  for (const event of ['drain', 'close'] as const) entry.on(event, () => wake())
  for await (const part of bytes) {
    length += part.length
    if (entry.destroying || length > size) break
    if (!entry.write(part))
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  if (length !== size) throw new Error(`${name} has changed while it was copied. Repeat the backup.`)
  entry.end(undefined)
}
