import { nobody } from '../store/db.ts'
import { getOwner } from '../store/identity.ts'
import { findPairing, pairedHere } from '../store/kioskPairing.ts'

export const isKioskAddress = (pathname: string): boolean => /^\/kiosk(?:\/|$)/.test(pathname)

/** This page is a kiosk's, or stands in its frame: no bars, strips and questions that only somebody who looks after the device can answer. */
export const atKiosk = (pathname: string): boolean => isKioskAddress(pathname) || pairedHere() !== undefined

/**
 * A device that is a kiosk shows nothing else, whatever address is opened; and a host that is set up for one thing (KIOSK_HOST) begins with it.
 * Undefined: the address stays.
 */
export function otherStart({ pathname }: Pick<Location, 'pathname'>, inFrame = window.parent !== window): string | undefined {
  if (inFrame || isKioskAddress(pathname)) return undefined
  if (pairedHere()) return '/kiosk'
  const start = document.querySelector<HTMLMetaElement>('meta[name="start-page"]')?.content
  return pathname === '/' && start?.startsWith('/') ? start : undefined
}

/** How long a start without a person waits for the places that may know of a kiosk, ms: they answer in a few, or not at all. */
const lookLimit = 500

/**
 * A battery that dies takes what localStorage has not yet written to the disk. Where another place still knows the kiosk, the device goes back to it:
 * true.
 */
export async function backToKiosk(here: Pick<Location, 'pathname' | 'replace'>, inFrame = window.parent !== window): Promise<boolean> {
  if (inFrame || isKioskAddress(here.pathname) || pairedHere()) return false
  if (!(await findPairing().catch(() => undefined))) return false
  here.replace('/kiosk')
  return true
}

/**
 * The same before anything is drawn, for a page of nobody: that is what a kiosk is taken for that has lost its localStorage, and a visitor should not
 * find a sign-in page at the gate. A phone that knows its person is asked nothing; it looks once its page stands.
 */
export async function backBeforeDrawing(
  here: Pick<Location, 'pathname' | 'replace'>,
  inFrame = window.parent !== window,
): Promise<boolean> {
  if (getOwner() !== nobody) return false
  return await Promise.race([backToKiosk(here, inFrame), new Promise<false>((resolve) => setTimeout(() => resolve(false), lookLimit))])
}
