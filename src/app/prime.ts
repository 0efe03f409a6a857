import { dataAddressOf } from '../features/page/pageAddress.ts'
import { primeScreen } from '../store/queries/cached.ts'
import { getOwner } from '../store/identity/identity.ts'
import { getPreference } from '../store/preferences/preferences.ts'
import { guardScripts } from './trustedTypes.ts'
import { isPlainForm, loadForm, loadOpening } from './rootScreens.ts'

// Before any code could start a worker.
guardScripts()

/**
 * Started before the rest of the app is evaluated: loads the cached page of this address, and the part that
 * draws forms, because most pages are forms. Resolves to true if the first render can be the page itself; a
 * form is already open then, so that nothing is drawn twice.
 */
export const primed: Promise<boolean> = location.pathname.startsWith('/frontend/') ? prime() : Promise.resolve(false)

async function prime(): Promise<boolean> {
  const parts = Promise.all([loadOpening(), loadForm()]).catch(() => undefined)
  try {
    const address = dataAddressOf(location, getPreference('language'))
    const page = await primeScreen(getOwner(), address)
    if (!page) return false
    // A device with a cached page also has this part cached.
    const [opening] = (await parts) ?? []
    // An error here occurs again when the screen is drawn, and is shown there.
    if (page.form && isPlainForm(page.component)) await opening?.openEarly(page, address).catch(() => undefined)
    return true
  } catch {
    return false
  }
}
