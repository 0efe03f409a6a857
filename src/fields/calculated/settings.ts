import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { Expression, fieldBase } from '../../../contract/forms/fieldBase.ts'

const calculated = defineSettings({
  type: 'calculated',
  description: 'A value calculated from other answers. People do not type it.',
  shape: z.strictObject({
    type: z.literal('calculated'),
    ...fieldBase,
    value: Expression,
    format: z.optional(z.enum(['text', 'number', 'hours', 'currency', 'date', 'date-time'])),
    unit: z.optional(z.string().check(z.minLength(1), z.maxLength(12))),
  }),
  words: {
    unit: 'What the number is counted in, such as min or kg: shown behind it, in records and in exports.',
  },
  isDerived: true,
  expressions: ['value'],
  check: ({ calculates }) => calculates('value'),
})

export const settings = [calculated] as const
