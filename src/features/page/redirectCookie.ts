import { cookie, setCookie } from '../../lib/storage.ts'

const name = 'redirect'

/** Minutes that the way back is remembered while somebody signs in. */
export const redirectMinutes = 15

/** A path of this site and nothing else, so that nobody can be sent elsewhere by a cookie. */
const isSitePath = (path: string) => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\\]/.test(path)

/** Remembers where to go after signing in. */
export function rememberRedirect(path: string): void {
  if (isSitePath(path)) setCookie(name, path, redirectMinutes / 1440)
}

/** The remembered path, once. */
export function takeRedirect(): string | undefined {
  const path = cookie(name)
  if (path === undefined) return undefined
  setCookie(name, '', 0)
  return isSitePath(path) ? path : undefined
}
