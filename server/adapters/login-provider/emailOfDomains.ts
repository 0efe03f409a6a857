/** An address without invisible characters: those are for people who want to look like others. */
const addressParts = /^[^\s@\p{C}]+@([^\s@\p{C}]+)$/u

export const isPlainAddress = (address: string): boolean => addressParts.test(address)

/**
 * Returns the address if it belongs to one of the domains (in lower case); empty otherwise. A subdomain is another domain.
 * Letters beyond ASCII are not folded: the Kelvin sign in lower case is a k.
 */
export function emailOfDomains(address: string, domains: readonly string[]): string {
  const email = address.trim()
  const domain = addressParts.exec(email)?.[1]?.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return domain !== undefined && domains.includes(domain) ? email : ''
}
