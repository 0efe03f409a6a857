import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { Flag, nodeBase } from '../../../contract/forms/fieldBase.ts'

const messages = {
  ...nodeBase,
  label: z.optional(z.string()),
  description: z.optional(z.string()),
  emptyMessage: z.optional(z.string()),
}

/**
 * The activity feed of the record, read-only; `chat` has an input to write a message. Neither has an
 * answer.
 */
const feed = defineSettings({
  type: 'feed',
  description: 'The messages of the record.',
  shape: z.strictObject({ type: z.literal('feed'), ...messages }),
})

const chat = defineSettings({
  type: 'chat',
  sends: true,
  description: 'The messages of the record, with a box to write one.',
  shape: z.strictObject({ type: z.literal('chat'), ...messages, placeholder: z.optional(z.string()), readOnly: z.optional(Flag) }),
})

export const settings = [feed, chat] as const
