import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { RollCall } from './getRollCalls.ts'

/** Maximum number of open hazards in the answer; `moreHazards` says that there are others. */
export const mostHazards = 20

const Place = { team: z.string(), project: z.string() }

/** Reports of one form that a manager has to look at. */
const FormCount = z.object({ ...Place, form: z.string(), title: z.string(), count: z.number() })

/**
 * What is open in all projects whose records this person may read, beside what other answers already have: the
 * people on site, the conversations, and the devices. Times are ISO 8601.
 */
export const getToday = endpoint({
  method: 'GET',
  path: '/api/today',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({
    /** True if none of these projects has a bot. */
    hasNoBots: z.boolean(),
    /** Hazards that are not made safe, newest first. */
    hazards: z.array(z.object({ ...Place, path: z.string(), title: z.string(), location: z.optional(z.string()), at: z.string() })),
    moreHazards: z.optional(z.boolean()),
    /** Permits that wait for a decision. */
    permits: z.array(FormCount),
    /** Saves that arrived long after they were made, and that no manager has looked at. */
    late: z.array(FormCount),
    /** Roll calls in progress, newest first; absent when there is none. */
    rollCalls: z.optional(z.array(RollCall)),
  }),
})
