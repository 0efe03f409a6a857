import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const currency = defineSettings({
  type: 'currency',
  description: 'An amount of money, stored in cents.',
  shape: z.strictObject({
    type: z.literal('currency'),
    ...fieldBase,
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'expected a code such as USD'))),
  }),
  sample: () => 125_050,
})

export const settings = [currency] as const
