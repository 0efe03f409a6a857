import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The daily log of a project: what its bots wrote of a day, and whether the day is completed. */

export const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export const LogRow = z.object({
  key: z.string(),
  kind: z.enum(['manpower', 'notes']),
  vendor: z.string(),
  trade: z.optional(z.string()),
  costCode: z.optional(z.string()),
  workers: z.optional(z.number()),
  /** Of each worker, and of all of them. */
  workerHours: z.optional(z.number()),
  hours: z.optional(z.number()),
  location: z.optional(z.string()),
  notes: z.optional(z.string()),
  /** waiting: on its way; refused: a person has to look at its conversation. */
  state: z.enum(['waiting', 'written', 'refused']),
  /** Somebody approves it in the other system. */
  pending: z.boolean(),
  /** Whose rights wrote it, and when (ISO 8601). */
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
  /** The log is kept here; else it stands in the system that the project is linked to. */
  own: z.boolean(),
  /** Who completed the day: nothing more is written to it. */
  completed: z.optional(z.object({ by: z.string(), at: z.string() })),
  entries: z.array(LogRow),
  /** May the person who asks complete the day, and open it again? */
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

/** Completes a day, or opens it again. Can't wait: what is written meanwhile depends on it. */
export const completeDay = endpoint({
  method: 'POST',
  path: '/api/team/:id/log/:day',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OfDay,
  body: z.object({ completed: z.boolean() }),
  answer: LogDay,
})
