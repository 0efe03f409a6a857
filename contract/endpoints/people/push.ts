import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { noticeKinds } from '../../rules/notices/pushNotice.ts'

/**
 * Notices on the lock screen of a device, by Web Push (RFC 8030). A subscription belongs to the session that made
 * it and ends with it.
 */

const Endpoint = z.string().check(z.minLength(10), z.maxLength(1000))

/** A time of the day, `22:00`. */
const Clock = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))

export const PushChoice = z.object({
  /** The kinds that the person does not want. */
  off: z.array(z.enum(noticeKinds)).check(z.maxLength(noticeKinds.length)),
  /** No notice between these times of this time zone; `from` may be later than `until`. */
  quiet: z.optional(z.object({ from: Clock, until: Clock, timezone: z.string().check(z.maxLength(60)) })),
  /** Notices have names of projects and people. */
  details: z.boolean(),
})
export type PushChoice = z.output<typeof PushChoice>

/**
 * The choice of the caller, and the key that a browser needs to subscribe (base64url). `endpoints`: those of this
 * session, as the server knows them. `deliveredAt`: when a push service last took a notice for them, ISO 8601.
 */
export const getPush = endpoint({
  method: 'GET',
  path: '/api/push',
  whenOffline: 'refused',
  access: 'signedIn',
  answer: z.object({ publicKey: z.string(), choice: PushChoice, endpoints: z.array(z.string()), deliveredAt: z.optional(z.string()) }),
})

/**
 * Subscribes this browser for the person and the session of the request. A former person of the browser loses it.
 * INVALID for a service that the server does not know, and for keys that are none.
 */
export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/push:subscribe',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({
    endpoint: Endpoint,
    /** The public key (P-256, uncompressed) and the secret of the browser, base64url (RFC 8291). */
    keys: z.object({
      p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
      auth: z.string().check(z.regex(/^[\w-]{22}$/)),
    }),
  }),
  answer: z.object({ success: z.literal(true) }),
})

/** Ends a subscription of the caller. `ended`: how many there were. */
export const unsubscribePush = endpoint({
  method: 'POST',
  path: '/api/push:unsubscribe',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ endpoint: Endpoint }),
  answer: z.object({ ended: z.number() }),
})

export const choosePush = endpoint({
  method: 'POST',
  path: '/api/push:choose',
  whenOffline: 'refused',
  access: 'signedIn',
  body: PushChoice,
  answer: PushChoice,
})

/** Sends a notice to this browser now. `gone`: its push service no longer knows it. */
export const testPush = endpoint({
  method: 'POST',
  path: '/api/push:test',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ endpoint: Endpoint }),
  answer: z.object({ outcome: z.enum(['sent', 'gone', 'failed']) }),
})
