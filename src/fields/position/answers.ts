import { defineAnswer } from '../defineAnswer.ts'
import { positionIn } from './positionIn.ts'

const position = defineAnswer({
  type: 'position',
  accepts: (value) => (positionIn(value) ? value : undefined),
  joins: () => false,
})

export const answers = [position]
