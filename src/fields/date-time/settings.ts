import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const Moment = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'expected a date with time like 2026-11-20T07:30'))

const dateTime = defineSettings({
  type: 'date-time',
  description: 'A date with the time to the minute, stored as yyyy-MM-ddTHH:mm on the clock of the site.',
  words: {
    min: 'Earliest date with time, yyyy-MM-ddTHH:mm.',
    max: 'Latest date with time, yyyy-MM-ddTHH:mm.',
  },
  shape: z.strictObject({ type: z.literal('date-time'), ...fieldBase, min: z.optional(Moment), max: z.optional(Moment) }),
  check({ node: { min, max }, path, say }) {
    if (typeof min === 'string' && typeof max === 'string' && min > max) say(`${path}.max`, `expected ${min} or later, which is the min`)
  },
  sample: (setting) => String(setting['min'] ?? '2026-11-20T07:30'),
})

export const settings = [dateTime] as const
