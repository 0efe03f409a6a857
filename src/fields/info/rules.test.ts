import { expect, it } from 'vitest'
import { infoRules } from './rules.ts'

it('information is never a missing answer', () => {
  expect(infoRules.empty(undefined, {}, () => undefined)).toBe(false)
})
