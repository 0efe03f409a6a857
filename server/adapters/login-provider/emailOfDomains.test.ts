import { describe, expect, it } from 'vitest'
import { emailOfDomains } from './emailOfDomains.ts'

describe('the addresses that a provider vouches for', () => {
  it('are those of the named domains, in any case of their letters', () => {
    expect(emailOfDomains(' Ana@BANK.example ', ['bank.example'])).toBe('Ana@BANK.example')
  })

  it('are none that only look like one of a named domain', () => {
    const others = [
      'ana@bank.example.evil',
      'ana@sub.bank.example',
      'ana@bank.example.',
      'ana@evil.example@bank.example',
      'ana@evil.example, boss@bank.example',
      // The Kelvin sign, a zero-width space and a NUL.
      'ana@ban\u212A.example',
      'bo\u200Bss@bank.example',
      'boss\u0000@bank.example',
      '@bank.example',
      'bank.example',
    ]
    for (const address of others) expect(emailOfDomains(address, ['bank.example']), address).toBe('')
  })
})
