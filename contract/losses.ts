import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What a device has lost: device times of the first and the last save, ISO 8601, and by operation the record that it was about. */
export const Lost = z.object({
  from: z.string().check(z.maxLength(40)),
  to: z.string().check(z.maxLength(40)),
  paths: z.optional(z.record(z.string(), z.string().check(z.maxLength(200)))),
})
export type Lost = z.infer<typeof Lost>

const Losses = z.object({
  losses: z.array(
    z.object({
      uid: z.string(),
      name: z.string(),
      device: z.string(),
      /** What people call the device, where it is registered. */
      deviceName: z.optional(z.string()),
      /** Saves that neither this device nor the server has. */
      count: z.number(),
      from: z.string(),
      to: z.string(),
      toldAt: z.string(),
      /** By form, most first: of those forms that the person who asks may know of. */
      forms: z.array(z.object({ name: z.string(), count: z.number() })),
    }),
  ),
})
export type Losses = z.infer<typeof Losses>

/** What devices have lost, for whom it concerns: the person, and whoever owns or administers a project of theirs. */
export const getLosses = endpoint({ method: 'GET', path: '/api/losses', whenOffline: 'cached', access: 'signedIn', answer: Losses })
