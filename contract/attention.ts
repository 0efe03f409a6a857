import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { RecordPath, SaveAnswer } from './records.ts'

/**
 * A save that came long after it was made (sync.md §2). overtaken: somebody else had changed the record after it was made;
 * old: it was made more than a day before it came.
 */
export const LateSave = z.object({
  path: z.string(),
  /** The revision that it made; with the path it is the late save's name. */
  rev: z.number(),
  reason: z.enum(['overtaken', 'old']),
  /** ISO 8601: when it was made (device time put right), and when it came. */
  madeAt: z.string(),
  at: z.string(),
  /** Names of who saved, and of who had changed the record meanwhile; absent for somebody without an account. */
  by: z.optional(z.string()),
  over: z.optional(z.string()),
  /** Attributes that it changed; none of a record's first save. */
  changed: z.array(z.string()),
  /** The record's title, where it has one. */
  title: z.optional(z.string()),
  /** Who has looked at it, and when. */
  looked: z.optional(z.object({ by: z.string(), at: z.string() })),
})
export type LateSave = z.output<typeof LateSave>

/** A manager has looked at late saves of a record. Whoever was first stays. Refused for who may not change other people's records. */
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
