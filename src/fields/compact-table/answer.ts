import { defineAnswer } from '../defineAnswer.ts'

export const compactTableAnswer = defineAnswer({ type: 'compact-table', shown: 'none' })
