import { describe, expect, it } from 'vitest'
import { didYouMean } from './didYouMean.ts'

describe('the word that was probably meant', () => {
  it.each([
    ['requird', 'required'],
    ['reqquired', 'required'],
    ['reuqired', 'required'],
    ['Required', 'required'],
    ['requiredxx', 'required'],
    ['rqeiured', 'required'],
    ['labl', 'label'],
  ])('of %s is %s', (typed, meant) => {
    expect(didYouMean(typed, ['options', 'label', 'required', 'readOnly'])).toBe(meant)
  })

  it('is the nearest of several', () => {
    expect(didYouMean('hours2', ['hour', 'hours', 'hours1x', 'houses22'])).toBe('hours')
  })

  it('is none where more than two letters differ', () => {
    expect(didYouMean('scaffold', ['scabbard', 'staffroom', 'fold'])).toBeUndefined()
  })

  it('is looked for among all names of a large form', () => {
    const others = Array.from({ length: 14_000 }, (_, n) => `question${String(n).padStart(5, '0')}`)
    expect(didYouMean('permitNumbr', [...others, 'permitNumber'])).toBe('permitNumber')
    expect(didYouMean('question00x1', ['hazard', 'question00x11', ...others])).toBe('question00x11')
  })

  it('is looked for only so long where all names are alike', () => {
    const alike = Array.from({ length: 20_000 }, (_, n) => `${'q'.repeat(50)}${String(n).padStart(5, '0')}`)
    expect(didYouMean(`${'q'.repeat(50)}wwwww`, [...alike, `${'q'.repeat(50)}wwwwx`])).toBeUndefined()
    expect(didYouMean(`${'q'.repeat(50)}wwwww`, [...alike.slice(0, 1000), `${'q'.repeat(50)}wwwwx`])).toMatch(/wwwwx$/)
  })
})
