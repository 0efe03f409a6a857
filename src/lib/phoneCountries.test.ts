import { describe, expect, it } from 'vitest'
import { isMobileNumber, phoneCountries, phoneProblem } from './phoneCountries.ts'
import { caretAfter, movePhone, readPhone, showPhone } from './readPhone.ts'

describe('a mobile number', () => {
  it('FE-280 is one of the United States, Canada, Australia or the United Kingdom, and of no other country', () => {
    expect(phoneCountries).toEqual(['us', 'ca', 'au', 'gb'])
    for (const good of ['+12133734253', '+16045551234', '+61412345678', '+447400123456']) expect(isMobileNumber(good), good).toBe(true)
    // France, New Zealand, Jamaica (shares +1), a British and an Australian landline, a number that is too
    // short, and no number.
    for (const bad of ['+33612345678', '+64211234567', '+18765551234', '+442079460000', '+61298765432', '+1213373425', 'hello', ''])
      expect(isMobileNumber(bad), bad).toBe(false)
  })

  it('says whether the country or the number is wrong', () => {
    expect(phoneProblem('+12133734253')).toBeUndefined()
    expect(phoneProblem('+33612345678')).toBe('country')
    expect(phoneProblem('+1213')).toBe('number')
    expect(phoneProblem('+614')).toBe('number')
  })

  it.each([
    ['us', '2133734253', '(213) 373-4253', '+12133734253', 'us'],
    ['ca', '6045551234', '(604) 555-1234', '+16045551234', 'ca'],
    ['au', '0412345678', '0412 345 678', '+61412345678', 'au'],
    ['gb', '07400123456', '07400 123456', '+447400123456', 'gb'],
  ] as const)('is written as people in %s write it, and stored for the whole world', (country, typed, text, value, landed) => {
    expect(readPhone(typed, country)).toEqual({ text, value, country: landed, valid: true })
  })

  it.each([
    ['+61 412 345 678', '0412 345 678', 'au'],
    ['+44 7400 123456', '07400 123456', 'gb'],
    ['+1 (604) 555-1234', '(604) 555-1234', 'ca'],
    ['011 61 412 345 678', '0412 345 678', 'au'],
  ] as const)('%s goes over to its own country', (pasted, text, country) => {
    expect(readPhone(pasted, 'us', true)).toMatchObject({ text, country, valid: true })
  })

  it('keeps what there is of an unfinished number, and shows it again', () => {
    expect(readPhone('(213) 3', 'us')).toEqual({ text: '(213) 3', value: '+12133', country: 'us', valid: false })
    expect(showPhone('+12133')).toEqual({ text: '(213) 3', value: '+12133', country: 'us', valid: false })
    expect(showPhone('+614')).toMatchObject({ text: '04', country: 'au' })
    expect(showPhone('+33612345678')).toMatchObject({ value: '+33612345678', valid: false })
    expect(showPhone('')).toEqual({ text: '', value: '', country: 'us', valid: false })
  })

  it('keeps its digits when another country is chosen', () => {
    expect(movePhone('0412 345 678', 'gb')).toMatchObject({ country: 'gb', value: '+44412345678', valid: false })
    expect(movePhone('(412) 345-678', 'au')).toEqual({ text: '0412 345 678', country: 'au', value: '+61412345678', valid: true })
  })

  it('leaves the caret behind the same digit when the text is written again', () => {
    expect(caretAfter('2133', 2, '(213) 3')).toBe(3)
    expect(caretAfter('(213) 34', 8, '(213) 34')).toBe(8)
    expect(caretAfter('+6141', 1, '+61 41')).toBe(1)
    expect(caretAfter('21', 0, '(21')).toBe(0)
  })
})
