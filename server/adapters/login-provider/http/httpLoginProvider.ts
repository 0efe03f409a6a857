import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'
import type { ProviderKey } from '../../../../contract/endpoints/oauth.ts'
import { boundedFetch } from '../boundedFetch.ts'
import { emailOfDomains, isPlainAddress } from '../emailOfDomains.ts'
import { type Account, LoginEnded, LoginFailed, type LoginProvider, type LoginTokens } from '../loginProvider.ts'

/**
 * A provider of OpenID Connect (`issuer`, found by discovery), or of plain OAuth 2 with the three URLs and
 * a JSON document about the person.
 */
export interface HttpLoginSettings {
  readonly key: ProviderKey
  readonly name?: string | undefined
  readonly issuer?: string | undefined
  readonly authorizeUrl?: string | undefined
  readonly tokenUrl?: string | undefined
  /** Returns the person: `sub` or `id`, `email` or `login`, `name`, `email_verified`. */
  readonly userUrl?: string | undefined
  /** Where tokens are revoked; with an issuer it is discovered. */
  readonly revokeUrl?: string | undefined
  readonly clientId: string
  /** None for a public client, which only PKCE protects. */
  readonly clientSecret?: string | undefined
  readonly scope?: string | undefined
  /** The provider verifies every address, although it does not send `email_verified`. */
  readonly trustEmail?: boolean | undefined
  /**
   * The provider vouches for the addresses of these domains, in lower case, and for no other. An address that it calls
   * unverified does not count.
   */
  readonly emailDomains?: readonly string[] | undefined
  /** A company log-in: its tokens are not kept, and an account counts only together with its issuer. */
  readonly isCompany?: boolean | undefined
  readonly timeoutMs?: number | undefined
  /** Replaces the network. */
  readonly answer?: ((request: Request) => Promise<Response>) | undefined
}

const Person = z.object({
  sub: z.optional(z.union([z.string(), z.number()])),
  id: z.optional(z.union([z.string(), z.number()])),
  email: z.optional(z.nullable(z.string())),
  login: z.optional(z.nullable(z.string())),
  name: z.optional(z.nullable(z.string())),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
})
type Person = z.output<typeof Person>

const local = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** True for an address of this computer: only there the server speaks with a provider without encryption. */
export const isLocalAddress = (url: string): boolean => local.test(new URL(url).hostname)

export function httpLoginProvider(settings: HttpLoginSettings): LoginProvider {
  const connection = connectionTo(settings)
  return {
    kind: 'http',
    key: settings.key,
    name: settings.name,
    async begin(request) {
      try {
        return await loginAddress(connection, request)
      } catch (error) {
        throw failed(error)
      }
    },
    async finish(request): Promise<Account> {
      try {
        return await accountOf(connection, request)
      } catch (error) {
        throw failed(error)
      }
    },
    async refresh(refreshToken) {
      try {
        return await refreshedTokens(connection, refreshToken)
      } catch (error) {
        // Only this answer says that the token is worthless; all others may be temporary.
        if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') throw new LoginEnded()
        throw failed(error)
      }
    },
    async revoke(tokens) {
      try {
        await revokeTokens(connection, tokens)
      } catch (error) {
        throw failed(error)
      }
    },
  }
}

interface Connection {
  readonly settings: HttpLoginSettings
  readonly client: oauth.Client
  /** How this server proves to the provider who it is. */
  proofFor(as: oauth.AuthorizationServer): oauth.ClientAuth
  readonly speaksOpenId: boolean
  /** The options of one request. */
  http(): ReturnType<typeof requestOptions>
  /** The addresses of the provider; discovered once an hour, and again after a failure. */
  system(): Promise<oauth.AuthorizationServer>
}

function connectionTo(settings: HttpLoginSettings): Connection {
  const { issuer, authorizeUrl, tokenUrl, revokeUrl, clientId, clientSecret, answer } = settings
  const client: oauth.Client = { client_id: clientId }
  const insecure = answer !== undefined || [issuer, tokenUrl].some((url) => url !== undefined && isLocalAddress(url))
  const http = () => requestOptions(settings, insecure)
  const discover = async (): Promise<oauth.AuthorizationServer> => {
    if (issuer === undefined)
      return {
        issuer: new URL(authorizeUrl ?? '').origin,
        authorization_endpoint: authorizeUrl ?? '',
        token_endpoint: tokenUrl ?? '',
        ...(revokeUrl !== undefined && { revocation_endpoint: revokeUrl }),
      }
    const at = new URL(issuer)
    return oauth.processDiscoveryResponse(at, await oauth.discoveryRequest(at, http()))
  }
  let found: { readonly system: Promise<oauth.AuthorizationServer>; readonly until: number } | undefined
  const system = () => {
    if (found && found.until > Date.now()) return found.system
    const asked = discover().catch((error: unknown) => {
      found = undefined
      throw error
    })
    found = { system: asked, until: Date.now() + discoveredForMs }
    return asked
  }
  const proofFor = (as: oauth.AuthorizationServer) => {
    if (clientSecret === undefined) return oauth.None()
    const takesPost = as.token_endpoint_auth_methods_supported?.includes('client_secret_post') !== false
    return takesPost ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret)
  }
  return { settings, client, proofFor, speaksOpenId: issuer !== undefined, http, system }
}

const discoveredForMs = 3_600_000

const requestOptions = ({ timeoutMs, answer }: HttpLoginSettings, insecure: boolean) => ({
  [oauth.allowInsecureRequests]: insecure,
  signal: AbortSignal.timeout(timeoutMs ?? 10_000),
  [oauth.customFetch]: (url: string, init: object) => {
    const request = new Request(url, init as RequestInit)
    return answer ? answer(request) : boundedFetch(request)
  },
})

async function loginAddress(
  { settings, speaksOpenId, system }: Connection,
  { redirectUri, state, askAgain = false }: Parameters<LoginProvider['begin']>[0],
): ReturnType<LoginProvider['begin']> {
  const as = await system()
  const verifier = oauth.generateRandomCodeVerifier()
  const nonce = oauth.generateRandomNonce()
  const address = new URL(as.authorization_endpoint ?? '')
  // Most providers give a refresh token only for this scope, and some refuse scopes that they do not know.
  const offline = !settings.isCompany && as.scopes_supported?.includes('offline_access') === true ? ' offline_access' : ''
  const scope = settings.scope ?? (speaksOpenId ? `openid email profile${offline}` : undefined)
  for (const [name, value] of Object.entries({
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    ...(scope !== undefined && { scope }),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(speaksOpenId && { nonce }),
    ...(speaksOpenId && askAgain && { prompt: 'login' }),
  }))
    address.searchParams.set(name, value)
  return { address: address.href, verifier, nonce }
}

async function accountOf(
  connection: Connection,
  { redirectUri, state, answer: query, verifier, nonce }: Parameters<LoginProvider['finish']>[0],
): Promise<Account> {
  const { settings, client, proofFor, speaksOpenId, http, system } = connection
  const as = await system()
  const checked = oauth.validateAuthResponse(as, client, query, state)
  const given = await oauth.authorizationCodeGrantRequest(as, client, proofFor(as), checked, redirectUri, verifier, http())
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, given, {
    expectedNonce: speaksOpenId ? nonce : oauth.expectNoNonce,
    requireIdToken: speaksOpenId,
  })
  if (speaksOpenId) await checkSignature(connection, as, given)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  const person = await personAt(connection, as, tokens.access_token, claims)
  const sub = String(claims?.sub ?? person.sub ?? person.id ?? '')
  if (sub === '') throw new LoginFailed('the provider did not say who it was')
  return {
    subject: settings.isCompany ? `${as.issuer} ${sub}` : sub,
    email: verifiedEmail(person, settings),
    name: (person.name ?? '').trim(),
    ...(!settings.isCompany && { tokens: tokensOf(tokens) }),
  }
}

/** A provider may have replaced its keys since they were fetched: then the check is done once more with the new ones. */
async function checkSignature({ http }: Connection, as: oauth.AuthorizationServer, given: Response): Promise<void> {
  if (as.jwks_uri === undefined) throw new LoginFailed('the provider publishes no keys')
  try {
    await oauth.validateApplicationLevelSignature(as, given, http())
  } catch {
    // The library keeps keys by this object, so a copy has none yet.
    await oauth.validateApplicationLevelSignature({ ...as }, given, http())
  }
}

const tokensOf = (given: oauth.TokenEndpointResponse): LoginTokens => ({
  access: given.access_token,
  ...(given.refresh_token !== undefined && { refresh: given.refresh_token }),
  until: Date.now() + (given.expires_in ?? 600) * 1000,
})

async function refreshedTokens({ client, proofFor, http, system }: Connection, refreshToken: string): Promise<LoginTokens> {
  const as = await system()
  const given = await oauth.refreshTokenGrantRequest(as, client, proofFor(as), refreshToken, http())
  const tokens = tokensOf(await oauth.processRefreshTokenResponse(as, client, given))
  return { ...tokens, refresh: tokens.refresh ?? refreshToken }
}

async function revokeTokens({ client, proofFor, http, system }: Connection, { access, refresh }: Pick<LoginTokens, 'access' | 'refresh'>) {
  const as = await system()
  if (as.revocation_endpoint === undefined) return
  for (const token of [refresh, access].filter((one) => one !== undefined && one !== '')) {
    const answer = await oauth.revocationRequest(as, client, proofFor(as), String(token), http())
    // The provider does not revoke a token of this kind, and would not at the next try.
    if (answer.status !== 400) await oauth.processRevocationResponse(answer)
  }
}

async function personAt(
  { settings, client, speaksOpenId, http }: Connection,
  as: oauth.AuthorizationServer,
  token: string,
  claims: oauth.IDToken | undefined,
): Promise<Person> {
  const named = Person.safeParse(claims ?? {}).data
  if (claims && named?.email) return named
  if (!speaksOpenId) {
    const asked = await oauth.protectedResourceRequest(
      token,
      'GET',
      new URL(settings.userUrl ?? ''),
      new Headers({ accept: 'application/json' }),
      null,
      http(),
    )
    return Person.parse(await asked.json())
  }
  if (as.userinfo_endpoint === undefined) return named ?? {}
  const asked = await oauth.userInfoRequest(as, client, token, http())
  return Person.parse(await oauth.processUserInfoResponse(as, client, claims?.sub ?? oauth.skipSubjectCheck, asked))
}

/** Empty when the provider does not vouch for the address. */
function verifiedEmail(person: Person, { trustEmail = false, emailDomains, isCompany = false }: HttpLoginSettings): string {
  const email = (person.email ?? (isCompany ? undefined : person.login) ?? '').trim()
  const said = person.email_verified
  const isVerified = said === true || said === 'true'
  // People may change their own address at many providers, which then call it unverified.
  if (emailDomains) return said === undefined || isVerified ? emailOfDomains(email, emailDomains) : ''
  return (trustEmail || isVerified) && isPlainAddress(email) ? email : ''
}

function failed(error: unknown): LoginFailed {
  if (error instanceof LoginFailed) return error
  if (error instanceof oauth.AuthorizationResponseError)
    return new LoginFailed(`the provider refused: ${knownCode(error.error)}`, {
      denied: error.error === 'access_denied',
      unavailable: error.error === 'temporarily_unavailable' || error.error === 'server_error',
    })
  if (error instanceof oauth.ResponseBodyError)
    return new LoginFailed(`the provider refused the server: ${knownCode(error.error)}`, { unavailable: error.status >= 500 })
  // Codes of the library say what was wrong; messages and causes may contain text of the provider.
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer'
  return new LoginFailed(`the login failed: ${code}`, { unavailable: isAway(error) })
}

/** Codes of OAuth 2 and OpenID Connect, which help an administrator; another text of the provider is not repeated. */
const knownCodes = [
  'access_denied',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]

const knownCode = (code: string) => (knownCodes.includes(code) ? code : 'with a code of its own')

/** No connection, no answer in time, or an error of the server of the provider. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError' || error.message === 'fetch failed') return true
  const answer = error.cause
  return answer instanceof Response && answer.status >= 500
}
