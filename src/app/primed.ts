import { dataAddressOf } from '../features/page/dataAddressOf.ts'
import { primeScreen } from '../store/queries/cached.ts'
import { getStore } from '../store/db/store.ts'
import { whenUpgradeBlocked } from '../store/db/useUpgradeBlocked.ts'
import { getOwner } from '../store/identity/getOwner.ts'
import { getPreference } from '../store/preferences/preferences.ts'
import { guardScripts } from './guardScripts.ts'
import { isPlainForm, loadForm, loadOpening } from './rootScreen.ts'

// Before any code could start a worker.
guardScripts()

/** The app is drawn also while the database cannot be read, to say what to do. */
const blocked = whenUpgradeBlocked(getStore())
let isDrawn = false
void blocked.then(() => {
  isDrawn = true
})

/**
 * Started before the rest of the app is evaluated: loads the cached page of this address, and the part that
 * draws forms, because most pages are forms. If the first render can be the page itself, a form is already open then, so
 * that nothing is drawn twice. Resolves to true if the server can wait: the page is cached, and no save waits.
 */
export const primed: Promise<boolean> = location.pathname.startsWith('/frontend/')
  ? Promise.race([prime(), blocked.then(() => false)])
  : Promise.resolve(false)

async function prime(): Promise<boolean> {
  const parts = Promise.all([loadOpening(), loadForm()]).catch(() => undefined)
  try {
    const address = dataAddressOf(location, getPreference('language'))
    const page = await primeScreen(getOwner(), address)
    if (!page) return false
    // A device with a cached page also has this part cached.
    const [opening] = (await parts) ?? []
    const waiting = getStore().db.outbox.count()
    // An error here occurs again when the screen is drawn, and is shown there.
    // The drawn form opens its draft itself.
    if (!isDrawn && page.form && isPlainForm(page.component)) await opening?.openEarly(page, address).catch(() => undefined)
    return (await waiting) === 0
  } catch {
    return false
  }
}
