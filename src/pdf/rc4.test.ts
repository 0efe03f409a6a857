// @vitest-environment node
import { expect, it } from 'vitest'
import { rc4 } from './rc4.ts'

// Key and first 16 bytes of the key stream: RFC 6229, section 2, offset 0.
it.each([
  ['0102030405', 'b2396305f03dc027ccc3524a0a1118a8'],
  ['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97'],
  ['833222772a', '80ad97bdc973df8a2e879e92a497efda'],
])('encrypts with key %s as RFC 6229 does', (key, stream) => {
  expect(Buffer.from(rc4(Buffer.from(key, 'hex'), new Uint8Array(16))).toString('hex')).toBe(stream)
})
