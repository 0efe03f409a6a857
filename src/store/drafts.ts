import type { DraftRow } from './db.ts'
import { type DraftInput, discardDraft, keepDraft } from './draft-rows.ts'
import { heldElsewhere, hold, keyOf, lockOf, newSlot, release } from './drafts-hold.ts'
import { getOwner } from './identity.ts'
import { getStore } from './store.ts'

export type Draft = Pick<
  DraftRow,
  'path' | 'initHash' | 'body' | 'blobIds' | 'formVersion' | 'title' | 'address' | 'recordPath' | 'updatedAt'
>

/** Keeps what is typed at every change. Calls for one draft that come faster than the disk are joined: the newest wins. */
export function saveDraft(draft: DraftInput): Promise<void> {
  return keepDraft(getStore(), getOwner(), draft)
}

/** One opening of a form, and the draft that is its own. */
export interface DraftVisit {
  /** What was typed on an earlier visit, when it may be restored. */
  readonly draft: Draft | undefined
  /** What this visit keeps its draft under (`initHash` of saveDraft, dropDraft and of the save's draft). */
  readonly key: string
  /** Another window has this form open, too; each keeps its own answers. */
  readonly elsewhere: boolean
  /** A screen shows the form; returns the end of it. After the last end another page may go on with the draft. */
  use(): () => void
}

/** A visit that begins with nothing typed. */
export function freshVisit(path: string, initHash: string, elsewhere = false): DraftVisit {
  const key = keyOf(initHash, newSlot())
  const lock = lockOf(getOwner(), path, key)
  return visitOf(undefined, key, lock, elsewhere, hold(lock))
}

function visitOf(draft: Draft | undefined, key: string, lock: string, elsewhere: boolean, held?: Promise<unknown>): DraftVisit {
  let users = 0
  return {
    draft,
    key,
    elsewhere,
    use() {
      users++
      return () => {
        if (--users === 0) void Promise.resolve(held).then(() => release(lock))
      }
    },
  }
}

/**
 * Opens a form's draft: if its initial data is still what the form opens with (FE-215), it is younger than 24 h of trusted time (FE-216), and no
 * other page shows it. A draft that fails the first two is moved to the shelf, never thrown away.
 */
export async function visitDraft(path: string, initHash: string): Promise<DraftVisit> {
  const store = getStore()
  const owner = getOwner()
  const [count, held] = await Promise.all([store.db.drafts.where('[owner+path]').equals([owner, path]).count(), heldElsewhere()])
  const start = lockOf(owner, path, ' ').slice(0, -1)
  const elsewhere = [...held].some((name) => name.startsWith(start))
  if (count === 0) return freshVisit(path, initHash, elsewhere)
  const { openDraft } = await import('./drafts-open.ts')
  let taken: string | undefined
  const take = async (lock: string) => {
    if (!(await hold(lock))) return false
    taken = lock
    return true
  }
  const row = await openDraft(store, owner, path, initHash, { elsewhere: held, take })
  if (row && taken !== undefined) return visitOf(row, row.initHash, taken, elsewhere)
  if (taken !== undefined) release(taken)
  return freshVisit(path, initHash, elsewhere)
}

/** The person gave the draft up: it goes, with its files. */
export function dropDraft(path: string, key: string): Promise<void> {
  return discardDraft(getStore(), getOwner(), path, key)
}
