import { describe, expect, it } from 'vitest'
import { amountText, centsOf, rules, currencySign } from './rules.ts'

const setting = { type: 'currency', attribute: 'cost' } as const
const read = () => undefined

describe('an amount of money', () => {
  it('FE-128 is stored in whole cents', () => {
    expect(centsOf('12.5', '.')).toBe(1250)
    expect(centsOf('1,234.56', '.')).toBe(123456)
    expect(centsOf('0.29', '.')).toBe(29)
    expect(centsOf('1.005', '.')).toBe(101)
    expect(centsOf('8,10', ',')).toBe(810)
    expect(centsOf(' ', '.')).toBeNull()
  })
  it('FE-128 is shown with two decimals, in USD unless the setting names a currency', () => {
    expect(amountText(1250, 'en')).toBe('12.50')
    expect(amountText(123456, 'es-ES')).toBe('1234,56')
    expect(amountText(null, 'en')).toBe('')
    expect(currencySign('USD', 'en')).toBe('$')
    expect(currencySign('EUR', 'en')).toBe('€')
  })
  it('keeps what is no amount as typed, and says so', () => {
    expect(centsOf('about ten', '.')).toBe('about ten')
    expect(rules.message?.('about ten', setting, read)).toMatch(/amount/)
    expect(rules.message?.(1250, setting, read)).toBeUndefined()
    expect(rules.empty(0, setting, read)).toBe(false)
  })
})
