import { defineAnswer } from '../defineAnswer.ts'

const nop = defineAnswer({ type: 'nop', shown: 'none' })

export const answers = [nop]
