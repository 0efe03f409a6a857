import { generateKeyPairSync } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { beginCompanyLogin, comeBack, finishAt, type Returned } from '../harness/companyLogin.ts'
import { type OidcAccount, startOidcProvider } from '../harness/oidcProvider.ts'
import { foreman, manager, owner, useServer, worker } from '../harness/testServer.ts'
import { people as demoPeople } from '../../server/demo/company.ts'
import { companyLoginsFrom } from '../../server/adapters/login-provider/companyLoginsFrom.ts'

const accounts: Record<string, OidcAccount> = {
  new: { email: 'new@company.example', verified: true, name: 'Nia New' },
  silent: { email: 'sil@elsewhere.example', name: 'Sil' },
  unverified: { email: 'nia@elsewhere.example', verified: false, name: 'Nia' },
}
const provider = await startOidcProvider(accounts, () => [`${server.url}/oauth/callback/oidc`])
const settings: Record<string, string> = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  OIDC_NAME: 'Harbor Pine',
}
const configured = (more: Record<string, string> = {}) => companyLoginsFrom((name) => ({ ...settings, ...more })[name])
const server = useServer({ companyLogins: configured() })
afterAll(() => provider.close())

/** A whole log-in at the provider, up to the page that it returns to. */
async function logIn(account: string) {
  const begun = await beginCompanyLogin(server, 'oidc')
  return { begun, back: await comeBack(await provider.logIn(begun.address, account), begun) }
}
const codeOf = ({ error, ticket }: Returned) => (ticket === undefined ? error : 'a ticket')

/** The address of a person of the demo. */
const addressOf = (number: string): string =>
  `${demoPeople
    .find(({ mobile }) => mobile === number)
    ?.name.toLowerCase()
    .replace(' ', '.')}@example.com`

/** A new account with a number; its address is only typed. */
async function createAccount(mobile: string, email: string): Promise<string> {
  await server.nobody().ask('POST', '/auth/verify', { mobile })
  const details = { mobile, pin: await server.lastPin(mobile), email, name: 'Tom Typed', company: 'Typed' }
  const { body } = await server.nobody().ask<{ uid?: string }>('POST', '/auth/signup', details)
  return body.uid ?? ''
}

describe('company log-in by OpenID Connect', () => {
  it('is offered under the name of the company, beside the other systems', async () => {
    const { body } = await server.nobody().get<{ providers: { key: string; name?: string }[] }>('/api/login/providers')
    expect(body.providers).toContainEqual({ key: 'oidc', name: 'Harbor Pine' })
    expect(body.providers.map(({ key }) => key)).toContain('construction')
  })

  it('asks with PKCE, state and nonce, and for no right beyond the identity', async () => {
    const asked = new URL((await beginCompanyLogin(server, 'oidc')).address).searchParams
    expect(asked.get('scope')).toBe('openid email profile')
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(asked.get(name)?.length, name).toBeGreaterThan(20)
  })

  it('lets the provider ask who it is on a device that several people use, and on no other', async () => {
    const prompt = async (askAgain: boolean) =>
      new URL((await beginCompanyLogin(server, 'oidc', askAgain)).address).searchParams.get('prompt')
    expect([await prompt(true), await prompt(false)]).toEqual(['login', null])
  })

  it('keeps a name that is too long or has characters that no database takes', async () => {
    accounts['odd'] = { email: 'odd@company.example', verified: true, name: `\u0000${'👷'.repeat(120)}` }
    const { begun, back } = await logIn('odd')
    expect((await finishAt(server.nobody(), back, begun)).body.signup?.name).toBe('👷'.repeat(100))
  })

  it('offers an account to a person with an address that no account has, and keeps the address', async () => {
    const { begun, back } = await logIn('new')
    const { body } = await finishAt(server.nobody(), back, begun)
    expect(body).toMatchObject({ success: false, signup: { email: 'new@company.example', name: 'Nia New' } })
    expect(body.uid).toBeUndefined()
  })

  it('signs no one in by an address that the provider has not verified', async () => {
    const { begun, back } = await logIn('unverified')
    expect((await finishAt(server.nobody(), back, begun)).body).toMatchObject({ success: false, code: 'EMAIL_NOT_VERIFIED' })
  })

  it('signs the person in after they linked the account once, also when its address is another one', async () => {
    accounts['linked'] = { email: 'boss@elsewhere.example', verified: false, name: 'Boss' }
    const boss = await server.person(manager)
    const first = await logIn('linked')
    expect((await finishAt(boss, first.back, first.begun, true)).body).toMatchObject({ success: true, uid: boss.uid })
    accounts['linked'] = { email: 'married@elsewhere.example', verified: false, name: 'Boss' }
    const next = await logIn('linked')
    const signedIn = await finishAt(server.nobody(), next.back, next.begun)
    expect(signedIn.body).toMatchObject({ success: true, uid: boss.uid })
    expect(signedIn.headers.getSetCookie().join()).toMatch(/muster_session=/)
    expect((await boss.ask('POST', '/api/logins:unlink', { provider: 'oidc' })).status).toBe(200)
    const last = await logIn('linked')
    expect((await finishAt(server.nobody(), last.back, last.begun)).body.success).toBe(false)
  })

  it('finds a person by their address only if both sides have verified it', async () => {
    expect(await createAccount('+12025550177', 'typed@company.example')).toMatch(/^\w{10,}$/)
    accounts['typed'] = { email: 'typed@company.example', verified: true, name: 'Typed' }
    const typed = await logIn('typed')
    const offered = await finishAt(server.nobody(), typed.back, typed.begun)
    expect([offered.body.success, offered.body.signup?.email]).toEqual([false, 'typed@company.example'])
    const { uid } = await server.person(foreman)
    const address = addressOf(foreman).replace('example', 'EXAMPLE')
    accounts['claimed'] = { email: address, verified: false, name: 'Other' }
    const claimed = await logIn('claimed')
    expect((await finishAt(server.nobody(), claimed.back, claimed.begun)).body).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' })
    accounts['verified'] = { email: address, verified: true, name: 'Same' }
    const verified = await logIn('verified')
    expect((await finishAt(server.nobody(), verified.back, verified.begun)).body).toMatchObject({ success: true, uid })
  })

  it('does not let the next holder of an address into the account of the person who had it before', async () => {
    accounts['former'] = { email: 'former@elsewhere.example', verified: false, name: 'Former' }
    const former = await server.person(worker)
    const { begun, back } = await logIn('former')
    expect((await finishAt(former, back, begun, true)).body.success).toBe(true)
    accounts['next'] = { email: addressOf(worker), verified: true, name: 'Next' }
    const next = await logIn('next')
    expect((await finishAt(server.nobody(), next.back, next.begun)).body).toMatchObject({ success: false, code: 'EMAIL_EXISTS' })
    expect((await former.ask('POST', '/api/logins:unlink', { provider: 'oidc' })).status).toBe(200)
  })

  it('finds people by their address again after the company has changed its provider', async () => {
    accounts['moved'] = { email: addressOf(worker), verified: true, name: 'Moved' }
    const before = await logIn('moved')
    const { uid } = (await finishAt(server.nobody(), before.back, before.begun)).body
    expect(uid).toBe((await server.person(worker)).uid)
    const other = await startOidcProvider(accounts, () => [`${server.url}/oauth/callback/oidc`])
    try {
      await server.restart({ companyLogins: configured({ OIDC_ISSUER: other.issuer }) })
      const begun = await beginCompanyLogin(server, 'oidc')
      const back = await comeBack(await other.logIn(begun.address, 'moved'), begun)
      expect((await finishAt(server.nobody(), back, begun)).body).toMatchObject({ success: true, uid })
    } finally {
      await other.close()
      await server.restart({ companyLogins: configured() })
    }
    const person = await server.person(worker)
    expect((await person.ask('POST', '/api/logins:unlink', { provider: 'oidc' })).status).toBe(200)
  })

  it('gives a ticket that works once, for the page that began the log-in', async () => {
    const { begun, back } = await logIn('new')
    const stolen = await finishAt(server.nobody(), back, { secret: 'x'.repeat(43) })
    expect(stolen.body).toMatchObject({ success: false, code: 'LOGIN_EXPIRED' })
    expect((await finishAt(server.nobody(), back, begun)).body.signup).toBeDefined()
    expect((await finishAt(server.nobody(), back, begun)).body).toMatchObject({ success: false, code: 'LOGIN_EXPIRED' })
  })

  it('accepts no answer without the cookie of the browser that began', async () => {
    const begun = await beginCompanyLogin(server, 'oidc')
    const address = await provider.logIn(begun.address, 'new')
    expect(codeOf(await comeBack(address, { cookie: '' }))).toBe('LOGIN_EXPIRED')
    const other = await beginCompanyLogin(server, 'oidc')
    expect(codeOf(await comeBack(address, other))).toBe('LOGIN_FAILED')
  })

  it('refuses an ID token with another nonce, audience or issuer, an expired one, and one that is not signed by the provider', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    const forged = {
      nonce: { claims: (claims: object) => ({ ...claims, nonce: 'x'.repeat(43) }) },
      audience: { claims: (claims: object) => ({ ...claims, aud: 'another client' }) },
      issuer: { claims: (claims: object) => ({ ...claims, iss: 'https://evil.example' }) },
      expired: { claims: (claims: object) => ({ ...claims, iat: seconds - 7200, exp: seconds - 3600 }) },
      unsigned: { alg: 'none' as const },
      'another key': { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
    }
    const codes: Record<string, string | undefined> = {}
    for (const [what, change] of Object.entries(forged)) {
      provider.forge(change)
      codes[what] = codeOf((await logIn('new')).back)
    }
    // The same way of changing a token, without a change.
    provider.forge({})
    codes['unchanged'] = codeOf((await logIn('new')).back)
    provider.forge(undefined)
    expect(codes).toEqual({ ...Object.fromEntries(Object.keys(forged).map((what) => [what, 'LOGIN_FAILED'])), unchanged: 'a ticket' })
  })

  it('accepts the new key right after the provider has replaced its key', async () => {
    expect(codeOf((await logIn('new')).back)).toBe('a ticket')
    provider.rotateKey()
    expect(codeOf((await logIn('new')).back)).toBe('a ticket')
  })

  it('says that the provider does not answer, also in the middle of a log-in, and goes on afterwards', async () => {
    await server.restart({
      companyLogins: {
        oidc: { ...configured().oidc, key: 'oidc', clientId: 'muster', clientSecret: provider.clientSecret, timeoutMs: 1500 },
      },
    })
    provider.hang('/')
    const away = await beginCompanyLogin(server, 'oidc')
    expect(away.address).toBe(`/login/finished#for=${away.challenge}&error=UNAVAILABLE`)
    expect(server.log.join('\n')).toContain('the login failed: no answer')
    provider.hang(undefined)
    const begun = await beginCompanyLogin(server, 'oidc')
    const address = await provider.logIn(begun.address, 'new')
    provider.hang('/token')
    expect(codeOf(await comeBack(address, begun))).toBe('UNAVAILABLE')
    provider.hang(undefined)
    expect(codeOf((await logIn('new')).back)).toBe('a ticket')
  })

  it('trusts exactly the addresses of the domains that the operator names', async () => {
    await server.restart({ companyLogins: configured({ OIDC_EMAIL_DOMAINS: 'elsewhere.example' }) })
    const named = await logIn('silent')
    expect((await finishAt(server.nobody(), named.back, named.begun)).body.signup?.email).toBe('sil@elsewhere.example')
    const other = await logIn('new')
    expect((await finishAt(server.nobody(), other.back, other.begun)).body).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' })
  })

  it('believes a provider that calls an address of these domains unverified: its person may have typed it', async () => {
    const typed = await logIn('unverified')
    expect((await finishAt(server.nobody(), typed.back, typed.begun)).body).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' })
  })

  it('names the code of the provider in the log, so that a wrong secret can be found', async () => {
    await server.restart({ companyLogins: configured({ OIDC_CLIENT_SECRET: 'expired' }) })
    expect(codeOf((await logIn('new')).back)).toBe('LOGIN_FAILED')
    expect(server.log.join('\n')).toContain('the provider refused the server: invalid_client')
  })

  it('writes no token, address or name into the log', () => {
    expect(server.log.join('\n')).not.toMatch(/company\.example|elsewhere\.example|eyJ[\w-]{20}|Nia/)
    expect(server.log.some((line) => line.includes('a login with another system failed'))).toBe(true)
  })
})

it('lets a disabled person in by no way of the company', async () => {
  await server.restart({ companyLogins: configured() })
  const person = await server.person(worker)
  accounts['gone'] = { email: 'gone@company.example', verified: false, name: 'Gone' }
  const first = await logIn('gone')
  expect((await finishAt(person, first.back, first.begun, true)).body.success).toBe(true)
  const boss = await server.person(owner)
  expect((await boss.ask('POST', `/api/people/${person.uid}:disable`, { disabled: true })).status).toBe(200)
  const next = await logIn('gone')
  expect((await finishAt(server.nobody(), next.back, next.begun)).body).toMatchObject({ success: false, code: 'ACCOUNT_DISABLED' })
})
