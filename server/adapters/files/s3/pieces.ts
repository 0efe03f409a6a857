import type { S3Bucket } from './s3Bucket.ts'

/** Bytes `start` (included) to `end` (excluded) of an upload, in an object of their own. */
export interface Piece {
  readonly key: string
  readonly start: number
  readonly end: number
}

/** An upload that has begun. */
export interface Arriving {
  /** Bytes that the device announced. */
  readonly size: number
  /** By start; of two with the same start the longer one is first. */
  readonly pieces: readonly Piece[]
  /** Bytes from the start without a gap. */
  readonly arrived: number
}

export const folderOf = (id: string): string => `arriving/${id}/`
/** The object that begins an upload. It is empty: what there is to know is in its key. */
export const beginKey = (id: string, size: number): string => `${folderOf(id)}size-${size}`
export const pieceKey = (id: string, start: number, end: number): string => `${folderOf(id)}${String(start).padStart(12, '0')}-${end}`

/** What has arrived of an upload; undefined if it has not begun. */
export async function arrivingOf(bucket: S3Bucket, id: string): Promise<Arriving | undefined> {
  const objects = await bucket.list(folderOf(id))
  const begun = objects.map(({ key }) => /\/size-(\d+)$/.exec(key)).find((match) => match !== null)
  if (!begun) return undefined
  // Not every store writes an object as a whole: one that is shorter than its name says has not arrived.
  const pieces = objects
    .flatMap(({ key, size }) => {
      const [, start, end] = /\/(\d+)-(\d+)$/.exec(key) ?? []
      return Number(end) - Number(start) === size ? [{ key, start: Number(start), end: Number(end) }] : []
    })
    .sort((a, b) => a.start - b.start || b.end - a.end)
  const arrived = pieces.reduce((reached, { start, end }) => (start <= reached ? Math.max(reached, end) : reached), 0)
  return { size: Number(begun[1]), pieces, arrived }
}

/** Objects that are read or deleted at once. */
const atOnce = 8

/** The bytes that have arrived without a gap. Pieces may overlap: two requests may have brought the same bytes. */
export async function assemble(bucket: S3Bucket, { pieces, arrived }: Arriving): Promise<Buffer> {
  const whole = Buffer.alloc(arrived)
  let reached = 0
  const needed = pieces.filter(({ start, end }) => {
    const isNew = start <= reached && end > reached
    if (isNew) reached = end
    return isNew
  })
  await forEach(needed, async ({ key, start, end }) => {
    const bytes = await bucket.bytes(key)
    if (bytes?.length !== end - start) throw new Error('a piece of an upload is not as long as its name says')
    bytes.copy(whole, start)
  })
  return whole
}

export async function dropArriving(bucket: S3Bucket, id: string): Promise<void> {
  const objects = await bucket.list(folderOf(id))
  await forEach(objects, ({ key }) => bucket.remove(key))
}

/** Works on all, some at once. Stops at the first error. */
export async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}
