import { newId } from '../lib/ids.ts'
import type { Owner } from './db.ts'

/**
 * Every visit of a form keeps its draft in a slot of its own: two tabs on the same new form can't write over each other. The slot stands
 * behind the init hash in the draft's key. A visit goes on with an earlier one's draft only when it gets the lock of that slot, so never
 * while the other page still shows it; a crashed page's lock is free at once, a frozen page keeps its own.
 */
const mark = '~'

export const newSlot = (): string => newId()
export const keyOf = (initHash: string, slot: string): string => (slot === '' ? initHash : `${initHash}${mark}${slot}`)
export const hashOf = (key: string): string => key.split(mark)[0] ?? key
export const slotOf = (key: string): string => key.split(mark)[1] ?? ''

export const lockOf = (owner: Owner, path: string, key: string): string => `draft:${owner}|${path}|${slotOf(key) || key}`

/** How long a page that is just going away may take to let go of its draft, ms. */
const patience = 600

const manager = (): LockManager | undefined => (globalThis.navigator as { locks?: LockManager } | undefined)?.locks

/** What this page holds, and how to let go of it. The whole truth where the browser has no locks. */
const own = new Map<string, () => void>()

/** Names of the locks that other pages hold. */
export async function heldElsewhere(): Promise<ReadonlySet<string>> {
  const held = (await manager()?.query())?.held ?? []
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith('draft:') && !own.has(name) ? [name] : [])))
}

/** True once this visit alone goes on with the draft; false when another one does not let go of it. */
export const hold = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const take = (letGo: () => void) => {
      own.set(name, letGo)
      resolve(true)
    }
    const locks = manager()
    const look = (left: number) => {
      if (!own.has(name)) take(() => undefined)
      else if (left > 0) setTimeout(look, 50, left - 50)
      else resolve(false)
    }
    if (locks) locks.request(name, { signal: AbortSignal.timeout(patience) }, () => new Promise<void>(take)).catch(() => resolve(false))
    else look(patience)
  })

export function release(name: string): void {
  own.get(name)?.()
  own.delete(name)
}

// A page that the browser puts aside to show it again later holds nothing meanwhile. Should another one have gone on with its draft, it starts anew.
globalThis.addEventListener?.('pagehide', (event) => {
  if (!(event as PageTransitionEvent).persisted) return
  const names = [...own.keys()]
  names.forEach(release)
  const back = async () => {
    for (const name of names) if (!(await hold(name))) location.reload()
  }
  globalThis.addEventListener('pageshow', () => void back(), { once: true })
})
