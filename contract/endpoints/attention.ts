import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { RecordPath, SaveAnswer } from './records.ts'

/**
 * A save that the server received long after it was made (sync.md §2). overtaken: another person had changed
 * the record after it was made; old: it was made more than a day before it was received.
 */
export const LateSave = z.object({
  path: z.string(),
  /** The revision that it created; path and revision identify the late save. */
  rev: z.number(),
  reason: z.enum(['overtaken', 'old']),
  /** ISO 8601: when it was made (device time, corrected), and when the server received it. */
  madeAt: z.string(),
  at: z.string(),
  /**
   * Names of the person who saved, and of the person who had changed the record meanwhile; absent for a
   * person without an account.
   */
  by: z.optional(z.string()),
  over: z.optional(z.string()),
  /** Attributes that it changed; empty for the first save of a record. */
  changed: z.array(z.string()),
  /** The record's title, if it has one. */
  title: z.optional(z.string()),
  /** Who reviewed it, and when. */
  looked: z.optional(z.object({ by: z.string(), at: z.string() })),
})
export type LateSave = z.output<typeof LateSave>

/**
 * Marks late saves of a record as reviewed by a manager. The first reviewer stays. Refused for people who
 * cannot change other people's records.
 */
export const lookedAt = endpoint({
  method: 'POST',
  path: '/api/looked/*',
  whenOffline: 'queued',
  access: 'signedIn',
  params: z.object({ '*': RecordPath }),
  body: z.object({
    revs: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(100)),
    clientAt: z.optional(z.string()),
    skewMs: z.optional(z.number()),
  }),
  answer: z.extend(z.omit(SaveAnswer, { rev: true }), { rev: z.optional(z.number()), looked: z.array(z.number()) }),
})
