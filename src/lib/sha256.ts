/**
 * SHA-256 of a text (UTF-8) as 64 hex digits, at once: inside a database transaction nothing may be waited for but the database, so that the
 * browser's own, which answers later, is no use there. For short texts.
 */
export function sha256Now(text: string): string {
  const { k, start } = (tables ??= makeTables())
  const bytes = new TextEncoder().encode(text)
  const words = new Uint32Array(Math.ceil((bytes.length + 9) / 64) * 16)
  for (const [n, byte] of bytes.entries()) words[n >> 2] = at(words, n >> 2) | (byte << (24 - (n % 4) * 8))
  words[bytes.length >> 2] = at(words, bytes.length >> 2) | (0x80 << (24 - (bytes.length % 4) * 8))
  words[words.length - 1] = bytes.length * 8
  const hash = start.slice()
  const w = new Uint32Array(64)
  for (let block = 0; block < words.length; block += 16) {
    w.set(words.subarray(block, block + 16))
    for (let n = 16; n < 64; n++) {
      const [a, b] = [at(w, n - 15), at(w, n - 2)]
      w[n] = at(w, n - 16) + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + at(w, n - 7) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
    for (let n = 0; n < 64; n++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(k, n) + at(w, n)
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [n, value] of [a, b, c, d, e, f, g, h].entries()) hash[n] = at(hash, n) + value
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}

const at = (list: Uint32Array, n: number) => list[n] as number
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

let tables: { k: Uint32Array; start: Uint32Array } | undefined

/** The standard's constants: fractions of the roots of the first primes. */
function makeTables() {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  const fraction = (root: number) => (root - Math.floor(root)) * 2 ** 32
  return {
    k: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    start: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  }
}
