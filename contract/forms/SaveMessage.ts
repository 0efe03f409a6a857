import * as z from 'zod/mini'
import { AttributeName, Expression, Template } from './fieldBase.ts'

/** Managers are the owners and administrators of the project. */
export const recipientRoles = ['manager', 'owner', 'administrator', 'member', 'worker'] as const

/** Who gets a message: a role of the project, one person of it, or the people in an answer. */
export const Recipient = z
  .strictObject({
    role: z.optional(z.enum(recipientRoles)),
    /** Mobile number (+1…) or e-mail address of a person of the project. */
    person: z.optional(z.string().check(z.regex(/^(?:\+[1-9]\d{6,14}|[^\s@]+@[^\s@]+)$/, 'expected +12025550123 or ana@example.com'))),
    attribute: z.optional(AttributeName),
  })
  .check((context) => {
    if (Object.values(context.value).filter((one) => one !== undefined).length === 1) return
    const message = 'expected one of role, person and attribute, such as { "role": "manager" }'
    context.issues.push({ code: 'custom', path: [], message, input: context.value })
  })
export type Recipient = z.output<typeof Recipient>

/** A text message that a save sends. */
export const SaveMessage = z.strictObject({
  text: Template.check(z.minLength(1)),
  recipients: z.array(Recipient).check(z.minLength(1), z.maxLength(20)),
  /** Sent only when this is true for the stored record. */
  when: z.optional(Expression),
})
export type SaveMessage = z.output<typeof SaveMessage>
