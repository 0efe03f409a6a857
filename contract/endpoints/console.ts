import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** A result of `Ctrl K` from the server: bots and people. The device itself finds projects and screens. */
export const Finding = z.object({
  kind: z.enum(['bot', 'person', 'project']),
  id: z.string(),
  title: z.string(),
  /** The name of its project. */
  note: z.optional(z.string()),
  team: z.optional(z.string()),
})
export type Finding = z.output<typeof Finding>

/**
 * At most 20 results of each kind, with words that begin with those of the query, from the caller's projects.
 */
export const findAnything = endpoint({
  method: 'GET',
  path: '/api/find',
  whenOffline: 'refused',
  access: 'signedIn',
  query: z.object({ q: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answer: z.object({ found: z.array(Finding) }),
})
