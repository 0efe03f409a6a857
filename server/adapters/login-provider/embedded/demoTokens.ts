import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { DemoAccount } from './demoAuthorisation.ts'

/** How long tokens are valid, ms. */
const accessLife = 300_000
const refreshLife = 180 * 24 * 3_600_000

interface Token {
  readonly use: 'access' | 'refresh'
  readonly key: string
  readonly subject: string
  readonly id: string
  readonly expires: number
}

/** The tokens of the demo's systems. They are signed and not stored, so that they outlive a restart of the demo. */
export function demoTokens(accounts: readonly DemoAccount[], secret: Buffer) {
  /** When a token expires that was revoked, or replaced by a refresh, by its id. */
  const ended = new Map<string, number>()
  const mac = (body: string) => createHmac('sha256', secret).update(body).digest()
  const end = ({ id, expires }: Token) => {
    for (const [old, until] of ended) if (until < Date.now()) ended.delete(old)
    ended.set(id, expires)
  }

  function sealed(use: Token['use'], key: string, subject: string): string {
    const expires = Date.now() + (use === 'access' ? accessLife : refreshLife)
    const token: Token = { use, key, subject, id: randomBytes(9).toString('base64url'), expires }
    const body = Buffer.from(JSON.stringify(token)).toString('base64url')
    return `${body}.${mac(body).toString('base64url')}`
  }

  /** Undefined unless this server gave the token for this use and it has not ended. */
  function opened(use: Token['use'], key: string, text: string): Token | undefined {
    const [body = '', signature = ''] = text.split('.')
    const [expected, given] = [mac(body), Buffer.from(signature, 'base64url')]
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const token = JSON.parse(Buffer.from(body, 'base64url').toString()) as Token
    return token.use === use && token.key === key && token.expires > Date.now() && !ended.has(token.id) ? token : undefined
  }

  const tokensFor = (key: string, subject: string) => ({
    access_token: sealed('access', key, subject),
    refresh_token: sealed('refresh', key, subject),
    token_type: 'bearer',
    expires_in: accessLife / 1000,
  })

  const accountOf = (key: string, text: string): DemoAccount | undefined => {
    const token = opened('access', key, text)
    return token && accounts.find(({ subject }) => subject === token.subject)
  }

  return {
    tokensFor,
    accountOf,
    accepts: (key: string, text: string): boolean => accountOf(key, text) !== undefined,
    /** Undefined if the token is used or has ended. */
    refresh(key: string, text: string) {
      const token = opened('refresh', key, text)
      if (!token) return undefined
      end(token)
      return tokensFor(key, token.subject)
    },
    revoke(key: string, text: string): void {
      const token = opened('refresh', key, text) ?? opened('access', key, text)
      if (token) end(token)
    },
  }
}
