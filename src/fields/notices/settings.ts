import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { AttributeName, nodeBase, Template } from '../../../contract/forms/fieldBase.ts'

/** A message with its level (spec/2, notices). */
const NoticeEntry = z.strictObject({ level: z.enum(['error', 'warning', 'info', 'success']), message: Template })

/** Notices from the settings, from the attribute of the record, or both. */
const notices = defineSettings({
  type: 'notices',
  description: 'Messages with a level, the gravest first: of the settings, of a list in the record, or both.',
  words: {
    attribute: 'A list in the record of entries with a level and a message.',
  },
  shape: z.strictObject({
    type: z.literal('notices'),
    ...nodeBase,
    label: z.optional(z.string()),
    attribute: z.optional(AttributeName),
    notices: z.optional(z.array(NoticeEntry)),
  }),
})

export const settings = [notices] as const
