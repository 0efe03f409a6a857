import { textIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

const scan = defineAnswer({ type: 'scan', accepts: textIn, joins: () => false })

export const answers = [scan]
