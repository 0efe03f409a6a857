import { lessonOf } from '../../../contract/rules/progress.ts'
import { defineAnswer } from '../defineAnswer.ts'

/** Readers want the share that was watched, not which seconds. */
const video = defineAnswer({
  type: 'video',
  shown: (_, value) => ({ kind: 'text', value: `${Math.floor(lessonOf(value).watchedPercent * 100)}%` }),
})

export const answers = [video]
