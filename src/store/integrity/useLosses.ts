import { useLiveQuery } from 'dexie-react-hooks'
import { getStore } from '../db/store.ts'

export interface Loss {
  id: number
  /** Number of saves that this device lost and that the server does not have. */
  count: number
  /** Device times of the first and the last of them, ISO 8601. */
  from: string
  to: string
  /** False until the server was asked which of them it has. */
  checked: boolean
  /** Marks the report as read. */
  dismiss(): Promise<void>
}

/** Saves that the device's storage lost (cleared by the system, damaged): shown until a user has read it. */
export function useLosses(): Loss[] {
  const rows = useLiveQuery(() => getStore().db.losses.toArray(), [])
  return (rows ?? []).map(({ id, count, from, to, checked }) => ({
    id,
    count,
    from,
    to,
    checked: checked === 1,
    dismiss: () => getStore().db.losses.delete(id),
  }))
}
