import { defineAnswer } from '../defineAnswer.ts'
import { shownValue } from './rules.ts'

const calculated = defineAnswer({
  type: 'calculated',
  shown: (setting, value) => ({ kind: 'lines', value, lines: (_, language) => [shownValue(value, setting, language)] }),
})

export const answers = [calculated]
