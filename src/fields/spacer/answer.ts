import { defineAnswer } from '../defineAnswer.ts'

export const nopAnswer = defineAnswer({ type: 'nop', shown: 'none' })
