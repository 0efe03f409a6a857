import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/**
 * A change of something that a device may have cached. `path` is the path of a record, the name of a form, or
 * the name of a list in the project `team`. For rights it is the project where this person's rights changed.
 */
export const Change = z.object({
  kind: z.enum(['record', 'form', 'list', 'rights']),
  path: z.string(),
  team: z.optional(z.string()),
  rev: z.optional(z.number()),
})
export type Change = z.output<typeof Change>

/**
 * `reset`: the server does not know the events since the cursor (or there was no cursor), so everything
 * cached may be stale.
 */
export const Changes = z.object({ changes: z.array(Change), reset: z.optional(z.boolean()) })
export type Changes = z.output<typeof Changes>

/**
 * The changes for this person since `since`, the cursor of an earlier answer. With `accept:
 * text/event-stream` the same as an open stream: one event `changes` per group with the cursor as its `id`
 * (`last-event-id` resumes from there), a comment every 15 s, and `end` when the session ends. 503 with
 * `retry-after` when the server has no capacity for more streams.
 */
export const changeFeed = endpoint({
  method: 'GET',
  path: '/api/changes',
  whenOffline: 'refused',
  access: 'signedIn',
  query: z.object({ since: z.optional(z.string()) }),
  answer: z.extend(Changes, { cursor: z.string(), more: z.optional(z.boolean()) }),
})

/**
 * Heartbeat of a stream: ms between two comments. A device that receives nothing for three times as long
 * reconnects.
 */
export const feedBeat = 15_000
