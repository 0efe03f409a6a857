import { describe, expect, it } from 'vitest'
import { decimalSign, parseNumber } from '../parseNumber.ts'
import { passwordRules, rules } from './rules.ts'

const text = { type: 'text', attribute: 'note', label: 'Note' } as const
const number = { ...text, number: true, min: 1, max: 500 } as const
const read = () => undefined

describe('a text', () => {
  it('FE-124 is unanswered while it holds nothing but spaces', () => {
    for (const value of [undefined, null, '', '  ']) expect(rules.empty(value, text, read)).toBe(true)
    expect(rules.empty('a', text, read)).toBe(false)
    expect(rules.empty(0, number, read)).toBe(false)
  })
  it('says when it is too long', () => {
    expect(rules.message?.('abc', { ...text, maxLength: 2 }, read)).toBe('At most 2 characters')
    expect(rules.message?.('ab', { ...text, maxLength: 2 }, read)).toBeUndefined()
  })
  it('wants a number within its limits where it asks for one', () => {
    expect(rules.message?.('twelve', number, read)).toMatch(/number/)
    expect(rules.message?.(0, number, read)).toBe('Enter 1 or more')
    expect(rules.message?.(501, number, read)).toBe('Enter 500 or less')
    expect(rules.message?.(12, number, read)).toBeUndefined()
  })
  it('FE-125 keeps every sign of a password, spaces too', () => {
    const setting = { type: 'password', attribute: 'secret' } as const
    expect(passwordRules.empty(' ', setting, read)).toBe(false)
    expect(passwordRules.empty('', setting, read)).toBe(true)
  })
})

describe('a typed number', () => {
  it.each([
    ['12', 12],
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1,234', 1234],
    ['12,5', 12.5],
    ['1 200', 1200],
    ['-3', -3],
    ['.5', 0.5],
    ['1,234,567', 1234567],
  ])('reads %s on an English phone as %d', (text, value) => expect(parseNumber(text, '.')).toBe(value))
  it('lets the language decide what else would be a guess', () => {
    expect(parseNumber('1.500', ',')).toBe(1500)
    expect(parseNumber('1.500', '.')).toBe(1.5)
    expect(parseNumber('12.50', ',')).toBe(12.5)
    expect(decimalSign('pt')).toBe(',')
    expect(decimalSign('en-au')).toBe('.')
  })
  it.each(['', 'x', '1x', '--1', ',', '1e3'])('does not take %s for a number', (text) => expect(parseNumber(text, '.')).toBeUndefined())
})
