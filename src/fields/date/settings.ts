import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const date = defineSettings({
  type: 'date',
  description: 'A calendar date, stored as yyyy-MM-dd.',
  words: {
    min: 'Earliest date, yyyy-MM-dd.',
    max: 'Latest date, yyyy-MM-dd.',
  },
  shape: z.strictObject({
    type: z.literal('date'),
    ...fieldBase,
    min: z.optional(z.string()),
    max: z.optional(z.string()),
    allowNA: z.optional(z.boolean()),
  }),
  sample: (setting) => String(setting['min'] ?? '2026-11-20').replace(/\{\{.*/, '2026-11-20'),
})

export const settings = [date] as const
