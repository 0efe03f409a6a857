import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { invitedRoles } from '../projects.ts'

/** Lines of one call; further ones are left out. */
export const mostNumbers = 100

/**
 * Why a line is not invited. noNumber: it has none. notServed: no mobile number of a served country. twice: a line before
 * has the number. member: the person is in the project. refused: the owner of the number wants no texts.
 */
export const inviteProblems = ['noNumber', 'notServed', 'twice', 'member', 'refused'] as const

export const InviteLine = z.object({
  /** As it was typed. */
  line: z.string(),
  /** E.164. */
  mobile: z.optional(z.string()),
  name: z.optional(z.string()),
  problem: z.optional(z.enum(inviteProblems)),
  /** An invitation to the number waits: the new one replaces it. */
  again: z.optional(z.boolean()),
})
export type InviteLine = z.output<typeof InviteLine>

/**
 * Invites people to a project by text, one number with a name a line. Without `send` it only says what it would do.
 * `text` is the message, with a link that does not work.
 */
export const inviteNumbers = endpoint({
  method: 'POST',
  path: '/api/team/:id:inviteNumbers',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  body: z.object({ text: z.string().check(z.maxLength(20_000)), status: z.enum(invitedRoles), send: z.boolean() }),
  answer: z.object({ title: z.string(), text: z.string(), lines: z.array(InviteLine), sent: z.number() }),
})
