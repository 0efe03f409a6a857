import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The daily log of a project: the entries of its bots for a day, and whether the day is completed. */

export const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export const LogRow = z.object({
  key: z.string(),
  kind: z.enum(['manpower', 'notes']),
  vendor: z.string(),
  trade: z.optional(z.string()),
  costCode: z.optional(z.string()),
  workers: z.optional(z.number()),
  /** Hours of each worker, and of all of them. */
  workerHours: z.optional(z.number()),
  hours: z.optional(z.number()),
  location: z.optional(z.string()),
  notes: z.optional(z.string()),
  /** waiting: not written yet; refused: a person has to check its conversation. */
  state: z.enum(['waiting', 'written', 'refused']),
  /** True when a person approves it in the other system. */
  pending: z.boolean(),
  /** The person with the rights that the write used, and its time (ISO 8601). */
  writtenBy: z.optional(z.string()),
  writtenAt: z.optional(z.string()),
  bot: z.string(),
  execution: z.string(),
})
export type LogRow = z.output<typeof LogRow>

export const LogDay = z.object({
  project: z.string(),
  /** yyyy-MM-dd */
  day: z.string(),
  /** True when the log is stored here; false when it is in the system that the project is linked to. */
  own: z.boolean(),
  /** Who completed the day, and when: the log accepts no more entries for it. */
  completed: z.optional(z.object({ by: z.string(), at: z.string() })),
  entries: z.array(LogRow),
  /** True when the caller can complete and reopen the day. */
  mayComplete: z.boolean(),
})
export type LogDay = z.output<typeof LogDay>

const OfDay = z.object({ id: z.string(), day: z.string() })

export const dailyLog = endpoint({
  method: 'GET',
  path: '/api/team/:id/log/:day',
  whenOffline: 'cached',
  access: 'signedIn',
  params: OfDay,
  answer: LogDay,
})

/** Completes a day, or reopens it. Needs a connection: entries written meanwhile depend on it. */
export const completeDay = endpoint({
  method: 'POST',
  path: '/api/team/:id/log/:day',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OfDay,
  body: z.object({ completed: z.boolean() }),
  answer: LogDay,
})
