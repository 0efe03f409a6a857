import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Days that the link of an invitation works. */
export const inviteDays = 14

const InviteAnswer = z.object({ success: z.boolean(), notification: z.optional(z.string()) })

/** Invites somebody to a project by mail, as Member or Administrator. Can't wait: whoever invites wants to know that it went out. */
export const inviteMember = endpoint({
  method: 'POST',
  path: '/api/team/:id:invite',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  body: z.object({ email: z.string(), status: z.optional(z.string()), name: z.optional(z.string()) }),
  answer: InviteAnswer,
})

/** The same by its older address (decision OQ-149); always as Member. */
export const inviteMemberOf = endpoint({
  method: 'POST',
  path: '/api/:uid/team/:id/invite',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ uid: z.string(), id: z.string() }),
  body: z.object({ email: z.string() }),
  answer: InviteAnswer,
})

/** Takes an invitation by the token of its link: whoever reads the mailbox is who was meant (decision OQ-145). */
export const acceptInvite = endpoint({
  method: 'POST',
  path: '/api/invites/accept',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: z.object({
    success: z.boolean(),
    /** Of the project or the billing account. */
    title: z.string(),
    team: z.optional(z.string()),
    billing: z.optional(z.string()),
  }),
})

/** Mail that is kept here because no mail server is set, newest first; for product administrators. */
export const keptMail = endpoint({
  method: 'GET',
  path: '/api/mail',
  whenOffline: 'refused',
  access: 'signedIn',
  answer: z.object({
    mails: z.array(z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), at: z.string() })),
  }),
})
