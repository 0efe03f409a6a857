import { expect, it } from 'vitest'
import { idPattern } from '../../contract/endpoints/records.ts'
import { newId } from './newId.ts'

it('makes ids of 20 letters and digits that never repeat', () => {
  const ids = Array.from({ length: 5000 }, () => newId())
  expect(ids.every((id) => idPattern.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(5000)
})

it('uses every letter and digit about equally often', () => {
  const counts = new Map<string, number>()
  for (const letter of Array.from({ length: 3100 }, () => newId()).join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(62)
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(250)
})
