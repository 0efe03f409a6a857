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

/**
 * How often a page asks for a draft that another one still holds. Counted, not timed: a slow phone that is busy with opening a page hears late
 * that the draft is free, and what was typed must not seem lost for that.
 */
const fewAsks = 12
/** This tab's own draft after a reload: the page that holds it is the one that goes away. */
export const manyAsks = 80
/** Between two of them, ms. */
const pause = 50

const manager = (): LockManager | undefined => (globalThis.navigator as { locks?: LockManager } | undefined)?.locks

/** What this page holds, and how to let go of it. The whole truth where the browser has no locks. */
const own = new Map<string, () => void>()

/** Names of the locks that other pages hold. */
export async function heldElsewhere(): Promise<ReadonlySet<string>> {
  const held = (await manager()?.query())?.held ?? []
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith('draft:') && !own.has(name) ? [name] : [])))
}

/** True once this visit alone goes on with the draft; false when another one does not let go of it, however often it is asked. */
export const hold = (name: string, asks = fewAsks): Promise<boolean> =>
  new Promise((resolve) => {
    const take = (letGo: () => void) => {
      own.set(name, letGo)
      resolve(true)
    }
    const locks = manager()
    const look = (left: number) => {
      const again = () => {
        if (left > 1) setTimeout(look, pause, left - 1)
        else resolve(false)
      }
      if (own.has(name)) again()
      else if (locks)
        locks.request(name, { ifAvailable: true }, (lock) => (lock ? new Promise<void>(take) : again())).catch(() => resolve(false))
      else take(() => undefined)
    }
    look(asks)
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
