import { useSyncExternalStore } from 'react'
import { asideRows, onAside } from './aside.ts'
import type { SpillRow } from './db.ts'
import { getStore } from './store.ts'

/** What lies in the last place, for questions to the databases that must be asked again when it changes. */
export const useAside = (): readonly SpillRow[] => useSyncExternalStore(onAside, () => asideRows(getStore()))
