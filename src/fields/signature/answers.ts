import { t } from '@lingui/core/macro'
import { listIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

const signature = defineAnswer({
  type: 'signature',
  shown: 'signature',
  accepts: listIn,
  words: () => t`Signed`,
  joins: () => false,
})

export const answers = [signature]
