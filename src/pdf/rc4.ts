/**
 * RC4, which encrypts and decrypts PDF files of before 2006. `@noble/ciphers` has no RC4, and Web Crypto neither.
 * Source: RFC 6229, which has the test vectors. Weak: only for reading and updating such files.
 */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  for (let i = 0, j = 0; i < 256; i++) {
    const own = state[i] ?? 0
    j = (j + own + (key[i % key.length] ?? 0)) & 0xff
    state[i] = state[j] ?? 0
    state[j] = own
  }
  const out = new Uint8Array(bytes.length)
  for (let at = 0, i = 0, j = 0; at < bytes.length; at++) {
    i = (i + 1) & 0xff
    const own = state[i] ?? 0
    j = (j + own) & 0xff
    const other = state[j] ?? 0
    state[i] = other
    state[j] = own
    out[at] = (bytes[at] ?? 0) ^ (state[(own + other) & 0xff] ?? 0)
  }
  return out
}
