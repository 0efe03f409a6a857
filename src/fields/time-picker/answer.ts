import { defineAnswer } from '../defineAnswer.ts'

export const timePickerAnswer = defineAnswer({ type: 'time-picker', shown: 'time' })
export const endTimeAnswer = defineAnswer({ type: 'endTime', shown: 'time' })
