import { timeIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

export const timeAnswer = defineAnswer({ type: 'time', shown: 'time', accepts: timeIn })
export const alltimeAnswer = defineAnswer({ type: 'alltime', shown: 'time', accepts: timeIn })
