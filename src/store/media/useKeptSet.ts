import { useEffect } from 'react'
import type { Owner } from '../db/MusterDb.ts'
import { savesData } from '../connectivity/isMetered.ts'
import { dropKept, keepable, keepMedia, type OfflineMedia, offerMedia } from './offlineMedia.ts'
import { useKept } from './useKept.ts'

export interface KeptSet {
  /** loading: no file of the set is known yet. */
  readonly state: OfflineMedia['state'] | 'loading'
  /** Bytes. */
  readonly size: number
  readonly have: number
  keep(): Promise<void>
  remove(): Promise<void>
}

/** States in the order in which they need the user's attention, most urgent first. */
const order = ['failed', 'full', 'wanted', 'offered', 'kept'] as const

/**
 * A set of files that belong together on the device: a video with its captions. With `keep` true they are
 * downloaded automatically, unless data saver is on. Undefined (not offered) if `keep` is false, for links to
 * another server, and at a kiosk.
 */
export function useKeptSet(links: readonly string[], owner: Owner, keep: boolean | undefined): KeptSet | undefined {
  const urls = keep === false ? [] : links.map((link) => keepable(link, location.origin))
  const own = urls.filter((url) => url !== undefined)
  const complete = own.length > 0 && own.length === links.length
  const key = complete && typeof caches !== 'undefined' ? own.join('\n') : ''
  const rows = useKept(key === '' ? [] : own)
  useEffect(() => {
    if (key === '') return
    for (const url of key.split('\n'))
      void (keep === true && !savesData() ? keepMedia(url, owner) : offerMedia(url, owner)).catch(() => undefined)
  }, [keep, key, owner])
  // A kiosk keeps its files by itself (keepKioskReady.ts): its visitors cannot keep or remove any.
  if (key === '' || owner.startsWith('k:')) return undefined
  const list = [...(rows?.values() ?? [])]
  return {
    state: order.find((state) => list.some((row) => row.state === state)) ?? 'loading',
    size: list.reduce((sum, row) => sum + row.size, 0),
    have: list.reduce((sum, row) => sum + row.have, 0),
    keep: async () => {
      for (const url of own) await keepMedia(url, owner)
    },
    remove: async () => {
      for (const url of own) await dropKept(url)
    },
  }
}
