import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Device times of the first and the last save that a device has lost, ISO 8601. */
export const Lost = z.object({ from: z.string().check(z.maxLength(40)), to: z.string().check(z.maxLength(40)) })
export type Lost = z.infer<typeof Lost>

const Losses = z.object({
  losses: z.array(
    z.object({
      name: z.string(),
      device: z.string(),
      /** Saves that neither this device nor the server has. */
      count: z.number(),
      from: z.string(),
      to: z.string(),
      toldAt: z.string(),
    }),
  ),
})
export type Losses = z.infer<typeof Losses>

/** What devices have lost, for whom it concerns: the person, and whoever owns or administers a project of theirs. */
export const getLosses = endpoint({ method: 'GET', path: '/api/losses', whenOffline: 'refused', access: 'signedIn', answer: Losses })
