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

  it('is looked for among a thousand words of about the same length', () => {
    const others = Array.from({ length: 1000 }, (_, n) => `question${String(n).padStart(4, '0')}`)
    expect(didYouMean('permitNumbr', [...others.map((name) => `${name}${name}`), 'permitNumber'])).toBe('permitNumber')
    expect(didYouMean('permitNumbr', [...others, 'permitNumber'])).toBeUndefined()
  })
})
