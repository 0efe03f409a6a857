import { useSyncExternalStore } from 'react'
import { fallbackRows, onFallbackChange } from './addToFallback.ts'
import type { SpillRow } from '../db/MusterDb.ts'
import { getStore } from '../db/store.ts'

/**
 * Saves in the Cache Storage fallback. Use it as a dependency of queries that must run again when it changes.
 */
export const useAside = (): readonly SpillRow[] => useSyncExternalStore(onFallbackChange, () => fallbackRows(getStore()))
