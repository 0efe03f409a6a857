import { showsAppBar } from '../features/page/barRules.ts'

/** Addresses that another system shows in a page of its own: no bar and no menu of ours around them. */
const embedded = /^\/automation\/embedded\//

/** Does the console's frame stand around this address? Not where a partner's page or a native app has a frame of its own (spec/3 §1). */
export const showsConsoleFrame = (pathname: string, search: string): boolean => showsAppBar(search) && !embedded.test(pathname)

/** Billing pages that somebody without an account reads by a short link: `t` of 8 characters (decision OQ-105). */
export function isAnonymousPage(pathname: string, search: string): boolean {
  const token = new URLSearchParams(search).get('t')
  return /^\/billing\/(?:request|refer)(?:\/|$)/.test(pathname) && token !== null && /^[A-Za-z0-9]{8}$/.test(token)
}
