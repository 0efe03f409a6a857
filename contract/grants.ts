import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mostLeftOps } from './grantScope.ts'
import { Id } from './records.ts'

/**
 * A deferred-upload grant: made at sign-in for one person on one device, kept there after they have logged out, so that what they saved still
 * leaves the device as theirs. It brings form records, messages and files in (grantScope.ts) and nothing else: it reads nothing, signs nobody in and is
 * never a cookie. It works from the log-out on, for what was made before it, until nothing of that waits on the device or `grantDays` have passed.
 * It travels in this header, with `x-actor` and `x-device` that have to be the ones it was made for.
 */
export const grantHeader = 'x-grant'

/** Days from the log-out: long enough for a week in a basement and for a month of holiday with the device in a drawer. */
export const grantDays = 35

export const Grant = z.object({
  id: z.string(),
  /** The device's own id, as `x-device` tells it. */
  device: z.string(),
  /** What people call the device, where it is registered. */
  deviceName: z.optional(z.string()),
  /** ISO 8601, the server's clock. */
  madeAt: z.string(),
  expiresAt: z.string(),
  /** When its person logged out there; absent while they are signed in, when the grant brings nothing. */
  leftAt: z.optional(z.string()),
  /** When it last brought something in; absent while it never did. */
  usedAt: z.optional(z.string()),
})
export type Grant = z.output<typeof Grant>

/** The grants that work now, newest first: one's own, or with `of` those of a person of a project that one manages. */
export const listGrants = endpoint({
  method: 'GET',
  path: '/api/grants',
  whenOffline: 'refused',
  access: 'signedIn',
  query: z.object({ of: z.optional(z.string()) }),
  answer: z.object({ grants: z.array(Grant) }),
})

/** The people of the projects that one manages whose work some device may still bring in, by name; oneself left out. */
export const listGrantHolders = endpoint({
  method: 'GET',
  path: '/api/grants/people',
  whenOffline: 'refused',
  access: 'signedIn',
  answer: z.object({ people: z.array(z.object({ uid: z.string(), name: z.string(), count: z.number() })) }),
})

/** Ends one grant, or all of the person without `id`. What still waits on those devices waits for its person to sign in there. */
export const revokeGrants = endpoint({
  method: 'POST',
  path: '/api/grants:revoke',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ of: z.optional(z.string()), id: z.optional(z.string()) }),
  answer: z.object({ revoked: z.number() }),
})

/**
 * Sent by the holder of a grant: its person has logged out on this device, maybe while there was no connection. Ends the session that came with the grant; from
 * then on the grant brings in these operations and no others. With an empty list, and with `done`, nothing waits any more and the grant ends too.
 */
export const leaveDevice = endpoint({
  method: 'POST',
  path: '/auth/leave',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({
    /** The token itself: whoever is signed in in that browser now has nothing to do with it. */
    grant: z.string().check(z.maxLength(100)),
    /** Operations that wait, and those that the server is still to be told were discarded; absent where the device cannot tell. */
    opIds: z.optional(z.array(Id).check(z.maxLength(mostLeftOps))),
    done: z.optional(z.literal(true)),
  }),
  answer: z.object({ ended: z.boolean() }),
})
