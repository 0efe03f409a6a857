import { positionIn } from '../../lib/positionIn.ts'
import { defineAnswer } from '../defineAnswer.ts'

const position = defineAnswer({
  type: 'position',
  accepts: (value) => (positionIn(value) ? value : undefined),
  joins: () => false,
})

export const answers = [position]
