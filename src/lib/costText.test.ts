import { expect, it } from 'vitest'
import { costText } from './costText.ts'

it('RV-387 CO-509 a cost is shown as its cents divided by 100, in US dollars', () => {
  expect(costText(123_450, 'en')).toBe('$1,234.50')
  expect(costText(5, 'en')).toBe('$0.05')
  expect(costText(-100, 'en')).toBe('-$1.00')
  expect(costText(100, 'es')).toMatch(/1,00.*US\$|USD/)
  expect(costText(100, 'en', 'AUD')).toBe('A$1.00')
})

it('what is no amount is shown as it is', () => {
  expect([costText(undefined, 'en'), costText('12', 'en'), costText(Number.NaN, 'en')]).toEqual(['', '12', 'NaN'])
})
