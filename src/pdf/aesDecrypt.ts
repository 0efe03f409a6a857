/*
 * The old ciphers that PDF still uses (RC4, MD5) and AES-CBC. Web Crypto is async only, but every string of
 * an encrypted file needs a synchronous call.
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

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const sines = Int32Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32))

export function md5(bytes: Uint8Array): Uint8Array {
  const length = ((bytes.length + 8) >> 6) * 64 + 64
  const padded = new Uint8Array(length)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(length - 8, bytes.length * 8, true)
  view.setUint32(length - 4, Math.floor(bytes.length / 2 ** 29), true)
  let [a, b, c, d] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]
  for (let block = 0; block < length; block += 64) {
    const [a0, b0, c0, d0] = [a, b, c, d]
    for (let i = 0; i < 64; i++) {
      const round = i >> 4
      // Inline, not a function per round: this loop hashes every key 50 times.
      let mix: number
      let word: number
      if (round === 0) {
        mix = (b & c) | (~b & d)
        word = i
      } else if (round === 1) {
        mix = (d & b) | (~d & c)
        word = (5 * i + 1) & 15
      } else if (round === 2) {
        mix = b ^ c ^ d
        word = (3 * i + 5) & 15
      } else {
        mix = c ^ (b | ~d)
        word = (7 * i) & 15
      }
      const sum = (a + mix + (sines[i] ?? 0) + view.getInt32(block + word * 4, true)) | 0
      const turn = shifts[round * 4 + (i & 3)] ?? 0
      a = d
      d = c
      c = b
      b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0
    }
    a = (a + a0) | 0
    b = (b + b0) | 0
    c = (c + c0) | 0
    d = (d + d0) | 0
  }
  const out = new DataView(new ArrayBuffer(16))
  for (const [at, word] of [a, b, c, d].entries()) out.setInt32(at * 4, word, true)
  return new Uint8Array(out.buffer)
}

const box = new Uint8Array(256)
const unbox = new Uint8Array(256)
const double = (byte: number) => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 0xff
for (let p = 1, q = 1, first = true; first || p !== 1; first = false) {
  p ^= double(p)
  q ^= q << 1
  q ^= q << 2
  q = (q ^ (q << 4)) & 0xff
  if (q & 0x80) q ^= 0x09
  box[p] = (q ^ ((q << 1) | (q >> 7)) ^ ((q << 2) | (q >> 6)) ^ ((q << 3) | (q >> 5)) ^ ((q << 4) | (q >> 4)) ^ 0x63) & 0xff
}
box[0] = 0x63
for (let at = 0; at < 256; at++) unbox[box[at] ?? 0] = at
const times = (by: number) =>
  Uint8Array.from({ length: 256 }, (_, byte) => {
    let sum = 0
    for (let bit = by, value = byte; bit; bit >>= 1, value = double(value)) if (bit & 1) sum ^= value
    return sum
  })
const [by2, by3, by9, by11, by13, by14] = [times(2), times(3), times(9), times(11), times(13), times(14)] as const

const substituted = (byte: number | undefined): number => box[byte ?? 0] ?? 0

function expand(key: Uint8Array): Uint8Array {
  const words = key.length / 4
  const rounds = words + 6
  const out = new Uint8Array((rounds + 1) * 16)
  out.set(key)
  let constant = 1
  for (let at = key.length; at < out.length; at += 4) {
    const t = out.slice(at - 4, at)
    if ((at / 4) % words === 0) {
      t.set([substituted(t[1]) ^ constant, substituted(t[2]), substituted(t[3]), substituted(t[0])])
      constant = double(constant)
    } else if (words > 6 && (at / 4) % words === 4) t.set(t.map(substituted))
    for (let i = 0; i < 4; i++) out[at + i] = (out[at + i - key.length] ?? 0) ^ (t[i] ?? 0)
  }
  return out
}

const rows = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11]
const rowsBack = [0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3]

function mixColumns(s: Uint8Array, a: Uint8Array, b: Uint8Array, c: Uint8Array | undefined, d: Uint8Array | undefined): void {
  for (let at = 0; at < 16; at += 4) {
    const [p, q, r, t] = [s[at] ?? 0, s[at + 1] ?? 0, s[at + 2] ?? 0, s[at + 3] ?? 0]
    const one = (x: number, y: number, z: number, w: number) => (a[x] ?? 0) ^ (b[y] ?? 0) ^ (c ? (c[z] ?? 0) : z) ^ (d ? (d[w] ?? 0) : w)
    s[at] = one(p, q, r, t)
    s[at + 1] = one(q, r, t, p)
    s[at + 2] = one(r, t, p, q)
    s[at + 3] = one(t, p, q, r)
  }
}

/** AES-CBC; `key` of 16 or 32 bytes. Whole blocks only: the caller adds the padding. */
export function aesEncrypt(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array {
  const keys = expand(key)
  const out = new Uint8Array(bytes.length)
  let before = iv
  const state = new Uint8Array(16)
  for (let block = 0; block + 16 <= bytes.length; block += 16) {
    for (let i = 0; i < 16; i++) state[i] = (bytes[block + i] ?? 0) ^ (before[i] ?? 0) ^ (keys[i] ?? 0)
    for (let round = 16; round < keys.length; round += 16) {
      const turned = Uint8Array.from(rows, (from) => box[state[from] ?? 0] ?? 0)
      if (round + 16 < keys.length) mixColumns(turned, by2, by3, undefined, undefined)
      for (let i = 0; i < 16; i++) state[i] = (turned[i] ?? 0) ^ (keys[round + i] ?? 0)
    }
    out.set(state, block)
    before = out.subarray(block, block + 16)
  }
  return out
}

export function aesDecrypt(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array {
  const keys = expand(key)
  const out = new Uint8Array(bytes.length & ~15)
  let before = iv
  const state = new Uint8Array(16)
  const turned = new Uint8Array(16)
  for (let block = 0; block + 16 <= bytes.length; block += 16) {
    const last = keys.length - 16
    for (let i = 0; i < 16; i++) state[i] = (bytes[block + i] ?? 0) ^ (keys[last + i] ?? 0)
    for (let round = last - 16; round >= 0; round -= 16) {
      for (let i = 0; i < 16; i++) turned[i] = (unbox[state[rowsBack[i] ?? 0] ?? 0] ?? 0) ^ (keys[round + i] ?? 0)
      if (round > 0) mixColumns(turned, by14, by11, by13, by9)
      state.set(turned)
    }
    for (let i = 0; i < 16; i++) out[block + i] = (state[i] ?? 0) ^ (before[i] ?? 0)
    before = bytes.subarray(block, block + 16)
  }
  return out
}
