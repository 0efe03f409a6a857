import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SignInAnswer } from './sign-in.ts'

/** The systems that people may log in with (spec/3 §2.14). The monthly sandbox and the sandbox are never offered openly. */
export const providerKeys = ['construction', 'construction-sandbox', 'construction-monthly', 'design'] as const
export const ProviderKey = z.enum(providerKeys)
export type ProviderKey = z.output<typeof ProviderKey>

/** A path that contains this logs into the monthly sandbox. */
export const monthlyPath = 'procore-monthly'

/** Minutes that a login with another system may take (spec/3 §9). */
export const loginMinutes = 15

/** Pixels of the window in which a login with another system happens (spec/3 §9). */
export const loginPopup = { width: 560, height: 600 } as const

/** Which systems this server knows, with the names that people know them by. */
export const loginProviders = endpoint({
  method: 'GET',
  path: '/api/login/providers',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ providers: z.array(z.object({ key: ProviderKey, name: z.optional(z.string()) })) }),
})

/**
 * Where the window of a login begins. `challenge` is the SHA-256 (base64url) of a secret that only the page has: whoever takes or plants the ticket
 * that comes back can do nothing with it. `state=embedded` is for a page in another site's frame.
 */
export const authorizeAddress = (provider: ProviderKey, mode: 'web' | 'embedded', challenge: string): string =>
  `/oauth/authorize/${provider}?state=${mode}&challenge=${challenge}`

/** The app's page that a login comes back to, with `#ticket=…` or `#error=…`. */
export const loginFinished = '/login/finished'

/** Ends a login with another system. `signup`: nobody here has that account yet; they may create one with this e-mail. */
export const finishLogin = endpoint({
  method: 'POST',
  path: '/oauth/finish',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({
    ticket: z.string().check(z.maxLength(200)),
    secret: z.string().check(z.maxLength(200)),
    /** Link the account there with whoever is signed in here, and stay them. */
    link: z.optional(z.boolean()),
  }),
  answer: z.object({
    ...SignInAnswer.shape,
    signup: z.optional(z.object({ email: z.string(), name: z.string(), provider: z.string() })),
  }),
})
