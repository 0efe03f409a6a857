import type { ProviderKey } from '../../../contract/endpoints/oauth.ts'

/** The account that logged in at the other system. */
export interface Account {
  /** Never changes in that system. */
  readonly subject: string
  /** Only an address that the provider has verified; empty otherwise. */
  readonly email: string
  readonly name: string
  /** With these the server acts for the account in that system; absent if the system is only for signing in. */
  readonly tokens?: LoginTokens | undefined
}

export interface LoginTokens {
  readonly access: string
  /** A provider may replace it with each refresh; the former one is then worthless. */
  readonly refresh?: string | undefined
  /** Milliseconds since 1970. */
  readonly until: number
}

/** The data to remember between the two halves of a login. */
export interface LoginBegun {
  /** The URL to which the browser is sent. */
  readonly address: string
  readonly verifier: string
  readonly nonce: string
}

/** Logs people in with another system (OAuth 2 with PKCE, or SAML). All methods reject with LoginFailed. */
export interface LoginProvider {
  readonly kind: 'embedded' | 'http' | 'saml'
  readonly key: ProviderKey
  /** The name that people use for the system; without one, the app names it by its function. */
  readonly name: string | undefined
  /** The answer is a form that another site posts, without our cookies; absent: a redirect. */
  readonly answersByForm?: boolean | undefined
  /** `askAgain`: the provider asks who it is, also if this browser is signed in there. */
  begin(asked: { redirectUri: string; state: string; askAgain?: boolean | undefined }): Promise<LoginBegun>
  /** `answer` is the query of the callback URL, or the fields of the form. */
  finish(asked: { redirectUri: string; state: string; answer: URLSearchParams } & Pick<LoginBegun, 'verifier' | 'nonce'>): Promise<Account>
  /** Rejects with LoginEnded if the person must log in again. */
  refresh(refreshToken: string): Promise<LoginTokens>
  /** Ends the tokens at the provider; does nothing if the provider offers no revocation. */
  revoke(tokens: Pick<LoginTokens, 'access' | 'refresh'>): Promise<void>
  /** True for an answer to no request: the person began at the portal of the provider. */
  isUnasked?(answer: URLSearchParams): boolean
  /** Describes this server to the administrator of the provider (XML). */
  metadata?(redirectUri: string): string
}

/**
 * `denied`: the person refused at the other system. `unavailable`: that system does not answer. The reason never contains text of the provider, which
 * may name people.
 */
export class LoginFailed extends Error {
  readonly denied: boolean
  readonly unavailable: boolean
  constructor(reason: string, { denied = false, unavailable = false } = {}) {
    super(reason)
    this.name = 'LoginFailed'
    this.denied = denied
    this.unavailable = unavailable
  }
}

/** The provider refuses the refresh token: only a new login helps. */
export class LoginEnded extends LoginFailed {
  constructor() {
    super('the provider has ended the login')
    this.name = 'LoginEnded'
  }
}
