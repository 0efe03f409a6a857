import { useSyncExternalStore } from 'react'
import { onSharedChange, sharedDevice, sharedKey } from './sharedDevice.ts'

function subscribe(listener: () => void): () => void {
  const otherTab = (event: StorageEvent) => {
    if (event.key === sharedKey) listener()
  }
  addEventListener('storage', otherTab)
  const stop = onSharedChange(listener)
  return () => {
    stop()
    removeEventListener('storage', otherTab)
  }
}

const read = () => sharedDevice()

/** Whether several people use this device, live in every tab; undefined if no user has answered yet. */
export const useSharedDevice = (): boolean | undefined => useSyncExternalStore(subscribe, read)
