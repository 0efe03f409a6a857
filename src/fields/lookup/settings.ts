import * as z from 'zod/mini'
import { choiceNames } from '../../../contract/forms/options/choiceNames.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

/** The stored value of a picked entry: its id, its label, or the entry with its attributes. */
const store = z.optional(z.enum(['id', 'label', 'item']))

/** Picks from a named lookup of the page (employees, vendors, trades, costCodes, locations …). */
const lookup = defineSettings({
  type: 'lookup',
  description: 'A pick from a named list, with search.',
  words: {
    store: 'What is stored: the id (default), the words shown (label), or the entry with its attributes (item).',
  },
  shape: z.strictObject({
    type: z.literal('lookup'),
    ...fieldBase,
    lookup: z.string(),
    store,
    multiSelect: z.optional(z.boolean()),
    allowCreate: z.optional(z.boolean()),
    allowClear: z.optional(z.boolean()),
    instructions: z.optional(z.string()),
  }),
  names: choiceNames,
  sample: (setting) => (setting['multiSelect'] === true ? ['ana-silva', 'ben-carter'] : 'ana-silva'),
})

export const settings = [lookup] as const
