import { isDate } from '../../lib/formatDate.ts'
import { defineAnswer } from '../defineAnswer.ts'

const date = defineAnswer({
  type: 'date',
  shown: 'date',
  accepts: (value) => (typeof value === 'string' && isDate(value.slice(0, 10)) ? value : undefined),
})

export const answers = [date]
