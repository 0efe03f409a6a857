import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256Now } from './sha256Now.ts'

it('computes the same SHA-256 as Node', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'ñ'.repeat(length % 3) + 'x'.repeat(length)
    expect(sha256Now(text)).toBe(createHash('sha256').update(text).digest('hex'))
  }
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      (text) => sha256Now(text) === createHash('sha256').update(text).digest('hex'),
    ),
  )
})
