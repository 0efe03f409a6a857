import { textIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

const mobile = defineAnswer({ type: 'mobile', accepts: textIn })
const mobilePii = defineAnswer({ type: 'mobile-pii', shown: 'none' })

export const answers = [mobile, mobilePii]
