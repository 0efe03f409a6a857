import { expect, it } from 'vitest'
import { type Frame, tickLook } from './lookOf.ts'

const frame: Frame = { width: 12, height: 12, turn: 0, background: [], border: [], borderWidth: 0, borderStyle: 'S' }

it.each(['constructor', 'toString', '__proto__', 'Z', ''])('a tick with the letter %j is drawn as the usual one', (letter) => {
  expect(tickLook(frame, letter, '0 g').content).toBe(tickLook(frame, '4', '0 g').content)
})

it('each letter has its own mark, and a box without a tick has none', () => {
  const drawn = [undefined, '4', '8', 'l', 'u', 'n', 'H'].map((letter) => tickLook(frame, letter, '0 g').content)
  expect(new Set(drawn).size).toBe(7)
  expect(drawn[0]).not.toContain('cm')
})
