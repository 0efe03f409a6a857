import { useLiveQuery } from 'dexie-react-hooks'
import { getOwner } from '../identity/identity.ts'
import { useOwner } from '../identity/owner.ts'
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

const prefix = 'authored '
const keyOf = (owner: string, form: string) => `${prefix}${owner} ${form}`

const waiting = new Map<string, AuthoredDraft | undefined>()
let writing: Promise<void> | undefined

async function drain(): Promise<void> {
  for (let [next] = waiting; next; [next] = waiting) {
    const [key, draft] = next
    waiting.delete(key)
    const { meta } = getStore().db
    if (draft) await meta.put({ key, value: draft })
    else await meta.delete(key)
  }
}

function write(key: string, draft: AuthoredDraft | undefined): Promise<void> {
  waiting.set(key, draft)
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
  return write(keyOf(getOwner(), draft.form), { ...draft, at: getStore().now() })
}

export function dropAuthored(form: string): Promise<void> {
  return write(keyOf(getOwner(), form), undefined)
}

export async function readAuthored(form: string): Promise<AuthoredDraft | undefined> {
  const key = keyOf(getOwner(), form)
  if (waiting.has(key)) return waiting.get(key)
  return (await getStore().db.meta.get(key))?.value as AuthoredDraft | undefined
}

/** Unpublished forms of this user, newest first; undefined while loading. */
export function useAuthored(): readonly AuthoredDraft[] | undefined {
  const owner = useOwner()
  return useLiveQuery(async () => {
    const start = keyOf(owner, '')
    const rows = await getStore().db.meta.where('key').startsWith(start).toArray()
    return rows.map(({ value }) => value as AuthoredDraft).toSorted((a, b) => b.at - a.at)
  }, [owner])
}
