import { numberIn, textIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

export const textAnswer = defineAnswer({
  type: 'text',
  accepts: (value, { number }) => (number ? numberIn(value) : textIn(value)),
  joins: (value, { multiline }) => typeof value !== 'string' || multiline === true,
})
export const passwordAnswer = defineAnswer({ type: 'password', shown: 'none', accepts: textIn, words: () => '••••' })
