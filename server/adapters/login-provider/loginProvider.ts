import type { ProviderKey } from '../../../contract/endpoints/oauth.ts'

/** The account that logged in at the other system. */
export interface Account {
  /** Never changes in that system. */
  readonly subject: string
  /** Only an address that the provider has verified; empty otherwise. */
  readonly email: string
  readonly name: string
}

/** The data to remember between the two halves of a login. */
export interface LoginBegun {
  /** The URL to which the browser is sent. */
  readonly address: string
  readonly verifier: string
  readonly nonce: string
}

/** Logs people in with another system (OAuth 2 with PKCE). Both methods reject with LoginFailed. */
export interface LoginProvider {
  readonly kind: 'embedded' | 'http'
  readonly key: ProviderKey
  /** The name that people use for the system; without one, the app names it by its function. */
  readonly name: string | undefined
  begin(asked: { redirectUri: string; state: string }): Promise<LoginBegun>
  /** `answer` is the query of the callback URL. */
  finish(asked: { redirectUri: string; state: string; answer: URLSearchParams } & Pick<LoginBegun, 'verifier' | 'nonce'>): Promise<Account>
}

/**
 * `denied`: the person refused at the other system. The reason never contains text of the provider, which
 * may name people.
 */
export class LoginFailed extends Error {
  readonly denied: boolean
  constructor(reason: string, denied = false) {
    super(reason)
    this.name = 'LoginFailed'
    this.denied = denied
  }
}
