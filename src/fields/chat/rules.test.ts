import { expect, it } from 'vitest'
import { chatRules } from './rules.ts'

it('messages are never a missing answer', () => {
  expect(chatRules.empty(undefined, {}, () => undefined)).toBe(false)
  expect(chatRules.message).toBeUndefined()
})
