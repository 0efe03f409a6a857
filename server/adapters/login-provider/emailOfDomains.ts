/** Returns the address if it belongs to one of the domains (in lower case); empty otherwise. A subdomain is another domain. */
export function emailOfDomains(address: string, domains: readonly string[]): string {
  const email = address.trim()
  const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(email) ?? []
  return domain !== undefined && domains.includes(domain.toLowerCase()) ? email : ''
}
