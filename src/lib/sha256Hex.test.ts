// @vitest-environment node
import { expect, it } from 'vitest'
import { canonicalJson, sha256Base64url, sha256Hex } from './sha256Hex.ts'

it('writes equal values the same way, for every order of their keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: undefined }], a: 'é' })).toBe('{"a":"é","b":[1,{"d":null}]}')
  expect(canonicalJson({ a: 1, b: { x: 1, y: 2 } })).toBe(canonicalJson({ b: { y: 2, x: 1 }, a: 1 }))
  expect(canonicalJson([undefined, () => 1, new Date(0)])).toBe('[null,null,"1970-01-01T00:00:00.000Z"]')
})

it('sorts keys by UTF-16 code units, as RFC 8785 does', () => {
  const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
  const given = Object.fromEntries(sorted.toReversed().map((key) => [key, 0]))
  expect(canonicalJson(given)).toBe(`{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`)
})

it('hashes texts, buffers and blobs alike', async () => {
  const hex = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(await sha256Hex('abc')).toBe(hex)
  expect(await sha256Hex(new TextEncoder().encode('abc').buffer)).toBe(hex)
  expect(await sha256Hex(new Blob(['abc']))).toBe(hex)
  expect(await sha256Base64url('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})
