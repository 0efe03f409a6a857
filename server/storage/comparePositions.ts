/** A position in the log of PostgreSQL, such as `16/B374D848`. */
export const isPosition = (text: string): boolean => /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/.test(text)

const pageBytes = 8192n
const segmentBytes = 16n * 1024n * 1024n
/** Headers at the start of a page and of a segment of the log. */
const pageHeader = 24n
const segmentHeader = 40n

function numberOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  const number = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
  // The next record of the primary begins after a header, where the last record of a replica ends before it.
  if (number % segmentBytes === segmentHeader) return number - segmentHeader
  return number % pageBytes === pageHeader ? number - pageHeader : number
}

/** Below 0 if `one` is before `other`, 0 if they are equal. */
export function comparePositions(one: string, other: string): number {
  const difference = numberOf(one) - numberOf(other)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}
