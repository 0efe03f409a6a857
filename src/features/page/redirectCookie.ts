const name = 'redirect'

/** Minutes that the way back is remembered while somebody signs in. */
export const redirectMinutes = 15

/** A path of this site and nothing else, so that nobody can be sent elsewhere by a cookie. */
const isSitePath = (path: string) => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\\]/.test(path)

/** Remembers where to go after signing in. */
export function rememberRedirect(path: string): void {
  if (!isSitePath(path)) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(path)}; Max-Age=${redirectMinutes * 60}; Path=/; SameSite=Lax${secure}`
}

/** The remembered path, once. */
export function takeRedirect(): string | undefined {
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  if (value === undefined) return undefined
  document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`
  try {
    const path = decodeURIComponent(value)
    return isSitePath(path) ? path : undefined
  } catch {
    return undefined
  }
}
