import { sha256Hex } from '../lib/sha256Hex.ts'
import { packZip } from '../lib/packZip.ts'
import { nameOf } from '../lib/pageOf.ts'
import { openRaw, rowOf, rowsOf } from './openRaw.ts'

/** The parts of a row that this page needs; any version of the app may have written it. */
interface Row {
  readonly opId?: unknown
  readonly owner?: unknown
  readonly path?: unknown
  readonly title?: unknown
  readonly clientAt?: unknown
  readonly updatedAt?: unknown
  readonly seq?: unknown
}

interface FileRow {
  readonly id: string
  readonly filename?: string
  readonly type?: string
  readonly bytes?: ArrayBuffer | Blob
}

export interface Waiting {
  readonly kind: 'save' | 'draft'
  /** Undefined for other people's work. */
  readonly title: string | undefined
  /** ms since 1970; NaN when the row has no time. */
  readonly at: number
}

export interface Findings {
  readonly waiting: readonly Waiting[]
  /** Number of rows or tables that could not be read. */
  readonly lost: number
  /** Why the main database could not be opened. */
  readonly trouble: string | undefined
  /** One file in the format of the app's own export; the app imports it on any device. */
  file(): Promise<Blob>
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
/** The form of a save without a title; '' for saves of other kinds. */
const formIn = (path: unknown) => (typeof path === 'string' && path.startsWith('forms/') ? nameOf(path) : '')
const safe = (name: string) => name.replaceAll(/[^\w. -]+/g, '_')
const json = (value: unknown) => JSON.stringify(value, null, 2)

/** Reads saves that no database accepted from Cache Storage, one per address (store/outbox/addToFallback.ts). */
async function aside(caches: CacheStorage | undefined, miss: () => void): Promise<{ op?: Row }[]> {
  const rows: { n?: unknown; op?: Row }[] = []
  try {
    if (!(await caches?.has('muster-spill'))) return rows
    const cache = await caches?.open('muster-spill')
    for (const request of (await cache?.keys()) ?? [])
      try {
        rows.push((await (await cache?.match(request))?.json()) as { op?: Row })
      } catch {
        miss()
      }
  } catch {
    miss()
  }
  return rows.sort((one, two) => Number(one.n) - Number(two.n))
}

/** Finds all unsent work of this device without the code of the app. Never writes. */
export async function findWaiting(factory: IDBFactory, me: string, caches?: CacheStorage): Promise<Findings> {
  let lost = 0
  const miss = () => void lost++
  let trouble: string | undefined
  const open = async (name: string) => {
    try {
      return await openRaw(factory, name)
    } catch (error) {
      trouble ??= (error as Error).message
      return undefined
    }
  }
  const [main, spill] = await Promise.all([open('muster'), open('muster-spill')])
  const of = async <T>(db: IDBDatabase | undefined, table: string) => (db ? await rowsOf<T>(db, table, miss) : [])
  const [outbox, drafts, shelf, quarantine, spilled] = await Promise.all([
    of<Row>(main, 'outbox'),
    of<Row>(main, 'drafts'),
    of<Row>(main, 'shelf'),
    of<{ row?: Row }>(main, 'quarantine'),
    of<{ op?: Row }>(spill, 'ops'),
  ])
  const known = new Set(outbox.map(({ opId }) => opId))
  const beside = [...spilled, ...(await aside(caches, miss))].flatMap(({ op }) => {
    if (!op || known.has(op.opId)) return []
    known.add(op.opId)
    return [op]
  })
  const saves = [...outbox, ...beside]
  const titleOf = ({ owner, title, path }: Row) => (owner === me ? (text(title) ?? formIn(path)) : undefined)
  const put = (kind: Waiting['kind'], row: Row): Waiting => ({
    kind,
    title: titleOf(row),
    at: typeof row.updatedAt === 'number' ? row.updatedAt : Date.parse(text(row.clientAt) ?? ''),
  })

  return {
    waiting: [
      ...saves.map((row) => put('save', row)),
      ...quarantine.flatMap(({ row }) => (row ? [put('save', row)] : [])),
      ...[...drafts, ...shelf].map((row) => put('draft', row)),
    ],
    get lost() {
      return lost
    },
    trouble,
    async file() {
      const listed: { name: string; sha256: string; size: number; filename?: string; type?: string }[] = []
      const entries: { name: string; content: Blob }[] = []
      const add = async (name: string, content: string | ArrayBuffer | Blob, about: { filename?: string; type?: string } = {}) => {
        const blob = new Blob([content])
        listed.push({ name, sha256: await sha256Hex(content), size: blob.size, ...about })
        entries.push({ name, content: blob })
      }
      for (const [n, row] of saves.entries()) await add(`saves/${safe(text(row.opId) ?? `unnamed-${n}`)}.json`, json(row))
      if (main) {
        for (const { id, filename = id, type = '' } of await of<FileRow>(main, 'blobs')) {
          const bytes = (await rowOf<FileRow>(main, 'bytes', id, miss))?.bytes
          if (bytes) await add(`files/${id}-${safe(filename)}`, bytes, { filename, type })
        }
        for (const { id, filename = '', bytes } of await of<FileRow>(main, 'unprocessed'))
          if (bytes) await add(`not-processed/${id}-${safe(filename)}`, bytes)
      }
      await add('drafts.json', json({ drafts, shelf }))
      await add('unreadable.json', json(quarantine))
      const device = main && (await rowOf<{ value?: unknown }>(main, 'meta', 'deviceId', miss))
      const about = { format: 'muster-outbox', version: 1, at: new Date().toISOString(), deviceId: device?.value, lost, entries: listed }
      return await packZip([{ name: 'manifest.json', content: new Blob([json(about)]) }, ...entries])
    },
  }
}
