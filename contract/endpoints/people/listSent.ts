import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { Model } from '../records.ts'

/** Days for which a person sees their own records again, and the most records of one answer. */
export const sentDays = 30
export const mostSent = 200
/** Bytes of the answers of all records of one answer; older records come without their answers. */
export const mostSentBytes = 2_000_000

/** review: a person decides about it. approved and rejected: a person, or the bot in their name, has decided. */
export const SentState = z.enum(['received', 'review', 'approved', 'rejected'])
export type SentState = z.output<typeof SentState>

export const SentRecord = z.object({
  path: z.string(),
  /** The key of the form, and its name in the language of the reader. */
  form: z.string(),
  name: z.string(),
  rev: z.number(),
  /** ISO 8601: when it was made, by the corrected clock of its device, and when the last change arrived. */
  at: z.string(),
  updatedAt: z.string(),
  state: SentState,
  /** Why it was rejected, or why the daily log refused it. */
  reason: z.optional(z.string()),
  /** Who decided. */
  by: z.optional(z.string()),
  /** Absent beyond `mostSentBytes`. */
  model: z.optional(Model),
})
export type SentRecord = z.output<typeof SentRecord>

/**
 * The records that the caller has made in the last `sentDays`, from any device, newest first. `before`: the path of the
 * last record of the page before.
 */
export const listSent = endpoint({
  method: 'GET',
  path: '/api/sent',
  whenOffline: 'cached',
  access: 'signedIn',
  query: z.object({ lang: z.optional(z.string()), before: z.optional(z.string()) }),
  answer: z.object({
    records: z.array(SentRecord),
    /** There are older ones of these days. */
    more: z.optional(z.boolean()),
  }),
})
