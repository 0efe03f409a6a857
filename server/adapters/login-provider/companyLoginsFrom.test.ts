import { describe, expect, it } from 'vitest'
import { newSamlKey } from '../../../tests/harness/samlProvider.ts'
import { certificateWarnings, companyLoginsFrom } from './companyLoginsFrom.ts'

const read = (settings: Record<string, string>) => companyLoginsFrom((name) => settings[name] || undefined)
const refused = (settings: Record<string, string>): string => {
  try {
    read(settings)
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
const oidc = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' }
const { certificate } = newSamlKey()
const saml = { SAML_ENTRY_POINT: 'https://idp.example.com/sso', SAML_ISSUER: 'https://site.example.com', SAML_IDP_CERT: certificate }
const base64 = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')

describe('the settings of a company log-in', () => {
  it('are none unless the operator sets them', () => {
    expect(read({})).toEqual({})
    expect(Object.keys(read(oidc))).toEqual(['oidc'])
    expect(Object.keys(read(saml))).toEqual(['saml'])
  })

  it('name what is missing of a half set, and do not start without it', () => {
    expect(refused({ OIDC_ISSUER: oidc.OIDC_ISSUER })).toMatch(
      /OpenID Connect is only half set: also set OIDC_CLIENT_ID \(.*OIDC_CLIENT_SECRET \(/,
    )
    expect(refused({ OIDC_NAME: 'Harbor Pine' })).toMatch(/also set OIDC_ISSUER .*OIDC_CLIENT_ID .*OIDC_CLIENT_SECRET/)
    expect(refused({ ...saml, SAML_IDP_CERT: '' })).toMatch(/SAML is only half set: also set SAML_IDP_CERT \(the certificate/)
    expect(refused({ SAML_EMAIL_DOMAINS: 'example.com' })).toContain('also set SAML_ENTRY_POINT')
  })

  it('say what a wrong address, scope or mail domain has to be', () => {
    expect(refused({ ...oidc, OIDC_ISSUER: 'login.example.com' })).toContain('OIDC_ISSUER has to be an address such as https://')
    expect(refused({ ...oidc, OIDC_ISSUER: 'http://keycloak.lan/realms/a' })).toContain('OIDC_ISSUER has to begin with https://')
    expect(read({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:8080' }).oidc?.issuer).toBe('http://127.0.0.1:8080')
    expect(refused({ ...saml, SAML_ENTRY_POINT: 'javascript:alert(1)' })).toContain('SAML_ENTRY_POINT has to be an address')
    expect(refused({ ...oidc, OIDC_SCOPES: 'email' })).toContain('OIDC_SCOPES has to include openid')
    expect(refused({ ...oidc, OIDC_EMAIL_DOMAINS: 'a.example, @b.example' })).toContain('OIDC_EMAIL_DOMAINS has to name mail domains')
    expect(read({ ...oidc, OIDC_EMAIL_DOMAINS: 'A.example, b.example' }).oidc?.emailDomains).toEqual(['a.example', 'b.example'])
  })

  it('take a certificate as PEM, as one line, or as Base64 text, and several of them', () => {
    const oneLine = certificate.trim().replaceAll('\n', String.raw`\n`)
    const pem = read(saml).saml?.certificates
    expect(pem).toHaveLength(1)
    for (const written of [oneLine, base64, certificate.replaceAll('\n', '\r\n')])
      expect(read({ ...saml, SAML_IDP_CERT: written }).saml?.certificates).toEqual(pem)
    expect(read({ ...saml, SAML_IDP_CERT: certificate + certificate }).saml?.certificates).toHaveLength(2)
    expect(read({ ...saml, SAML_IDP_CERT: `${base64}, ${base64}` }).saml?.certificates).toHaveLength(2)
  })

  it('say which certificate is none, and when one has expired', () => {
    const wrong = 'SAML_IDP_CERT has to be the certificate of the provider in PEM or Base64'
    expect(refused({ ...saml, SAML_IDP_CERT: 'MIIC' })).toContain(wrong)
    expect(refused({ ...saml, SAML_IDP_CERT: `${base64},${base64.slice(0, 200)}` })).toMatch(/: number 2 is none$/)
    expect(refused({ ...saml, SAML_IDP_CERT: certificate.replace(/\n[^-]{20}/, '\nAAAAAAAAAAAAAAAAAAAA') })).toContain(wrong)
    expect(certificateWarnings(read(saml), new Date())).toEqual([])
    const [warning] = certificateWarnings(read(saml), new Date(Date.now() + 3650 * 86_400_000))
    expect(warning).toMatch(/^A certificate of SAML_IDP_CERT expired on \d{4}-\d\d-\d\d\. Add the new one/)
  })
})
