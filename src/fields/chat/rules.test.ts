import { expect, it } from 'vitest'
import { rules } from './rules.ts'

it('messages are never a missing answer', () => {
  expect(rules.empty(undefined, {}, () => undefined)).toBe(false)
  expect(rules.message).toBeUndefined()
})
