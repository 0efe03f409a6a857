import fc from 'fast-check'
import { expect, it } from 'vitest'
import { trimEnd, trimEnds, trimStart } from './trimEnds.ts'

it('removes the same characters as the pattern that it replaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(' ', '.', 'a', '\n', '😀') }), (text) => {
      expect(trimEnd(text, /[ .]/)).toBe(text.replace(/[ .]+$/, ''))
      expect(trimStart(text, /[ .]/)).toBe(text.replace(/^[ .]+/, ''))
      expect(trimEnds(text, /[ .]/)).toBe(text.replace(/^[ .]+|[ .]+$/g, ''))
    }),
  )
})

it('looks at each character of the ends once, however many spaces stand inside', () => {
  const looks = (text: string) => {
    let count = 0
    const one = Object.assign(/ /, { test: (char: string) => ++count > 0 && char === ' ' })
    trimEnds(text, one)
    return count
  }
  expect(looks(`x${' '.repeat(40_000)}x`)).toBe(2)
  expect(looks(' '.repeat(40_000))).toBe(40_000)
})
