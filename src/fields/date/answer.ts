import { isDate } from '../../lib/formatDate.ts'
import { defineAnswer } from '../defineAnswer.ts'

export const dateAnswer = defineAnswer({
  type: 'date',
  shown: 'date',
  accepts: (value) => (typeof value === 'string' && isDate(value.slice(0, 10)) ? value : undefined),
})
