import { expect, it } from 'vitest'
import { buttonRules } from './rules.ts'

it('a button holds no answer', () => {
  expect(buttonRules.empty(undefined, {}, () => undefined)).toBe(false)
})
