import { expect, it } from 'vitest'
import { rules } from './rules.ts'

it('information is never a missing answer', () => {
  expect(rules.empty(undefined, {}, () => undefined)).toBe(false)
})
