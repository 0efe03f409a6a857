import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

/** The key of a SAML provider, and the certificate that its administrator hands out. */
export interface SamlKey {
  readonly key: string
  readonly certificate: string
}

/** Makes a key with a certificate that signs itself. */
export function newSamlKey(): SamlKey {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'))
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=idp', '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The request in the address that the browser was sent to. */
export interface SamlRequest {
  readonly id: string
  readonly replyAddress: string
  readonly issuer: string
  readonly relayState: string
  /** The provider has to ask who it is, also if it knows this browser. */
  readonly asksAgain: boolean
}

export function readRequest(address: string): SamlRequest {
  const asked = new URL(address).searchParams
  const xml = inflateRawSync(Buffer.from(asked.get('SAMLRequest') ?? '', 'base64')).toString()
  const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    id: read(/ ID="([^"]+)"/),
    replyAddress: read(/AssertionConsumerServiceURL="([^"]+)"/),
    issuer: read(/Issuer[^>]*>([^<]+)</),
    relayState: asked.get('RelayState') ?? '',
    asksAgain: xml.includes(' ForceAuthn="true"'),
  }
}

/** What an assertion says; each value may be a wrong one. */
export interface AssertionParts {
  readonly id?: string
  readonly nameId?: string
  readonly format?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly audience?: string | undefined
  readonly recipient?: string
  readonly inResponseTo?: string | undefined
  /** Seconds from now. */
  readonly from?: number
  readonly until?: number
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const newXmlId = () => `_${randomBytes(12).toString('hex')}`
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** An assertion for this request, without a signature. */
export function assertionFor(
  request: Pick<SamlRequest, 'id' | 'replyAddress' | 'issuer'>,
  {
    id = newXmlId(),
    nameId = 'person-1',
    format = persistent,
    attributes = {},
    audience = request.issuer,
    recipient = request.replyAddress,
    inResponseTo = request.id,
    from = -30,
    until = 300,
  }: AssertionParts = {},
): string {
  const values = Object.entries(attributes)
    .map(([name, value]) => `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`)
    .join('')
  const restriction = audience && `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`
  const answers = inResponseTo && ` InResponseTo="${inResponseTo}"`
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${inSeconds(0)}">` +
    `<saml:Issuer>https://idp.example</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${inSeconds(until)}" Recipient="${recipient}"${answers}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${inSeconds(from)}" NotOnOrAfter="${inSeconds(until)}">${restriction}</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${inSeconds(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    `urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${values && `<saml:AttributeStatement>${values}</saml:AttributeStatement>`}</saml:Assertion>`
  )
}

const algorithms = {
  sha256: ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'],
  sha1: ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'],
} as const

/** Signs the assertion, or the whole response. */
export function signed(
  xml: string,
  { key }: Pick<SamlKey, 'key'>,
  {
    element = 'Assertion',
    hash = 'sha256',
    comments = false,
  }: { element?: 'Assertion' | 'Response'; hash?: 'sha256' | 'sha1'; comments?: boolean } = {},
): string {
  const [signatureAlgorithm, digestAlgorithm] = algorithms[hash]
  const canonical = `http://www.w3.org/2001/10/xml-exc-c14n#${comments ? 'WithComments' : ''}`
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  const xpath = `//*[local-name(.)='${element}']`
  signer.addReference({ xpath, digestAlgorithm, transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical] })
  signer.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } })
  return signer.getSignedXml()
}

/** The response around assertions. */
export const responseWith = ({ id, replyAddress }: Pick<SamlRequest, 'id' | 'replyAddress'>, content: string, status = 'Success'): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
  `ID="${newXmlId()}" Version="2.0" IssueInstant="${inSeconds(0)}" Destination="${replyAddress}"${id && ` InResponseTo="${id}"`}>` +
  `<saml:Issuer>https://idp.example</saml:Issuer>` +
  `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${content}</samlp:Response>`

/** The form that the page of the provider posts across sites, as a browser sends it. */
export const postAnswer = (address: string, xml: string, relayState: string): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }),
  })

export interface SamlProvider {
  /** Where a browser logs in. */
  readonly entryPoint: string
  close(): Promise<void>
}

const page = (body: string) => `<!doctype html><title>Provider</title>${body}`
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`

/** A provider with a page that asks for a name, and posts its answer back through the browser. On another site than 127.0.0.1. */
export async function startSamlProvider(key: SamlKey): Promise<SamlProvider> {
  const server = createServer((request, reply) => {
    const address = `http://localhost${request.url}`
    const name = new URL(address).searchParams.get('name')
    reply.setHeader('content-type', 'text/html')
    if (name === null) {
      const asked = new URL(address).searchParams
      const kept = ['SAMLRequest', 'RelayState'].map((part) => hidden(part, asked.get(part) ?? '')).join('')
      reply.end(page(`<form action="/sso">${kept}<label>Name <input name="name"></label><button>Log in</button></form>`))
      return
    }
    const asked = readRequest(address)
    const xml = responseWith(asked, signed(assertionFor(asked, { nameId: name }), key))
    reply.end(
      page(
        `<form method="post" action="${asked.replyAddress}">${hidden('SAMLResponse', Buffer.from(xml).toString('base64'))}` +
          `${hidden('RelayState', asked.relayState)}</form><script>document.forms[0].submit()</script>`,
      ),
    )
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    entryPoint: `http://localhost:${port}/sso`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
