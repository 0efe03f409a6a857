import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'

/** `ids`: the starts that were merged into one roll call. `at`: ISO 8601. */
export const RollCall = z.object({
  team: z.string(),
  project: z.string(),
  ids: z.array(z.string()),
  drill: z.boolean(),
  at: z.string(),
  by: z.optional(z.string()),
})
export type RollCall = z.output<typeof RollCall>

/**
 * Roll calls in progress in all projects whose records this person may read, newest first. *Today* asks for them more
 * often than for the rest: this answer is one short query.
 */
export const getRollCalls = endpoint({
  method: 'GET',
  path: '/api/rollcalls',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({ rollCalls: z.array(RollCall) }),
})
