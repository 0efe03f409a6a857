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

/**
 * A battery that dies takes what localStorage has not yet written to the disk. Where another place still knows the kiosk, the device goes back to it;
 * nobody waits for the answer, because most devices are none.
 */
export async function backToKiosk(here: Pick<Location, 'pathname' | 'replace'>, inFrame = window.parent !== window): Promise<void> {
  if (inFrame || isKioskAddress(here.pathname) || pairedHere()) return
  if (await findPairing()) here.replace('/kiosk')
}
