import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const text = defineSettings({
  type: 'text',
  description: 'Free text, or a number with "number": true.',
  shape: z.strictObject({
    type: z.literal('text'),
    ...fieldBase,
    multiline: z.optional(z.boolean()),
    maxLength: z.optional(z.int()),
    inputMode: z.optional(z.enum(['text', 'numeric', 'decimal', 'email', 'url', 'tel'])),
    number: z.optional(z.boolean()),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    unit: z.optional(z.string().check(z.minLength(1), z.maxLength(12))),
  }),
  words: {
    unit: 'What a number is counted in, such as m³ or kg: shown beside the field, in records and in exports.',
  },
  check({ node, path, say }) {
    if (node['unit'] !== undefined && node['number'] !== true) say(`${path}.unit`, 'expected a unit only for a number: add "number": true')
  },
  doubts: (node) =>
    (['min', 'max'] as const).flatMap((key) =>
      node[key] !== undefined && node['number'] !== true
        ? [[key, `${key} counts only for a number: add "number": true; the longest text is maxLength`] as const]
        : [],
    ),
  sample: (setting) => (setting['number'] === true ? Number(setting['min'] ?? 12) : 'North gate, beside the crane'),
  isProse: (setting) => setting['number'] !== true,
})

const password = defineSettings({
  type: 'password',
  description: 'Text that is masked while it is typed.',
  shape: z.strictObject({ type: z.literal('password'), ...fieldBase, maxLength: z.optional(z.int()) }),
  sample: () => 'four words in a row',
})

export const settings = [text, password] as const
