import { X509Certificate } from 'node:crypto'
import { type HttpLoginSettings, isLocalAddress } from './http/httpLoginProvider.ts'
import type { SamlLoginSettings } from './saml/samlLoginProvider.ts'

/** The log-ins of a company by its own providers; absent ones are not offered. */
export interface CompanyLogins {
  readonly oidc?: HttpLoginSettings | undefined
  readonly saml?: SamlLoginSettings | undefined
}

/** The trimmed value of a setting; undefined when it is absent or empty. */
type ReadText = (name: string) => string | undefined

/** Reads `OIDC_…` and `SAML_…`. Throws an error that names the setting and what to do. */
export function companyLoginsFrom(text: ReadText): CompanyLogins {
  const oidc = oidcFrom(text)
  const saml = samlFrom(text)
  return { ...(oidc && { oidc }), ...(saml && { saml }) }
}

function oidcFrom(text: ReadText): HttpLoginSettings | undefined {
  const [name, scope, domains] = [text('OIDC_NAME'), text('OIDC_SCOPES'), text('OIDC_EMAIL_DOMAINS')]
  const needed = {
    OIDC_ISSUER: [text('OIDC_ISSUER'), 'the address of the provider, such as https://login.example.com'],
    OIDC_CLIENT_ID: [text('OIDC_CLIENT_ID'), 'the id that the provider gave this server'],
    OIDC_CLIENT_SECRET: [text('OIDC_CLIENT_SECRET'), 'the secret that the provider gave this server'],
  } as const
  if (!isSet('OpenID Connect', needed, [name, scope, domains])) return undefined
  if (scope !== undefined && !scope.split(/\s+/).includes('openid'))
    throw new Error(`OIDC_SCOPES has to include openid, such as OIDC_SCOPES="openid email profile": it is ${scope}`)
  const issuer = addressOf('OIDC_ISSUER', needed.OIDC_ISSUER[0])
  if (issuer.startsWith('http:') && !isLocalAddress(issuer))
    throw new Error(`OIDC_ISSUER has to begin with https://, because the server asks no provider without encryption: it is ${issuer}`)
  return {
    key: 'oidc',
    isCompany: true,
    issuer,
    clientId: needed.OIDC_CLIENT_ID[0] ?? '',
    clientSecret: needed.OIDC_CLIENT_SECRET[0],
    name,
    scope,
    emailDomains: domainsFrom('OIDC_EMAIL_DOMAINS', domains),
  }
}

function samlFrom(text: ReadText): SamlLoginSettings | undefined {
  const [name, attribute, domains] = [text('SAML_NAME'), text('SAML_EMAIL_ATTRIBUTE'), text('SAML_EMAIL_DOMAINS')]
  const needed = {
    SAML_ENTRY_POINT: [text('SAML_ENTRY_POINT'), 'the sign-in address of the provider (HTTP-Redirect)'],
    SAML_ISSUER: [text('SAML_ISSUER'), 'the name of this server at the provider (entity ID), such as https://site.example.com'],
    SAML_IDP_CERT: [text('SAML_IDP_CERT'), 'the certificate with which the provider signs'],
  } as const
  if (!isSet('SAML', needed, [name, attribute, domains])) return undefined
  return {
    name,
    entryPoint: addressOf('SAML_ENTRY_POINT', needed.SAML_ENTRY_POINT[0]),
    issuer: needed.SAML_ISSUER[0] ?? '',
    certificates: certificatesFrom(needed.SAML_IDP_CERT[0] ?? ''),
    emailAttribute: attribute,
    emailDomains: domainsFrom('SAML_EMAIL_DOMAINS', domains),
  }
}

type Needed = Readonly<Record<string, readonly [value: string | undefined, about: string]>>

/** Returns false if nothing is set. Throws if only a part is. */
function isSet(way: string, needed: Needed, others: readonly (string | undefined)[]): boolean {
  const entries = Object.entries(needed)
  const missing = entries.filter(([, [value]]) => value === undefined)
  if (missing.length === 0) return true
  if (missing.length === entries.length && others.every((value) => value === undefined)) return false
  const list = missing.map(([key, [, about]]) => `${key} (${about})`).join(' and ')
  throw new Error(`company log-in by ${way} is only half set: also set ${list}, or remove the others`)
}

function addressOf(setting: string, url = ''): string {
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new Error(`${setting} has to be an address such as https://login.example.com: it is ${url}`)
  return url
}

function domainsFrom(setting: string, domains: string | undefined): readonly string[] | undefined {
  const list = domains
    ?.toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const wrong = list?.find((domain) => !/^[\w-]+(?:\.[\w-]+)+$/.test(domain))
  if (wrong !== undefined) throw new Error(`${setting} has to name mail domains such as example.com, without @: ${wrong} is none`)
  return list
}

const pemBlocks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Reads one or more certificates: PEM (line ends may be written as `\n`), or their Base64 text alone, with commas
 * between several.
 */
function certificatesFrom(said: string): string[] {
  const written = said.replaceAll(String.raw`\n`, '\n')
  const blocks = written.match(pemBlocks)
  const found = blocks ?? written.split(',').map((each) => `-----BEGIN CERTIFICATE-----\n${lines(each)}\n-----END CERTIFICATE-----`)
  return found.map((pem, n) => {
    try {
      return new X509Certificate(pem).toString()
    } catch {
      throw new Error(
        `SAML_IDP_CERT has to be the certificate of the provider in PEM or Base64, as its administration page or metadata gives it: number ${n + 1} is none`,
      )
    }
  })
}

const lines = (base64: string) => (base64.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []).join('\n')

/** Lines for the terminal about certificates that have expired; they still work. */
export function certificateWarnings({ saml }: CompanyLogins, now: Date): readonly string[] {
  return (saml?.certificates ?? [])
    .map((pem) => new X509Certificate(pem).validTo)
    .filter((end) => new Date(end) < now)
    .map((end) => `A certificate of SAML_IDP_CERT expired on ${new Date(end).toISOString().slice(0, 10)}. Add the new one of the provider.`)
}
