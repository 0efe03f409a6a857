import { type FileStore, markName } from '../adapters/files/FileStore.ts'

/** The bucket with the files of people (FILES_URL). Its calls reject with words for the operator. */
export interface FilesBucket {
  /** `s3://bucket/folder` */
  readonly name: string
  readonly store: FileStore
}

/** Files that are read or written at once. Each is in memory: at most 25 MB. */
const atOnce = 4

const folder = 'files/whole/'

/** The path of the mark beside the files of a data folder: server/domain/files/filesOwner.ts. */
export const markPath = `files/${markName}`

/** The path that a complete file has in a data folder, and in a backup. */
export const pathOfFile = (id: string): string => `${folder}${id.slice(0, 2)}/${id}`

/** The id of a complete file; undefined for other paths of a backup. */
export function idOfFile(path: string): string | undefined {
  const id = path.split('/').at(-1) ?? ''
  return path === pathOfFile(id) ? id : undefined
}

export const isFileOfPerson = (path: string): boolean => path.startsWith(folder)

export async function contentOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

/** Reads of a file before it fails: its connection may break, and a backup of many hours must not end with that. */
const attempts = 3

/** Undefined if there is no such file, or no more. */
async function readFile(store: FileStore, id: string): Promise<Buffer | undefined> {
  for (let attempt = 1; ; attempt++)
    try {
      return await contentOf(await store.read(id))
    } catch (error) {
      if ((await store.size(id)) === undefined) return undefined
      if (attempt < attempts) continue
      const { message } = error as Error
      throw new Error(`${pathOfFile(id)} can't be read from the bucket: ${message}. Repeat the command.`, { cause: error })
    }
}

/** All complete files. Those that are deleted meanwhile are left out. */
export async function* readBucket({ store }: FilesBucket): AsyncGenerator<{ readonly path: string; readonly bytes: Buffer }> {
  const ahead: Promise<{ path: string; bytes: Buffer | undefined }>[] = []
  const next = async function* () {
    const file = await ahead.shift()
    if (file?.bytes) yield { path: file.path, bytes: file.bytes }
  }
  for await (const id of store.ids()) {
    const reading = readFile(store, id).then((bytes) => ({ path: pathOfFile(id), bytes }))
    // `next` rejects with it.
    reading.catch(() => {})
    ahead.push(reading)
    if (ahead.length >= atOnce) yield* next()
  }
  while (ahead.length > 0) yield* next()
}

export interface BucketWriter {
  /** Resolves when there is room for the next file. Rejects with an error of an earlier one, too. */
  add(id: string, bytes: Buffer): Promise<void>
  /** Resolves when the bucket has all files. */
  finish(): Promise<void>
}

/** Writes complete files. One that is there and is equal stays; one with other content is an error. */
export function writeBucket(bucket: FilesBucket): BucketWriter {
  const writing = new Set<Promise<void>>()
  const failures: unknown[] = []
  const throwFailure = () => {
    if (failures.length > 0) throw failures[0]
  }
  return {
    async add(id, bytes) {
      const work: Promise<void> = writeFile(bucket, id, bytes)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => writing.delete(work))
      writing.add(work)
      if (writing.size >= atOnce) await Promise.race(writing)
      throwFailure()
    },
    async finish() {
      await Promise.all(writing)
      throwFailure()
    },
  }
}

async function writeFile({ name, store }: FilesBucket, id: string, bytes: Buffer): Promise<void> {
  if ((await store.size(id)) === undefined) return await store.putComplete(id, bytes)
  const known = await readFile(store, id)
  if (known?.equals(bytes)) return
  throw new Error(`${id} is in ${name} with other content. Restore into another folder of the bucket (FILES_URL), or move the file away.`)
}
