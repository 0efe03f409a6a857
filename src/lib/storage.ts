/** Small data that a browser stores for a person outside the database. Losing it costs no work. */

const prefix = 'muster:'
/** When localStorage is blocked, full or missing, values last as long as the page. */
const memory = new Map<string, string>()

/** The stored text of a name; undefined when there is none. */
export function kept(name: string): string | undefined {
  const held = memory.get(name)
  if (held !== undefined) return held
  try {
    return localStorage.getItem(prefix + name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text; undefined removes it. Never throws. */
export function keep(name: string, text: string | undefined): void {
  memory.delete(name)
  try {
    if (text === undefined) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, text)
  } catch {
    if (text !== undefined) memory.set(name, text)
  }
}

/** A stored list of texts; [] when there is none or it is invalid. */
export function keptList(name: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(kept(name) ?? '[]')
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

export function keepList(name: string, list: readonly string[]): void {
  keep(name, list.length === 0 ? undefined : JSON.stringify(list))
}

/** Default lifetime of a cookie, days. */
export const cookieDays = 365

/** Sets a cookie of the whole site; `days` 0 removes it. `Secure` when the page is on https. */
export function setCookie(name: string, value: string, days = cookieDays): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${Math.round(days * 86_400)}; Path=/; SameSite=Lax${secure}`
}

/** The value of a cookie; undefined when there is none or it is invalid. */
export function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  if (pair === undefined) return undefined
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}
