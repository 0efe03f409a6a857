import { expect, it } from 'vitest'
import { validationRules } from './rules.ts'

it('a validation is no question, so it is never unanswered', () => {
  expect(validationRules.empty(undefined, { type: 'validation' }, () => undefined)).toBe(false)
})
