import * as z from 'zod/mini'
import { AttributeName, Template } from './fieldBase.ts'

/** What pressing something does: a link with a prefix (spec/1 §7) or one of the internal messages. */
export const Action = z.union([
  z
    .string()
    .check(
      z.regex(
        /^(?:(?:share|patch|rpc|post|open|action):.+|\/.*|https?:\/\/.+|back|close|reload|nop|kioskrestart)$/,
        'expected share:, patch:, rpc:, post:, open:, action:, an address, or back, close, reload, nop, kioskrestart',
      ),
    ),
  z.strictObject({
    message: z.enum([
      'save.firestore.record',
      'delete.firestore.record',
      'cancel',
      'reload',
      'url.patch',
      'url.post',
      'open',
      'navigate',
      'UI.ShowToast',
      'UI.LangChange',
      'list.pick',
      'time.pick',
      'actions',
      'attachments.pick',
      'UI.Array.ShowForm',
      'Userflow.Update',
    ]),
    /** list.pick, time.pick, attachments.pick, UI.Array.ShowForm: the field that answers. */
    attribute: z.optional(AttributeName),
    /** A change that may wait for a connection; url.patch and url.post only. */
    queue: z.optional(z.boolean()),
    /** actions: what the menu offers; a title's underscores are shown as spaces. */
    actions: z.optional(z.array(z.strictObject({ title: z.string(), action: z.string() }))),
    url: z.optional(z.string()),
    body: z.optional(z.record(z.string(), z.unknown())),
    text: z.optional(Template),
    prompt: z.optional(z.string()),
    returnUrl: z.optional(z.string()),
    returnUrlDelay: z.optional(z.number()),
    returnMessage: z.optional(Template),
  }),
])
export type Action = z.output<typeof Action>
