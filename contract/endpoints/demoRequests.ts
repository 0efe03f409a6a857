import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The form that demo bots fill; open to everyone with the link of a conversation. */
export const demoForm = 'manpower-demo'

/**
 * The project of the demo bots and their form. It has no members, so that users do not see it among their own
 * projects.
 */
export const demoTeam = 'MusterPublicDemoTeam'

/** Maximum number of conversations of a demo bot (spec/3 §9). */
export const mostConversations = 5

const Text = z.string().check(z.trim(), z.maxLength(200))

/** The data of a visitor, as they typed it; `time` is when they sent it, ISO 8601 (decision OQ-172). */
const Visitor = { email: Text, name: Text, company: Text, number: Text, time: z.string().check(z.maxLength(40)) }

/**
 * The demo bot and the conversation that was started with it; `url` opens it. `error` says what is missing,
 * or that the demo limit is reached.
 */
const Begun = z.object({
  automation: z.optional(z.string()),
  execution: z.optional(z.string()),
  url: z.optional(z.string()),
  error: z.optional(z.string()),
})
export type DemoBegun = z.output<typeof Begun>

/** Requests the Manpower Bot Demo. */
export const askGroundbreak = endpoint({
  method: 'POST',
  path: '/api/groundbreak',
  whenOffline: 'refused',
  access: 'public',
  body: z.object(Visitor),
  answer: Begun,
})

/** Requests the Manpower Demo Bot of an embedded project. */
export const askDemo = endpoint({
  method: 'POST',
  path: '/api/demo',
  whenOffline: 'refused',
  access: 'public',
  /** `system` is the kind of system that has the project, as in the address of the page. */
  body: z.object({ ...Visitor, project: Text, system: z.optional(Text) }),
  answer: Begun,
})
