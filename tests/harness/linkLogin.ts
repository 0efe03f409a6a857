import { randomBytes } from 'node:crypto'
import type { ProviderKey } from '../../contract/endpoints/oauth.ts'
import { type Answer, type Device, sha256Base64url, type TestServer } from './testServer.ts'

/** Links the account of another system with this person, as their browser does it. */
export async function linkLogin(
  server: TestServer,
  person: Device,
  { provider, account }: { provider: ProviderKey; account: string },
): Promise<Answer<{ success: boolean }>> {
  const secret = randomBytes(32).toString('base64url')
  const go = (address: string | URL, cookie = '') => fetch(new URL(address, server.url), { redirect: 'manual', headers: { cookie } })
  const begun = await go(`/oauth/authorize/${provider}?challenge=${sha256Base64url(secret)}`)
  const there = new URL(begun.headers.get('location') ?? '')
  there.searchParams.set('account', account)
  const back = (await go(there)).headers.get('location') ?? ''
  const finished = await go(back, begun.headers.getSetCookie()[0]?.split(';')[0])
  const ticket = new URLSearchParams((finished.headers.get('location') ?? '').split('#')[1]).get('ticket') ?? ''
  return person.ask('POST', '/oauth/finish', { ticket, secret, link: true })
}
