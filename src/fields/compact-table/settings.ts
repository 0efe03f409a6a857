import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { AttributeName, nodeBase } from '../../../contract/forms/fieldBase.ts'

const compactTable = defineSettings({
  type: 'compact-table',
  description: 'A small table of values, to read.',
  words: {
    attribute: 'The list in the record that gives the rows.',
  },
  shape: z.strictObject({
    type: z.literal('compact-table'),
    ...nodeBase,
    label: z.optional(z.string()),
    /** The list of the record with the rows; absent: `rows`. */
    attribute: z.optional(AttributeName),
    rows: z.optional(z.array(z.record(z.string(), z.unknown()))),
    columns: z
      .array(
        z.strictObject({
          attribute: AttributeName,
          label: z.optional(z.string()),
          format: z.optional(z.enum(['text', 'number', 'hours', 'currency', 'date'])),
        }),
      )
      .check(z.minLength(1)),
    emptyMessage: z.optional(z.string()),
    /** Search, column selection and CSV above the table; absent: from 10 rows on. */
    toolbar: z.optional(z.boolean()),
  }),
})

export const settings = [compactTable] as const
