/** What a browser keeps for a person beside the store: small things that a lost one of costs nobody any work. */

const prefix = 'muster:'
/** Where localStorage is blocked, full or missing, what is kept lasts as long as the page. */
const memory = new Map<string, string>()

/** The text kept under a name; undefined where there is none. */
export function kept(name: string): string | undefined {
  const held = memory.get(name)
  if (held !== undefined) return held
  try {
    return localStorage.getItem(prefix + name) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text; undefined forgets it. Never throws. */
export function keep(name: string, text: string | undefined): void {
  memory.delete(name)
  try {
    if (text === undefined) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, text)
  } catch {
    if (text !== undefined) memory.set(name, text)
  }
}

/** A list of texts kept under a name; [] where there is none or it can't be read. */
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

/** Days that a cookie lives unless somebody says otherwise. */
export const cookieDays = 365

/** A cookie of the whole site; `days` 0 removes it. Only over https where the page is. */
export function setCookie(name: string, value: string, days = cookieDays): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${Math.round(days * 86_400)}; Path=/; SameSite=Lax${secure}`
}

/** The value of a cookie; undefined where there is none or it can't be read. */
export function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  if (pair === undefined) return undefined
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}
