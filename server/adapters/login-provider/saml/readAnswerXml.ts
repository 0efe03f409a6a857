import { LoginFailed } from '../loginProvider.ts'

/** Answers are a few kB; with many groups of a person up to 100 kB, bytes. */
const largest = 256 * 1024

/**
 * Tags and attributes of an answer. The check of a signature takes time with the square of their number: 60,000 empty
 * elements would stop the server for minutes. With 900 groups of a person an answer has about as many.
 */
const most = { tags: 2000, attributes: 5000 } as const

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** What a person or the provider decided; no one may sign in by them, so they need no signature. */
const deniedStatus = /Value="urn:oasis:names:tc:SAML:2\.0:status:(?:RequestDenied|AuthnFailed)"/

/**
 * Decodes an answer of a SAML provider, before any parser reads it. `refusal`: it contains what attacks need and no
 * provider sends: document types, entities, comments, CDATA, processing instructions, thousands of elements, or a
 * signature with SHA-1.
 */
export function readAnswerXml(encoded: string): { readonly xml: string; readonly refusal: LoginFailed | undefined } {
  if (encoded.length > (largest * 4) / 3) return { xml: '', refusal: new LoginFailed('the answer is too large') }
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  return { xml, refusal: refusalOf(xml) }
}

function refusalOf(xml: string): LoginFailed | undefined {
  const body = xml.replace(/^\uFEFF?\s*<\?xml [^<>]*\?>/, '')
  if (body.includes('<!') || body.includes('<?')) return new LoginFailed('the answer has a document type, a comment or CDATA')
  if (timesIn(body, '<') > most.tags || timesIn(body, '=') > most.attributes) return new LoginFailed('the answer has too many elements')
  if (/\b(?:rsa|ecdsa|hmac)-sha1\b|xmldsig#sha1\b/.test(body)) return new LoginFailed('the answer is signed with SHA-1')
  if (!body.includes(success) && deniedStatus.test(body)) return new LoginFailed('the provider refused', { denied: true })
  return undefined
}

const timesIn = (text: string, sign: string) => text.split(sign).length - 1

/** True for an answer to no request: the person began at the portal of the provider. */
export const isUnasked = (encoded: string): boolean => {
  const { xml, refusal } = readAnswerXml(encoded)
  return refusal === undefined && /<(?:\w+:)?Response\b/.test(xml) && !/\bInResponseTo\b/.test(xml)
}
