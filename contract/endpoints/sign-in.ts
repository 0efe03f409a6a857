import * as z from 'zod/mini'
import { BillingChoice, BillingStatus } from './billing/billing.ts'
import { isEmailAddress, longestEmail } from '../rules/isEmailAddress.ts'
import { endpoint } from '../endpoint.ts'
import { languages } from '../reference/languages.ts'
import { Source } from './projects.ts'
import { SealTo } from './sealing.ts'

/** E.164. A new account needs a number of one of the four countries of the product. */
export const Mobile = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'expected a number like +12025550123'))
export const Pin = z.string().check(z.regex(/^\d{6}$/, 'expected 6 digits'))
export const pinLifeMinutes = 10
export const pinTries = 5

const Words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
export const Email = z
  .string()
  .check(z.trim(), z.maxLength(longestEmail, { abort: true }), z.refine(isEmailAddress, 'expected an address like ana@example.com'))

/** Minutes that a one-time sign-in link works, and its page; the token is in the fragment. */
export const signInLinkMinutes = 30
export const signInLinkAddress = '/login/link'

/** How PINs reach people: `demo` shows them at `/texts`, `none`: they do not. */
export const PinWay = z.enum(['text', 'mail', 'demo', 'none'])
export type PinWay = z.output<typeof PinWay>

export const pinWay = endpoint({
  method: 'GET',
  path: '/api/login/pin',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ way: PinWay }),
})

/** The data that a person enters to create an account. */
const Details = { email: z.optional(Email), name: z.optional(Words(100)), company: z.optional(Words(100)) }

/**
 * Sends a PIN by text message. Unknown numbers get the same answer, so that no one can find out who works
 * where: `exists` is true only for a device where that number is signed in. `signIn` returns it to everyone
 * else, after the PIN has proved that the number is theirs.
 */
export const verify = endpoint({
  method: 'POST',
  path: '/auth/verify',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ mobile: Mobile, ...Details }),
  answer: z.object({ success: z.boolean(), code: z.optional(z.string()), exists: z.optional(z.boolean()), way: z.optional(PinWay) }),
})

/** Identifies a session but does not open it. Base64url; only the server can decrypt it. */
const SessionName = z.object({ value: z.string().check(z.maxLength(200)), iv: z.string().check(z.maxLength(50)) })

/** The answer of a sign-in; `code` is the error code when success is false. */
const SignedIn = {
  success: z.boolean(),
  uid: z.optional(z.string()),
  redirect: z.optional(z.string()),
  code: z.optional(z.string()),
  /**
   * The grant to upload work after the person has logged out (grants.ts); only for devices that send their
   * id.
   */
  grant: z.optional(z.string()),
  /**
   * A company of the person requires a passkey, so the PIN alone is not enough: `add` a first passkey, or
   * `use` the existing one.
   */
  passkey: z.optional(z.enum(['add', 'use'])),
  /** The key that a shared device seals for. */
  seal: z.optional(SealTo),
  /**
   * Identifies the session in permitted requests, but does not open it: only the cookie does, which no script
   * can read (decision OQ-162).
   */
  token: z.optional(SessionName),
}

/**
 * Signs in with number and PIN, or creates an account when name, e-mail and company are given too. Sets the
 * session cookie (httpOnly). `exists`: the number already has an account; the PIN is still valid to log in.
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
    /** From `finishLogin`: the e-mail is the one that the provider verified. */
    signupProvider: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: z.object({ ...SignedIn, exists: z.optional(z.boolean()) }),
})

/**
 * Logs in to My Tasks; with the mobile alone it sends the PIN. `teams`: the number is in several projects;
 * the PIN is still valid, with one of them.
 */
export const myTasks = endpoint({
  method: 'POST',
  path: '/auth/mytasks',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ mobile: Mobile, pin: z.optional(Pin), team: z.optional(z.string().check(z.maxLength(100))) }),
  answer: z.object({
    ...SignedIn,
    teams: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
    way: z.optional(PinWay),
  }),
})

/** Signs in with a one-time link. */
export const signInWithLink = endpoint({
  method: 'POST',
  path: '/auth/link',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  answer: z.object(SignedIn),
})

/** The answer of every way to sign in. */
export const SignInAnswer = z.object({ ...SignedIn, exists: z.optional(z.boolean()) })
export type SignInAnswer = z.output<typeof SignInAnswer>

/**
 * Ends the session of the cookie and deletes the cookie. With `session` it ends only that session and keeps
 * the cookie: an offline log-out is sent later, when another person may have signed in.
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

/** Optional parts of `GET /api/me` (`include`). The first paint needs none of them. */
export const meIncludes = ['user.summary', 'user.freeUsage', 'user.billingAccounts', 'user.teams', 'team.billingAccount'] as const
export type MeInclude = (typeof meIncludes)[number]

/** Messages of a quota: of a free plan, or of an account whose bots pause. */
export const FreeUsage = z.object({
  used: z.number(),
  quota: z.number(),
  /** The bots pause: the same answer that the sender of texts gets. */
  paused: z.boolean(),
  /** The billing account, or a project without one. */
  name: z.string(),
  cancelled: z.optional(z.boolean()),
  /** A project without an account that this person manages. */
  team: z.optional(z.string()),
})
export type FreeUsage = z.output<typeof FreeUsage>

const TeamBilling = z.nullable(z.object({ id: z.string(), name: z.string(), status: BillingStatus }))

export const MyTeam = z.object({
  id: z.string(),
  name: z.string(),
  role: TeamRole,
  /** The time zone of the project; absent for a project without a site, and in copies from before. */
  zone: z.optional(z.string()),
  /** With `user.teams`. */
  source: z.optional(Source),
  archived: z.optional(z.boolean()),
  isTemplate: z.optional(z.boolean()),
  /** With `team.billingAccount`; null for a Free Trial. */
  billingAccount: z.optional(TeamBilling),
})

export type MyTeam = z.output<typeof MyTeam>

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
  /**
   * Set while a product administrator impersonates this person: who, and until when (ISO 8601). Nothing can
   * be saved then.
   */
  impersonated: z.optional(z.object({ by: z.string(), until: z.string() })),
  /** The operator's own help pages, instead of those of the product. */
  support: z.optional(z.string()),
  /** All attributes from here on: with any `include` (spec/3 §3.6). */
  id: z.optional(z.string()),
  isDisabled: z.optional(z.boolean()),
  /** True when their verified e-mail has an internal domain (INTERNAL_MAIL_DOMAINS). */
  isInternal: z.optional(z.boolean()),
  model: z.optional(z.object({ name: z.string(), email: z.optional(z.string()), company: z.optional(z.string()), created_at: z.string() })),
  /** Linked systems, by the key of their provider. */
  systems: z.optional(
    z.array(
      z.object({
        provider: z.string(),
        email: z.optional(z.string()),
        /** ISO 8601; absent: bots cannot write with this login until the person links it again. */
        linkedAt: z.optional(z.string()),
      }),
    ),
  ),
  billingAccounts: z.optional(z.array(BillingChoice)),
  summary: z.optional(
    z.object({ numberOfFreeAutomations: z.number(), numberOfAutomations: z.number(), numberOfBillingAccounts: z.number() }),
  ),
  freeUsage: z.optional(FreeUsage),
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

/** The query of `getMe` with all optional parts. */
export const wholeMe = { include: meIncludes.join(',') }

/**
 * Updates the server's data of a person and of their projects in the background; called after a login and
 * when the console opens.
 */
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

/**
 * Impersonates a person, by uid or e-mail, for product administrators. Each use is logged; nothing can be
 * saved meanwhile.
 */
export const impersonate = endpoint({
  method: 'GET',
  path: '/api/impersonate',
  whenOffline: 'refused',
  access: 'signedIn',
  query: z.object({ uid: z.optional(z.string()), email: z.optional(z.string()) }),
  answer: z.object({ success: z.boolean(), uid: z.string(), name: z.string(), until: z.string() }),
})

/** Minutes that an impersonation lasts. */
export const impersonationMinutes = 60

export const stopImpersonating = endpoint({
  method: 'POST',
  path: '/api/impersonate/stop',
  whenOffline: 'refused',
  access: 'public',
  /** `uid`: the person that the device acts for again. */
  answer: z.object({ success: z.boolean(), uid: z.optional(z.string()) }),
})

/**
 * Checks that the answer is from this server (and not from the login page of a Wi-Fi). `now` is the server's
 * clock, ISO 8601.
 */
export const ping = endpoint({
  method: 'GET',
  path: '/api/ping',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ app: z.literal(1), now: z.string() }),
})
