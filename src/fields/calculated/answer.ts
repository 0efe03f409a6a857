import { defineAnswer } from '../defineAnswer.ts'

export const calculatedAnswer = defineAnswer({ type: 'calculated', shown: 'none' })
