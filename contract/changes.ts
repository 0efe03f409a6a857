import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * Something that a device may have a copy of is another now. `path` of a record is where it lives, of a form its name, of a list its name in
 * the project `team`; of rights the project in which this person may do more or less than before.
 */
export const Change = z.object({
  kind: z.enum(['record', 'form', 'list', 'rights']),
  path: z.string(),
  team: z.optional(z.string()),
  rev: z.optional(z.number()),
})
export type Change = z.output<typeof Change>

/** `reset`: what happened since the cursor is not known any more (or there was none): everything that is kept may be another. */
export const Changes = z.object({ changes: z.array(Change), reset: z.optional(z.boolean()) })
export type Changes = z.output<typeof Changes>

/**
 * What has changed for this person since `since`, the cursor of an earlier answer. With `accept: text/event-stream` the same as a stream that
 * stays open: one event `changes` for each group, whose `id` is the cursor (`last-event-id` goes on from there), a comment every 15 s, and
 * `end` when the session is over. 503 with `retry-after` when the server has as many streams as it can serve.
 */
export const changeFeed = endpoint({
  method: 'GET',
  path: '/api/changes',
  whenOffline: 'refused',
  access: 'signedIn',
  query: z.object({ since: z.optional(z.string()) }),
  answer: z.extend(Changes, { cursor: z.string(), more: z.optional(z.boolean()) }),
})

/** ms between two comments of a stream; a device that hears nothing for three times as long opens another one. */
export const feedBeat = 15_000
