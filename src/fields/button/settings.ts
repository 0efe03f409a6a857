import * as z from 'zod/mini'
import { Action } from '../../../contract/forms/action.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { AttributeName, Flag, nodeBase, Template } from '../../../contract/forms/fieldBase.ts'

const save = defineSettings({
  type: 'save',
  description: 'Saves the form.',
  words: { path: 'The record that gets the answers; without it the record of the form. A final :new becomes a new id.' },
  isSave: true,
  shape: z.strictObject({
    type: z.literal('save'),
    ...nodeBase,
    label: z.optional(z.string()),
    /** The record that gets the answers; absent: the record of the form. A final `:new` becomes a new id. */
    path: z.optional(Template),
    /** An error of the save offers to reload and try again. */
    recoveryEnabled: z.optional(z.boolean()),
    returnUrl: z.optional(z.string()),
    returnUrlDelay: z.optional(z.number()),
    returnMessage: z.optional(Template),
    feed: z.optional(z.union([z.string(), z.literal(false)])),
    saveRpc: z.optional(z.string()),
    rpc: z.optional(z.string()),
    allowedAttributes: z.optional(z.array(AttributeName)),
    /** Replaces titleStatus, tags and deleted of a default save. */
    model: z.optional(z.record(z.string(), z.unknown())),
  }),
})

const button = defineSettings({
  type: 'button',
  sends: true,
  description: 'Runs an action.',
  shape: z.strictObject({
    type: z.literal('button'),
    ...nodeBase,
    label: z.string(),
    action: Action,
    confirm: z.optional(z.boolean()),
    primary: z.optional(z.boolean()),
    readOnly: z.optional(Flag),
  }),
})

export const settings = [save, button] as const
