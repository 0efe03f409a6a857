import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Files on this computer's disk: `arriving/{id}` while a device sends, `whole/{2 characters}/{id}` afterwards. */
export interface DiskFiles {
  /** Where the upload protocol writes. */
  readonly arriving: string
  /** Bytes of an arriving file, undefined where there is none. */
  arrived(id: string): Promise<number | undefined>
  /**
   * Checks the bytes and puts the file in its final place, flushed to the disk. Doing it again is harmless.
   * `absent`: not all bytes are there. A sealed file is opened on the way; its place only ever holds what was inside.
   */
  finish(id: string, expected: { size: number; sha256: string; sealed?: Sealed | undefined }): Promise<'whole' | 'mismatch' | 'absent'>
  /** All bytes of an arriving file at once. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** Throws an arriving file away. */
  drop(id: string): Promise<void>
  /** Throws a whole file away. */
  remove(id: string): Promise<void>
  size(id: string): Promise<number | undefined>
  /** Ids of whole files that were stored before a moment; of the folders, only those of one of `parts` equal parts. */
  older(before: Date, part: number, parts: number): Promise<string[]>
  /** Bytes `start` to `end`, both included. */
  read(id: string, range?: { start: number; end: number }): Readable
}

/** How many bytes travel, and what they hold; undefined when that can't be told. */
export interface Sealed {
  readonly size: number
  open(bytes: Buffer): Buffer | undefined
}

export async function diskFiles(folder: string): Promise<DiskFiles> {
  const arriving = join(folder, 'arriving')
  const whole = join(folder, 'whole')
  await Promise.all([mkdir(arriving, { recursive: true, mode: 0o700 }), mkdir(whole, { recursive: true, mode: 0o700 })])
  const arrivingPath = (id: string) => join(arriving, id)
  const wholePath = (id: string) => join(whole, id.slice(0, 2), id)

  async function drop(id: string): Promise<void> {
    await Promise.all([rm(arrivingPath(id), { force: true }), rm(`${arrivingPath(id)}.json`, { force: true })])
  }

  /** Flushed before it has its name, and the name after. */
  async function settle(from: string, to: string): Promise<void> {
    await flush(from)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
    await flush(dirname(to))
    await flush(whole)
  }

  return {
    arriving,
    arrived: (id) => sizeOf(arrivingPath(id)),
    drop,
    async put(id, bytes) {
      // Two of the same at once: whoever is last, the file is never half of one.
      const draft = `${arrivingPath(id)}.${randomBytes(6).toString('hex')}`
      await writeFile(draft, bytes)
      await rename(draft, arrivingPath(id))
    },
    async finish(id, { size, sha256, sealed }) {
      const from = arrivingPath(id)
      const to = wholePath(id)
      const came = sealed && (await sizeOf(from))
      if (sealed && came !== undefined) {
        if (came !== sealed.size) return 'absent'
        const bytes = sealed.open(await readFile(from))
        if (bytes?.length !== size || createHash('sha256').update(bytes).digest('hex') !== sha256) {
          await drop(id)
          return 'mismatch'
        }
        const opened = `${from}.${randomBytes(6).toString('hex')}`
        await writeFile(opened, bytes)
        await settle(opened, to)
        await drop(id)
        return 'whole'
      }
      // A crash may have come between the move and the note of it.
      const at = (await sizeOf(from)) === undefined && (await sizeOf(to)) === size ? to : from
      if ((await sizeOf(at)) !== size) return 'absent'
      const hash = createHash('sha256')
      await pipeline(createReadStream(at), hash)
      if (hash.digest('hex') !== sha256) {
        await (at === to ? rm(to, { force: true }) : drop(id))
        return 'mismatch'
      }
      if (at === from) {
        await settle(from, to)
        await rm(`${from}.json`, { force: true })
      }
      return 'whole'
    },
    remove: (id) => rm(wholePath(id), { force: true }),
    size: (id) => sizeOf(wholePath(id)),
    async older(before, part, parts) {
      const found: string[] = []
      const folders = (await readdir(whole)).sort().filter((_, n) => n % parts === part)
      for (const name of folders)
        for (const id of await readdir(join(whole, name)).catch(() => [])) {
          const known = await stat(join(whole, name, id)).catch(() => undefined)
          if (known && known.mtimeMs < before.getTime()) found.push(id)
        }
      return found
    },
    read: (id, range) => createReadStream(wholePath(id), range),
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Of a file or a folder. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
