import { expect, it } from 'vitest'
import { hoursText } from './hoursText.ts'

it('hours read as hours and minutes, without decimals', () => {
  expect([0, 0.24, 0.999, 1, 7.5, 8, 318.55].map(hoursText)).toEqual(['0 min', '14 min', '1 h', '1 h', '7 h 30 min', '8 h', '318 h 33 min'])
})
