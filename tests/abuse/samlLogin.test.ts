import { describe, expect, it } from 'vitest'
import { beginCompanyLogin, type BegunLogin, finishAt, returnedBy } from '../harness/companyLogin.ts'
import {
  type AssertionParts,
  assertionFor,
  newSamlKey,
  postAnswer,
  readRequest,
  responseWith,
  type SamlRequest,
  signed,
} from '../harness/samlProvider.ts'
import { manager, useServer } from '../harness/testServer.ts'
import { companyLoginsFrom } from '../../server/adapters/login-provider/companyLoginsFrom.ts'

const [key, nextKey, foreignKey] = [newSamlKey(), newSamlKey(), newSamlKey()]
const entityId = 'https://site.example.com'
const settings: Record<string, string> = {
  SAML_ENTRY_POINT: 'https://idp.example/sso',
  SAML_ISSUER: entityId,
  SAML_IDP_CERT: `${key.certificate}${nextKey.certificate}`,
  SAML_NAME: 'Harbor Pine',
  SAML_EMAIL_DOMAINS: 'company.example',
}
const server = useServer({ companyLogins: companyLoginsFrom((name) => settings[name]) })

interface Begun extends BegunLogin {
  readonly request: SamlRequest
}

async function begin(): Promise<Begun> {
  const begun = await beginCompanyLogin(server, 'saml')
  return { ...begun, request: readRequest(begun.address) }
}
const answer = async ({ request }: Pick<Begun, 'request'>, xml: string, relayState = request.relayState) =>
  returnedBy(await postAnswer(request.replyAddress, xml, relayState))
const good = ({ request }: Pick<Begun, 'request'>, parts?: AssertionParts) =>
  responseWith(request, signed(assertionFor(request, parts), key))

/** The code of an answer: `a ticket` if it signs in. */
async function codeFor(xmlOf: (begun: Begun) => string): Promise<string | undefined> {
  const begun = await begin()
  const { ticket, error } = await answer(begun, xmlOf(begun))
  return ticket === undefined ? error : 'a ticket'
}
const codesFor = async (cases: Readonly<Record<string, (begun: Begun) => string>>) => {
  const codes: Record<string, string | undefined> = {}
  for (const [what, xmlOf] of Object.entries(cases)) codes[what] = await codeFor(xmlOf)
  return codes
}
const allFail = (cases: object) => Object.fromEntries(Object.keys(cases).map((what) => [what, 'LOGIN_FAILED']))

describe('company log-in by SAML', () => {
  it('sends a request with our names to the provider, and describes itself in its metadata', async () => {
    const { address, request, cookie } = await begin()
    expect(address).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/)
    expect(request).toMatchObject({ issuer: entityId, replyAddress: `${server.url}/oauth/callback/saml` })
    // Longer relay states are cut or refused by some providers.
    expect(request.relayState).toMatch(/^[\w-]{32}$/)
    expect(cookie).toBe('')
    const metadata = await server.nobody().get('/api/login/saml/metadata')
    expect(metadata.headers.get('content-type')).toMatch(/^application\/samlmetadata\+xml/)
    expect(metadata.text).toContain(`entityID="${entityId}"`)
    expect(metadata.text).toContain(`Location="${request.replyAddress}"`)
    expect(metadata.text).toContain('WantAssertionsSigned="true"')
  })

  it('lets the provider ask who it is on a device that several people use, and on no other', async () => {
    const asksAgain = async (askAgain: boolean) => readRequest((await beginCompanyLogin(server, 'saml', askAgain)).address).asksAgain
    expect([await asksAgain(true), await asksAgain(false)]).toEqual([true, false])
  })

  it('signs a person in after they linked the account once, by the answer that another site posts without cookies', async () => {
    const boss = await server.person(manager)
    const first = await begin()
    const linked = await finishAt(boss, await answer(first, good(first, { nameId: 'boss' })), first, true)
    expect(linked.body).toMatchObject({ success: true, uid: boss.uid })
    const next = await begin()
    const signedIn = await finishAt(server.nobody(), await answer(next, good(next, { nameId: 'boss' })), next)
    expect(signedIn.body).toMatchObject({ success: true, uid: boss.uid })
    expect(signedIn.headers.getSetCookie().join()).toMatch(/muster_session=/)
    const other = await begin()
    const stranger = await finishAt(server.nobody(), await answer(other, good(other, { nameId: 'boss2' })), other)
    expect(stranger.body).toMatchObject({ success: false, code: 'EMAIL_NOT_VERIFIED' })
  })

  it('offers an account to a person with an unknown address of the domains that the operator named, and trusts no other domain', async () => {
    const claims = { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'nia@company.example', displayName: 'Nia New' }
    const begun = await begin()
    const { body } = await finishAt(server.nobody(), await answer(begun, good(begun, { nameId: 'n', attributes: claims })), begun)
    expect(body).toMatchObject({ success: false, signup: { email: 'nia@company.example', name: 'Nia New' } })
    for (const email of ['nia@elsewhere.example', 'nia@evil.company.example', 'nia@company.example@elsewhere.example']) {
      const next = await begin()
      const returned = await answer(next, good(next, { nameId: 'm', attributes: { email } }))
      expect((await finishAt(server.nobody(), returned, next)).body, email).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' })
    }
  })

  it('accepts each certificate of the list, and also a signature of the whole answer besides', async () => {
    expect(
      await codesFor({
        'next certificate': ({ request }) => responseWith(request, signed(assertionFor(request), nextKey)),
        'both signed': (begun) => signed(good(begun), key, { element: 'Response' }),
      }),
    ).toEqual({ 'next certificate': 'a ticket', 'both signed': 'a ticket' })
  })

  it('refuses an answer without a signed assertion, or with the signature of another key', async () => {
    const cases: Record<string, (begun: Begun) => string> = {
      unsigned: ({ request }) => responseWith(request, assertionFor(request)),
      'only the answer signed': ({ request }) => signed(responseWith(request, assertionFor(request)), key, { element: 'Response' }),
      'another key': ({ request }) => responseWith(request, signed(assertionFor(request), foreignKey)),
      'changed afterwards': (begun) => good(begun, { nameId: 'person-1' }).replace('person-1', 'person-2'),
      'SHA-1': ({ request }) => responseWith(request, signed(assertionFor(request), key, { hash: 'sha1' })),
      'no assertion': ({ request }) => responseWith(request, ''),
    }
    expect(await codesFor(cases)).toEqual(allFail(cases))
  })

  it('refuses an assertion for another audience, address or request, and one that is too old or too new', async () => {
    const cases: Record<string, (begun: Begun) => string> = {
      audience: (begun) => good(begun, { audience: 'https://other.example' }),
      'no audience': (begun) => good(begun, { audience: '' }),
      recipient: (begun) => good(begun, { recipient: 'https://other.example/acs' }),
      'request of the assertion': (begun) => good(begun, { inResponseTo: '_other' }),
      'no request in the assertion': (begun) => good(begun, { inResponseTo: '' }),
      'request of the answer': ({ request }) => responseWith({ ...request, id: '_other' }, signed(assertionFor(request), key)),
      expired: (begun) => good(begun, { from: -900, until: -300 }),
      'not yet': (begun) => good(begun, { from: 300, until: 900 }),
      transient: (begun) => good(begun, { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
      'no name': (begun) => good(begun, { nameId: '' }),
    }
    expect(await codesFor(cases)).toEqual(allFail(cases))
  })

  it('takes an answer once, and no answer of another log-in', async () => {
    const begun = await begin()
    const xml = good(begun)
    expect((await answer(begun, xml)).ticket).toBeDefined()
    expect((await answer(begun, xml)).error).toBe('LOGIN_EXPIRED')
    // Somebody else's answer, stolen before it arrived, in a log-in of their own.
    const [victim, thief] = [await begin(), await begin()]
    expect((await answer(thief, good(victim))).error).toBe('LOGIN_FAILED')
    expect((await answer(victim, good(victim))).ticket).toBeDefined()
  })

  it('refuses answers in which another assertion took the place of the signed assertion', async () => {
    const evilFor = (begun: Begun, id?: string) => assertionFor(begun.request, { nameId: 'boss', ...(id !== undefined && { id }) })
    const split = (assertion: string) => {
      const signature = /<Signature[\s\S]*?<\/Signature>/.exec(assertion)?.[0] ?? ''
      return { signature, bare: assertion.replace(signature, ''), id: / ID="([^"]+)"/.exec(assertion)?.[1] ?? '' }
    }
    const inside = (assertion: string, content: string) => assertion.replace('</saml:Issuer>', `</saml:Issuer>${content}`)
    const real = ({ request }: Begun) => signed(assertionFor(request), key)
    const wrapped = (signature: string, content: string) =>
      signature.replace('</Signature>', `<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${content}</Object></Signature>`)
    const cases: Record<string, (begun: Begun) => string> = {
      'XSW1: the signed answer inside the signature of another answer': (begun) => {
        const own = split(signed(good(begun), key, { element: 'Response' }))
        return responseWith(begun.request, evilFor(begun)).replace('</saml:Issuer>', `</saml:Issuer>${wrapped(own.signature, own.bare)}`)
      },
      'XSW2: the signed answer beside its signature': (begun) => {
        const own = split(signed(good(begun), key, { element: 'Response' }))
        return responseWith(begun.request, evilFor(begun)).replace('</saml:Issuer>', `</saml:Issuer>${own.bare}${own.signature}`)
      },
      'XSW3: another assertion before the signed one': (begun) => responseWith(begun.request, evilFor(begun) + real(begun)),
      'XSW4: the signed assertion inside another one': (begun) => responseWith(begun.request, inside(evilFor(begun), real(begun))),
      'XSW5: the signature in another assertion, the signed one at the end': (begun) => {
        const { signature, bare } = split(real(begun))
        return responseWith(begun.request, inside(evilFor(begun), signature) + bare)
      },
      'XSW6: the signed assertion inside its signature in another one': (begun) => {
        const { signature, bare } = split(real(begun))
        return responseWith(begun.request, inside(evilFor(begun), wrapped(signature, bare)))
      },
      'XSW7: another assertion inside extensions': (begun) =>
        responseWith(begun.request, `<samlp:Extensions>${evilFor(begun)}</samlp:Extensions>${real(begun)}`).replace(
          /(<samlp:Status>[\s\S]*?<\/samlp:Status>)(<samlp:Extensions>[\s\S]*?<\/samlp:Extensions>)/,
          '$2$1',
        ),
      'XSW8: the signed assertion inside an object of the signature': (begun) => {
        const { signature, bare, id } = split(real(begun))
        return responseWith(begun.request, inside(evilFor(begun, id), wrapped(signature, bare)))
      },
    }
    const codes = await codesFor(cases)
    const { 'XSW7: another assertion inside extensions': ignored, ...others } = codes
    expect(others).toEqual(allFail(others))
    expect(['LOGIN_FAILED', 'a ticket']).toContain(ignored)
    // The assertion in the extensions is never read: the person is the one of the signed assertion.
    const begun = await begin()
    const returned = await answer(begun, cases['XSW7: another assertion inside extensions']?.(begun) ?? '')
    expect((await finishAt(server.nobody(), returned, begun)).body.success).toBe(false)
  })

  it('refuses comments in names, document types, entities, and text that is no XML', async () => {
    const entities = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
      .map((name, n) => `<!ENTITY ${name} "${`&${'abcdefgh'[n]};`.repeat(10)}">`)
      .join('')}]>`
    const cases: Record<string, (begun: Begun) => string> = {
      'a comment in the name': (begun) => good(begun, { nameId: 'boss.other' }).replace('boss.other', 'boss<!-- -->.other'),
      'a signed comment': ({ request }) =>
        responseWith(request, signed(assertionFor(request, { nameId: 'boss<!-- -->.other' }), key, { comments: true })),
      'a document type': (begun) => `<!DOCTYPE Response SYSTEM "http://127.0.0.1:1/x">${good(begun)}`,
      'a bomb of entities': (begun) => entities + good(begun, { nameId: 'x' }).replace('>x<', '>&i;<'),
      'a file': (begun) => `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${good(begun)}`,
      'a stylesheet': (begun) => `<?xml-stylesheet href="x"?>${good(begun)}`,
      'thousands of elements': (begun) => good(begun).replace('</samlp:Response>', `${'<a/>'.repeat(2100)}</samlp:Response>`),
      'thousands of attributes': (begun) =>
        good(begun).replace('</samlp:Response>', `<a ${Array.from({ length: 5100 }, (_, n) => `a${n}=""`).join(' ')}/></samlp:Response>`),
      'no XML': () => 'not xml at all <<<',
      nothing: () => '',
    }
    expect(await codesFor(cases)).toEqual(allFail(cases))
  })

  it('accepts an answer with hundreds of groups of the person', async () => {
    const groups = Array.from({ length: 700 }, (_, n) => `group ${n}`).join('</saml:AttributeValue><saml:AttributeValue>')
    expect(await codeFor((begun) => good(begun, { attributes: { groups } }))).toBe('a ticket')
  })

  it('refuses huge bodies, other kinds of bodies, and forms for providers that send none', async () => {
    const begun = await begin()
    const { replyAddress, relayState } = begun.request
    expect((await postAnswer(replyAddress, 'x'.repeat(400_000), relayState)).status).toBe(413)
    expect(returnedBy(await postAnswer(replyAddress, ' '.repeat(250_000) + 'x'.repeat(30_000), relayState)).error).toBe('LOGIN_FAILED')
    const send = (address: string, type: string) =>
      fetch(address, { method: 'POST', redirect: 'manual', headers: { 'content-type': type }, body: 'a=1' })
    expect((await send(replyAddress, 'text/plain')).status).toBe(415)
    expect((await send(`${server.url}/oauth/callback/construction`, 'application/x-www-form-urlencoded')).status).toBe(404)
    expect((await send(`${server.url}/oauth/callback/other`, 'application/x-www-form-urlencoded')).status).toBe(404)
  })

  it('says when the person was refused there, and begins a log-in of its own for a person who comes from the portal of the provider', async () => {
    expect(await codeFor(({ request }) => responseWith(request, '', 'RequestDenied'))).toBe('LOGIN_CANCELLED')
    const { request } = await begin()
    const unasked = { ...request, id: '' }
    const portal = responseWith(unasked, signed(assertionFor(unasked, { inResponseTo: '' }), key))
    const sent = await postAnswer(request.replyAddress, portal, 'https://evil.example/')
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/login?with=saml'])
    // An answer to a request that nobody knows does not begin another one: the browser would go in circles.
    expect((await answer({ request }, good({ request }), 'unknown')).error).toBe('LOGIN_EXPIRED')
  })

  it('keeps a log-in that has begun when the server stops, because any server can take the answer', async () => {
    const begun = await begin()
    await server.restart()
    const replyAddress = `${server.url}/oauth/callback/saml`
    const request = { ...begun.request, replyAddress }
    const returned = await answer({ request }, good({ request }))
    expect(returned.ticket).toBeDefined()
    expect((await finishAt(server.nobody(), returned, begun)).body.code).toBe('EMAIL_NOT_VERIFIED')
  })

  it('writes no name and no part of an answer into the log', () => {
    expect(server.log.join('\n')).not.toMatch(/company\.example|boss|PHNhbWw|Nia/)
    expect(server.log.join('\n')).toMatch(/the answer was refused: SAML assertion audience mismatch/)
  })

  it('sends a person who has to wait to a page that says so', async () => {
    const begun = await begin()
    let last = await beginCompanyLogin(server, 'saml')
    for (let n = 0; n < 320 && !last.address.startsWith('/'); n++) last = await beginCompanyLogin(server, 'saml')
    expect(last.address).toBe(`/login/finished#for=${last.challenge}&error=TOO_MANY_REQUESTS`)
    const sent = await postAnswer(begun.request.replyAddress, good(begun), begun.request.relayState)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/login/finished#error=TOO_MANY_REQUESTS'])
  })
})
