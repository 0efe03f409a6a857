import { numberIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

export const currencyAnswer = defineAnswer({
  type: 'currency',
  shown: 'cents',
  accepts: numberIn,
  words: (value, _, __, { i18n }) =>
    typeof value === 'number' ? i18n.number(value / 100, { style: 'currency', currency: 'USD' }) : undefined,
})
