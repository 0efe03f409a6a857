import { numberIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

const currency = defineAnswer({
  type: 'currency',
  shown: 'cents',
  accepts: numberIn,
  words: (value, _, __, { i18n }) =>
    typeof value === 'number' ? i18n.number(value / 100, { style: 'currency', currency: 'USD' }) : undefined,
})

export const answers = [currency]
