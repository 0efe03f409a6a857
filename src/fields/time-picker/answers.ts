import { defineAnswer } from '../defineAnswer.ts'

const timePicker = defineAnswer({ type: 'time-picker', shown: 'time' })
const endTime = defineAnswer({ type: 'endTime', shown: 'time' })

export const answers = [timePicker, endTime]
