import { rowVersion, type TypedRow } from '../db/MusterDb.ts'
import { getOwner } from '../identity/getOwner.ts'
import { getStore } from '../db/store.ts'

/**
 * Unsaved text of a screen, stored while the user types, so that a page that is killed has it when it is
 * opened again. Key: kind, owner, place.
 */
type Place = Pick<TypedRow, 'owner' | 'kind' | 'place'>
const keyOf = ({ owner, kind, place }: Place) => `${kind} ${owner} ${place}`

const waiting = new Map<string, TypedRow>()
let writing: Promise<void> | undefined

async function drain(): Promise<void> {
  for (let [next] = waiting; next; [next] = waiting) {
    const [key, row] = next
    waiting.delete(key)
    const { typed } = getStore().db
    if (row.value === undefined) await typed.delete([row.owner, row.kind, row.place])
    else await typed.put(row)
  }
}

/**
 * Calls that are faster than the disk are joined: the newest wins. Rejects if it cannot be stored. undefined
 * deletes it.
 */
export function saveScratchText(kind: string, place: string, typed: unknown): Promise<void> {
  const row = { owner: getOwner(), v: rowVersion, kind, place, value: typed }
  waiting.set(keyOf(row), row)
  writing ??= drain().finally(() => {
    writing = undefined
  })
  return writing
}

export async function readScratchText<Typed>(kind: string, place: string): Promise<Typed | undefined> {
  const owner = getOwner()
  const row = waiting.get(keyOf({ owner, kind, place })) ?? (await getStore().db.typed.get([owner, kind, place]))
  return row?.value as Typed | undefined
}
