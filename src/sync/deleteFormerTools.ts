import { pdfCache, pdfTools } from '../store/media/pdfTools.ts'

const versionOf = (address: string): string => /^\/pdfjs\/([^/]+)\//.exec(new URL(address, location.origin).pathname)?.[1] ?? ''

/** The versions of the viewer and of the app's own fonts in this version of the app. */
const ownVersions = [...new Set(pdfTools('fill').map(({ url }) => versionOf(url)))]

const isOfFonts = (version: string) => version.startsWith('muster-')

/** Returns the own version that follows an earlier one. Undefined for the own versions, and for later ones. */
function successorOf(version: string): string | undefined {
  const own = ownVersions.find((one) => isOfFonts(one) === isOfFonts(version))
  return own !== undefined && version !== '' && version.localeCompare(own, 'en', { numeric: true }) < 0 ? own : undefined
}

const lockManager = () => (navigator as { locks?: LockManager }).locks
const lockOf = (version: string) => `muster:pdf:${version}`

let release: (() => void) | undefined

/** Keeps pages of a later version from deleting the files of this version while this page is open. */
export function holdTools(): void {
  const locks = lockManager()
  if (!locks || release) return
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const version of ownVersions) void locks.request(lockOf(version), { mode: 'shared' }, () => held).catch(() => undefined)
}

// A page in the back/forward cache has no locks. When it is shown again, it calls `holdTools` again.
globalThis.addEventListener?.('pagehide', () => {
  release?.()
  release = undefined
})

/**
 * Deletes the files of earlier versions of the viewer, unless a page of that version is open. replaced: only those
 * that this version has on the device, too. Returns true if it has deleted a file. Without Web Locks it is not known
 * which pages are open, and the files stay.
 */
export async function deleteFormerTools(which: 'all' | 'replaced'): Promise<boolean> {
  const locks = lockManager()
  if (!locks || typeof caches === 'undefined') return false
  const cache = await caches.open(pdfCache)
  const urls = (await cache.keys()).map(({ url }) => url)
  const here = new Set(urls)
  let isDeleted = false
  for (const version of new Set(urls.map(versionOf))) {
    const own = successorOf(version)
    if (own === undefined) continue
    const former = urls.filter(
      (url) => versionOf(url) === version && (which === 'all' || here.has(url.replace(`/pdfjs/${version}/`, `/pdfjs/${own}/`))),
    )
    await locks.request(lockOf(version), { ifAvailable: true }, async (lock) => {
      if (lock) for (const url of former) isDeleted = (await cache.delete(url)) || isDeleted
    })
  }
  return isDeleted
}
