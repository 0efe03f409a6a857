import { defineAnswer } from '../defineAnswer.ts'

const toggle = defineAnswer({
  type: 'toggle',
  shown: 'yesNo',
  accepts: (value) => (typeof value === 'boolean' ? value : undefined),
})

export const answers = [toggle]
