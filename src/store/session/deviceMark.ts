import { useSyncExternalStore } from 'react'
import { getStore, type Store } from '../db/store.ts'

export const deviceMarkKey = 'muster:device'

/**
 * Copy of a registered device's identity in localStorage: enough to lock the device before the database is
 * open, and to restore it if the database is lost.
 */
export interface DeviceMark {
  readonly token: string
  readonly name: string
  readonly shortId: string
  readonly account: string
  readonly verifyKey: string
  readonly locked: boolean
}

type Place = Pick<Store, 'storage'>
const listeners = new Set<() => void>()

export function readMark(store: Place = getStore()): DeviceMark | undefined {
  try {
    return (JSON.parse(store.storage?.getItem(deviceMarkKey) ?? 'null') as DeviceMark | null) ?? undefined
  } catch {
    return undefined
  }
}

export function writeMark(mark: DeviceMark | undefined, store: Place = getStore()): void {
  try {
    if (mark) store.storage?.setItem(deviceMarkKey, JSON.stringify(mark))
    else store.storage?.removeItem(deviceMarkKey)
  } catch {
    // Blocked or full: the database has the same data.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const otherTab = ({ key }: StorageEvent) => {
    if (key === deviceMarkKey) listener()
  }
  listeners.add(listener)
  addEventListener('storage', otherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', otherTab)
  }
}

/**
 * Whether this device belongs to a billing account, and whether it is locked to the kiosk. Known before the
 * first render, live in every tab.
 */
export const useDeviceMark = (): 'none' | 'free' | 'locked' =>
  useSyncExternalStore(subscribe, () => {
    const mark = readMark()
    if (mark === undefined) return 'none'
    return mark.locked ? 'locked' : 'free'
  })

/** Also covers a browser that has lost only its localStorage. */
export const isDevice = async (store: Store): Promise<boolean> =>
  readMark(store) !== undefined || (await store.db.meta.where('key').equals('device').count()) > 0
