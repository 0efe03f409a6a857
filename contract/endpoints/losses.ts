import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/**
 * A report of lost saves: device times of the first and the last save, ISO 8601, and the record of each
 * operation.
 */
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
      /** The display name of the device, when it is registered. */
      deviceName: z.optional(z.string()),
      /** Number of saves that neither this device nor the server has. */
      count: z.number(),
      from: z.string(),
      to: z.string(),
      toldAt: z.string(),
      /** By form, most first: only forms that the caller can see. */
      forms: z.array(z.object({ name: z.string(), count: z.number() })),
    }),
  ),
})
export type Losses = z.infer<typeof Losses>

/** The losses of devices, for the person affected and for Owners and Administrators of their projects. */
export const getLosses = endpoint({ method: 'GET', path: '/api/losses', whenOffline: 'cached', access: 'signedIn', answer: Losses })
