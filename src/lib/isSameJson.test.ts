import { expect, it } from 'vitest'
import { isSameJson } from './isSameJson.ts'

it('two answers are the same in any order of keys, and differ by a value, a key, or the order of a list', () => {
  const answer = { bots: [{ id: 'a', badge: 0, site: null }, { id: 'b' }], more: true }
  expect(isSameJson(answer, { more: true, bots: [{ site: null, badge: 0, id: 'a' }, { id: 'b' }] })).toBe(true)
  expect(isSameJson(answer, { ...answer, bots: [{ id: 'a', badge: 1, site: null }, { id: 'b' }] })).toBe(false)
  expect(isSameJson(answer, { ...answer, next: 'c' })).toBe(false)
  expect(isSameJson(answer, { ...answer, bots: answer.bots.toReversed() })).toBe(false)
  expect(isSameJson([], {})).toBe(false)
  expect(isSameJson({ a: undefined }, { b: undefined })).toBe(false)
  expect(isSameJson(null, {})).toBe(false)
})
