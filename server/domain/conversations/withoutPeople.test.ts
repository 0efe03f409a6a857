import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutPeople } from './withoutPeople.ts'

/** The two rules as plain expressions. Their time is quadratic in the length of the text. */
const inWords = (text: string) =>
  text
    .replaceAll(/\S+@\S+|\b(?:https?:\/\/|www\.)\S+/giu, '[address]')
    .replaceAll(/(?:\+\d[\d ().-]{5,}\d|(?:\(|\b)\d{2,}(?:[ ().-]{0,2}\d){5,})\b/gu, '[number]')

describe('a text that an outside service may read', () => {
  it('has no addresses and no numbers to call', () => {
    expect(withoutPeople('call +1 (202) 555-0101 or mail a.b@site.example, see (www.site.example/x) or 202.555.0102', [], [])).toBe(
      'call [number] or mail [address] see ([address] or [number]',
    )
  })

  it('loses what the rules recognize, in any surrounding text', () => {
    const unit = fc.constantFrom('1', '22', '333', ' ', '.', '-', '(', '+', '@', 'a', 'www.', 'http://')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 24 }), (text) => {
        expect(withoutPeople(text, [], [])).toBe(inWords(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('may be one run of signs, however long', () => {
    expect(withoutPeople(`${'0'.repeat(40_000)}A`, [], [])).toHaveLength(40_001)
    expect(withoutPeople(`${'h'.repeat(40_000)}/`, [], [])).toHaveLength(40_001)
  })
})
