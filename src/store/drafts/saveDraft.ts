import type { Table } from 'dexie'
import type { DraftRow, Owner } from '../db/MusterDb.ts'
import { type DraftInput, discardDraft, keepDraft } from './keepDraft.ts'
import { heldElsewhere, hold, keyOf, lockOf, manyAsks, newSlot, release, slotOf } from './lockOf.ts'
import { getOwner } from '../identity/getOwner.ts'
import { getStore } from '../db/store.ts'

export type Draft = Pick<
  DraftRow,
  'path' | 'initHash' | 'body' | 'blobIds' | 'formVersion' | 'title' | 'address' | 'recordPath' | 'page' | 'updatedAt'
>

/**
 * Stores the draft at every change. Calls for one draft that are faster than the disk are joined: the newest
 * wins.
 */
export function saveDraft(draft: DraftInput, owner: Owner = getOwner()): Promise<void> {
  return keepDraft(getStore(), owner, draft)
}

/** One opening of a form, with a draft of its own. */
export interface DraftVisit {
  /** The draft of an earlier visit, if it may be restored. */
  readonly draft: Draft | undefined
  /** The draft key of this visit (`initHash` of saveDraft, dropDraft and of the save's draft). */
  readonly key: string
  /** Another window has this form open too; each window keeps its own answers. */
  readonly elsewhere: boolean
  /**
   * The screen has a message about drafts: this one was restored, another window has one, or the shelf holds
   * some.
   */
  readonly told: boolean
  /**
   * Called when a screen shows the form; returns the function that ends it. After the last end another page
   * may continue the draft.
   */
  use(): () => void
}

/** Storage of the slot that this tab wrote last: after a reload the page prefers its own draft. */
const session = (): Storage | undefined => {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** After a reload, the page that held this tab's draft is gone or unloading. */
const isReload = () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload'

/** Returns a visit without a restored draft. */
export function freshVisit(path: string, initHash: string, elsewhere = false, told = elsewhere): DraftVisit {
  const key = keyOf(initHash, newSlot())
  const lock = lockOf(getOwner(), path, key)
  return visitOf(path, { draft: undefined, key, elsewhere, told }, lock, hold(lock))
}

function visitOf(path: string, about: Omit<DraftVisit, 'use'>, lock: string, held?: Promise<unknown>): DraftVisit {
  session()?.setItem(`draft:${path}`, slotOf(about.key))
  let users = 0
  return {
    ...about,
    use() {
      users++
      return () => {
        if (--users === 0) void Promise.resolve(held).then(() => release(lock))
      }
    },
  }
}

/**
 * Opens the draft of a form if its initial data is unchanged (FE-215), it is younger than 24 h of trusted
 * time (FE-216), and no other page shows it. A draft that fails one of the first two conditions moves to the
 * shelf and is never deleted. `afresh`: start without a draft.
 */
export async function visitDraft(path: string, initHash: string, afresh = false): Promise<DraftVisit> {
  const store = getStore()
  const owner = getOwner()
  const ofPath = (table: Table) => table.where('[owner+path]').equals([owner, path]).count()
  const { drafts, shelf } = store.db
  const [count, shelved, held] = await Promise.all([ofPath(drafts as Table), ofPath(shelf as Table), heldElsewhere()])
  const start = lockOf(owner, path, ' ').slice(0, -1)
  const elsewhere = [...held].some((name) => name.startsWith(start))
  if (afresh || count === 0) return freshVisit(path, initHash, elsewhere, elsewhere || count + shelved > 0)
  const { openDraft } = await import('./openDraft.ts')
  let taken: string | undefined
  const slot = session()?.getItem(`draft:${path}`) ?? ''
  const ours = isReload() ? lockOf(owner, path, keyOf(initHash, slot)) : undefined
  const take = async (lock: string) => {
    if (!(await hold(lock, lock === ours ? manyAsks : undefined))) return false
    taken = lock
    return true
  }
  const draft = await openDraft(store, owner, path, initHash, { elsewhere: held, take, slot })
  if (draft && taken !== undefined) return visitOf(path, { draft, key: draft.initHash, elsewhere, told: true }, taken)
  if (taken !== undefined) release(taken)
  return freshVisit(path, initHash, elsewhere, true)
}

/** The user discarded the draft: deletes it with its files. */
export function dropDraft(path: string, key: string, owner: Owner = getOwner()): Promise<void> {
  return discardDraft(getStore(), owner, path, key)
}
