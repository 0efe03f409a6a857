import { randomBytes } from 'node:crypto'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { authorizeAddress, type finishLogin } from '../../contract/endpoints/oauth.ts'
import { type Answer, type Device, sha256Base64url, type TestServer } from './testServer.ts'

/** A login under way: the address of the provider, and what the page that began it keeps. */
export interface BegunLogin {
  readonly secret: string
  readonly challenge: string
  /** Where the browser was sent. */
  readonly address: string
  readonly cookie: string
}

/** Begins a log-in as the sign-in page does it. `askAgain`: on a device that several people use. */
export async function beginCompanyLogin(server: Pick<TestServer, 'url'>, provider: 'oidc' | 'saml', askAgain = false): Promise<BegunLogin> {
  const secret = randomBytes(32).toString('base64url')
  const challenge = sha256Base64url(secret)
  const begun = await fetch(server.url + authorizeAddress(provider, 'web', challenge, askAgain), { redirect: 'manual' })
  const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return { secret, challenge, address: begun.headers.get('location') ?? '', cookie }
}

/** What the page after the login reads from its address. */
export interface Returned {
  readonly for: string | undefined
  readonly ticket: string | undefined
  readonly error: string | undefined
}

export function returnedBy(answer: Response): Returned {
  const told = new URLSearchParams((answer.headers.get('location') ?? '').split('#')[1])
  const [challenge, ticket, error] = ['for', 'ticket', 'error'].map((name) => told.get(name) ?? undefined)
  return { for: challenge, ticket, error }
}

/** Sends the browser back to the server. */
export const comeBack = async (address: string, { cookie }: Pick<BegunLogin, 'cookie'>): Promise<Returned> =>
  returnedBy(await fetch(address, { redirect: 'manual', headers: { cookie } }))

/** The page that began the login exchanges its ticket. `link`: for the signed-in person. */
export const finishAt = (
  device: Device,
  { ticket = '' }: Returned,
  { secret }: Pick<BegunLogin, 'secret'>,
  link = false,
): Promise<Answer<AnswerOf<typeof finishLogin>>> => device.ask('POST', '/oauth/finish', { ticket, secret, ...(link && { link }) })
