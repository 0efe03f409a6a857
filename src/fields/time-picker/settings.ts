import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { AttributeName, fieldBase } from '../../../contract/forms/fieldBase.ts'

const timePicker = defineSettings({
  type: 'time-picker',
  description: 'A time of the day, picked in a dialog, stored as HH:mm.',
  shape: z.strictObject({
    type: z.literal('time-picker'),
    ...fieldBase,
    step: z.optional(z.union([z.literal(1), z.literal(5), z.literal(15)])),
  }),
  words: { step: 'Minutes between the times to choose from: 15 (default), 5, or 1 for the exact minute.' },
  sample: () => '07:30',
})

/**
 * A time after the one in `start`, with the duration next to it; `overnight`: also on the next day, less
 * than 24 hours later.
 */
const endTime = defineSettings({
  type: 'endTime',
  description: 'A time after another one, with the duration between them.',
  shape: z.strictObject({ type: z.literal('endTime'), ...fieldBase, start: AttributeName, overnight: z.optional(z.boolean()) }),
  sample: () => '15:30',
  check({ node, refersTo }) {
    const { start } = node
    if (typeof start === 'string' && !start.startsWith('parent.')) refersTo('start', start)
  },
})

export const settings = [timePicker, endTime] as const
