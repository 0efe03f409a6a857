import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** A result of `Ctrl K` from the server. The device itself finds projects, days, screens, and what it keeps. */
export const Finding = z.object({
  /** `worker` and `company` are entries of a project's lists; `person` is a member. */
  kind: z.enum(['bot', 'person', 'worker', 'company', 'form', 'record']),
  /** The id; the key of a form; the path of a record. */
  id: z.string(),
  title: z.string(),
  /** The name of its project; that of its form for a record. */
  note: z.optional(z.string()),
  team: z.optional(z.string()),
  /** When a record was made, ISO. */
  at: z.optional(z.string()),
})
export type Finding = z.output<typeof Finding>

/**
 * At most 20 results of each kind that hold all words of the query, from the caller's projects. Records are
 * found in the newest 100 of each form, from a query of 3 characters on.
 */
export const findAnything = endpoint({
  method: 'GET',
  path: '/api/find',
  whenOffline: 'refused',
  access: 'signedIn',
  query: z.object({ q: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answer: z.object({ found: z.array(Finding) }),
})
