import { defineAnswer } from '../defineAnswer.ts'
import { formatMoment, isMoment } from '../../lib/formatMoment.ts'

const dateTime = defineAnswer({
  type: 'date-time',
  shown: (_, value) => ({ kind: 'lines', value, lines: (__, language) => [formatMoment(String(value), language)] }),
  accepts: (value) => (isMoment(value) ? value : undefined),
})

export const answers = [dateTime]
