import { defineAnswer } from '../defineAnswer.ts'

export const toggleAnswer = defineAnswer({
  type: 'toggle',
  shown: 'yesNo',
  accepts: (value) => (typeof value === 'boolean' ? value : undefined),
})
