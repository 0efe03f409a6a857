import { showsAppBar } from '../features/page/showsAppBar.ts'

/** Addresses that another system embeds in its own page: without our bar and menu. */
const embedded = /^\/automation\/embedded\//

/**
 * Returns true if the console's frame is around this address: not inside a partner's page or a native app,
 * which have their own (spec/3 §1).
 */
export const showsConsoleFrame = (pathname: string, search: string): boolean => showsAppBar(search) && !embedded.test(pathname)

/**
 * Returns true for a billing page that a person without an account opens by a short link: `t` of 8 characters
 * (decision OQ-105).
 */
export function isAnonymousPage(pathname: string, search: string): boolean {
  const token = new URLSearchParams(search).get('t')
  return /^\/billing\/(?:request|refer)(?:\/|$)/.test(pathname) && token !== null && /^[A-Za-z0-9]{8}$/.test(token)
}
