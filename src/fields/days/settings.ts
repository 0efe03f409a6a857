import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const days = defineSettings({
  type: 'days',
  description: 'Days of the week, Sun to Sat.',
  shape: z.strictObject({ type: z.literal('days'), ...fieldBase }),
  sample: () => ['Mon', 'Wed', 'Fri'],
})

export const settings = [days] as const
