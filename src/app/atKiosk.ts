import { anonymousOwner } from '../store/db/MusterDb.ts'
import { getOwner } from '../store/identity/getOwner.ts'
import { findPairing, pairedHere } from '../store/kiosk/findPairing.ts'

export const isKioskAddress = (pathname: string): boolean => /^\/kiosk(?:\/|$)/.test(pathname)

/**
 * Returns true if this page is a kiosk or is inside the frame of one: it shows no bars, strips and questions
 * that only the person who manages the device can answer.
 */
export const atKiosk = (pathname: string): boolean => isKioskAddress(pathname) || pairedHere() !== undefined

/**
 * A device that is a kiosk always opens the kiosk, for every address. A host with one purpose (KIOSK_HOST)
 * starts there. Returns the address to open, or undefined to keep the current one.
 */
export function otherStart({ pathname }: Pick<Location, 'pathname'>, inFrame = window.parent !== window): string | undefined {
  if (inFrame || isKioskAddress(pathname)) return undefined
  if (pairedHere()) return '/kiosk'
  const start = document.querySelector<HTMLMetaElement>('meta[name="start-page"]')?.content
  return pathname === '/' && start?.startsWith('/') ? start : undefined
}

/**
 * How long a start without a person waits for the stores that may hold a kiosk pairing, ms. They answer
 * within a few ms, or not at all.
 */
const lookLimit = 500

/**
 * If the battery dies, localStorage loses values that are not yet on disk. If another store still has the
 * pairing, the device returns to the kiosk. Resolves to true if it does.
 */
export async function backToKiosk(here: Pick<Location, 'pathname' | 'replace'>, inFrame = window.parent !== window): Promise<boolean> {
  if (inFrame || isKioskAddress(here.pathname) || pairedHere()) return false
  if (!(await findPairing().catch(() => undefined))) return false
  here.replace('/kiosk')
  return true
}

/**
 * The same before the first paint, for a page without a signed-in person: a kiosk that has lost its
 * localStorage looks like one, and a visitor must not see a sign-in page at the gate. A phone with a known
 * person does not wait; it checks after its page is drawn.
 */
export async function backBeforeDrawing(
  here: Pick<Location, 'pathname' | 'replace'>,
  inFrame = window.parent !== window,
): Promise<boolean> {
  if (getOwner() !== anonymousOwner) return false
  return await Promise.race([backToKiosk(here, inFrame), new Promise<false>((resolve) => setTimeout(() => resolve(false), lookLimit))])
}
