import { randomBytes } from 'node:crypto'
import { type CacheProvider, generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { type Account, LoginEnded, LoginFailed, type LoginProvider } from '../loginProvider.ts'
import { readAssertion } from './readAssertion.ts'
import { isUnasked, readAnswerXml } from './readAnswerXml.ts'

/** A provider of SAML 2.0. */
export interface SamlLoginSettings {
  readonly name?: string | undefined
  /** The address of the provider that takes our requests (HTTP-Redirect binding). */
  readonly entryPoint: string
  /** The name of this server at the provider (entity ID); its answers have to be for this audience. */
  readonly issuer: string
  /** Certificates of the provider (PEM). An answer has to be signed with one of them. */
  readonly certificates: readonly string[]
  /** The provider vouches for the addresses of these domains, in lower case, and for no other. */
  readonly emailDomains?: readonly string[] | undefined
  /** The attribute with the e-mail address; absent: the usual names. */
  readonly emailAttribute?: string | undefined
}

/** Difference of the clocks of the two servers that is accepted, ms. */
const clockSkewMs = 60_000

export function samlLoginProvider(settings: SamlLoginSettings): LoginProvider {
  return {
    kind: 'saml',
    key: 'saml',
    name: settings.name,
    answersByForm: true,
    async begin({ redirectUri, state, askAgain }) {
      const request = newRequestId()
      const address = await samlFor(settings, { redirectUri, request, askAgain }).getAuthorizeUrlAsync(state, undefined, {})
      return { address, verifier: '', nonce: request }
    },
    async finish({ redirectUri, answer, nonce }) {
      try {
        return await accountOf(settings, { redirectUri, request: nonce, answer })
      } catch (error) {
        throw failed(error)
      }
    },
    // SAML gives no tokens.
    refresh: () => Promise.reject(new LoginEnded()),
    revoke: () => Promise.resolve(),
    isUnasked: (answer) => isUnasked(answer.get('SAMLResponse') ?? ''),
    metadata: (redirectUri) =>
      generateServiceProviderMetadata({
        issuer: settings.issuer,
        callbackUrl: redirectUri,
        identifierFormat: null,
        wantAssertionsSigned: true,
        // The same document at every request and on every server.
        generateUniqueId: () => '_muster',
      }),
  }
}

/** An XML id must not begin with a digit. */
const newRequestId = () => `_${randomBytes(20).toString('hex')}`

interface Asked {
  readonly redirectUri: string
  /** The id of the only request that the answer may belong to. */
  readonly request: string
  readonly askAgain?: boolean | undefined
}

/** A client for one request: the domain keeps requests in the database and uses each once. */
function samlFor(settings: SamlLoginSettings, { redirectUri, request, askAgain = false }: Asked): SAML {
  const requests: CacheProvider = {
    saveAsync: () => Promise.resolve(null),
    getAsync: (id) => Promise.resolve(id === request ? new Date().toISOString() : null),
    removeAsync: () => Promise.resolve(null),
  }
  return new SAML({
    entryPoint: settings.entryPoint,
    issuer: settings.issuer,
    audience: settings.issuer,
    callbackUrl: redirectUri,
    idpCert: [...settings.certificates],
    // The provider decides how it names and authenticates people.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: askAgain,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => request,
    cacheProvider: requests,
  })
}

async function accountOf(settings: SamlLoginSettings, asked: Asked & { readonly answer: URLSearchParams }): Promise<Account> {
  const encoded = asked.answer.get('SAMLResponse') ?? ''
  const { refusal } = readAnswerXml(encoded)
  if (refusal) throw refusal
  const { profile } = await samlFor(settings, asked).validatePostResponseAsync({ SAMLResponse: encoded })
  if (!profile) throw new LoginFailed('the answer names no person')
  return readAssertion(profile, { ...asked, settings, now: Date.now(), clockSkewMs })
}

function failed(error: unknown): LoginFailed {
  if (error instanceof LoginFailed) return error
  // Messages of the library may contain text of the provider: only their beginning without values is kept.
  const reason = error instanceof Error ? (/^[A-Za-z ]{1,60}/.exec(error.message)?.[0].trim() ?? '') : ''
  return new LoginFailed(`the answer was refused: ${knownReasons.find((known) => reason.startsWith(known)) ?? 'not valid'}`)
}

/** How messages of the library begin that help an administrator. */
const knownReasons = [
  'Invalid signature',
  'Invalid document signature',
  'InResponseTo',
  'SubjectInResponseTo',
  'SAML assertion audience mismatch',
  'SAML assertion has no AudienceRestriction',
  'SAML assertion expired',
  'SAML assertion not yet valid',
  'No valid subject confirmation',
  'No decryption key for encrypted SAML response',
  'Missing SAML assertion',
] as const
