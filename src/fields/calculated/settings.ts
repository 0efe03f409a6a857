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
    format: z.optional(z.enum(['text', 'number', 'hours', 'currency', 'date'])),
  }),
  isDerived: true,
  expressions: ['value'],
  check: ({ calculates }) => calculates('value'),
})

export const settings = [calculated] as const
