import { useLiveQuery } from 'dexie-react-hooks'
import { getStore } from './store.ts'

export interface Loss {
  id: number
  /** Saves that this device held and does not hold any more, without the server having them. */
  count: number
  /** Device times of the first and the last of them, ISO 8601. */
  from: string
  to: string
  /** False while the server could not be asked yet which of them it has after all. */
  checked: boolean
  /** The person has read it. */
  dismiss(): Promise<void>
}

/** What the device's storage lost (cleared by the system, damaged): shown until a person has read it. */
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
