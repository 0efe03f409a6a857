import { isIP } from 'node:net'

/** No browser sends a longer header. */
const longestAgent = 512

/** Specific names first: Edge also names Chrome, and Chrome also names Safari. */
const browsers: readonly (readonly [sign: string, name: string])[] = [
  ['Edg', 'Edge'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['OPR/', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
]
const systems: readonly (readonly [sign: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'Chromebook'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
]

const nameIn = (text: string, table: typeof browsers) => table.find(([sign]) => text.includes(sign))?.[1] ?? ''

/**
 * Returns browser and system of a User-Agent header without versions: `Chrome/Android`. Either part may be
 * empty.
 */
export function coarseAgent(header: string | undefined): string {
  const text = (header ?? '').slice(0, longestAgent)
  return `${nameIn(text, browsers)}/${nameIn(text, systems)}`
}

/**
 * Returns the network of an address without the address itself: `203.0.113.x`, `2001:db8:12::x`; empty for an
 * invalid address.
 */
export function coarseNetwork(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.x`
  if (isIP(plain) !== 6) return ''
  const [left = ''] = plain.split('::')
  const groups = left.split(':').filter(Boolean).slice(0, 3)
  return groups.length === 0 ? '::1' : `${groups.join(':')}::x`
}
