import { useEffect, useState } from 'react'

export interface DeviceFacts {
  /** The app itself is kept by its worker. */
  readonly shell: boolean
  /** The browser promised not to clear what is stored. */
  readonly persisted: boolean
  /** Bytes that the browser would still let us use; undefined where it does not say. */
  readonly free: number | undefined
}

/** Room for a day's photos, bytes. */
export const least = 200_000_000

/** A session lives so long after the last answer, and is prolonged once a day. */
const sessionDays = 90 - 1

/** Whole days for which the server will still know this person, if nobody asks it until then. */
export const daysLeft = (answeredAt: number | undefined, now: number): number =>
  answeredAt === undefined ? 0 : Math.max(0, Math.floor(sessionDays - (now - answeredAt) / 86_400_000))

async function look(): Promise<DeviceFacts> {
  const storage = navigator.storage as StorageManager | undefined
  const [shell, persisted, estimate] = await Promise.all([
    typeof caches === 'undefined'
      ? false
      : caches.match('/index.html', { cacheName: 'muster-shell', ignoreSearch: true }).then(Boolean, () => false),
    storage?.persisted?.().catch(() => false) ?? false,
    storage?.estimate?.().catch(() => undefined),
  ])
  const { quota, usage = 0 } = estimate ?? {}
  return { shell, persisted, free: quota === undefined ? undefined : Math.max(0, quota - usage) }
}

/** What the browser says about this device, looked up again every few seconds; `protect` asks it to keep what is stored. */
export function useDevice(): { device: DeviceFacts | undefined; protect(): Promise<void> } {
  const [device, setDevice] = useState<DeviceFacts>()
  useEffect(() => {
    let gone = false
    const again = () =>
      void look().then((found) => {
        if (!gone) setDevice(found)
      })
    again()
    const timer = setInterval(again, 5000)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [])
  return {
    device,
    async protect() {
      await navigator.storage?.persist?.().catch(() => false)
      setDevice(await look())
    },
  }
}
