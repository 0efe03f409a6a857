import type { ProviderKey } from '../../../contract/oauth.ts'

/** Who has logged in at the other system. */
export interface Account {
  /** Never changes there. */
  readonly subject: string
  /** Only an address that the provider vouches for; empty otherwise. */
  readonly email: string
  readonly name: string
}

/** What has to be remembered between the two halves of a login. */
export interface LoginBegun {
  /** Where the person goes. */
  readonly address: string
  readonly verifier: string
  readonly nonce: string
}

/** Logs people in with another system (OAuth 2 with PKCE). Both rejects with LoginFailed. */
export interface LoginProvider {
  readonly kind: 'embedded' | 'http'
  readonly key: ProviderKey
  /** What people call the system; without one it is called after what it does. */
  readonly name: string | undefined
  begin(asked: { redirectUri: string; state: string }): Promise<LoginBegun>
  /** `answer` is the query of the address that the person came back to. */
  finish(asked: { redirectUri: string; state: string; answer: URLSearchParams } & Pick<LoginBegun, 'verifier' | 'nonce'>): Promise<Account>
}

/** `denied`: the person said no there. The reason never holds what the provider said, which may name people. */
export class LoginFailed extends Error {
  readonly denied: boolean
  constructor(reason: string, denied = false) {
    super(reason)
    this.name = 'LoginFailed'
    this.denied = denied
  }
}
