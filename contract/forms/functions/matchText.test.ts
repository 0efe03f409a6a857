import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepsTaken } from '../stepBudgets.ts'
import { longestMatched, longestPattern, matchText, PatternError, readPattern } from './matchText.ts'

const trouble = (pattern: string): string => {
  try {
    readPattern(pattern)
  } catch (error) {
    if (error instanceof PatternError) return `${error.at}: ${error.message}`
  }
  return 'none'
}

describe('match(text, pattern)', () => {
  /** Small patterns that mean the same to JavaScript, which is the judge here. */
  const pattern = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('a', 'b', '.', '\\d', '[ab]', '[^a]', '[a-c]', '\\.', '1'),
      fc.tuple(tie('tree'), tie('tree')).map(([one, two]) => one + two),
      fc.tuple(tie('tree'), tie('tree')).map(([one, two]) => `(${one}|${two})`),
      fc.tuple(tie('tree'), fc.constantFrom('?', '*', '+', '{2}', '{1,3}', '{2,}')).map(([one, often]) => `(${one})${often}`),
    ),
  })).tree

  it('agrees with regular expressions on every pattern that both know', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '1', '.'), { maxLength: 12 }).map((signs) => signs.join(''))
    fc.assert(
      fc.property(pattern, text, (one, other) => {
        if (trouble(one) !== 'none') return
        expect(matchText(other, one)).toBe(new RegExp(`^(?:${one})$`, 's').test(other))
      }),
      { numRuns: 500 },
    )
  })

  it.each(['(a|a)*b', '(a*)*b', '(a+)+b', '(.*)*x', '((a?){30}){20}b', '(a|aa)+$'])(
    'takes time in proportion to the text for %s, which stops a browser',
    (one) => {
      const steps = (length: number) => stepsTaken(Number.MAX_SAFE_INTEGER, () => matchText('a'.repeat(length), one))
      expect(steps(longestMatched)).toBeLessThan(2.2 * steps(longestMatched / 2) + 100)
      expect(steps(longestMatched)).toBeLessThan(600_000)
    },
  )

  it.each([
    ['(a', '0: expected a closing )'],
    ['[a', '0: expected a closing ]'],
    ['a)', '1: expected no ")" here; \\) is the character itself'],
    ['*a', '0: expected something before "*"; \\* is the character itself'],
    ['a{3', '1: expected a count such as {3} or {2,4}'],
    ['a{4,2}', '1: expected a count such as {3} or {2,4}'],
    ['[z-a]', '1: expected the smaller character first, such as A-Z or 0-9'],
    ['\\q', '1: expected \\d, \\w, \\s or a sign such as \\. instead of \\q'],
    ['(()*){9999}', '0: expected a shorter pattern, or smaller counts'],
    ['(((){9999}){9999}){9999}', '0: expected a shorter pattern, or smaller counts'],
    ['a'.repeat(longestPattern + 1), '200: expected at most 200 characters'],
    ['('.repeat(100), '20: expected at most 20 parentheses in each other'],
  ])('an author learns what is wrong with %s', (one, message) => {
    expect(trouble(one)).toBe(message)
    expect(matchText('a', one)).toBeNull()
  })

  it('a text that is too long fits no pattern, and fails none', () => {
    expect(matchText('a'.repeat(longestMatched + 1), 'a*')).toBeNull()
  })
})
