import { describe, expect, it } from 'vitest'
import { positionIn, positionText } from './positionIn.ts'

describe('a position', () => {
  it.each([
    ['40.71234, -74.00512', 40.71234, -74.00512],
    ['40.71234 -74.00512', 40.71234, -74.00512],
    ['40,71234; -74,00512', 40.71234, -74.00512],
    ['40.71234° N, 74.00512° W', 40.71234, -74.00512],
    ['-33.9, 18', -33.9, 18],
  ])('is read from %s', (text, latitude, longitude) => {
    expect(positionIn(text)).toEqual({ latitude, longitude })
  })
  it.each(['', 'beside the crane', '40.71234', '91, 0', '0, 181', '1, 2, 3', `${'9'.repeat(50_000)},1`])(
    'is not read from %.20s',
    (text) => {
      expect(positionIn(text)).toBeUndefined()
    },
  )
  it('is stored to the metre, with the accuracy rounded up, and read again', () => {
    const stored = positionText({ latitude: 40.712338, longitude: -74.0051199, accuracy: 7.2 })
    expect(stored).toBe('40.71234, -74.00512 (±8 m)')
    expect(positionIn(stored)).toEqual({ latitude: 40.71234, longitude: -74.00512, accuracy: 8 })
  })
})
