import { defineAnswer } from '../defineAnswer.ts'

const compactTable = defineAnswer({ type: 'compact-table', shown: 'none' })

export const answers = [compactTable]
