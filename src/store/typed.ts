import { getOwner } from './identity.ts'
import { getStore } from './store.ts'

/** Words that a screen keeps while they are typed, so that a page which is killed has them when it is opened again. By owner and place, below a kind each. */
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

/** Calls that come faster than the disk are joined: the newest wins. Rejects when nothing can be kept. undefined forgets it. */
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
