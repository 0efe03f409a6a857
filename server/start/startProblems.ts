import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../domain/isOwnOrigin.ts'

/** The settings that are checked before a start; a part of ServerConfig. */
export interface StartSettings {
  readonly host: string
  /** Set if the demo company runs: it was requested, and it is in the database or the database is empty. */
  readonly demo: boolean
  /** The demo was not requested by DEMO=on: it runs because no owner is set. */
  readonly demoByDefault?: boolean | undefined
  readonly publicUrl?: string | undefined
  readonly databaseUrl?: string | undefined
  readonly secret?: string | undefined
  readonly sms?: { readonly baseUrl: string } | undefined
  readonly mail?: { readonly from: string } | undefined
  readonly payments?: { readonly secretKey: string } | undefined
  readonly companyLogins?:
    | {
        readonly oidc?: { readonly issuer?: string | undefined } | undefined
        readonly saml?: { readonly entryPoint: string } | undefined
      }
    | undefined
  readonly http: {
    readonly trustProxy: unknown
    readonly framedBy: string
    readonly secureCookie: 'always' | 'never' | 'when-https'
  }
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase()

/** Host names that are valid only inside a private network (RFC 6762, RFC 8375 and common routers). */
const ownNetworkName = /(?:^|\.)(?:local|lan|internal|home\.arpa)$/

/**
 * True if the Internet may reach this host. A name without a dot, a private address and loopback belong to
 * this computer or its network.
 */
export function isPublicHost(host: string): boolean {
  if (isLoopback(host)) return false
  if (isIP(host) !== 0) return ipaddr.process(host).range() === 'unicast'
  return host.includes('.') && !ownNetworkName.test(host)
}

/**
 * True for a server with real users: no demo runs, and other computers reach it, by its own port or by the
 * URL of a proxy. NODE_ENV is not checked: `npm start` always sets it to production, for the libraries.
 */
export const isProduction = ({ demo, host, publicUrl }: StartSettings): boolean =>
  !demo && (!isLoopback(host) || (publicUrl !== undefined && !isLoopback(hostOf(publicUrl))))

/**
 * The reasons why the server must not start with these settings. Each names the setting and a valid value.
 * Empty if there is none.
 */
export function startProblems(settings: StartSettings): string[] {
  return [...problemsOfDemo(settings), ...(isProduction(settings) ? problemsOfProduction(settings) : [])]
}

function problemsOfDemo({ demo, demoByDefault = false, publicUrl, payments }: StartSettings): string[] {
  if (!demo) return []
  const problems: string[] = []
  if (demoByDefault && publicUrl !== undefined && isPublicHost(hostOf(publicUrl)))
    problems.push(
      `OWNER_MOBILE is missing: without it the demo company would run at ${publicUrl}, where everybody could read its PINs and sign in as its people. ` +
        'Set the number of the first owner, such as OWNER_MOBILE=+12025550123, or DEMO=on for a public demo.',
    )
  if (payments && /^(?:sk|rk)_live_/.test(payments.secretKey))
    problems.push(
      'STRIPE_SECRET_KEY is a live key, but the demo runs, where everybody may sign in as an owner. Take a test key (sk_test_…), or set DEMO=off.',
    )
  return problems
}

const problemsOfProduction = (settings: StartSettings): string[] => [
  ...problemsOfAddress(settings),
  ...problemsOfSecret(settings),
  ...problemsOfMessages(settings),
  ...problemsOfLogins(settings),
  ...problemsOfFrames(settings),
]

function problemsOfAddress({ publicUrl, http }: StartSettings): string[] {
  const problems: string[] = []
  if (publicUrl === undefined)
    problems.push(
      'PUBLIC_URL is missing: the address that people open, such as PUBLIC_URL=https://site.example.com. Links in texts, mails and posters begin with it.',
    )
  else if (publicUrl.startsWith('https:')) {
    if (http.trustProxy === false || http.trustProxy === undefined)
      problems.push(
        `TRUST_PROXY is missing: PUBLIC_URL is ${publicUrl}, and this server itself speaks no TLS, so a proxy has to. ` +
          'Say which one: TRUST_PROXY=1 for one proxy in front, or its address, such as TRUST_PROXY=10.0.0.5.',
      )
    if (http.secureCookie === 'never')
      problems.push(
        'COOKIE_SECURE=off sends sessions over connections without encryption too, but PUBLIC_URL is https. Remove COOKIE_SECURE, or set COOKIE_SECURE=on.',
      )
  } else if (http.secureCookie !== 'never')
    problems.push(
      `PUBLIC_URL is ${publicUrl}, without encryption: everybody in the network can read sessions. ` +
        'Use https, such as PUBLIC_URL=https://site.example.com, or set COOKIE_SECURE=off for a closed network of your own.',
    )
  return problems
}

function problemsOfSecret({ databaseUrl, secret }: StartSettings): string[] {
  const problems: string[] = []
  if (databaseUrl !== undefined && secret === undefined)
    problems.push(
      'SECRET is missing: servers that share a database (DATABASE_URL) need the same one. Make one with `openssl rand -hex 32`: SECRET=<64 characters>.',
    )
  if (secret !== undefined && new Set(secret).size < 10)
    problems.push(
      'SECRET is easy to guess: it has fewer than 10 different characters. Make one with `openssl rand -hex 32`: SECRET=<64 characters>.',
    )
  return problems
}

function problemsOfMessages({ sms, mail }: StartSettings): string[] {
  const problems: string[] = []
  if (sms && sms.baseUrl.startsWith('http:') && isPublicHost(hostOf(sms.baseUrl)))
    problems.push(
      'SMS_URL is without encryption: PINs and the token of the text provider could be read on the way. Use https, such as SMS_URL=https://api.twilio.com.',
    )
  if (mail && /@localhost>?$/.test(mail.from))
    problems.push('MAIL_FROM is missing: the sender of mails (MAIL_URL is set), such as MAIL_FROM="Muster <muster@example.com>".')
  return problems
}

function problemsOfLogins({ companyLogins: { oidc, saml } = {} }: StartSettings): string[] {
  const isOpen = (url: string | undefined) => url?.startsWith('http:') === true && isPublicHost(hostOf(url))
  return [
    ...(isOpen(oidc?.issuer)
      ? [
          'OIDC_ISSUER is without encryption: others could sign in as your people. Use https, such as OIDC_ISSUER=https://login.example.com.',
        ]
      : []),
    ...(isOpen(saml?.entryPoint)
      ? ['SAML_ENTRY_POINT is without encryption: passwords could be read on the way. Use the https address of the provider.']
      : []),
  ]
}

function problemsOfFrames({ http: { framedBy } }: StartSettings): string[] {
  if (!framedBy.split(/\s+/).some((source) => /^(?:\*|https?:(?:\/\/\*)?)$/.test(source))) return []
  return [
    `FRAME_ANCESTORS=${framedBy} lets every site show the product inside its own pages. Name the sites: FRAME_ANCESTORS="'self' https://partner.example.com".`,
  ]
}
