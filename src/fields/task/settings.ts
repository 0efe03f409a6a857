import * as z from 'zod/mini'
import { Action } from '../../../contract/forms/action.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { nodeBase, Template } from '../../../contract/forms/fieldBase.ts'

/** A card with the title and state of a task; opens the task. */
const task = defineSettings({
  type: 'task',
  sends: true,
  description: 'A card with a task, that opens it.',
  words: {
    title: 'What is to be done, with {{placeholders}}.',
  },
  shape: z.strictObject({
    type: z.literal('task'),
    ...nodeBase,
    title: Template,
    state: z.optional(Template),
    description: z.optional(Template),
    notes: z.optional(Template),
    action: z.optional(Action),
    /** The label of the card's action; default "Open". */
    actionLabel: z.optional(z.string()),
    color: z.optional(z.enum(['red', 'orange', 'green', 'blue', 'grey'])),
  }),
  templates: ['title', 'state', 'description', 'notes'],
})

export const settings = [task] as const
