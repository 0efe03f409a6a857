import { useLiveQuery } from 'dexie-react-hooks'
import type { Model } from '../../contract/records.ts'
import type { DraftRow, ShelfRow } from './db.ts'
import { type DraftInput, discardDraft, dropShelf, keepDraft, openDraft } from './draft-rows.ts'
import { getOwner } from './identity.ts'
import { useOwner } from './owner.ts'
import { getStore } from './store.ts'

export type Draft = Pick<
  DraftRow,
  'path' | 'initHash' | 'body' | 'blobIds' | 'formVersion' | 'title' | 'address' | 'recordPath' | 'updatedAt'
>

/** Keeps what is typed at every change. Calls for one draft that come faster than the disk are joined: the newest wins. */
export function saveDraft(draft: DraftInput): Promise<void> {
  return keepDraft(getStore(), getOwner(), draft)
}

/**
 * The draft of this record, if its initial data is still what the form opens with (FE-215) and it is younger than 24 h of trusted time
 * (FE-216). A draft that fails either is moved to the shelf, never thrown away at once.
 */
export function getDraft(path: string, initHash: string): Promise<Draft | undefined> {
  return openDraft(getStore(), getOwner(), path, initHash)
}

/** The person gave the draft up: it goes, with its files. */
export function dropDraft(path: string, initHash: string): Promise<void> {
  return discardDraft(getStore(), getOwner(), path, initHash)
}

export interface ShelfItem {
  id: number
  path: string
  title: string | undefined
  address: string | undefined
  body: Model
  blobIds: string[]
  formVersion: string | undefined
  recordPath: string | undefined
  updatedAt: number
  reason: ShelfRow['reason']
  /** For good, with its files. */
  remove(): Promise<void>
}

/** Drafts that were not restored by themselves, kept 30 days, newest first; of one record when a path is given. */
export function useShelf(path?: string): ShelfItem[] {
  const owner = useOwner()
  const rows = useLiveQuery(
    () =>
      path === undefined
        ? getStore().db.shelf.where('owner').equals(owner).reverse().sortBy('id')
        : getStore().db.shelf.where('[owner+path]').equals([owner, path]).reverse().sortBy('id'),
    [owner, path],
  )
  return (rows ?? []).map((row) => ({
    id: row.id,
    path: row.path,
    title: row.title,
    address: row.address,
    body: row.body,
    blobIds: row.blobIds,
    formVersion: row.formVersion,
    recordPath: row.recordPath,
    updatedAt: row.updatedAt,
    reason: row.reason,
    remove: () => dropShelf(getStore(), row.id),
  }))
}
