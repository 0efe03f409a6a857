import { defineAnswer } from '../defineAnswer.ts'
import { partsOf } from './bodyParts.ts'
import { partNames } from './partNames.ts'

const wordsOf = (value: unknown): string => {
  const names = partNames()
  return partsOf(value)
    .map((part) => names[part])
    .join(', ')
}

const bodyMap = defineAnswer({
  type: 'body-map',
  accepts(value) {
    const parts = partsOf(value)
    return parts.length > 0 ? parts : undefined
  },
  words: wordsOf,
  shown: (_, value) => ({ kind: 'lines', value, lines: () => [wordsOf(value)] }),
  joins: () => false,
})

export const answers = [bodyMap]
