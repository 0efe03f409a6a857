import { numberIn, textIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

const text = defineAnswer({
  type: 'text',
  shown: ({ unit }, value) =>
    unit === undefined || typeof value !== 'number'
      ? { kind: 'text', value }
      : { kind: 'lines', value, lines: (_, language) => [`${new Intl.NumberFormat(language).format(value)} ${unit}`] },
  accepts: (value, { number }) => (number ? numberIn(value) : textIn(value)),
  joins: (value, { multiline }) => typeof value !== 'string' || multiline === true,
})
const password = defineAnswer({ type: 'password', shown: 'none', accepts: textIn, words: () => '••••' })

export const answers = [text, password]
