import { useEffect, useState } from 'react'
import { askToPersist } from '../../store/quota/monitorQuota.ts'

export interface StorageFacts {
  /** The browser promised not to clear it by itself. Undefined if the browser does not tell. */
  readonly persisted: boolean | undefined
  /** Bytes that this app may still store. */
  readonly free: number | undefined
  readonly used: number | undefined
}

async function look(): Promise<StorageFacts> {
  const storage = navigator.storage as StorageManager | undefined
  const [persisted, estimate] = await Promise.all([
    storage?.persisted?.().catch(() => undefined),
    storage?.estimate?.().catch(() => undefined),
  ])
  const { quota, usage } = estimate ?? {}
  return { persisted, used: usage, free: quota === undefined ? undefined : Math.max(0, quota - (usage ?? 0)) }
}

/** Returns the browser's facts about the storage of this device; `protect` asks it to keep stored data. */
export function useStorage(): { facts: StorageFacts | undefined; protect(): Promise<boolean> } {
  const [facts, setFacts] = useState<StorageFacts>()
  useEffect(() => {
    let gone = false
    void look().then((found) => {
      if (!gone) setFacts(found)
    })
    return () => {
      gone = true
    }
  }, [])
  return {
    facts,
    async protect() {
      const kept = await askToPersist()
      setFacts(await look())
      return kept
    },
  }
}
