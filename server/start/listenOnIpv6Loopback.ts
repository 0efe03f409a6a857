import { createServer, type Server } from 'node:net'
import type { Server as HttpServer } from 'node:http'
import { isLoopback, networkAddresses } from '../domain/isOwnOrigin.ts'

export const everyAddress = new Set(['0.0.0.0', '::'])

/** Error codes of a computer without IPv6. */
const noIpv6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * `localhost` is 127.0.0.1 for some programs and ::1 for others, so the server must own both: otherwise a
 * browser could reach another program's server on the same port. Passes connections to ::1 on to the server
 * that listens at 127.0.0.1. Resolves to undefined on a computer without IPv6.
 */
export async function listenOnIpv6Loopback(http: HttpServer, port: number): Promise<Server | undefined> {
  // Same options as the sockets of an HTTP server: the answer may follow after the client has ended its
  // side.
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.emit('connection', socket))
  return new Promise((resolve, reject) => {
    second.once('error', (error: NodeJS.ErrnoException) => (noIpv6.has(error.code ?? '') ? resolve(undefined) : reject(error)))
    second.listen({ port, host: '::1' }, () => resolve(second))
  })
}

/** URLs at which other computers reach a server that listens at `host`; empty if only this computer can. */
export function addressesOf(host: string, port: number): readonly string[] {
  if (isLoopback(host)) return []
  const all = everyAddress.has(host) ? networkAddresses().filter((address) => host === '::' || !address.includes(':')) : [host]
  // A link-local address needs the name of its interface, which no browser accepts.
  return all
    .filter((address) => !/^fe80:/i.test(address))
    .map((address) => `http://${address.includes(':') ? `[${address}]` : address}:${port}`)
}
