import type { ProviderKey } from '../../../../contract/endpoints/oauth.ts'
import { httpLoginProvider } from '../http/httpLoginProvider.ts'
import type { LoginProvider } from '../loginProvider.ts'
import { type DemoAccount, demoAuthorisation, demoIssuer } from './demoAuthorisation.ts'

export interface EmbeddedLogins {
  readonly providers: readonly LoginProvider[]
  /** Answers every URL under /oauth/demo/. */
  answer(request: Request): Promise<Response>
  /** Whether the token is from a login with this system that has not ended. */
  accepts(key: ProviderKey, token: string): boolean
}

/**
 * The other systems of a fresh installation: the same client as for real ones, with a small authorization
 * server inside this process. Only for the demo, in which every visitor may use every account.
 */
export function embeddedLogins(keys: readonly ProviderKey[], accounts: readonly DemoAccount[], secret: Buffer): EmbeddedLogins {
  const { answer, accepts } = demoAuthorisation(accounts, secret)
  return {
    answer,
    accepts,
    providers: keys.map((key) => {
      // The server's own origin is known only from a request.
      const at = new Map<string, LoginProvider>()
      const providerAt = (redirectUri: string): LoginProvider => {
        const { origin } = new URL(redirectUri)
        const known = at.get(origin)
        if (known) return known
        if (at.size > 50) at.clear()
        const made = httpLoginProvider({ key, issuer: demoIssuer(origin, key), clientId: 'muster', answer })
        at.set(origin, made)
        return made
      }
      // Tokens are the same at every origin, and these requests do not leave the process.
      const anywhere = providerAt('http://localhost')
      return {
        kind: 'embedded',
        key,
        name: undefined,
        begin: (asked) => providerAt(asked.redirectUri).begin(asked),
        finish: (asked) => providerAt(asked.redirectUri).finish(asked),
        refresh: (token) => anywhere.refresh(token),
        revoke: (tokens) => anywhere.revoke(tokens),
      }
    }),
  }
}
