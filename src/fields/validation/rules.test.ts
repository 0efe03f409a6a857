import { expect, it } from 'vitest'
import { rules } from './rules.ts'

it('a validation is no question, so it is never unanswered', () => {
  expect(rules.empty(undefined, { type: 'validation' }, () => undefined)).toBe(false)
})
