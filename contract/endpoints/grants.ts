import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { mostLeftOps } from '../rules/mayGrantBring.ts'
import { Id } from './records.ts'

/**
 * A deferred-upload grant. The server creates it at sign-in for one person on one device; the device keeps it
 * after log-out, so that their saved work can still be sent in their name. It can upload form records,
 * messages and files (mayGrantBring.ts) and nothing else: it reads no data, signs no one in and is never a
 * cookie. It is valid from the log-out on, for work saved before it, until none of that is left on the device
 * or `grantDays` have passed. It is sent in this header, with `x-actor` and `x-device`, which must be those
 * of the grant.
 */
export const grantHeader = 'x-grant'

/**
 * Days from the log-out: enough for a week in a basement, or a month of holiday with the device in a drawer.
 */
export const grantDays = 35

export const Grant = z.object({
  id: z.string(),
  /** The device id, the same as in `x-device`. */
  device: z.string(),
  /** The display name of the device, when it is registered. */
  deviceName: z.optional(z.string()),
  /** ISO 8601, the server's clock. */
  madeAt: z.string(),
  expiresAt: z.string(),
  /** When its person logged out there; absent while they are signed in, when the grant is not valid yet. */
  leftAt: z.optional(z.string()),
  /** When it last uploaded something; absent before the first time. */
  usedAt: z.optional(z.string()),
})
export type Grant = z.output<typeof Grant>

/**
 * The valid grants, newest first: the caller's, or with `of` those of a person in a project that the caller
 * manages.
 */
export const listGrants = endpoint({
  method: 'GET',
  path: '/api/grants',
  whenOffline: 'refused',
  access: 'signedIn',
  query: z.object({ of: z.optional(z.string()) }),
  answer: z.object({ grants: z.array(Grant) }),
})

/**
 * People in the projects that the caller manages with work that a device may still upload, by name; without
 * the caller.
 */
export const listGrantHolders = endpoint({
  method: 'GET',
  path: '/api/grants/people',
  whenOffline: 'refused',
  access: 'signedIn',
  answer: z.object({ people: z.array(z.object({ uid: z.string(), name: z.string(), count: z.number() })) }),
})

/**
 * Ends one grant, or without `id` all grants of the person. Work that is still on those devices waits until
 * the person signs in there.
 */
export const revokeGrants = endpoint({
  method: 'POST',
  path: '/api/grants:revoke',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ of: z.optional(z.string()), id: z.optional(z.string()) }),
  answer: z.object({ revoked: z.number() }),
})

/**
 * Sent by the holder of a grant: its person has logged out on this device, maybe while offline. Ends the
 * session that was created with the grant. From then on the grant uploads these operations only. With an
 * empty list, and with `done`, nothing is left to send and the grant ends too.
 */
export const leaveDevice = endpoint({
  method: 'POST',
  path: '/auth/leave',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({
    /** The grant token. The session of the browser is not used: another person may be signed in now. */
    grant: z.string().check(z.maxLength(100)),
    /**
     * Operations that wait, and discarded ones that the server must still learn about; absent when the device
     * does not know them.
     */
    opIds: z.optional(z.array(Id).check(z.maxLength(mostLeftOps))),
    done: z.optional(z.literal(true)),
  }),
  answer: z.object({ ended: z.boolean() }),
})
