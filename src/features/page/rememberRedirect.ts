import { cookie, setCookie } from '../../lib/storage.ts'

const name = 'redirect'

/** How long the return path is stored during a sign-in, minutes. */
export const redirectMinutes = 15

/** Accepts only a path of this site, so that a cookie can't redirect a person elsewhere. */
const isSitePath = (path: string) => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\\]/.test(path)

/** Stores the path to open after the sign-in. */
export function rememberRedirect(path: string): void {
  if (isSitePath(path)) setCookie(name, path, redirectMinutes / 1440)
}

/** Returns the stored path and removes it. */
export function takeRedirect(): string | undefined {
  const path = cookie(name)
  if (path === undefined) return undefined
  setCookie(name, '', 0)
  return isSitePath(path) ? path : undefined
}
