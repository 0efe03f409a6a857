import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const isDay = (value: unknown): value is string => typeof value === 'string' && dayPattern.test(value)

/** What a limit that is no day was probably meant to be. */
function doubtAboutLimit(key: 'min' | 'max', value: unknown): readonly (readonly [string, string])[] {
  if (value === undefined || isDay(value)) return []
  const rule = '{ "type": "validation", "field": "day", "valid": "day <= today()", "message": "This day is in the future" }'
  return String(value).includes('(') || String(value).includes('{')
    ? [[key, `${key} is a fixed day such as 2026-03-14; for a limit that moves write a rule: ${rule}`]]
    : [[key, `${JSON.stringify(value)} is no day, so it limits nothing: write it as yyyy-MM-dd, for example 2026-03-14`]]
}

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
  doubts: ({ min, max }) => [...doubtAboutLimit('min', min), ...doubtAboutLimit('max', max)],
  check({ node: { min, max }, path, say }) {
    if (isDay(min) && isDay(max) && min > max) say(`${path}.max`, `expected ${min} or later, which is the min`)
  },
  sample: (setting) => String(setting['min'] ?? '2026-11-20').replace(/\{\{.*/, '2026-11-20'),
})

export const settings = [date] as const
