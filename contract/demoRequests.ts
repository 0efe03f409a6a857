import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The form that demo bots fill; open to whoever has the link of a conversation. */
export const demoForm = 'manpower-demo'

/** Whose demo bots and their form are: a project without members, so that nobody meets them among their own. */
export const demoTeam = 'MusterPublicDemoTeam'

/** A demo bot answers so many conversations and no more (spec/3 §9). */
export const mostConversations = 5

const Text = z.string().check(z.trim(), z.maxLength(200))

/** What visitors say of themselves, as they typed it; `time` is when they sent it, ISO 8601 (decision OQ-172). */
const Visitor = { email: Text, name: Text, company: Text, number: Text, time: z.string().check(z.maxLength(40)) }

/** The demo bot and the conversation that was begun with it; `url` opens it. `error` says what is missing, or that the demo limit is reached. */
const Begun = z.object({
  automation: z.optional(z.string()),
  execution: z.optional(z.string()),
  url: z.optional(z.string()),
  error: z.optional(z.string()),
})
export type DemoBegun = z.output<typeof Begun>

/** Manpower Bot Demo. */
export const askGroundbreak = endpoint({
  method: 'POST',
  path: '/api/groundbreak',
  whenOffline: 'refused',
  access: 'public',
  body: z.object(Visitor),
  answer: Begun,
})

/** Manpower Demo Bot of an embedded project. */
export const askDemo = endpoint({
  method: 'POST',
  path: '/api/demo',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ ...Visitor, project: Text }),
  answer: Begun,
})
