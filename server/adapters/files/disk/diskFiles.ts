import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type FileStore, markName } from '../FileStore.ts'
import { arrivingFiles } from './arrivingFiles.ts'
import { flush } from './flush.ts'

/**
 * Files on this computer's disk: `arriving/{id}` during the upload, `whole/{2 characters}/{id}` afterwards.
 */
export async function diskFiles(folder: string): Promise<FileStore> {
  const arriving = join(folder, 'arriving')
  const whole = join(folder, 'whole')
  await Promise.all([mkdir(arriving, { recursive: true, mode: 0o700 }), mkdir(whole, { recursive: true, mode: 0o700 })])
  // The names of these folders survive a power cut as well.
  await flush(folder)
  await flush(dirname(folder))
  const arrivingPath = (id: string) => join(arriving, id)
  const wholePath = (id: string) => join(whole, id.slice(0, 2), id)

  /** Uploads with bytes that this process has written: they are not torn, even if the clock was set back since. */
  const ownBytes = new Set<string>()

  /** The bytes first: an upload without its description could never go on. */
  async function drop(id: string): Promise<void> {
    ownBytes.delete(id)
    await rm(arrivingPath(id), { force: true })
    await rm(`${arrivingPath(id)}.json`, { force: true })
  }

  /** Returns its path. Of two writers of the same file at once the last one wins, and the file is never half of each. */
  async function writeDraft(id: string, bytes: Uint8Array): Promise<string> {
    const draft = `${arrivingPath(id)}.${randomBytes(6).toString('hex')}`
    await writeFile(draft, bytes)
    return draft
  }

  const settle = (from: string, to: string) => settleIn(whole, from, to)

  return {
    spool: arriving,
    uploads: arrivingFiles(arriving, (id) => void ownBytes.add(id)),
    arrived: (id) => sizeOf(arrivingPath(id)),
    dropUncounted: dropUncountedIn(arrivingPath, ownBytes),
    drop,
    async put(id, bytes) {
      ownBytes.add(id)
      await rename(await writeDraft(id, bytes), arrivingPath(id))
    },
    async putComplete(id, bytes) {
      await settle(await writeDraft(id, bytes), wholePath(id))
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
        await settle(await writeDraft(id, bytes), to)
        await drop(id)
        return 'whole'
      }
      // A crash may have happened between the move and the database write.
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
        ownBytes.delete(id)
        await rm(`${from}.json`, { force: true })
      } else await flush(dirname(to))
      return 'whole'
    },
    remove: (id) => rm(wholePath(id), { force: true }),
    size: (id) => sizeOf(wholePath(id)),
    async *ids() {
      for (const name of await readdir(whole)) yield* await readdir(join(whole, name)).catch(() => [])
    },
    older: (before, part, parts) => olderIn(whole, before, { part, parts }),
    leftovers: async (before) => [...new Set((await olderNames(arriving, before)).map((name) => name.replace(/\.json$/, '')))],
    async read(id, range) {
      const file = await open(wholePath(id), 'r')
      return file.createReadStream(range)
    },
    readMark: () => readMark(folder),
    writeMark: (mark) => writeMark(folder, mark),
    ready: async () => true,
  }
}

/** Flushes the content and the name of the folder before the rename, and the folder after it. */
async function settleIn(whole: string, from: string, to: string): Promise<void> {
  await flushOrRemove(from)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await flush(whole)
  await rename(from, to)
  await flush(dirname(to))
}

/** Once at a time for each upload: a second cut could meet bytes that came after the first one. */
function dropUncountedIn(pathOf: (id: string) => string, ownBytes: ReadonlySet<string>): FileStore['dropUncounted'] {
  // Of bytes that other servers write into a shared folder, only the time says when. Its clock may be some ms late.
  const openedAt = Date.now() - 50
  const cutting = new Map<string, Promise<void>>()
  async function cut(id: string, counted: number): Promise<void> {
    const known = await statOf(pathOf(id))
    if (known && known.size > counted && known.mtimeMs < openedAt && !ownBytes.has(id))
      // Another server may have moved the file into its place since.
      await ifThere(truncate(pathOf(id), counted))
  }
  return (id, counted) => {
    const running = cutting.get(id) ?? cut(id, counted).finally(() => cutting.delete(id))
    cutting.set(id, running)
    return running
  }
}

/** Flushes a file. If that fails, the file goes: the next flush could succeed without its bytes, so the device sends them again. */
async function flushOrRemove(path: string): Promise<void> {
  try {
    await flush(path)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

const readMark = (folder: string) => ifThere(readFile(join(folder, markName), 'utf8'))

async function writeMark(folder: string, mark: string): Promise<void> {
  const draft = join(folder, `${markName}.${randomBytes(6).toString('hex')}`)
  await writeFile(draft, mark)
  await flushOrRemove(draft)
  await rename(draft, join(folder, markName))
  await flush(folder)
}

async function olderIn(whole: string, before: Date, { part, parts }: { part: number; parts: number }): Promise<string[]> {
  const found: string[] = []
  const folders = (await readdir(whole)).sort().filter((_, n) => n % parts === part)
  for (const name of folders) found.push(...(await olderNames(join(whole, name), before)))
  return found
}

async function olderNames(folder: string, before: Date): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const known = await stat(join(folder, name)).catch(() => undefined)
    if (known && known.mtimeMs < before.getTime()) found.push(name)
  }
  return found
}

/** Whether there is a complete file in the folder of `diskFiles`. */
export async function hasFiles(folder: string): Promise<boolean> {
  const whole = join(folder, 'whole')
  for (const name of await readdir(whole).catch(() => [])) if ((await readdir(join(whole, name)).catch(() => [])).length > 0) return true
  return false
}

const sizeOf = async (path: string): Promise<number | undefined> => (await statOf(path))?.size

const statOf = (path: string) => ifThere(stat(path))

/** Undefined if there is no such file. */
async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
