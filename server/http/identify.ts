import { secondsInDay } from 'date-fns/constants'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceKeyHeader, deviceKeyPattern } from '../../contract/rules/deviceKeyHeader.ts'
import { Refused } from '../../contract/Refused.ts'
import { grantHeader } from '../../contract/endpoints/grants.ts'
import { isKioskActor } from '../../contract/endpoints/kiosk.ts'
import { writeHeaders } from '../../contract/endpoints/records.ts'
import type { App } from '../domain/app.ts'
import { type GrantUse, personByGrant } from '../domain/grants/grantsOf.ts'
import { kioskPerson } from '../domain/kiosk/kioskPerson.ts'
import { anonymous } from '../domain/records/person.ts'
import { impersonationOf, stopImpersonating } from '../domain/sign-in/impersonation.ts'
import type { Person } from '../domain/sign-in/person.ts'
import { endSession, isOfDisabled, placeSession, readSession, sessionDays } from '../domain/sign-in/sessionsOf.ts'
import { type CookieSettings, clearCookie, cookieValue, isSecure, readCookie, setCookie } from './cookieNames.ts'
import { text } from '../i18n/text.ts'

/** The person, device and address of a request. */
export interface Caller {
  readonly person: Person | undefined
  /** The device's own id; empty if it sent none. */
  readonly device: string
  readonly address: string
  /** The key with which the device proves its id, if it sent one (X-Device-Key). */
  readonly deviceKey?: string | undefined
  /** The session of the request. */
  readonly session?: { readonly id: string; readonly passkey: boolean; readonly wantsPasskey: boolean } | undefined
  /** The writes that a used grant allows. */
  readonly grant?: GrantUse | undefined
  /** The device uploads work that its person saved there before they logged out (contract/endpoints/grants.ts). */
  readonly byGrant?: boolean | undefined
  /** This administrator impersonates `person`, until then (ISO 8601). */
  readonly impersonated?: { readonly by: Person; readonly until: string } | undefined
}

export interface ServeSettings extends CookieSettings {
  /**
   * Trusted proxies, which report the real address, host and protocol: their number, or their addresses.
   * `true` trusts every sender and is for tests only.
   */
  readonly trustProxy: boolean | number | string
  /** Every answer is checked against the shape of its endpoint. For tests and development: it takes time. */
  readonly checkAnswers?: boolean | undefined
}

/**
 * Identifies the person by grant, kiosk or session, and checks that it is the actor that the device names.
 */
export async function identify(
  app: App,
  settings: ServeSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  options: IdentifyOptions = {},
): Promise<Caller> {
  const { anyActor, mayBeNobody } = options
  const caller = senderOf(request)
  const actor = headerOf(request, writeHeaders.actor)
  const grant = headerOf(request, grantHeader)
  if (grant !== undefined) {
    // The person signed in in this browser is irrelevant here: the cookie is not read.
    if (!options.byGrant) throw new Refused(403, 'FORBIDDEN', text('This token can only send saves.'))
    return { ...caller, ...(await personByGrant(app, { token: grant, actor, device: caller.device })), byGrant: true }
  }
  /** The actor that the person has to be. */
  const expected = anyActor ? undefined : actor
  // All tabs share the cookie of the last sign-in, but an anonymous request stays anonymous.
  if (expected === anonymous) return { ...caller, person: undefined }
  if (expected !== undefined && isKioskActor(expected)) return { ...caller, person: await kioskOf(app, request, expected) }

  const session = await openSession(app, settings, request, reply)
  const lacks = lackOf(session, options)
  if (lacks && mayBeNobody && expected === undefined) return { ...caller, person: undefined }
  if (lacks?.code === 'ACCOUNT_DISABLED') clearSession(settings, request, reply)
  if (lacks || session === 'disabled') throw lacks
  return { ...caller, ...(await personOf(app, request, session, anyActor)) }
}

/** Why a session does not count. A public call goes on without it, and keeps the cookie for a call that can say why. */
function lackOf(session: Session | 'disabled' | undefined, { beforePasskey }: IdentifyOptions): Refused | undefined {
  if (session === 'disabled') return new Refused(401, 'ACCOUNT_DISABLED', text('Account Disabled'))
  // Signed in by PIN although a passkey is also required: not signed in yet.
  if (session?.wantsPasskey && !beforePasskey)
    return new Refused(401, 'PASSKEY_REQUIRED', text('Your company asks for a passkey. Sign in again to use or add one.'))
  return undefined
}

interface IdentifyOptions {
  /** The person does not have to be the actor that the device names. */
  readonly anyActor?: boolean | undefined
  /** A session that does not count makes the request anonymous, instead of refusing it. */
  readonly mayBeNobody?: boolean | undefined
  readonly byGrant?: boolean | undefined
  /** A session that still lacks its passkey counts. */
  readonly beforePasskey?: boolean | undefined
}

function senderOf(request: FastifyRequest): Pick<Caller, 'device' | 'address' | 'deviceKey'> {
  const device = headerOf(request, writeHeaders.device) ?? ''
  if (device !== '' && !/^[\w.:-]{1,64}$/.test(device)) throw new Refused(400, 'INVALID', text('The device id is not valid.'))
  const deviceKey = headerOf(request, deviceKeyHeader)
  return { device, address: request.ip, ...(deviceKey !== undefined && deviceKeyPattern.test(deviceKey) && { deviceKey }) }
}

async function kioskOf(app: App, request: FastifyRequest, actor: string): Promise<Person> {
  const kiosk = await kioskPerson(app, cookieValue(request, 'kiosk') ?? '', actor)
  if (!kiosk) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
  return kiosk
}

type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>

/** The session of the cookie; renews the cookie where it is due. */
async function openSession(
  app: App,
  settings: ServeSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | 'disabled' | undefined> {
  const cookie = readCookie(request, 'session')
  if (cookie?.value === undefined) return undefined
  const { value: token, plain } = cookie
  const place = { device: headerOf(request, writeHeaders.device) ?? '', agent: headerOf(request, 'user-agent'), address: request.ip }
  const session = await readSession(app, token, place)
  if (!session) return (await isOfDisabled(app, token)) ? 'disabled' : undefined
  // A session with a `__Host-` cookie is not accepted under the plain name, because another host of the
  // site could have set that cookie.
  const moves = plain && isSecure(settings, request)
  if (session.hostOnly && moves) return undefined
  if (session.person.disabled) return 'disabled'
  if (moves) await placeSession(app, token, { ...place, hostOnly: true })
  if (moves || session.renewed) setSession(settings, request, reply, token)
  return session
}

/** The person of a session, or the one that its administrator impersonates. @throws Refused if that is not the actor of the device */
async function personOf(
  app: App,
  request: FastifyRequest,
  session: Session | undefined,
  anyActor = false,
): Promise<Pick<Caller, 'person' | 'session' | 'impersonated'>> {
  const token = session && cookieValue(request, 'impersonation')
  const looked = session && token !== undefined ? await lookedAt(app, token, session.person) : undefined
  // Also refuses work that a device of that person saved here: it waits for the person.
  if (looked && request.method !== 'GET' && request.method !== 'HEAD' && !anyActor)
    throw new Refused(403, 'actor_mismatch', text('You see this as another person, so nothing is saved. Stop impersonating first.'))
  const person = looked?.person ?? session?.person
  if (!anyActor) refuseOtherActor(headerOf(request, writeHeaders.actor), person)
  return {
    person,
    ...(session && { session: { id: session.id, passkey: session.passkey, wantsPasskey: session.wantsPasskey } }),
    ...(looked && { impersonated: { by: looked.by, until: looked.until } }),
  }
}

function refuseOtherActor(actor: string | undefined, person: Person | undefined): void {
  if (actor === undefined || actor === anonymous) return
  if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
  if (person.uid !== actor) throw new Refused(403, 'actor_mismatch', text('Another person is signed in on this device now.'))
}

async function lookedAt(app: App, token: string, admin: Person) {
  const looked = await impersonationOf(app, { token, admin })
  return looked && { ...looked, by: admin }
}

/**
 * Refuses writes from pages of other origins: without a preflight such a page can send neither our header
 * nor JSON, and it can't hide its origin.
 */
export function refuseForeignWrite(request: FastifyRequest): void {
  const json = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  if (!json && headerOf(request, writeHeaders.actor) === undefined) {
    throw new Refused(403, 'FORBIDDEN', text('A write needs {header} or a JSON body.'), { values: { header: writeHeaders.actor } })
  }
  const { origin } = request.headers
  const site = headerOf(request, 'sec-fetch-site')
  if (site === 'same-origin' || (site === undefined && origin === undefined)) return
  if (site !== undefined && site !== 'none') throw new Refused(403, 'FORBIDDEN', text('This page may not write here.'))
  if (origin === undefined) return
  const host = URL.canParse(origin) ? new URL(origin).host : undefined
  if (host === undefined || host !== request.host) throw new Refused(403, 'FORBIDDEN', text('This page may not write here.'))
}

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The longest time that browsers keep a cookie (RFC 6265bis); an active kiosk gets a new one. */
export const kioskDays = 400

export function setSession(settings: ServeSettings, request: FastifyRequest, reply: FastifyReply, token: string): void {
  setCookie(settings, request, reply, { name: 'session', value: token, maxAge: sessionDays * secondsInDay })
}

export async function endSessionOf(app: App, request: FastifyRequest): Promise<void> {
  const token = cookieValue(request, 'session')
  if (token) await endSession(app, token)
}

export async function endImpersonation(app: App, settings: ServeSettings, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = cookieValue(request, 'impersonation')
  if (token === undefined) return
  await stopImpersonating(app, token)
  clearCookie(settings, request, reply, 'impersonation')
}

export function clearSession(settings: ServeSettings, request: FastifyRequest, reply: FastifyReply): void {
  clearCookie(settings, request, reply, 'session')
}
