import { defineAnswer } from '../defineAnswer.ts'

const toggle = defineAnswer({
  type: 'toggle',
  shown: 'yesNo',
  fromText: (text) => (/^(?:true|yes|1)$/i.test(text) ? true : undefined),
  accepts: (value) => (typeof value === 'boolean' ? value : undefined),
})

export const answers = [toggle]
