import { expect, it } from 'vitest'
import { rules } from './rules.ts'

it('a button holds no answer', () => {
  expect(rules.empty(undefined, {}, () => undefined)).toBe(false)
})
