import { textIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

export const mobileAnswer = defineAnswer({ type: 'mobile', accepts: textIn })
export const mobilePiiAnswer = defineAnswer({ type: 'mobile-pii', shown: 'none' })
