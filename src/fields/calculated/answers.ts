import { defineAnswer } from '../defineAnswer.ts'
import { shownValue } from './rules.ts'

const calculated = defineAnswer({
  type: 'calculated',
  shown: ({ format }, value) => ({ kind: 'lines', value, lines: (_, language) => [shownValue(value, format, language)] }),
})

export const answers = [calculated]
