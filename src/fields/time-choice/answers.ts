import { timeIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

const time = defineAnswer({ type: 'time', shown: 'time', accepts: timeIn })
const alltime = defineAnswer({ type: 'alltime', shown: 'time', accepts: timeIn })

export const answers = [time, alltime]
