import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { ProviderKey } from '../../../../contract/endpoints/oauth.ts'
import { accountsPage } from './accountsPage.ts'
import { demoTokens } from './demoTokens.ts'

/** An account of the demo's other systems. */
export interface DemoAccount {
  readonly subject: string
  readonly name: string
  readonly email: string
  /** The role of the account, for people who try the demo. */
  readonly part: string
}

interface Grant {
  readonly account: DemoAccount
  readonly challenge: string
  readonly redirectUri: string
  readonly nonce: string
  readonly issuer: string
  readonly expires: number
}

export const demoIssuer = (origin: string, key: ProviderKey): string => `${origin}/oauth/demo/${key}`

/** How long a code is valid, ms. */
const codeLife = 60_000

const json = (body: unknown, status = 200) => Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
const refuse = (error: string, status = 400) => json({ error }, status)
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const discoveryDocument = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  revocation_endpoint: `${issuer}/revoke`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  scopes_supported: ['openid', 'email', 'profile', 'offline_access'],
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
})

interface SigningKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly jwk: object
}

/** Returns a function that makes the key at the first call. */
function signingKey(): () => SigningKey {
  let made: SigningKey | undefined
  return () => {
    if (made) return made
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(6).toString('hex')
    made = { id, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid: id, alg: 'ES256', use: 'sig' } }
    return made
  }
}

function signedToken({ id, privateKey }: SigningKey, claims: object): string {
  const head = base64url({ alg: 'ES256', typ: 'JWT', kid: id })
  const body = base64url(claims)
  const signature = sign('sha256', Buffer.from(`${head}.${body}`), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `${head}.${body}.${signature}`
}

/**
 * An authorization server (OAuth 2 code flow with PKCE, OpenID Connect discovery, ID tokens, userinfo) with
 * the demo accounts, which need no password. Pending logins are in memory.
 */
export function demoAuthorisation(
  accounts: readonly DemoAccount[],
  secret: Buffer = randomBytes(32),
): { answer(request: Request): Promise<Response>; accepts(key: string, token: string): boolean } {
  const codes = new Map<string, Grant>()
  const { accepts, accountOf, tokensFor, refresh, revoke } = demoTokens(accounts, secret)
  const signing = signingKey()
  const forget = () => {
    const now = Date.now()
    for (const [code, { expires }] of codes) if (expires < now) codes.delete(code)
  }

  return {
    accepts,
    async answer(request) {
      const url = new URL(request.url)
      const [, key = '', action = ''] = /^\/oauth\/demo\/([\w-]+)\/(.+)$/.exec(url.pathname) ?? []
      const issuer = `${url.origin}/oauth/demo/${key}`
      forget()
      switch (`${request.method} ${action}`) {
        case 'GET .well-known/openid-configuration':
          return json(discoveryDocument(issuer))
        case 'GET keys':
          return json({ keys: [signing().jwk] })
        case 'GET authorize':
          return authorize(url, { key, issuer, languages: request.headers.get('accept-language') ?? '' })
        case 'POST token':
          return giveTokens(new URLSearchParams(await request.text()), { key, issuer })
        case 'POST revoke':
          revoke(key, new URLSearchParams(await request.text()).get('token') ?? '')
          return json({})
        case 'GET userinfo':
          return userinfo(accountOf(key, bearerOf(request)))
        default:
          return refuse('not_found', 404)
      }
    },
  }

  /** Shows the accounts to choose from; with `account`, the person has chosen one. */
  function authorize(url: URL, { key, issuer, languages }: { key: string; issuer: string; languages: string }): Response {
    const asked = url.searchParams
    const redirectUri = asked.get('redirect_uri') ?? ''
    // Redirects lead only to this server.
    if (redirectUri !== `${url.origin}/oauth/callback/${key}` || asked.get('client_id') !== 'muster') return refuse('invalid_request')
    const back = (more: Record<string, string>) => {
      const to = new URL(redirectUri)
      for (const [name, value] of Object.entries({ ...more, state: asked.get('state') ?? '', iss: issuer }))
        to.searchParams.set(name, value)
      return new Response(null, { status: 302, headers: { location: to.href, 'cache-control': 'no-store' } })
    }
    if (asked.get('response_type') !== 'code' || asked.get('code_challenge_method') !== 'S256') return back({ error: 'invalid_request' })
    const chosen = asked.get('account')
    if (chosen === 'none') return back({ error: 'access_denied' })
    const account = accounts.find(({ subject }) => subject === chosen)
    if (!account) {
      return new Response(accountsPage({ accounts, key, url, languages }), {
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      })
    }
    const code = randomBytes(24).toString('base64url')
    const challenge = asked.get('code_challenge') ?? ''
    codes.set(code, { account, challenge, redirectUri, nonce: asked.get('nonce') ?? '', issuer, expires: Date.now() + codeLife })
    return back({ code })
  }

  function giveTokens(asked: URLSearchParams, { key, issuer }: { key: string; issuer: string }): Response {
    if (asked.get('grant_type') === 'refresh_token') return refreshed(refresh(key, asked.get('refresh_token') ?? ''))
    const code = asked.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.issuer !== issuer || grant.redirectUri !== asked.get('redirect_uri') || grant.challenge !== challenge)
      return refuse('invalid_grant')
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: 'muster', iat: now, exp: now + 300, nonce: grant.nonce, ...claimsOf(grant.account) }
    const idToken = signedToken(signing(), claims)
    return json({ ...tokensFor(key, grant.account.subject), id_token: idToken })
  }
}

const claimsOf = ({ subject, name, email }: DemoAccount) => ({ sub: subject, name, email, email_verified: true })

const bearerOf = (request: Request): string => /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
const userinfo = (account: DemoAccount | undefined) => (account ? json(claimsOf(account)) : refuse('invalid_token', 401))
const refreshed = (tokens: object | undefined) => (tokens ? json(tokens) : refuse('invalid_grant'))
