import { useLiveQuery } from 'dexie-react-hooks'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { serverNow } from '../db/serverNow.ts'
import { type DraftRow, rowVersion, type ShelfRow } from '../db/MusterDb.ts'
import { discardDraft, settleDraftWrites, shelve } from './keepDraft.ts'
import { heldElsewhere, lockOf } from './lockOf.ts'
import { dropFiles } from '../files/keepBlob.ts'
import { getOwner } from '../identity/getOwner.ts'
import { useOwner } from '../identity/useOwner.ts'
import { allOf } from '../quota/freeSpace.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'

/** Unsaved work: on the shelf for 30 days, or a draft of the last day. */
export interface Unfinished {
  /** Id of this entry on this device: `shelf-4`, `draft-…`. */
  readonly id: string
  readonly path: string
  readonly title: string | undefined
  readonly address: string | undefined
  readonly body: Model
  readonly blobIds: readonly string[]
  readonly formVersion: string | undefined
  readonly updatedAt: number
  /** Why it was not restored automatically; `today`: it is restored when its form is opened. */
  readonly reason: ShelfRow['reason'] | 'today'
  /** Another window shows it now. */
  readonly open: boolean
  /** Deletes it for good, with its files. Does nothing while another window shows it. */
  remove(): Promise<void>
  /** Returns a zip file with the answers and the photos. */
  export(): Promise<Blob>
}

const partsOf = ({ path, title, address, body, blobIds, formVersion, updatedAt }: DraftRow) => ({
  path,
  title,
  address,
  body,
  blobIds,
  formVersion,
  updatedAt,
})

const zip = async (row: DraftRow) => (await import('./exportDraft.ts')).exportDraft(getStore(), row)

async function dropShelf(store: Store, id: number): Promise<void> {
  const row = await store.db.shelf.get(id)
  if (!row) return
  await store.db.shelf.delete(id)
  await dropFiles(store, row.blobIds)
}

/** The user's unsaved work, newest first. With `path`: of that record only, without its draft `key`. Live. */
export function useUnfinished(path?: string, key?: string): Unfinished[] {
  const owner = useOwner()
  const rows = useLiveQuery(async () => {
    const { db } = getStore()
    const [shelf, drafts] = await Promise.all([
      path === undefined ? db.shelf.where('owner').equals(owner).toArray() : db.shelf.where('[owner+path]').equals([owner, path]).toArray(),
      path === undefined
        ? db.drafts
            .where('[owner+path]')
            .between(...allOf(owner))
            .toArray()
        : db.drafts.where('[owner+path]').equals([owner, path]).toArray(),
    ])
    return { shelf, drafts: drafts.filter((row) => row.v <= rowVersion && (path === undefined || row.initHash !== key)) }
  }, [owner, path, key])
  const held = useLiveQuery(async () => await heldElsewhere(), [rows])
  if (!rows) return []
  const shelved = rows.shelf.map(
    (row): Unfinished => ({
      ...partsOf(row),
      id: `shelf-${row.id}`,
      reason: row.reason,
      open: false,
      remove: () => dropShelf(getStore(), row.id),
      export: () => zip(row),
    }),
  )
  const drafts = rows.drafts.map((row): Unfinished => {
    const lock = lockOf(row.owner, row.path, row.initHash)
    return {
      ...partsOf(row),
      id: `draft-${row.path}-${row.initHash}`,
      reason: 'today',
      open: held?.has(lock) === true,
      async remove() {
        if (!(await heldElsewhere()).has(lock)) await discardDraft(getStore(), row.owner, row.path, row.initHash)
      },
      export: () => zip(row),
    }
  })
  return [...shelved, ...drafts].sort((a, b) => b.updatedAt - a.updatedAt)
}

/** The user starts over: moves the draft to the shelf, so that nothing is lost. */
export async function setAside(path: string, key: string): Promise<void> {
  const store = getStore()
  const owner = getOwner()
  await settleDraftWrites(store, owner, path, key)
  await withReopen(store, () =>
    store.db.transaction('rw', store.db.drafts, store.db.shelf, async () => {
      const row = await store.db.drafts.get([owner, path, key])
      if (!row) return
      await store.db.shelf.add(shelve(row, 'afresh', store.now()))
      await store.db.drafts.delete([owner, path, key])
    }),
  )
}

export type Answers = Pick<DraftRow, 'path' | 'initHash' | 'body' | 'blobIds' | 'formVersion' | 'title' | 'address' | 'recordPath'>

/**
 * A changed form takes the answers that fit; the complete draft stays on the shelf, so that the rest can be
 * read and copied.
 */
export async function keepWhole(answers: Answers): Promise<void> {
  const store = getStore()
  const { at } = await serverNow(store)
  const now = store.now()
  const row: DraftRow = { ...answers, owner: getOwner(), v: rowVersion, updatedAt: now, serverAt: at }
  await withReopen(store, () => store.db.shelf.add(shelve(row, 'partly', now)))
}

/** The cached page of an unsaved form; used for the texts of its questions. */
export function useKeptPage(address: string | undefined): PageData | undefined {
  const owner = useOwner()
  return useLiveQuery(
    async () => (address === undefined ? undefined : ((await getStore().db.screens.get([owner, address]))?.data as PageData | undefined)),
    [owner, address],
  )
}
