import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The package has no types. */
const { default: Provider } = (await import('oidc-provider' as string)) as {
  default: new (issuer: string, configuration: object) => { callback(): Handler }
}

/** A person at the provider; the login there is the key of the account. */
export interface OidcAccount {
  readonly email: string
  /** Absent: the provider does not say it. */
  readonly verified?: boolean
  readonly name: string
}

type Claims = Record<string, unknown>

/** A change of the answer of the token address: other claims, another header, or another key of the signature. */
export interface Forgery {
  readonly claims?: (claims: Claims) => Claims
  readonly alg?: 'none'
  readonly key?: KeyObject
}

export interface OidcProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** From now on, ID tokens are changed like this. */
  forge(change: Forgery | undefined): void
  /** Takes another key, and no longer publishes the former one. */
  rotateKey(): void
  /** Does not answer requests to addresses that begin with this path; undefined: answers all. */
  hang(path: string | undefined): void
  /** Goes through the pages of the provider as the person does. Returns the address that it sends the browser back to. */
  logIn(address: string, account: string): Promise<string>
  close(): Promise<void>
}

interface Key {
  readonly id: string
  readonly privateKey: KeyObject
}

let keys = 0
const newKey = (): Key => ({ id: `k${++keys}`, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims

function forgeToken(token: string, { claims = (same) => same, alg, key }: Forgery, own: Key): string {
  const [head, body] = token.split('.')
  const signed = `${base64url({ ...decoded(head), ...(alg && { alg }) })}.${base64url(claims(decoded(body)))}`
  return `${signed}.${alg === 'none' ? '' : sign('sha256', Buffer.from(signed), key ?? own.privateKey).toString('base64url')}`
}

const close = (server: ReturnType<typeof createServer>) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** A provider of OpenID Connect on this computer, with one client. `redirects`: where it may send browsers back to. */
export async function startOidcProvider(accounts: Readonly<Record<string, OidcAccount>>, redirects: () => string[]): Promise<OidcProvider> {
  const client = { clientId: 'muster', clientSecret: 'a-secret-of-the-client' }
  let key = newKey()
  let served: { readonly to: string; readonly serve: ReturnType<typeof providerFor> } | undefined
  let forgery: Forgery | undefined
  let hanging: string | undefined
  const server = createServer((request, response) => {
    if (hanging !== undefined && request.url?.startsWith(hanging)) return
    const to = redirects().join()
    if (served?.to !== to) served = { to, serve: providerFor({ issuer: issuer(), key, client, accounts, redirects: redirects() }) }
    if (request.url === '/token' && forgery) changeAnswer(response, (token) => forgeToken(token, forgery ?? {}, key))
    served.serve(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer: issuer(),
    ...client,
    forge: (change) => void (forgery = change),
    rotateKey() {
      key = newKey()
      served = undefined
    },
    hang: (path) => void (hanging = path),
    logIn: (address, account) => logIn(issuer(), address, account),
    close: () => close(server),
  }
}

function changeAnswer(response: ServerResponse, change: (token: string) => string): void {
  const { end } = response
  response.end = ((body: Buffer | string) => {
    const answer = JSON.parse(String(body)) as { id_token?: string }
    const changed = JSON.stringify({ ...answer, ...(answer.id_token && { id_token: change(answer.id_token) }) })
    response.setHeader('content-length', Buffer.byteLength(changed))
    return end.call(response, changed, 'utf8')
  }) as typeof response.end
}

interface Made {
  readonly issuer: string
  readonly key: Key
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  readonly accounts: Readonly<Record<string, OidcAccount>>
  readonly redirects: string[]
}

function providerFor({ issuer, key, client, accounts, redirects }: Made): Handler {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: redirects,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...key.privateKey.export({ format: 'jwk' }), kid: key.id, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a-key-for-the-cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: accounts[id]?.email, email_verified: accounts[id]?.verified, name: accounts[id]?.name }),
    }),
  })
  return provider.callback()
}

/** A browser that fills the form of the provider and agrees. */
async function logIn(issuer: string, start: string, account: string): Promise<string> {
  const cookies = new Map<string, string>()
  const go = async (address: string, form?: Record<string, string>) => {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  let address = start
  for (let step = 0; step < 12; step++) {
    if (!address.startsWith(issuer)) return address
    const answer = await go(address)
    const page = answer.status === 200 ? await answer.text() : ''
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    const next = prompt === undefined ? answer : await go(address, { prompt, ...(prompt === 'login' && { login: account, password: 'x' }) })
    const location = next.headers.get('location')
    if (location === null) throw new Error(`the provider stays at ${next.status}: ${page.slice(0, 300)}`)
    address = new URL(location, address).href
  }
  throw new Error('the login at the provider does not end')
}
