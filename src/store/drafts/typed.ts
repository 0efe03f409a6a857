import { getOwner } from '../identity/identity.ts'
import { getStore } from '../db/store.ts'

/**
 * Unsaved text of a screen, stored while the user types, so that a page that is killed has it when it is
 * opened again. Key: kind, owner, place.
 */
const keyOf = (kind: string, owner: string, place: string) => `${kind} ${owner} ${place}`

const waiting = new Map<string, unknown>()
let writing: Promise<void> | undefined

async function drain(): Promise<void> {
  for (let [next] = waiting; next; [next] = waiting) {
    const [key, typed] = next
    waiting.delete(key)
    const { meta } = getStore().db
    if (typed === undefined) await meta.delete(key)
    else await meta.put({ key, value: typed })
  }
}

/**
 * Calls that are faster than the disk are joined: the newest wins. Rejects if it cannot be stored. undefined
 * deletes it.
 */
export function keepTyped(kind: string, place: string, typed: unknown): Promise<void> {
  waiting.set(keyOf(kind, getOwner(), place), typed)
  writing ??= drain().finally(() => {
    writing = undefined
  })
  return writing
}

export async function readTyped<Typed>(kind: string, place: string): Promise<Typed | undefined> {
  const key = keyOf(kind, getOwner(), place)
  if (waiting.has(key)) return waiting.get(key) as Typed | undefined
  return (await getStore().db.meta.get(key))?.value as Typed | undefined
}
