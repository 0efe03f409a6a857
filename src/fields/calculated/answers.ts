import { defineAnswer } from '../defineAnswer.ts'

const calculated = defineAnswer({ type: 'calculated', shown: 'none' })

export const answers = [calculated]
