import { createHash } from 'node:crypto'
import { type ExpectedFile, type FileStore, markName } from '../FileStore.ts'
import { objectUploads } from './objectUploads.ts'
import { arrivingOf, assemble, beginKey, dropArriving, pieceKey } from './pieces.ts'
import { type S3Failure, s3Bucket } from './s3Bucket.ts'
import type { S3Settings } from './s3Settings.ts'

export interface ObjectFilesOptions {
  /** An existing local folder for bodies of requests. */
  readonly spool: string
  /** Called for each call that the store does not answer, or refuses. What it throws, the call rejects with. */
  readonly onFailure: (failure: S3Failure) => void
}

/** Files that are checked at once. Each is in memory: at most 25 MB, twice if it is sealed. */
const checksAtOnce = 4

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Files in a bucket: `arriving/{id}/…` during the upload, `whole/{2 characters}/{id}` afterwards. Only checked bytes
 * ever get a `whole` key.
 */
export function objectFiles(settings: S3Settings, { spool, onFailure }: ObjectFilesOptions): FileStore {
  const bucket = s3Bucket(settings, onFailure)
  const inTurn = turns(checksAtOnce)
  const wholeKey = (id: string) => `whole/${id.slice(0, 2)}/${id}`
  const drop = (id: string) => dropArriving(bucket, id)

  async function finish(id: string, { size, sha256, sealed }: ExpectedFile): Promise<'whole' | 'mismatch' | 'absent'> {
    const arriving = await arrivingOf(bucket, id)
    if (!arriving) {
      // The process may have stopped between the last step here and the database write.
      const bytes = (await bucket.size(wholeKey(id))) === size ? await bucket.bytes(wholeKey(id)) : undefined
      return bytes && sumOf(bytes) === sha256 ? 'whole' : 'absent'
    }
    if (arriving.arrived !== (sealed?.size ?? size)) return 'absent'
    const came = await assemble(bucket, arriving)
    const bytes = sealed ? sealed.open(came) : came
    if (bytes?.length !== size || sumOf(bytes) !== sha256) {
      await drop(id)
      return 'mismatch'
    }
    await bucket.put(wholeKey(id), bytes)
    // The file is complete. The cleanup deletes pieces that are left.
    await drop(id).catch(() => undefined)
    return 'whole'
  }

  return {
    spool,
    uploads: objectUploads(bucket),
    arrived: async (id) => (await arrivingOf(bucket, id))?.arrived,
    dropUncounted: async () => undefined,
    finish: (id, expected) => inTurn(() => finish(id, expected)),
    async put(id, bytes) {
      if (bytes.length > 0) await bucket.put(pieceKey(id, 0, bytes.length), bytes)
      await bucket.put(beginKey(id, bytes.length), Buffer.alloc(0))
    },
    putComplete: (id, bytes) => bucket.put(wholeKey(id), bytes),
    drop,
    remove: (id) => bucket.remove(wholeKey(id)),
    size: (id) => bucket.size(wholeKey(id)),
    async *ids() {
      for (const folder of await bucket.folders('whole/')) for (const { key } of await bucket.list(folder)) yield key.slice(folder.length)
    },
    async older(before, part, parts) {
      const folders = [...(await bucket.folders('whole/'))].sort().filter((_, n) => n % parts === part)
      const found: string[] = []
      for (const folder of folders)
        for (const { key, modified } of await bucket.list(folder)) if (modified < before) found.push(key.slice(folder.length))
      return found
    },
    async leftovers(before) {
      const old = (await bucket.list('arriving/')).filter(({ modified }) => modified < before)
      return [...new Set(old.map(({ key }) => key.split('/')[1] ?? ''))]
    },
    async read(id, range) {
      const stream = await bucket.get(wholeKey(id), range)
      if (!stream) throw new Error('the object of a complete file is missing')
      return stream
    },
    readMark: async () => (await bucket.bytes(markName))?.toString(),
    writeMark: (mark) => bucket.put(markName, Buffer.from(mark)),
    ready: () => bucket.ready(),
  }
}

/** Runs so many at once; the others wait in order. */
function turns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
