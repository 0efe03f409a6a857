import { createServer, type Server } from 'node:net'
import type { Server as HttpServer } from 'node:http'
import { isLoopback, networkAddresses } from '../domain/ownAddress.ts'

export const everyAddress = new Set(['0.0.0.0', '::'])

/** Codes of a computer without IPv6. */
const noIpv6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * `localhost` is 127.0.0.1 to some programs and ::1 to others, so that both have to be ours: else a browser could reach somebody else's server of the
 * same port. Passes connections to ::1 on to the server that listens at 127.0.0.1. Resolves to undefined on a computer without IPv6.
 */
export async function listenOnIpv6Loopback(http: HttpServer, port: number): Promise<Server | undefined> {
  // As an HTTP server takes connections: the answer may follow after the caller has said all.
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.emit('connection', socket))
  return new Promise((resolve, reject) => {
    second.once('error', (error: NodeJS.ErrnoException) => (noIpv6.has(error.code ?? '') ? resolve(undefined) : reject(error)))
    second.listen({ port, host: '::1' }, () => resolve(second))
  })
}

/** Where people in the network reach a server that listens at `host`; empty where only this computer does. */
export function addressesOf(host: string, port: number): readonly string[] {
  if (isLoopback(host)) return []
  const all = everyAddress.has(host) ? networkAddresses().filter((address) => host === '::' || !address.includes(':')) : [host]
  // An address that is good in one network segment alone needs its interface named, which no browser takes.
  return all
    .filter((address) => !/^fe80:/i.test(address))
    .map((address) => `http://${address.includes(':') ? `[${address}]` : address}:${port}`)
}
