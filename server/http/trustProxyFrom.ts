import ipaddr from 'ipaddr.js'
import type { ServeSettings } from './identify.ts'

/** Names of address ranges that the router's proxy list knows. */
const ranges = new Set(['loopback', 'linklocal', 'uniquelocal'])
const mostHops = 10

/**
 * Reads `TRUST_PROXY`: the number of proxies in front of the server, or their addresses and networks,
 * separated by commas. Undefined, `0`, `false` and `off`: none. A word such as `true` would trust headers
 * of every sender and is refused.
 */
export function trustProxyFrom(text: string | undefined): ServeSettings['trustProxy'] {
  if (text === undefined || /^(?:0|false|no|off)$/i.test(text)) return false
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    if (hops > mostHops) throw wrong(`${text} are more than the ${mostHops} proxies that can be trusted`)
    return hops
  }
  if (/^(?:true|yes|on)$/i.test(text)) throw wrong(`“${text}” does not say how many proxies there are. For one proxy it is 1`)
  const entries = text.split(/[\s,]+/).filter(Boolean)
  for (const entry of entries) if (!ranges.has(entry) && !isNetwork(entry)) throw wrong(`“${entry}” is no IP address and no network`)
  return entries.join(',')
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  if (more.length > 0 || !ipaddr.isValid(address)) return false
  // A network with 0 bits would trust every sender.
  if (bits === undefined) return ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address)
  return ipaddr.isValidCIDR(entry) && Number(bits) > 0
}

const wrong = (why: string) =>
  new Error(
    `TRUST_PROXY has to be the number of proxies in front of the server (1 for one), or their addresses such as 10.0.0.5,10.1.0.0/16: ${why}.`,
  )
