import { dataAddressOf } from '../features/page/pageAddress.ts'
import { primeScreen } from '../store/cached.ts'
import { getOwner } from '../store/identity.ts'
import { getPreference } from '../store/preferences.ts'
import { loadForm } from './rootScreens.ts'

/**
 * Begun before the rest of the app is evaluated: the page that the device has of this address, and the part that draws forms, which most pages
 * are. True when the first drawing can be the page itself.
 */
export const primed: Promise<boolean> = location.pathname.startsWith('/frontend/') ? prime() : Promise.resolve(false)

async function prime(): Promise<boolean> {
  const form = loadForm().catch(() => undefined)
  try {
    const kept = await primeScreen(getOwner(), dataAddressOf(location, getPreference('language')))
    // Who was here before has the part too.
    if (kept) await form
    return kept
  } catch {
    return false
  }
}
