import { text } from '../../i18n/text.ts'
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { addressGroup } from '../limits/limits.ts'
import { BytesUnderWay } from './bytesUnderWay.ts'
import { anonymous } from '../records/person.ts'

const MB = 1024 ** 2

/**
 * Bytes of anonymous uploads that may wait for their record: public forms must not fill the disk. One network has a
 * share of what the others leave, so its room shrinks while the whole room fills: 1 GB, then 768 MB, ….
 */
const mostLoose = { all: 4096 * MB, networkShare: 1 / 4, perDevice: 256 * MB }

/** A home or a site gets a /56 prefix, which is 256 networks of 64 bits. */
const networkBits = 56

/** Maximum age of the sums in ms. Bytes that another process received appear with this delay. */
const freshMs = 5_000

interface Sums {
  readonly readAt: number
  /**
   * Keys: `all`, `address <hash>` and `device <hash> <device>`. Bytes received since the last read are added.
   */
  readonly bytes: Map<string, number>
}

const kept = new WeakMap<App, Sums>()
const underWay = new BytesUnderWay()

export interface LooseUploader {
  readonly device: string
  readonly address: string
}

/** The network of an address as stored with files: hashed. */
export const addressName = (app: Pick<App, 'pepper'>, address: string): string =>
  createHmac('sha256', app.pepper)
    .update(`upload ${addressGroup(address, networkBits)}`)
    .digest('base64url')
    .slice(0, 22)

/**
 * Checks and counts bytes that an anonymous client is about to send, and returns how to end that once the
 * database knows them. Announced bytes do not count. `fresh`: reads the sums again.
 * @throws Refused UNAVAILABLE
 */
export async function takeLooseRoom(
  app: App,
  { address, device }: LooseUploader,
  bytes: number,
  { fresh = false } = {},
): Promise<() => void> {
  const sums = await sumsOf(app, fresh)
  const from = addressName(app, address)
  const usedBy = (key: string) => (sums.bytes.get(key) ?? 0) + underWay.of(app, key)
  const network = `address ${from}`
  const parts = [
    { key: 'all', most: mostLoose.all, words: text('The server has no room for files right now.') },
    {
      key: network,
      most: (mostLoose.all - usedBy('all') + usedBy(network)) * mostLoose.networkShare,
      words: text('Too many files from this network wait for their form. Please try again in an hour.'),
    },
    {
      key: `device ${from} ${device}`,
      most: mostLoose.perDevice,
      words: text('Too many files of this device wait for their form. Please send the form first.'),
    },
  ]
  for (const { key, most, words } of parts) if (usedBy(key) + bytes > most) throw new Refused(503, 'UNAVAILABLE', words)
  const keys = parts.map(({ key }) => key)
  const end = underWay.add(app, keys, bytes)
  return () => {
    end()
    // Until the sums are read again.
    const known = kept.get(app)
    if (known) for (const key of keys) known.bytes.set(key, (known.bytes.get(key) ?? 0) + bytes)
  }
}

const LooseBytesRow = z.object({ address: z.nullable(z.string()), device: z.nullable(z.string()), bytes: z.number() })

async function sumsOf(app: App, fresh: boolean): Promise<Sums> {
  const known = kept.get(app)
  if (!fresh && known && performance.now() - known.readAt < freshMs) return known
  const found = await rows(
    app.storage.db,
    LooseBytesRow,
    sql`select created_address as address, created_device as device, sum(case when complete then size else arrived end)::float8 as bytes
        from files where path is null and created_by = ${anonymous} group by 1, 2`,
  )
  const bytes = new Map<string, number>()
  for (const { address, device, bytes: some } of found)
    for (const key of ['all', `address ${address}`, `device ${address} ${device}`]) bytes.set(key, (bytes.get(key) ?? 0) + Number(some))
  const sums = { readAt: performance.now(), bytes }
  kept.set(app, sums)
  return sums
}

/** Stores how many bytes of an upload have arrived, after a part that was not acknowledged. */
export async function noteArrived(app: App, id: string): Promise<void> {
  const arrived = await app.files.arrived(id)
  if (arrived === undefined) return
  await app.storage.db.execute(sql`update files set arrived = ${arrived} where id = ${id} and not complete and arrived < ${arrived}`)
}

/** Stores that the bytes before `end` have arrived. Not for the last part: a checked upload is complete instead. */
export async function notePart(app: App, id: string, end: number): Promise<void> {
  await app.storage.db.execute(sql`update files set arrived = ${end} where id = ${id} and not complete and arrived < ${end}
        and ${end} < coalesce(sealed_size, size)`)
}
