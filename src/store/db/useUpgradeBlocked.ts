import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

let isBlocked = false
const listeners = new Set<() => void>()

function set(is: boolean): void {
  isBlocked = is
  for (const listener of listeners) listener()
}

/**
 * Resolves when a page of an older version keeps its connection open (a frozen window), so that the upgrade of the
 * database waits. Until that page closes, nothing can be read.
 */
export const whenUpgradeBlocked = ({ db }: Pick<Store, 'db'>): Promise<void> =>
  new Promise((resolve) => {
    db.on('blocked', () => {
      set(true)
      resolve()
    })
    db.on('ready', () => set(false), true)
  })

/** True while the upgrade of the database waits for another window. */
export const useUpgradeBlocked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isBlocked,
  )
