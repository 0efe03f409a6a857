import * as z from 'zod/mini'
import { AttributeName, Template } from './fieldBase.ts'
import { type InternalMessage, internalMessages } from '../rules/internalMessages.ts'

/** The attribute that each message requires. */
const needed: Partial<Record<InternalMessage, 'url' | 'text' | 'attribute' | 'actions'>> = {
  'url.patch': 'url',
  'url.post': 'url',
  open: 'url',
  navigate: 'url',
  'UI.ShowToast': 'text',
  'UI.LangChange': 'text',
  'list.pick': 'attribute',
  'time.pick': 'attribute',
  'attachments.pick': 'attribute',
  'UI.Array.ShowForm': 'attribute',
  actions: 'actions',
}

/** The path of a record, with placeholders; a final `:new` becomes a new id. */
const Place = z.string()

export const ActionMessage = z
  .strictObject({
    message: z.enum(internalMessages),
    /** list.pick, time.pick, attachments.pick, UI.Array.ShowForm: the field that gets the result. */
    attribute: z.optional(AttributeName),
    /** UI.Array.ShowForm: index of the list item, from 0; absent for a new one. */
    index: z.optional(z.int().check(z.gte(0))),
    /** True to queue a change while offline; url.patch and url.post only. */
    queue: z.optional(z.boolean()),
    /** True to show nothing while it runs or when it is done; the caller handles errors. */
    background: z.optional(z.boolean()),
    /** actions: the entries of the menu; underscores in a title are shown as spaces. */
    actions: z.optional(z.array(z.strictObject({ title: z.string(), action: z.string() }))),
    url: z.optional(z.string()),
    body: z.optional(z.record(z.string(), z.unknown())),
    /** UI.ShowToast: the text; UI.LangChange: the language code. */
    text: z.optional(Template),
    level: z.optional(z.enum(['error', 'warning', 'info', 'success'])),
    prompt: z.optional(z.string()),
    /** save.firestore.record, delete.firestore.record: the record; default: the one of the form. */
    path: z.optional(Place),
    /** delete.firestore.record: the name of the record in the question. */
    title: z.optional(Template),
    /**
     * save.firestore.record: the values to save in place of the form's answers. cancel: the values that the
     * form returns to.
     */
    record: z.optional(z.record(z.string(), z.unknown())),
    feed: z.optional(z.union([z.string(), z.literal(false)])),
    saveRpc: z.optional(z.string()),
    rpc: z.optional(z.string()),
    allowedAttributes: z.optional(z.array(AttributeName)),
    recoveryEnabled: z.optional(z.boolean()),
    returnUrl: z.optional(z.string()),
    returnUrlDelay: z.optional(z.number()),
    returnMessage: z.optional(Template),
  })
  .check((context) => {
    const { value } = context
    const key = needed[value.message]
    if (key !== undefined && value[key] === undefined && !(value.message === 'navigate' && value.returnUrl !== undefined))
      context.issues.push({ code: 'custom', path: [key], message: `expected ${key}; ${value.message} does nothing without`, input: value })
    if (value.queue !== undefined && value.message !== 'url.patch' && value.message !== 'url.post')
      context.issues.push({ code: 'custom', path: ['queue'], message: 'expected queue with url.patch or url.post only', input: value })
  })
export type ActionMessage = z.output<typeof ActionMessage>

/** An action: a link with a prefix (spec/1 §7) or one of the internal messages. */
export const Action = z.union([
  z
    .string()
    .check(
      z.regex(
        /^(?:(?:share|patch|rpc|post|open|action):.+|\/.*|https?:\/\/.+|back|close|reload|nop|kioskrestart)$/,
        'expected share:, patch:, rpc:, post:, open:, action:, an address, or back, close, reload, nop, kioskrestart',
      ),
    ),
  ActionMessage,
])
export type Action = z.output<typeof Action>
