import { t } from '@lingui/core/macro'
import { listIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

export const signatureAnswer = defineAnswer({
  type: 'signature',
  shown: 'signature',
  accepts: listIn,
  words: () => t`Signed`,
  joins: () => false,
})
