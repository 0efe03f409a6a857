import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { languages } from './languages.ts'
import { SealTo } from './sealing.ts'

/** E.164, the four countries of the product are checked by the field. */
export const Mobile = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'expected a number like +12025550123'))
export const Pin = z.string().check(z.regex(/^\d{6}$/, 'expected 6 digits'))
export const pinLifeMinutes = 10
export const pinTries = 5

/** Sends a PIN by text message. The answer is the same for unknown numbers, so that nobody can list who works where. */
export const verify = endpoint({
  method: 'POST',
  path: '/auth/verify',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ mobile: Mobile }),
  answer: z.object({ success: z.boolean(), code: z.optional(z.string()) }),
})

/** Signs in with number and PIN; sets the session cookie (httpOnly). `code` names the error when success is false. */
export const signIn = endpoint({
  method: 'POST',
  path: '/auth/signup',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ mobile: Mobile, pin: Pin }),
  answer: z.object({
    success: z.boolean(),
    uid: z.optional(z.string()),
    redirect: z.optional(z.string()),
    code: z.optional(z.string()),
    /** What this device may still bring in after the person has logged out (grants.ts); for devices that say which they are. */
    grant: z.optional(z.string()),
    /** What a shared device seals for. */
    seal: z.optional(SealTo),
  }),
})

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ success: z.boolean() }),
})

export const TeamRole = z.enum(['Owner', 'Administrator', 'Member', 'Worker'])
export type TeamRole = z.output<typeof TeamRole>

export const Me = z.object({
  uid: z.string(),
  name: z.string(),
  lang: z.optional(z.enum(Object.keys(languages) as [keyof typeof languages, ...(keyof typeof languages)[]])),
  /** Path for PATCH /api/data/{person path}. */
  path: z.string(),
  isAdmin: z.boolean(),
  isBeta: z.boolean(),
  teams: z.array(z.object({ id: z.string(), name: z.string(), role: TeamRole })),
  /** The address of the person's task page. */
  tasks: z.optional(z.string()),
})
export type Me = z.output<typeof Me>

export const getMe = endpoint({ method: 'GET', path: '/api/me', whenOffline: 'cached', access: 'signedIn', answer: Me })

/** Is this our server (and not the sign-in page of a Wi-Fi)? `now` is the server's clock, ISO 8601. */
export const ping = endpoint({
  method: 'GET',
  path: '/api/ping',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ app: z.literal(1), now: z.string() }),
})
