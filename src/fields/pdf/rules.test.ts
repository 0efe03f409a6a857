import { expect, it } from 'vitest'
import { rules } from './rules.ts'

it('a document counts once it was read to its target: opened is not enough', () => {
  const empty = (value: unknown) => rules.empty(value, undefined as never, () => undefined)
  for (const value of [undefined, null, {}, { watchedPercent: 0.5, hasWatchedVideo: false }]) expect(empty(value)).toBe(true)
  expect(empty({ watchedPercent: 1, hasWatchedVideo: true })).toBe(false)
})
