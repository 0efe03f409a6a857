import { LoginFailed } from '../loginProvider.ts'

/** Answers are a few kB; with many groups of a person up to 100 kB, bytes. */
const largest = 256 * 1024

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** What a person or the provider decided; no one may sign in by them, so they need no signature. */
const deniedStatus = /Value="urn:oasis:names:tc:SAML:2\.0:status:(?:RequestDenied|AuthnFailed)"/

/**
 * Decodes an answer of a SAML provider, before any parser reads it. `refusal`: it contains what attacks need and no
 * provider sends: document types, entities, comments, CDATA, processing instructions, or a signature with SHA-1.
 */
export function readAnswerXml(encoded: string): { readonly xml: string; readonly refusal: LoginFailed | undefined } {
  if (encoded.length > (largest * 4) / 3) return { xml: '', refusal: new LoginFailed('the answer is too large') }
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  return { xml, refusal: refusalOf(xml) }
}

function refusalOf(xml: string): LoginFailed | undefined {
  const body = xml.replace(/^\uFEFF?\s*<\?xml [^<>]*\?>/, '')
  if (body.includes('<!') || body.includes('<?')) return new LoginFailed('the answer has a document type, a comment or CDATA')
  if (/\b(?:rsa|ecdsa|hmac)-sha1\b|xmldsig#sha1\b/.test(body)) return new LoginFailed('the answer is signed with SHA-1')
  if (!body.includes(success) && deniedStatus.test(body)) return new LoginFailed('the provider refused', { denied: true })
  return undefined
}

/** True for an answer to no request: the person began at the portal of the provider. */
export const isUnasked = (encoded: string): boolean => {
  const { xml, refusal } = readAnswerXml(encoded)
  return refusal === undefined && /<(?:\w+:)?Response\b/.test(xml) && !/\bInResponseTo\b/.test(xml)
}
