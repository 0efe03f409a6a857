import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { nodeBase, Template } from '../../../contract/forms/fieldBase.ts'

const info = defineSettings({
  type: 'info',
  description: 'A text to read, with a level such as warning.',
  shape: z.strictObject({
    type: z.literal('info'),
    ...nodeBase,
    label: z.optional(z.string()),
    text: Template,
    level: z.optional(z.enum(['error', 'warning', 'info', 'success'])),
  }),
  isText: true,
})

const textTemplate = defineSettings({
  type: 'textTemplate',
  description: "A text filled with the form's values.",
  shape: z.strictObject({ type: z.literal('textTemplate'), ...nodeBase, label: z.optional(z.string()), template: Template }),
  isText: true,
})

export const settings = [info, textTemplate] as const
