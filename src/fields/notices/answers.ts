import { defineAnswer } from '../defineAnswer.ts'

const notices = defineAnswer({ type: 'notices', shown: 'none' })

export const answers = [notices]
