import * as z from 'zod/mini'
import type { Profile } from '@node-saml/node-saml'
import { emailOfDomains } from '../emailOfDomains.ts'
import { type Account, LoginFailed } from '../loginProvider.ts'
import type { SamlLoginSettings } from './samlLoginProvider.ts'

const Text = z.object({ _: z.optional(z.string()), $: z.optional(z.record(z.string(), z.string())) })

const Confirmation = z.object({
  $: z.object({ Method: z.string() }),
  SubjectConfirmationData: z.optional(z.tuple([z.object({ $: z.optional(z.record(z.string(), z.string())) })])),
})

/** The part of a signed assertion that is read here, as the library's parser gives it. */
const Assertion = z.object({
  Assertion: z.object({
    Issuer: z.tuple([Text]),
    Subject: z.tuple([
      z.object({
        NameID: z.tuple([Text]),
        SubjectConfirmation: z.array(Confirmation),
      }),
    ]),
  }),
})

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/** Attributes with the e-mail address at Entra ID, Okta, Google, Keycloak, Shibboleth and AD FS. */
const emailNames = [
  'email',
  'mail',
  'emailAddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
]
const nameNames = ['displayName', 'name', 'http://schemas.microsoft.com/identity/claims/displayname', 'urn:oid:2.16.840.1.113730.3.1.241']
const givenNames = ['firstName', 'givenName', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname', 'urn:oid:2.5.4.42']
const familyNames = ['lastName', 'surname', 'sn', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname', 'urn:oid:2.5.4.4']

interface Expected {
  readonly redirectUri: string
  readonly request: string
  readonly settings: SamlLoginSettings
  readonly now: number
  readonly clockSkewMs: number
}

/**
 * Reads the person of an assertion that the library has verified: signature, audience and time. Checks what the
 * library leaves open: the signed part itself has to name our request, our address and an end.
 */
export function readAssertion(profile: Profile, expected: Expected): Account {
  const { settings } = expected
  const read = Assertion.safeParse(profile.getAssertion?.())
  if (!read.success) throw new LoginFailed('the assertion lacks a subject')
  const { Issuer, Subject } = read.data.Assertion
  const [{ NameID, SubjectConfirmation }] = Subject
  if (!SubjectConfirmation.some((confirmation) => isOurs(confirmation, expected)))
    throw new LoginFailed('the assertion is not for this request and this address')
  const subject = NameID[0]._?.trim() ?? ''
  const format = NameID[0].$?.['Format']
  if (subject === '') throw new LoginFailed('the provider did not say who it was')
  if (format === transient) throw new LoginFailed('the provider names people with a transient NameID')
  const first = reader(profile)
  return {
    subject: `${Issuer[0]._?.trim() ?? ''} ${subject}`,
    email: emailOfDomains(emailOf(first, settings) ?? (format === emailFormat ? subject : ''), settings.emailDomains ?? []),
    name: nameOf(first),
  }
}

function isOurs(
  { $: { Method }, SubjectConfirmationData }: z.output<typeof Confirmation>,
  { redirectUri, request, now, clockSkewMs }: Expected,
): boolean {
  const data = SubjectConfirmationData?.[0].$ ?? {}
  const end = Date.parse(data['NotOnOrAfter'] ?? '')
  return Method === bearer && data['InResponseTo'] === request && data['Recipient'] === redirectUri && now < end + clockSkewMs
}

type ReadFirst = (names: readonly string[]) => string | undefined

/** Undefined if there is no attribute and the NameID may be the address. */
const emailOf = (first: ReadFirst, { emailAttribute }: SamlLoginSettings): string | undefined =>
  emailAttribute === undefined ? first(emailNames) : (first([emailAttribute]) ?? '')

const nameOf = (first: ReadFirst): string =>
  first(nameNames) ?? [first(givenNames), first(familyNames)].filter((part) => part !== undefined).join(' ')

/** Returns a function that reads the first value of the first attribute that is there. */
function reader({ attributes }: Profile): ReadFirst {
  const values = z.safeParse(z.record(z.string(), z.unknown()), attributes).data ?? {}
  return (names) => {
    for (const name of names) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      const [text] = Array.isArray(value) ? (value as unknown[]) : [value]
      if (typeof text === 'string' && text.trim() !== '') return text.trim()
    }
    return undefined
  }
}
