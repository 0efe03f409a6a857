import { newId } from '../../lib/newId.ts'
import type { Owner } from '../db/MusterDb.ts'

/**
 * Every visit of a form keeps its draft in its own slot, so two tabs with the same new form cannot overwrite
 * each other. The slot follows the init hash in the draft's key. A visit continues an earlier draft only if
 * it gets the lock of that slot, so never while another page shows it. The browser frees the lock of a
 * crashed page at once; a frozen page keeps its lock.
 */
const mark = '~'

export const newSlot = (): string => newId()
export const keyOf = (initHash: string, slot: string): string => (slot === '' ? initHash : `${initHash}${mark}${slot}`)
export const hashOf = (key: string): string => key.split(mark)[0] ?? key
export const slotOf = (key: string): string => key.split(mark)[1] ?? ''

export const lockOf = (owner: Owner, path: string, key: string): string => `draft:${owner}|${path}|${slotOf(key) || key}`

/**
 * Number of attempts to get the lock of a draft that another page holds. Counted, not timed: a slow, busy
 * phone notices late that the lock is free, and the draft must not seem lost because of that.
 */
const fewAsks = 12
/** For this tab's own draft after a reload: the page that holds the lock is unloading. */
export const manyAsks = 80
/** Pause between two attempts, ms. */
const pause = 50

const manager = (): LockManager | undefined => (globalThis.navigator as { locks?: LockManager } | undefined)?.locks

/**
 * Locks of this page, with their release functions. In a browser without the Locks API this is the only
 * source.
 */
const own = new Map<string, () => void>()

/** Names of the locks that other pages hold. */
export async function heldElsewhere(): Promise<ReadonlySet<string>> {
  const held = (await manager()?.query())?.held ?? []
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith('draft:') && !own.has(name) ? [name] : [])))
}

/**
 * Resolves to true once this visit alone holds the draft; false if another page still holds it after the last
 * attempt.
 */
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

// A page in the back/forward cache releases its locks. When it is shown again, it takes them back; if another
// page has taken one, it reloads.
globalThis.addEventListener?.('pagehide', (event) => {
  if (!(event as PageTransitionEvent).persisted) return
  const names = [...own.keys()]
  names.forEach(release)
  const back = async () => {
    for (const name of names) if (!(await hold(name))) location.reload()
  }
  globalThis.addEventListener('pageshow', () => void back(), { once: true })
})
