import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isEmailAddress } from './isEmailAddress.ts'
import { verify } from '../endpoints/sign-in.ts'

it('takes what has something before an @ and a dot inside of what is behind it', () => {
  const old = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '.', '@', ' ', '<'), maxLength: 12 }), (text) => {
      expect(isEmailAddress(text)).toBe(old.test(text))
    }),
    { numRuns: 2000 },
  )
  expect(isEmailAddress('ana@example.com')).toBe(true)
  expect(isEmailAddress(`${'a'.repeat(190)}@example.com`)).toBe(false)
  expect(isEmailAddress(`a@${'.'.repeat(40_000)}@`)).toBe(false)
})

it('refuses an address of 40,000 dots by its length alone', () => {
  const body = { mobile: '+12025550101', email: `a@${'.'.repeat(40_000)}@`, name: 'x', company: 'y' }
  const read = verify.body?.safeParse(body)
  expect(read?.error?.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([['email', 'too_big']])
})
