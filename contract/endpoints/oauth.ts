import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SignInAnswer } from './sign-in.ts'

/** The systems that people can log in with (spec/3 §2.14). The two sandboxes are never offered publicly. */
export const systemKeys = ['construction', 'construction-sandbox', 'construction-monthly', 'design'] as const

/** The log-ins of a company: its provider of OpenID Connect, and its provider of SAML. */
export const companyKeys = ['oidc', 'saml'] as const

export const providerKeys = [...systemKeys, ...companyKeys] as const
export const ProviderKey = z.enum(providerKeys)
export type ProviderKey = z.output<typeof ProviderKey>

/** Minutes that a login with another system may take (spec/3 §9). */
export const loginMinutes = 15

/** Size in pixels of the popup for a login with another system (spec/3 §9). */
export const loginPopup = { width: 560, height: 600 } as const

/** The systems that this server supports, with their display names. */
export const loginProviders = endpoint({
  method: 'GET',
  path: '/api/login/providers',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ providers: z.array(z.object({ key: ProviderKey, name: z.optional(z.string()) })) }),
})

/** Where a login began: in a page of its own, or in a page inside a frame of another site. */
export const LoginMode = z.enum(['web', 'embedded'])
export type LoginMode = z.output<typeof LoginMode>

/**
 * The address of the login popup. `challenge` is the SHA-256 (base64url) of a secret that only the page has,
 * so that a stolen or planted ticket is useless. `state=embedded` is for a page in a frame of another site. `again=1` is
 * for a device that several people use: the other system asks who it is, also if it still knows the one before.
 */
export const authorizeAddress = (provider: ProviderKey, mode: LoginMode, challenge: string, askAgain = false): string =>
  `/oauth/authorize/${provider}?state=${mode}&challenge=${challenge}${askAgain ? '&again=1' : ''}`

/** Describes this server to the administrator of a SAML provider. */
export const samlMetadata = '/api/login/saml/metadata'

/** The app's page that a login returns to, with `#ticket=…` or `#error=…`. */
export const loginFinished = '/login/finished'

/**
 * Completes a login with another system. `signup`: no user here has that account yet; the person can create
 * one with this e-mail.
 */
export const finishLogin = endpoint({
  method: 'POST',
  path: '/oauth/finish',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({
    ticket: z.string().check(z.maxLength(200)),
    secret: z.string().check(z.maxLength(200)),
    /** Links the other account with the signed-in user; the session stays the same. */
    link: z.optional(z.boolean()),
  }),
  answer: z.object({
    ...SignInAnswer.shape,
    signup: z.optional(z.object({ email: z.string(), name: z.string(), provider: z.string() })),
  }),
})

/**
 * Unlinks the accounts of one system from the caller, and revokes what the server may do with them there. Refused
 * if the caller could not sign in afterwards.
 */
export const unlinkLogin = endpoint({
  method: 'POST',
  path: '/api/logins:unlink',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ provider: ProviderKey }),
  answer: z.object({}),
})
