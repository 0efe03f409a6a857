import { defineAnswer } from '../defineAnswer.ts'

export const noticesAnswer = defineAnswer({ type: 'notices', shown: 'none' })
