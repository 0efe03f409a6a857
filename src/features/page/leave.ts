import { safeHref } from '../../lib/safeHref.ts'

/** Leaves the app for another site, unless the address is unsafe. */
export const leave = {
  to(url: string, replace: boolean): void {
    const address = safeHref(url)
    if (address === undefined) return
    if (replace) location.replace(address)
    else location.assign(address)
  },
}
