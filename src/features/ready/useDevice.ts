import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addDays } from 'date-fns/addDays'
import { differenceInDays } from 'date-fns/differenceInDays'
import { useEffect, useState } from 'react'
import { missingTools, type PdfTool, pdfTools, type PdfUse } from '../../store/media/pdfTools.ts'

export interface DeviceFacts {
  /** The service worker has cached the app itself. */
  readonly shell: boolean
  /** The browser promised not to clear stored data. */
  readonly persisted: boolean
  /** The browser was asked to, and did not. */
  readonly refused?: boolean
  /** Bytes that this app may still store; undefined if the browser does not tell. */
  readonly free: number | undefined
  /** What the PDF viewer lacks for this use of documents. */
  readonly viewer: { readonly use: PdfUse | undefined; readonly lacks: readonly PdfTool[] }
}

/** Storage for a day's photos, bytes. */
export const least = 200_000_000

/**
 * Days that a session lives after the last answer: 90, less one because it is extended at most once a day.
 */
const sessionDays = 90 - 1

/** Returns the whole days until the session expires, if there is no request until then. */
export const daysLeft = (answeredAt: number | undefined, now: number): number =>
  answeredAt === undefined ? 0 : Math.max(0, differenceInDays(addDays(new UTCDateMini(answeredAt), sessionDays), now))

async function look(use: PdfUse | undefined): Promise<DeviceFacts> {
  const storage = navigator.storage as StorageManager | undefined
  const [shell, persisted, estimate, lacks] = await Promise.all([
    typeof caches === 'undefined'
      ? false
      : caches.match('/index.html', { cacheName: 'muster-shell', ignoreSearch: true }).then(Boolean, () => false),
    storage?.persisted?.().catch(() => false) ?? false,
    storage?.estimate?.().catch(() => undefined),
    missingTools(use).catch(() => pdfTools(use)),
  ])
  const { quota, usage = 0 } = estimate ?? {}
  return { shell, persisted, free: quota === undefined ? undefined : Math.max(0, quota - usage), viewer: { use, lacks } }
}

/**
 * Returns the browser's facts about this device, updated every few seconds; `protect` asks it to keep stored
 * data.
 */
export function useDevice(use: PdfUse | undefined): { device: DeviceFacts | undefined; protect(): Promise<void> } {
  const [device, setDevice] = useState<DeviceFacts>()
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    let gone = false
    const again = () =>
      void look(use).then((found) => {
        if (!gone) setDevice(found)
      })
    again()
    const timer = setInterval(again, 5000)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [use])
  return {
    device: device && { ...device, refused },
    async protect() {
      const isGranted = (await navigator.storage?.persist?.().catch(() => false)) === true
      setRefused(!isGranted)
      setDevice(await look(use))
    },
  }
}
