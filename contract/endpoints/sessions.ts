import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/**
 * Where a person is signed in, as far as the server reliably knows: no address, no map. Times are ISO 8601 of
 * the server's clock.
 */
export const Session = z.object({
  id: z.string(),
  /** True for the session of this request. */
  here: z.boolean(),
  /** The device id. */
  device: z.optional(z.string()),
  /** The name of the device in a billing account. */
  deviceName: z.optional(z.string()),
  /** From the user agent, without versions; empty when unknown. */
  browser: z.string(),
  system: z.string(),
  /** The network of its last use, `203.0.113.x`; empty when unknown. */
  network: z.string(),
  /** True when the person used a passkey for it. */
  passkey: z.optional(z.boolean()),
  signedInAt: z.string(),
  /** Rounded to the hour. */
  lastUsedAt: z.string(),
  endsAt: z.string(),
})
export type Session = z.output<typeof Session>

/** The sessions of the caller: this session first, then by last use. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  whenOffline: 'refused',
  access: 'signedIn',
  answer: z.object({ sessions: z.array(Session) }),
})

/**
 * Signs out one session, or without `id` all, this one included: sessions, grants, impersonations, and
 * started sign-ins with a passkey. Other devices notice it with their next request and keep their unsent work
 * until the person signs in there again.
 */
export const endSessions = endpoint({
  method: 'POST',
  path: '/api/sessions:end',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ id: z.optional(z.string().check(z.maxLength(40))) }),
  answer: z.object({ ended: z.number() }),
})
