import { useLiveQuery } from 'dexie-react-hooks'
import { type Owner, rowVersion } from '../db/MusterDb.ts'
import { allOf } from '../quota/freeSpace.ts'
import { getOwner } from '../identity/getOwner.ts'
import { useOwner } from '../identity/useOwner.ts'
import { getStore } from '../db/store.ts'

/** An unpublished form file that a user edits on this device. It is stored at every change, like a draft. */
export interface AuthoredDraft {
  /** Name of the form in addresses, or `:playground`. */
  readonly form: string
  readonly text: string
  /** The revision that the edit is based on; 0 for a new form. */
  readonly base: number
  /** The project of a new form. */
  readonly team?: string | undefined
  /** Device time, ms. */
  readonly at: number
}

const waiting = new Map<string, { readonly owner: Owner; readonly form: string; readonly draft: AuthoredDraft | undefined }>()
const keyOf = (owner: Owner, form: string) => `${owner} ${form}`
let writing: Promise<void> | undefined

async function drain(): Promise<void> {
  for (let [next] = waiting; next; [next] = waiting) {
    const [key, { owner, form, draft }] = next
    waiting.delete(key)
    const { authored } = getStore().db
    if (draft) await authored.put({ ...draft, owner, v: rowVersion })
    else await authored.delete([owner, form])
  }
}

function write(form: string, draft: AuthoredDraft | undefined): Promise<void> {
  const owner = getOwner()
  waiting.set(keyOf(owner, form), { owner, form, draft })
  writing ??= drain().finally(() => {
    writing = undefined
  })
  return writing
}

/**
 * Resolves once it is stored. Calls that are faster than the disk are joined: the newest wins. Rejects if it
 * cannot be stored.
 */
export function keepAuthored(draft: Omit<AuthoredDraft, 'at'>): Promise<void> {
  return write(draft.form, { ...draft, at: getStore().now() })
}

export function dropAuthored(form: string): Promise<void> {
  return write(form, undefined)
}

export async function readAuthored(form: string): Promise<AuthoredDraft | undefined> {
  const owner = getOwner()
  const next = waiting.get(keyOf(owner, form))
  return next ? next.draft : await getStore().db.authored.get([owner, form])
}

/** Unpublished forms of this user, newest first; undefined while loading. */
export function useAuthored(): readonly AuthoredDraft[] | undefined {
  const owner = useOwner()
  return useLiveQuery(async () => {
    const rows = await getStore()
      .db.authored.where('[owner+form]')
      .between(...allOf(owner))
      .toArray()
    return rows.toSorted((a, b) => b.at - a.at)
  }, [owner])
}
