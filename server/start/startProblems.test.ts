import { describe, expect, it } from 'vitest'
import { isProduction, isPublicHost, type StartSettings, startProblems } from './startProblems.ts'

const http = { trustProxy: 1, framedBy: "'self'", secureCookie: 'when-https' } as const
/** A company's own server behind a proxy on the same computer. */
const good: StartSettings = { host: 'localhost', demo: false, publicUrl: 'https://site.example.com', http }
const problems = (more: Partial<StartSettings> = {}, moreHttp: Partial<StartSettings['http']> = {}) =>
  startProblems({ ...good, ...more, http: { ...http, ...moreHttp } })
const only = (more: Partial<StartSettings>, moreHttp?: Partial<StartSettings['http']>) => {
  const [problem, ...others] = problems(more, moreHttp)
  expect(others).toEqual([])
  return problem
}

describe('a server that real people use', () => {
  it('is one without the demo that others than this computer reach', () => {
    expect(isProduction(good)).toBe(true)
    expect(isProduction({ ...good, host: '0.0.0.0', publicUrl: undefined })).toBe(true)
    expect(isProduction({ ...good, host: '192.168.1.20', publicUrl: undefined })).toBe(true)
    expect(isProduction({ ...good, publicUrl: undefined })).toBe(false)
    expect(isProduction({ ...good, host: '127.0.0.1', publicUrl: 'http://localhost:8080' })).toBe(false)
    expect(isProduction({ ...good, host: '::1', publicUrl: undefined })).toBe(false)
    expect(isProduction({ ...good, demo: true, host: '0.0.0.0' })).toBe(false)
  })

  it('starts with safe settings', () => {
    expect(problems()).toEqual([])
    expect(problems({ databaseUrl: 'postgres://db/muster', secret: '0123456789abcdef0123456789abcdef' })).toEqual([])
    expect(problems({}, { trustProxy: '10.0.0.5', secureCookie: 'always' })).toEqual([])
    expect(problems({ sms: { baseUrl: 'http://127.0.0.1:9000' }, mail: { from: 'Muster <muster@example.com>' } })).toEqual([])
    expect(problems({}, { framedBy: "'self' https://*.partner.example" })).toEqual([])
  })

  it('starts without any of them as long as only this computer reaches it', () => {
    expect(problems({ publicUrl: undefined }, { trustProxy: false })).toEqual([])
    expect(problems({ publicUrl: undefined, databaseUrl: 'postgres://db/muster' })).toEqual([])
  })

  it('needs the address that people open', () => {
    expect(only({ host: '0.0.0.0', publicUrl: undefined })).toMatch(/^PUBLIC_URL is missing: .*PUBLIC_URL=https:\/\/site\.example\.com/)
  })

  it('needs https, but for a closed network that says so', () => {
    const lan = { host: '0.0.0.0', publicUrl: 'http://192.168.1.20:8080' }
    expect(only(lan, { trustProxy: false })).toMatch(/^PUBLIC_URL is http:.*without encryption.*COOKIE_SECURE=off for a closed network/)
    expect(problems(lan, { trustProxy: false, secureCookie: 'never' })).toEqual([])
  })

  it('needs the proxy that speaks https for it', () => {
    expect(only({}, { trustProxy: false })).toMatch(/^TRUST_PROXY is missing: .*speaks no TLS.*TRUST_PROXY=1/)
  })

  it('does not send sessions without encryption where it is open by https', () => {
    expect(only({}, { secureCookie: 'never' })).toMatch(/^COOKIE_SECURE=off .*COOKIE_SECURE=on/)
  })

  it('needs one secret for all servers of a database, and none that can be guessed', () => {
    expect(only({ databaseUrl: 'postgres://db/muster' })).toMatch(/^SECRET is missing: .*openssl rand -hex 32/)
    expect(only({ secret: 'changemechangemechangemechangeme' })).toMatch(/^SECRET is easy to guess/)
  })

  it('gives the token of its text provider to no server on the way', () => {
    expect(only({ sms: { baseUrl: 'http://texts.example.com' } })).toMatch(/^SMS_URL is without encryption: .*SMS_URL=https:/)
  })

  it('asks its people to sign in over no connection that others read', () => {
    expect(only({ companyLogins: { oidc: { issuer: 'http://login.example.com' } } })).toMatch(
      /^OIDC_ISSUER is without encryption: .*https:/,
    )
    expect(only({ companyLogins: { saml: { entryPoint: 'http://idp.example.com/sso' } } })).toMatch(
      /^SAML_ENTRY_POINT is without encryption/,
    )
    expect(problems({ companyLogins: { oidc: { issuer: 'https://keycloak.lan' }, saml: { entryPoint: 'http://idp.lan/sso' } } })).toEqual(
      [],
    )
  })

  it('needs a sender of its mails', () => {
    expect(only({ mail: { from: 'Muster <muster@localhost>' } })).toMatch(
      /^MAIL_FROM is missing: .*MAIL_FROM="Muster <muster@example\.com>"/,
    )
  })

  it('is shown inside pages of named sites alone', () => {
    for (const framedBy of ['*', "'self' *", 'https:', 'https://*'])
      expect(only({}, { framedBy })).toMatch(/^FRAME_ANCESTORS=.* lets every site .*https:\/\/partner\.example\.com/)
  })

  it('tells everything that is wrong at once', () => {
    expect(problems({ host: '0.0.0.0', publicUrl: undefined, databaseUrl: 'postgres://db', mail: { from: 'x@localhost' } })).toHaveLength(3)
  })
})

describe('the demo', () => {
  const demo: Partial<StartSettings> = { demo: true, demoByDefault: true }

  it('runs on this computer, in its network, and in public when the settings ask for that', () => {
    expect(problems({ ...demo, publicUrl: undefined })).toEqual([])
    expect(problems({ ...demo, publicUrl: undefined, host: '0.0.0.0' }, { trustProxy: false })).toEqual([])
    for (const publicUrl of ['http://192.168.1.20:8080', 'http://office.local:8080', 'http://muster:8080', 'http://[fd00::5]:8080'])
      expect(problems({ ...demo, publicUrl })).toEqual([])
    expect(problems({ ...demo, demoByDefault: false })).toEqual([])
  })

  it('is not opened to the Internet by a forgotten owner', () => {
    expect(only(demo)).toMatch(/^OWNER_MOBILE is missing: .*https:\/\/site\.example\.com.*OWNER_MOBILE=\+12025550123, or DEMO=on/)
    expect(only({ ...demo, publicUrl: 'http://203.0.113.9' })).toBeUndefined()
    expect(only({ ...demo, publicUrl: 'http://8.8.8.8' })).toMatch(/^OWNER_MOBILE is missing/)
  })

  it('charges no real card', () => {
    expect(only({ ...demo, publicUrl: undefined, payments: { secretKey: 'sk_live_1' } })).toMatch(/^STRIPE_SECRET_KEY is a live key/)
    expect(problems({ ...demo, publicUrl: undefined, payments: { secretKey: 'sk_test_1' } })).toEqual([])
  })
})

it('an Internet address is recognized as different from an address of a private network', () => {
  const open = ['site.example.com', '8.8.8.8', '2606:4700::1111', '[2606:4700::1111]']
  const own = ['localhost', 'kiosk.localhost', '127.0.0.1', '10.1.2.3', '192.168.0.1', 'fd00::1', '::1', 'muster', 'a.local', 'x.home.arpa']
  expect(open.map((host) => isPublicHost(host.replace(/^\[|\]$/g, '')))).toEqual(open.map(() => true))
  expect(own.map(isPublicHost)).toEqual(own.map(() => false))
})
