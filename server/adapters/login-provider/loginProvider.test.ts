import { describe, expect, it } from 'vitest'
import { type DemoAccount, demoAuthorisation, demoIssuer } from './embedded/demoAuthorisation.ts'
import { httpLoginProvider } from './http/httpLoginProvider.ts'
import { LoginEnded, LoginFailed } from './loginProvider.ts'

const origin = 'https://site.example'
const account: DemoAccount = { subject: 's1', name: 'Ana <b>', email: 'ana@example.com', part: 'worker' }
const redirectUri = `${origin}/oauth/callback/construction`

/** A whole login, up to the callback URL; `change` simulates an error on the way. */
async function login(answer: (request: Request) => Promise<Response>, change: (back: URL) => void = () => undefined, nonce?: string) {
  const provider = httpLoginProvider({ key: 'construction', issuer: demoIssuer(origin, 'construction'), clientId: 'muster', answer })
  const begun = await provider.begin({ redirectUri, state: 'state' })
  const chosen = new URL(begun.address)
  chosen.searchParams.set('account', account.subject)
  const back = new URL((await answer(new Request(chosen))).headers.get('location') ?? '')
  change(back)
  return provider.finish({ redirectUri, state: 'state', answer: back.searchParams, verifier: begun.verifier, nonce: nonce ?? begun.nonce })
}

describe('logging in with another system', () => {
  const { answer, accepts } = demoAuthorisation([account])

  it('tells who it was, with an e-mail that the system has checked', async () => {
    expect(await login(answer)).toMatchObject({ subject: 's1', email: 'ana@example.com', name: 'Ana <b>' })
    const page = await (
      await answer(
        new Request(
          `${demoIssuer(origin, 'construction')}/authorize?client_id=muster&response_type=code&code_challenge_method=S256&redirect_uri=${encodeURIComponent(redirectUri)}`,
        ),
      )
    ).text()
    expect(page).toContain('Ana &#60;b&#62;')
    expect(page).not.toMatch(/<script/i)
  })

  it('refuses a state, sender, nonce, code or signature that does not belong to this login', async () => {
    const set = (name: string, value: string) => (back: URL) => back.searchParams.set(name, value)
    await expect(login(answer, set('state', 'other'))).rejects.toThrow(LoginFailed)
    await expect(login(answer, set('iss', 'https://evil.example'))).rejects.toThrow(LoginFailed)
    await expect(login(answer, set('code', 'guessed'))).rejects.toThrow(LoginFailed)
    await expect(login(answer, undefined, 'another nonce')).rejects.toThrow(LoginFailed)
    const forged = async (request: Request) => {
      const given = await answer(request)
      if (!request.url.endsWith('/token')) return given
      const tokens = (await given.json()) as { id_token: string }
      const [head = '', , signature = ''] = tokens.id_token.split('.')
      const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString()) as object
      const body = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' })).toString('base64url')
      return Response.json({ ...tokens, id_token: [head, body, signature].join('.') })
    }
    await expect(login(forged)).rejects.toThrow(LoginFailed)
  })

  it('gives a new refresh token for each one, takes none twice, and ends them when they are revoked', async () => {
    const { tokens } = await login(answer)
    const provider = httpLoginProvider({ key: 'construction', issuer: demoIssuer(origin, 'construction'), clientId: 'muster', answer })
    const next = await provider.refresh(tokens?.refresh ?? '')
    expect(accepts('construction', next.access)).toBe(true)
    expect(accepts('construction-sandbox', next.access)).toBe(false)
    await expect(provider.refresh(tokens?.refresh ?? '')).rejects.toBeInstanceOf(LoginEnded)
    await provider.revoke(next)
    expect(accepts('construction', next.access)).toBe(false)
    await expect(provider.refresh(next.refresh ?? '')).rejects.toBeInstanceOf(LoginEnded)
  })

  it('tries again to revoke a token after a failure of the system, and not after its refusal', async () => {
    const asked: string[] = []
    const answering = (status: number) => async (request: Request) => {
      if (!request.url.endsWith('/revoke')) return answer(request)
      asked.push(new URLSearchParams(await request.text()).get('token') ?? '')
      return Response.json({ error: status === 400 ? 'unsupported_token_type' : 'server_error' }, { status })
    }
    const { tokens } = await login(answer)
    const issuer = demoIssuer(origin, 'construction')
    const provider = (status: number) => httpLoginProvider({ key: 'construction', issuer, clientId: 'muster', answer: answering(status) })
    await provider(400).revoke(tokens ?? { access: '' })
    expect(asked).toEqual([tokens?.refresh, tokens?.access])
    await expect(provider(503).revoke(tokens ?? { access: '' })).rejects.toThrow(LoginFailed)
  })

  it('says when the person refused there', async () => {
    const refused = await login(answer, (back) => {
      back.search = `?error=access_denied&state=state&iss=${encodeURIComponent(demoIssuer(origin, 'construction'))}`
    }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'LoginFailed', denied: true })
  })

  it('reads a plain OAuth 2 system, and trusts its e-mail only when that is verified', async () => {
    const plain = async (person: object, trustEmail: boolean) => {
      const provider = httpLoginProvider({
        key: 'construction',
        authorizeUrl: 'https://build.example/authorize',
        tokenUrl: 'https://build.example/token',
        userUrl: 'https://build.example/me',
        clientId: 'c',
        clientSecret: 'hidden',
        trustEmail,
        answer: (request) =>
          Promise.resolve(Response.json(request.url.endsWith('/token') ? { access_token: 'a', token_type: 'bearer' } : person)),
      })
      const { address, verifier, nonce } = await provider.begin({ redirectUri, state: 'state' })
      expect(address).toMatch(/^https:\/\/build\.example\/authorize\?.*code_challenge_method=S256/)
      return provider.finish({ redirectUri, state: 'state', answer: new URLSearchParams('code=x&state=state'), verifier, nonce })
    }
    const person = { id: 77, login: 'ana@example.com', name: 'Ana' }
    expect(await plain(person, true)).toMatchObject({ subject: '77', email: 'ana@example.com', name: 'Ana' })
    expect(await plain(person, false)).toMatchObject({ subject: '77', email: '', name: 'Ana' })
    await expect(plain({ name: 'nobody' }, true)).rejects.toThrow('did not say who it was')
  })
})
