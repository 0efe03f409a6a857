type Eight = [number, number, number, number, number, number, number, number]

/**
 * Synchronous SHA-256 of a text (UTF-8) as 64 hex digits. Web Crypto is async, and a database transaction
 * commits while code awaits anything but the database. For short texts; optimized for code size, not for
 * speed.
 */
export function sha256Now(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6))
  bytes.forEach((byte, n) => blocks.setUint8(n, byte))
  blocks.setUint8(bytes.length, 128)
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8)
  // The constants of the standard: fractions of the roots of the first primes.
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n)
  let hash = primes.slice(0, 8).map((prime) => (prime ** 0.5 * 2 ** 32) | 0)
  for (let from = 0; from < blocks.byteLength; from += 64) {
    const w: number[] = []
    let state = hash as Eight
    primes.forEach((prime, n) => {
      const [a, b, c, d, e, f, g, h] = state
      const [far, near] = [w[n - 15] as number, w[n - 2] as number]
      const word =
        n < 16
          ? blocks.getInt32(from + n * 4)
          : ((w[n - 16] as number) +
              (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) +
              (w[n - 7] as number) +
              (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10))) |
            0
      w[n] = word
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ((Math.cbrt(prime) * 2 ** 32) | 0) + word
      state = [(one + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0, a, b, c, (d + one) | 0, e, f, g]
    })
    hash = hash.map((value, n) => (value + (state[n] as number)) | 0)
  }
  return hash.map((value) => (value >>> 0).toString(16).padStart(8, '0')).join('')
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))
