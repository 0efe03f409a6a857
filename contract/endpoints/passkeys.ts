import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SignInAnswer } from './sign-in.ts'

/** Minutes that a passkey challenge is valid. */
export const challengeMinutes = 5
/** Maximum number of passkeys of one person. */
export const mostPasskeys = 20

/** The WebAuthn options as JSON, passed to the browser unchanged. */
const Options = z.record(z.string(), z.unknown())

const Part = z.string().check(z.maxLength(20_000))
const Credential = {
  id: z.string().check(z.minLength(1), z.maxLength(1500)),
  rawId: z.string().check(z.maxLength(1500)),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(40))),
  clientExtensionResults: z.record(z.string(), z.unknown()),
}
/** The browser's answer, in the JSON format of WebAuthn. */
export const NewCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Part,
    attestationObject: Part,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
export const ShownCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Part,
    authenticatorData: Part,
    signature: Part,
    userHandle: z.optional(z.string().check(z.maxLength(200))),
  }),
})

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  usedAt: z.optional(z.string()),
})
export type Passkey = z.output<typeof Passkey>

/** The options for the browser to sign in with a passkey; the browser finds the person by itself. */
export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({}),
  answer: z.object({ options: Options }),
})

/** Signs in with a passkey; sets the session cookie as `signIn` does. */
export const passkeySignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ credential: ShownCredential }),
  answer: SignInAnswer,
})

/** The caller's own passkeys. `required`: a company of theirs requires one. */
export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  whenOffline: 'refused',
  access: 'signedIn',
  answer: z.object({ passkeys: z.array(Passkey), mayAdd: z.boolean(), required: z.boolean() }),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys:begin',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({}),
  answer: z.object({ options: Options }),
})

export const longestPasskeyName = 60

/**
 * Adds the passkey that the browser created. From then on this session counts as signed in with a passkey.
 * `grant` (grants.ts): for a device that got none at its sign-in, because a PIN alone was not enough.
 */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys:add',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'expected a name'), z.maxLength(longestPasskeyName)),
    credential: NewCredential,
  }),
  answer: z.object({ id: z.string(), grant: z.optional(z.string()) }),
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys:remove',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ id: z.string().check(z.maxLength(1500)) }),
  answer: z.object({ removed: z.boolean() }),
})

const OfAccount = z.object({ billing: z.string().check(z.maxLength(60)) })

/**
 * Whether the Owners and Administrators of a company must sign in with a passkey, and which of them have one;
 * for Owners and Administrators.
 */
export const passkeyRule = endpoint({
  method: 'GET',
  path: '/api/passkey-rule/:billing',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OfAccount,
  answer: z.object({
    required: z.boolean(),
    /** True when this person can change the rule: Owners only. */
    mayChange: z.boolean(),
    /** True when this session was signed in with a passkey: a condition to turn the rule on. */
    shown: z.boolean(),
    people: z.array(z.object({ uid: z.string(), name: z.string(), passkeys: z.number() })),
  }),
})

export const setPasskeyRule = endpoint({
  method: 'POST',
  path: '/api/passkey-rule/:billing',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OfAccount,
  body: z.object({ required: z.boolean() }),
  answer: z.object({ required: z.boolean() }),
})

/**
 * Deletes all passkeys of an Owner or Administrator who has lost them, and signs them out; with their next
 * PIN they add a new one. 403: the person also manages projects that the caller does not manage, or is an Owner
 * and the caller is not.
 */
export const resetPasskeys = endpoint({
  method: 'POST',
  path: '/api/passkey-rule/:billing/reset',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OfAccount,
  body: z.object({ uid: z.string().check(z.maxLength(60)) }),
  answer: z.object({ removed: z.number() }),
})
