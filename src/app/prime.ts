import { dataAddressOf } from '../features/page/pageAddress.ts'
import { primeScreen } from '../store/cached.ts'
import { getOwner } from '../store/identity.ts'
import { getPreference } from '../store/preferences.ts'
import { guardScripts } from './trustedTypes.ts'
import { isPlainForm, loadForm, loadOpening } from './rootScreens.ts'

// Before anything could start a worker.
guardScripts()

/**
 * Begun before the rest of the app is evaluated: the page that the device has of this address, and the part that draws forms, which most pages
 * are. True when the first drawing can be the page itself; a form is open by then, so that nothing is drawn twice.
 */
export const primed: Promise<boolean> = location.pathname.startsWith('/frontend/') ? prime() : Promise.resolve(false)

async function prime(): Promise<boolean> {
  const parts = Promise.all([loadOpening(), loadForm()]).catch(() => undefined)
  try {
    const address = dataAddressOf(location, getPreference('language'))
    const page = await primeScreen(getOwner(), address)
    if (!page) return false
    // Who was here before has the part too.
    const [opening] = (await parts) ?? []
    // What fails here fails again on the screen, which says so.
    if (page.form && isPlainForm(page.component)) await opening?.openEarly(page, address).catch(() => undefined)
    return true
  } catch {
    return false
  }
}
