import * as z from 'zod/mini'
import { BillingChoice, BillingStatus } from './billing.ts'
import { isEmailAddress, longestEmail } from './emailAddress.ts'
import { endpoint } from './endpoint.ts'
import { languages } from './languages.ts'
import { Source } from './projects.ts'
import { SealTo } from './sealing.ts'

/** E.164, the four countries of the product are checked by the field. */
export const Mobile = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'expected a number like +12025550123'))
export const Pin = z.string().check(z.regex(/^\d{6}$/, 'expected 6 digits'))
export const pinLifeMinutes = 10
export const pinTries = 5

const Words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
export const Email = z
  .string()
  .check(z.trim(), z.maxLength(longestEmail, { abort: true }), z.refine(isEmailAddress, 'expected an address like ana@example.com'))

/** What somebody who creates an account says of themselves. */
const Details = { email: z.optional(Email), name: z.optional(Words(100)), company: z.optional(Words(100)) }

/**
 * Sends a PIN by text message. The answer is the same for unknown numbers, so that nobody can list who works where: `exists` is true only to a
 * device on which that number is signed in. Anybody else learns it from `signIn`, after the PIN has shown that the number is theirs.
 */
export const verify = endpoint({
  method: 'POST',
  path: '/auth/verify',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ mobile: Mobile, ...Details }),
  answer: z.object({ success: z.boolean(), code: z.optional(z.string()), exists: z.optional(z.boolean()) }),
})

/** Names a session and opens nothing. Base64url; only the server can read it. */
const SessionName = z.object({ value: z.string().check(z.maxLength(200)), iv: z.string().check(z.maxLength(50)) })

/** What a sign-in gives the device; `code` names the error when success is false. */
const SignedIn = {
  success: z.boolean(),
  uid: z.optional(z.string()),
  redirect: z.optional(z.string()),
  code: z.optional(z.string()),
  /** What this device may still bring in after the person has logged out (grants.ts); for devices that say which they are. */
  grant: z.optional(z.string()),
  /** A company of the person asks for a passkey, and the PIN alone opens nothing: they add their first one, or use the one that they have. */
  passkey: z.optional(z.enum(['add', 'use'])),
  /** What a shared device seals for. */
  seal: z.optional(SealTo),
  /** Names the session to those who may ask about it, and opens nothing: what opens it is the cookie, which no script can read (decision OQ-162). */
  token: z.optional(SessionName),
}

/**
 * Signs in with number and PIN, or creates an account where name, e-mail and company are given too; sets the session cookie (httpOnly).
 * `exists`: the number has an account already; the PIN still works, to log in with.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/auth/signup',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({
    mobile: Mobile,
    pin: Pin,
    ...Details,
    /** From `finishLogin`: the e-mail is the one that the provider vouches for. */
    signupProvider: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: z.object({ ...SignedIn, exists: z.optional(z.boolean()) }),
})

/** Login to My Tasks: with the mobile alone it sends the PIN. `teams`: the number is in several projects; the PIN still works, with one of them. */
export const myTasks = endpoint({
  method: 'POST',
  path: '/auth/mytasks',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ mobile: Mobile, pin: z.optional(Pin), team: z.optional(z.string().check(z.maxLength(100))) }),
  answer: z.object({ ...SignedIn, teams: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))) }),
})

/** The answer of every way to sign in. */
export const SignInAnswer = z.object({ ...SignedIn, exists: z.optional(z.boolean()) })
export type SignInAnswer = z.output<typeof SignInAnswer>

/**
 * Ends the session of the cookie, and the cookie. With `session` it ends that session only and leaves the cookie alone: what could not be asked at
 * the log-out is asked later, and by then somebody else may have signed in.
 */
export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  whenOffline: 'refused',
  access: 'public',
  body: z.optional(z.object({ session: z.optional(SessionName) })),
  answer: z.object({ success: z.boolean() }),
})

export const TeamRole = z.enum(['Owner', 'Administrator', 'Member', 'Worker'])
export type TeamRole = z.output<typeof TeamRole>

/** What `GET /api/me` adds when it is asked for (`include`). The first paint asks for nothing of it. */
export const meIncludes = ['user.summary', 'user.freeUsage', 'user.billingAccounts', 'user.teams', 'team.billingAccount'] as const
export type MeInclude = (typeof meIncludes)[number]

/** Texts that projects without a plan may send in a calendar month. */
export const freeMessages = 200

const TeamBilling = z.nullable(z.object({ id: z.string(), name: z.string(), status: BillingStatus }))

export const MyTeam = z.object({
  id: z.string(),
  name: z.string(),
  role: TeamRole,
  /** With `user.teams`. */
  source: z.optional(Source),
  archived: z.optional(z.boolean()),
  isTemplate: z.optional(z.boolean()),
  /** With `team.billingAccount`; null for a Free Trial. */
  billingAccount: z.optional(TeamBilling),
})

export const Me = z.object({
  uid: z.string(),
  name: z.string(),
  lang: z.optional(z.enum(Object.keys(languages) as [keyof typeof languages, ...(keyof typeof languages)[]])),
  /** Path for PATCH /api/data/{person path}. */
  path: z.string(),
  isAdmin: z.boolean(),
  isBeta: z.boolean(),
  teams: z.array(MyTeam),
  /** The address of the person's task page. */
  tasks: z.optional(z.string()),
  /** A product administrator looks at the product as this person: who, until when (ISO 8601). Nothing can be saved. */
  impersonated: z.optional(z.object({ by: z.string(), until: z.string() })),
  /** From here on: with any `include` (spec/3 §3.6). */
  id: z.optional(z.string()),
  isDisabled: z.optional(z.boolean()),
  /** Their checked e-mail is of a domain of the house (INTERNAL_MAIL_DOMAINS). */
  isInternal: z.optional(z.boolean()),
  model: z.optional(z.object({ name: z.string(), email: z.optional(z.string()), company: z.optional(z.string()), created_at: z.string() })),
  /** Systems that the person's account is linked with, by the key of their provider. */
  systems: z.optional(z.array(z.object({ provider: z.string(), email: z.optional(z.string()) }))),
  billingAccounts: z.optional(z.array(BillingChoice)),
  summary: z.optional(
    z.object({ numberOfFreeAutomations: z.number(), numberOfAutomations: z.number(), numberOfBillingAccounts: z.number() }),
  ),
  /** Texts sent this month by the projects of this person that have no plan, and how many they may send. */
  freeUsage: z.optional(z.object({ used: z.number(), quota: z.number() })),
})
export type Me = z.output<typeof Me>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  whenOffline: 'cached',
  access: 'signedIn',
  /** `include=user.teams&include=…`, or one with commas. */
  query: z.object({ include: z.optional(z.union([z.string(), z.array(z.string())])) }),
  answer: Me,
})

/** What `getMe` is asked for by those who need it whole. */
export const wholeMe = { include: meIncludes.join(',') }

/** Brings what the server knows of a person and of their projects up to date, in the background; asked after a login and when the console opens. */
export const syncUser = endpoint({
  method: 'POST',
  path: '/api/user/:uid:sync',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ uid: z.string() }),
  body: z
    .array(
      z.union([
        z.object({ type: z.literal('core') }),
        z.object({ type: z.literal('projectLists'), project: z.string().check(z.maxLength(100)) }),
      ]),
    )
    .check(z.maxLength(50)),
  answer: z.object({ success: z.boolean() }),
})

/** Looks at the product as another person: by uid or e-mail, for product administrators. Each use is written down; nothing can be saved meanwhile. */
export const impersonate = endpoint({
  method: 'GET',
  path: '/api/impersonate',
  whenOffline: 'refused',
  access: 'signedIn',
  query: z.object({ uid: z.optional(z.string()), email: z.optional(z.string()) }),
  answer: z.object({ success: z.boolean(), uid: z.string(), name: z.string(), until: z.string() }),
})

/** Minutes that one look lasts. */
export const impersonationMinutes = 60

export const stopImpersonating = endpoint({
  method: 'POST',
  path: '/api/impersonate/stop',
  whenOffline: 'refused',
  access: 'public',
  /** `uid`: who the device speaks for again. */
  answer: z.object({ success: z.boolean(), uid: z.optional(z.string()) }),
})

/** Is this our server (and not the sign-in page of a Wi-Fi)? `now` is the server's clock, ISO 8601. */
export const ping = endpoint({
  method: 'GET',
  path: '/api/ping',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ app: z.literal(1), now: z.string() }),
})
