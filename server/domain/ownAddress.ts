import { hostname, networkInterfaces } from 'node:os'
import { isIP } from 'node:net'

/** `localhost`, `kiosk.localhost`, 127.0.0.0/8 and ::1: only this computer reaches them. `host` is a name or an address, without a port. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** The addresses of this computer in its networks, without loopback. */
export const networkAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter(({ internal }) => !internal).map(({ address }) => address))

/**
 * Does this origin (`http://192.168.1.20:8080`) name this computer? A caller chooses the Host of a request, so that a link may be made from it
 * only where this is true.
 */
export function isOwnOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isLoopback(host)) return true
  if (isIP(host) !== 0) return networkAddresses().includes(host)
  const own = hostname().toLowerCase()
  return own !== '' && (host === own || host === `${own}.local`)
}
