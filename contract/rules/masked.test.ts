import { expect, it } from 'vitest'
import { masked } from './masked.ts'

it('RV-384 values longer than 20 characters are fully masked, shorter ones show their last 4', () => {
  expect(masked('a'.repeat(21))).toBe('•'.repeat(20))
  expect(masked(`${'a'.repeat(16)}7890`)).toBe(`${'•'.repeat(16)}7890`)
  expect(masked('+12125550101')).toBe('••••••••0101')
})

it('never shows the whole of a short value', () => {
  expect(masked('1234')).toBe('••••')
  expect(masked('')).toBe('')
})
