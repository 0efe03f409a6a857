import { useSyncExternalStore } from 'react'
import { asideRows, onAside } from './aside.ts'
import type { SpillRow } from '../db/db.ts'
import { getStore } from '../db/store.ts'

/**
 * Saves in the Cache Storage fallback. Use it as a dependency of queries that must run again when it changes.
 */
export const useAside = (): readonly SpillRow[] => useSyncExternalStore(onAside, () => asideRows(getStore()))
