import { hostname, networkInterfaces } from 'node:os'
import { isIP } from 'node:net'

/**
 * Returns whether only this computer can reach the host: `localhost`, `kiosk.localhost`, 127.0.0.0/8 and ::1.
 * `host` is a name or an address without a port.
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** The network addresses of this computer, without loopback. */
export const networkAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter(({ internal }) => !internal).map(({ address }) => address))

/**
 * Returns whether this origin (`http://192.168.1.20:8080`) names this computer. The caller chooses the Host
 * header, so a link may be built from it only if this is true.
 */
export function isOwnOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isLoopback(host)) return true
  if (isIP(host) !== 0) return networkAddresses().includes(host)
  const own = hostname().toLowerCase()
  return own !== '' && (host === own || host === `${own}.local`)
}
