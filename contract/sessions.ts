import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Where a person is signed in, as far as that can be told honestly: no address, no map. Times in ISO 8601 of the server's clock. */
export const Session = z.object({
  id: z.string(),
  /** The session that asks. */
  here: z.boolean(),
  /** The device's own id. */
  device: z.optional(z.string()),
  /** What a billing account calls the device. */
  deviceName: z.optional(z.string()),
  /** From the browser's own words, without versions; empty where it said nothing known. */
  browser: z.string(),
  system: z.string(),
  /** The network that it was last used from, `203.0.113.x`; empty where not known. */
  network: z.string(),
  /** Its person showed a passkey. */
  passkey: z.optional(z.boolean()),
  signedInAt: z.string(),
  /** To the hour. */
  lastUsedAt: z.string(),
  endsAt: z.string(),
})
export type Session = z.output<typeof Session>

/** Where one is signed in: this session first, then the last used. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  whenOffline: 'refused',
  access: 'signedIn',
  answer: z.object({ sessions: z.array(Session) }),
})

/**
 * Signs out one session, or without `id` everywhere, also here: sessions, grants, looks as somebody else, begun sign-ins with a passkey. Other devices
 * learn it with their next call and keep what they have not sent until their person signs in there again.
 */
export const endSessions = endpoint({
  method: 'POST',
  path: '/api/sessions:end',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ id: z.optional(z.string().check(z.maxLength(40))) }),
  answer: z.object({ ended: z.number() }),
})
