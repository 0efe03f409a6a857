import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SignInAnswer } from './sign-in.ts'

/** Days that the link of an invitation is valid. */
export const inviteDays = 14

const InviteAnswer = z.object({
  success: z.boolean(),
  notification: z.optional(z.string()),
  /** The link of an invitation without an address. */
  link: z.optional(z.string()),
})

/**
 * Invites a person to a project by mail, or without `email` by a link in the answer. Needs a connection, so that the
 * sender knows that the mail was sent.
 */
export const inviteMember = endpoint({
  method: 'POST',
  path: '/api/team/:id:invite',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  body: z.object({ email: z.optional(z.string()), status: z.optional(z.string()), name: z.optional(z.string()) }),
  answer: InviteAnswer,
})

/** The same at its older address (decision OQ-149); always as Member. */
export const inviteMemberOf = endpoint({
  method: 'POST',
  path: '/api/:uid/team/:id/invite',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ uid: z.string(), id: z.string() }),
  body: z.object({ email: z.string() }),
  answer: InviteAnswer,
})

/**
 * Accepts an invitation by the token of its link: the owner of the mailbox is the invited person (decision
 * OQ-145).
 */
export const acceptInvite = endpoint({
  method: 'POST',
  path: '/api/invites/accept',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: z.object({
    success: z.boolean(),
    /** The title of the project or the billing account. */
    title: z.string(),
    team: z.optional(z.string()),
    billing: z.optional(z.string()),
  }),
})

/** Creates an account for an invited person without one, signs it in, and accepts the invitation. */
export const joinByInvite = endpoint({
  method: 'POST',
  path: '/auth/join',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ token: z.string().check(z.maxLength(100)), name: z.string().check(z.maxLength(100)) }),
  answer: SignInAnswer,
})

/**
 * Mails stored on this server because no mail server is configured, newest first; for product administrators.
 */
export const keptMail = endpoint({
  method: 'GET',
  path: '/api/mail',
  whenOffline: 'refused',
  access: 'signedIn',
  answer: z.object({
    mails: z.array(z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), at: z.string() })),
  }),
})
