import * as z from 'zod/mini'
import { Action } from '../../../contract/forms/action.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { Flag, nodeBase } from '../../../contract/forms/fieldBase.ts'

const splitbutton = defineSettings({
  type: 'splitbutton',
  sends: true,
  description: 'A main action, with a menu of further ones.',
  words: {
    action: 'What the main part does.',
    actions: 'What the menu offers. From 10 entries on it opens as a list to search.',
  },
  shape: z.strictObject({
    type: z.literal('splitbutton'),
    ...nodeBase,
    label: z.string(),
    action: Action,
    actions: z.array(z.strictObject({ label: z.string(), action: Action, confirm: z.optional(z.boolean()) })).check(z.minLength(1)),
    primary: z.optional(z.boolean()),
    confirm: z.optional(z.boolean()),
    readOnly: z.optional(Flag),
  }),
})

export const settings = [splitbutton] as const
