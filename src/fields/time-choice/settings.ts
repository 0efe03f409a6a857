import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const time = defineSettings({
  type: 'time',
  description: 'A time of the working day: every 15 minutes from 4 AM to 6:45 PM, stored as HH:mm.',
  shape: z.strictObject({ type: z.literal('time'), ...fieldBase }),
  sample: () => '07:30',
})

const alltime = defineSettings({
  type: 'alltime',
  description: 'A time of the day: every 15 minutes, stored as HH:mm.',
  shape: z.strictObject({ type: z.literal('alltime'), ...fieldBase }),
  sample: () => '22:15',
})

const timespan = defineSettings({
  type: 'timespan',
  description: 'A duration from 15 minutes to 3 hours.',
  shape: z.strictObject({ type: z.literal('timespan'), ...fieldBase }),
  sample: () => '1.5 hours',
})

const longtimespan = defineSettings({
  type: 'longtimespan',
  description: 'A duration from 15 minutes to 12 hours.',
  shape: z.strictObject({ type: z.literal('longtimespan'), ...fieldBase }),
  sample: () => '8 hours',
})

export const settings = [time, alltime, timespan, longtimespan] as const
