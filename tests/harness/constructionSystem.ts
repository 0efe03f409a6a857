import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Token {
  readonly account: string
  isEnded: boolean
}

/**
 * A strict construction system on a port: OAuth with refresh tokens that work once, revocation, service accounts,
 * and a daily log that accepts only access tokens of its own that have not ended.
 */
export async function constructionSystem() {
  const lists: Readonly<Record<string, readonly object[]>> = {
    '/rest/v1.0/projects': [{ id: 1001, name: 'Lakeview Medical Center', time_zone: 'America/New_York', country_code: 'US' }],
    '/rest/v1.0/projects/1001/users': [{ id: 1, name: 'Ruth Vega', email: 'ruth@build.example' }],
    '/rest/v1.0/projects/1001/vendors': [
      { id: 7, name: 'Keystone Concrete' },
      { id: 8, name: 'Voltmark Electric' },
    ],
  }
  const codes = new Map<string, string>()
  const access = new Map<string, Token>()
  const refresh = new Map<string, Token>()
  const entries: { by: string; vendor: string }[] = []
  /** The bodies of all written entries. */
  const bodies: Readonly<Record<string, unknown>>[] = []
  const revoked: string[] = []
  const counts = { refreshes: 0, refused: 0 }
  const settings = { expiresIn: 3600, serviceAccount: { id: 'company', secret: 'company-secret' }, refusesWritesOf: '', signsIn: '' }
  const random = (kind: string) => `${kind}-${randomBytes(18).toString('hex')}`

  const give = (account: string, isService = false) => {
    const tokens = { access_token: random('access'), refresh_token: random('refresh') }
    access.set(tokens.access_token, { account, isEnded: false })
    if (!isService) refresh.set(tokens.refresh_token, { account, isEnded: false })
    const { access_token } = tokens
    return { status: 200, body: { ...(isService ? { access_token } : tokens), token_type: 'bearer', expires_in: settings.expiresIn } }
  }
  const refused = (error: string) => ({ status: 400, body: { error } })

  const token = (asked: URLSearchParams) => {
    switch (asked.get('grant_type')) {
      case 'authorization_code': {
        const account = codes.get(asked.get('code') ?? '')
        codes.delete(asked.get('code') ?? '')
        return account === undefined ? refused('invalid_grant') : give(account)
      }
      case 'refresh_token': {
        counts.refreshes++
        const known = refresh.get(asked.get('refresh_token') ?? '')
        if (!known || known.isEnded) return refused('invalid_grant')
        known.isEnded = true
        return give(known.account)
      }
      case 'client_credentials': {
        const { id, secret } = settings.serviceAccount
        const isRight = asked.get('client_id') === id && asked.get('client_secret') === secret
        return isRight ? give(`service:${id}`, true) : { status: 401, body: { error: 'invalid_client' } }
      }
      default:
        return refused('unsupported_grant_type')
    }
  }

  const server = createServer((request, answer) => {
    let text = ''
    request.on('data', (part) => {
      text += String(part)
    })
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://localhost')
      const json = ({ status, body }: { status: number; body: unknown }) =>
        answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      const who = access.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''))
      if (url.pathname === '/authorize') {
        const code = random('code')
        codes.set(code, url.searchParams.get('account') ?? settings.signsIn)
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        back.searchParams.set('code', code)
        back.searchParams.set('state', url.searchParams.get('state') ?? '')
        return answer.writeHead(302, { location: back.href }).end()
      }
      if (url.pathname === '/token') return json(token(new URLSearchParams(text)))
      if (url.pathname === '/revoke') {
        const which = new URLSearchParams(text).get('token') ?? ''
        revoked.push(which)
        for (const known of [access.get(which), refresh.get(which)]) if (known) known.isEnded = true
        return json({ status: 200, body: {} })
      }
      if (!who || who.isEnded) {
        counts.refused++
        return json({ status: 401, body: {} })
      }
      if (url.pathname === '/me') return json({ status: 200, body: { id: who.account, name: who.account } })
      if (request.method === 'GET') return json({ status: 200, body: lists[url.pathname] ?? [] })
      if (who.account === settings.refusesWritesOf) return json({ status: 401, body: {} })
      const { manpower_log: entry } = JSON.parse(text) as { manpower_log: { vendor_name: string } }
      bodies.push(entry)
      entries.push({ by: who.account, vendor: entry.vendor_name })
      return json({ status: 201, body: { id: entries.length } })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    entries,
    bodies,
    revoked,
    counts,
    settings,
    /** All tokens that this system has ever given. */
    tokens: () => [...access.keys(), ...refresh.keys()],
    expireAccess: () => [...access.values()].forEach((known) => void (known.isEnded = true)),
    endLogins: () => [...access.values(), ...refresh.values()].forEach((known) => void (known.isEnded = true)),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
