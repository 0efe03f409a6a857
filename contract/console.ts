import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What `Ctrl K` finds on the server: bots and people; projects and screens are on the device. */
export const Finding = z.object({
  kind: z.enum(['bot', 'person', 'project']),
  id: z.string(),
  title: z.string(),
  /** The project that it belongs to, in words. */
  note: z.optional(z.string()),
  team: z.optional(z.string()),
})
export type Finding = z.output<typeof Finding>

/** At most 20 of each kind whose words begin with those of the query, of projects that the person belongs to. */
export const findAnything = endpoint({
  method: 'GET',
  path: '/api/find',
  whenOffline: 'refused',
  access: 'signedIn',
  query: z.object({ q: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answer: z.object({ found: z.array(Finding) }),
})
