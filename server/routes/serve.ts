import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoint.ts'
import { type ErrorBody, Refused } from '../../contract/errors.ts'
import { grantHeader } from '../../contract/grants.ts'
import { isKioskActor } from '../../contract/kiosk.ts'
import { idPattern, writeHeaders } from '../../contract/records.ts'
import { SealedBody } from '../../contract/sealing.ts'
import { impersonationMinutes } from '../../contract/sign-in.ts'
import type { App } from '../domain/app.ts'
import { personByGrant } from '../domain/grants/grants.ts'
import { TooManyRequests } from '../domain/limits/limits.ts'
import { retryAfter as retryAfterSeconds } from '../domain/records/applyWrite.ts'
import { kioskPerson } from '../domain/kiosk/kioskPerson.ts'
import { anonymous } from '../domain/records/person.ts'
import { readWriteHeaders, type WriteHeaders } from '../domain/records/writeHeaders.ts'
import { unsealedBody } from '../domain/sealing/sealed.ts'
import { impersonationOf, stopImpersonating } from '../domain/sign-in/impersonation.ts'
import type { Person } from '../domain/sign-in/person.ts'
import { endSession, readSession, sessionDays } from '../domain/sign-in/sessions.ts'
import { noteLink } from './chainLink.ts'
import { faultFields } from './faultFields.ts'

z.config(z.locales.en())

export const sessionCookie = 'muster_session'
/** Whom a product administrator looks as; works only beside their own session. */
export const impersonationCookie = 'muster_as'
/** What a kiosk's browser is known by; looked at only where the kiosk says that it acts, so that people can sign in beside it. */
export const kioskCookie = 'muster_kiosk'

/** Who asks, on which device, from where. */
export interface Caller {
  readonly person: Person | undefined
  /** The device's own id; empty where it sent none. */
  readonly device: string
  readonly address: string
  /** The device brings in what its person saved there before they logged out (contract/grants.ts). */
  readonly byGrant?: boolean | undefined
  /** `person` is looked at by this administrator, until then (ISO 8601). */
  readonly impersonated?: { readonly by: Person; readonly until: string } | undefined
}

export interface Call<E extends Endpoint> extends Caller {
  readonly app: App
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** For endpoints of a signed-in person: that person. */
  readonly me: Person
  /** For queued endpoints. */
  readonly write: WriteHeaders
  /** For endpoints that may be queued: undefined when the call is made at once. */
  readonly queued: WriteHeaders | undefined
  /** Search of the address as it was sent, without "?". */
  readonly search: string
  readonly languages: string | undefined
  /** What the caller calls this server, e.g. `https://site.example.com`. */
  readonly origin: string
  /** Of this browser: what it had before ends, so that nobody can wait for a sign-in behind a session that they know. */
  setSession(token: string): Promise<void>
  clearSession(): void
  setImpersonation(token: string): void
  /** Ends it here and there. */
  clearImpersonation(): Promise<void>
  /** Of this browser: forgets its token here and there. */
  endSession(): Promise<void>
  /** Of this browser, where it is a kiosk. */
  readonly kioskToken: string | undefined
  setKiosk(token: string): void
  clearKiosk(): void
  replyHeader(name: string, value: string): void
}

export interface Route {
  readonly endpoint: Endpoint
  readonly options: RouteOptions
  readonly answer: (call: Call<Endpoint>) => unknown
}

export interface RouteOptions {
  /** Asks about or ends the session itself, whoever the device thinks it belongs to. */
  readonly anyActor?: boolean
  /** Asked at once, or sent by an outbox with the headers of a write. */
  readonly mayBeQueued?: boolean
  /** A GET that changes something: no page of another origin may ask it. */
  readonly changes?: boolean
  /** Part of bringing a save in, though no queued call: a grant may ask it too. */
  readonly byGrant?: boolean
  /** The last parameter is letters and digits: an address that ends in `.json` is a page's. */
  readonly besidePages?: boolean
  /** Bytes of the request, where it may hold more than a record. */
  readonly largestBody?: number
}

/** The answer to a browser that went to an address by itself: it goes on to another one. */
export class Redirect {
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
}

export function serve<E extends Endpoint>(
  endpoint: E,
  answer: (call: Call<E>) => Promise<AnswerOf<E> | Redirect> | AnswerOf<E>,
  options: RouteOptions = {},
): Route {
  return { endpoint, options, answer: answer as Route['answer'] }
}

export interface ServeSettings {
  /** Pages of other sites show ours in a frame: there a session needs a cookie of its own kind. */
  readonly framedElsewhere?: boolean
  readonly secureCookie: 'always' | 'when-https' | 'never'
}

export function addRoutes(fastify: FastifyInstance, app: App, settings: ServeSettings, routes: readonly Route[]): void {
  const grouped = new Map<string, { url: string; method: Endpoint['method']; routes: Route[]; action: boolean }>()
  for (const route of routes) {
    const { url: plain, action } = fastifyUrl(route.endpoint.path)
    const url = route.options.besidePages ? `${plain}(^[A-Za-z0-9]+$)` : plain
    const key = `${route.endpoint.method} ${url}`
    const group = grouped.get(key) ?? { url, method: route.endpoint.method, routes: [], action: action !== undefined }
    group.routes.push(route)
    grouped.set(key, group)
  }
  for (const { url, method, routes: group, action } of grouped.values()) {
    fastify.route({
      method,
      url,
      ...largestOf(group),
      handler: async (request, reply) => {
        const route = action ? routeOfAction(group, request) : group[0]
        if (!route) throw new Refused(404, 'NOT_FOUND', 'Not Found')
        return handle(app, settings, route, request, reply)
      },
    })
  }
}

function largestOf(group: readonly Route[]): { bodyLimit?: number } {
  const largest = Math.max(...group.map(({ options }) => options.largestBody ?? 0))
  return largest > 0 ? { bodyLimit: largest } : {}
}

/**
 * `/api/team/:id:invite` → one router pattern for every action of `/api/team/:id`, because the router knows only one per segment.
 * Any other colon that does not start a segment is doubled, which the router reads as itself.
 */
function fastifyUrl(path: string): { url: string; action: string | undefined } {
  const action = /^(.*\/):(\w+):([\w-]+)$/.exec(path)
  if (action) return { url: `${action[1]}:${action[2]}(^[^/:]+:[A-Za-z-]+$)`, action: action[3] }
  return { url: path.replace(/(?<!\/):/g, '::'), action: undefined }
}

function routeOfAction(group: readonly Route[], request: FastifyRequest): Route | undefined {
  const params = request.params as Record<string, string>
  for (const route of group) {
    const [, name = '', action = ''] = /:(\w+):([\w-]+)$/.exec(route.endpoint.path) ?? []
    const value = params[name]
    if (value?.endsWith(`:${action}`)) {
      params[name] = value.slice(0, -action.length - 1)
      return route
    }
  }
  return undefined
}

async function handle(app: App, settings: ServeSettings, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { endpoint, options } = route
  if (endpoint.method !== 'GET' || options.changes) refuseForeignWrite(request)
  const mayQueue = options.mayBeQueued === true && headerOf(request, writeHeaders.key) !== undefined
  const isWrite = endpoint.whenOffline === 'queued' || mayQueue
  const caller = await identify(app, settings, request, reply, {
    anyActor: options.anyActor ?? false,
    mayBeNobody: endpoint.access === 'public',
    byGrant: isWrite || options.byGrant === true,
  })
  if (endpoint.access === 'signedIn' && !caller.person) throw new Refused(401, 'NOT_AUTHORIZED', 'Not Authorized')
  const written = isWrite ? writtenBody(app, endpoint, request) : undefined
  const call: Call<Endpoint> = {
    app,
    ...caller,
    me: caller.person as Person,
    params: read(endpoint.params, request.params, 'address'),
    query: read(endpoint.query, request.query, 'query'),
    body: read(endpoint.body, written ? written.body : request.body, ''),
    write: endpoint.whenOffline === 'queued' && written ? written.headers() : (undefined as never),
    queued: mayQueue && written ? written.headers() : undefined,
    search: request.url.split('?')[1] ?? '',
    languages: request.headers['accept-language'],
    origin: `${request.protocol}://${request.host}`,
    setSession: async (token) => {
      await endSessionOf(app, request)
      await endImpersonation(app, settings, request, reply)
      setSession(settings, request, reply, token)
    },
    clearSession: () => clearSession(settings, request, reply),
    setImpersonation: (token) => {
      reply.setCookie(impersonationCookie, token, { ...cookieOptions(settings, request), maxAge: impersonationMinutes * 60 })
    },
    clearImpersonation: () => endImpersonation(app, settings, request, reply),
    endSession: async () => {
      await endSessionOf(app, request)
      clearSession(settings, request, reply)
      await endImpersonation(app, settings, request, reply)
    },
    kioskToken: request.cookies[kioskCookie],
    setKiosk: (token) => {
      reply.setCookie(kioskCookie, token, { ...cookieOptions(settings, request), maxAge: kioskDays * 24 * 3600 })
    },
    clearKiosk: () => {
      reply.clearCookie(kioskCookie, cookieOptions(settings, request))
    },
    replyHeader: (name, value) => {
      reply.header(name, value)
    },
  }
  // Beside the save, so that nobody waits longer; without both on the disk there is no answer, and the device sends it again.
  const [answer] = await Promise.all([
    route.answer(call),
    noteLink(app, request, { endpoint, ...caller, body: written ? written.body : request.body }),
  ])
  reply.header('cache-control', 'no-store')
  if (answer instanceof Redirect) return reply.redirect(answer.url, 303)
  // A cached answer is asked for again with its ETag; nothing between may keep what belongs to one person.
  if (endpoint.whenOffline === 'cached') reply.header('cache-control', 'private, no-cache')
  return caller.byGrant ? receiptOnly(answer) : answer
}

/** The body of a write as it was before a shared device sealed it. Its headers are complained about after its contents, as ever. */
function writtenBody(app: App, endpoint: Endpoint, request: FastifyRequest): { body: unknown; headers(): WriteHeaders } {
  const headers = () => readWriteHeaders(request.headers)
  const sealed = endpoint.body !== undefined && SealedBody.safeParse(request.body).success
  return { body: sealed ? unsealedBody(app, request.body, headers()) : request.body, headers }
}

/** Whoever holds a grant learns that a save has arrived, and nothing of what it is about. */
function receiptOnly(answer: unknown): Record<string, unknown> {
  const known = (answer ?? {}) as Record<string, unknown>
  const told = ['opId', 'path', 'rev', 'cancelled', 'applied', 'id', 'size', 'sha256']
  return Object.fromEntries(told.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])))
}

/** Session → person, checked against who the device says is acting. */
export async function identify(
  app: App,
  settings: ServeSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  { anyActor = false, mayBeNobody = false, byGrant = false } = {},
): Promise<Caller> {
  const device = headerOf(request, writeHeaders.device) ?? ''
  if (device !== '' && !/^[\w.:-]{1,64}$/.test(device)) throw new Refused(400, 'INVALID', 'The device id is not valid.')
  const actor = headerOf(request, writeHeaders.actor)
  const caller = { device, address: request.ip }
  const grant = headerOf(request, grantHeader)
  if (grant !== undefined) {
    // Whoever is signed in in that browser now has nothing to do with it: the cookie is not looked at.
    if (!byGrant) throw new Refused(403, 'FORBIDDEN', 'A grant only brings saves in.')
    return { ...caller, person: await personByGrant(app, { token: grant, actor, device }), byGrant: true }
  }
  // Whoever signed in last is attached to every tab: an act of nobody stays nobody's.
  if (actor === anonymous && !anyActor) return { ...caller, person: undefined }

  if (actor !== undefined && isKioskActor(actor) && !anyActor) {
    const kiosk = await kioskPerson(app, request.cookies[kioskCookie] ?? '', actor)
    if (!kiosk) throw new Refused(401, 'NOT_AUTHORIZED', 'Not Authorized')
    return { ...caller, person: kiosk }
  }

  const token = request.cookies[sessionCookie]
  const session = token ? await readSession(app, token) : undefined
  if (session?.person.disabled && token) {
    await endSession(app, token)
    clearSession(settings, request, reply)
    if (mayBeNobody) return { ...caller, person: undefined }
    throw new Refused(401, 'ACCOUNT_DISABLED', 'Account Disabled')
  }
  if (session?.renewed && token) setSession(settings, request, reply, token)
  const looked = session && (await lookedAt(app, request, session.person))
  // Also what a device of that person left here: it waits for them.
  if (looked && request.method !== 'GET' && request.method !== 'HEAD' && !anyActor)
    throw new Refused(403, 'actor_mismatch', 'You look at this as somebody else, so nothing is saved. Stop impersonating first.')
  const person = looked?.person ?? session?.person
  if (actor !== undefined && actor !== anonymous && !anyActor) {
    if (!person) throw new Refused(401, 'NOT_AUTHORIZED', 'Not Authorized')
    if (person.uid !== actor) throw new Refused(403, 'actor_mismatch', 'Somebody else is signed in on this device now.')
  }
  return { ...caller, person, ...(looked && { impersonated: { by: looked.by, until: looked.until } }) }
}

async function lookedAt(app: App, request: FastifyRequest, admin: Person) {
  const token = request.cookies[impersonationCookie]
  const looked = token === undefined ? undefined : await impersonationOf(app, { token, admin })
  return looked && { ...looked, by: admin }
}

/** A page of another origin cannot write: it can send neither our header nor JSON without being asked first, nor hide its origin. */
export function refuseForeignWrite(request: FastifyRequest): void {
  const json = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  if (!json && headerOf(request, writeHeaders.actor) === undefined) {
    throw new Refused(403, 'FORBIDDEN', `A write carries ${writeHeaders.actor} or a JSON body.`)
  }
  const { origin } = request.headers
  const site = headerOf(request, 'sec-fetch-site')
  if (site === 'same-origin' || (site === undefined && origin === undefined)) return
  if (site !== undefined && site !== 'none') throw new Refused(403, 'FORBIDDEN', 'This page may not write here.')
  if (origin === undefined) return
  const host = URL.canParse(origin) ? new URL(origin).host : undefined
  if (host === undefined || host !== request.host) throw new Refused(403, 'FORBIDDEN', 'This page may not write here.')
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function read(shape: Endpoint['body'], value: unknown, where: string): never {
  if (shape === undefined) return undefined as never
  const result = shape.safeParse(value ?? {})
  if (result.success) return result.data as never
  const details = result.error.issues.slice(0, 20).map(({ path, message }) => ({ path: pathText(where, path), message }))
  throw new Refused(400, 'INVALID', 'That could not be understood.', { details })
}

function pathText(where: string, path: readonly PropertyKey[]): string {
  const text = path.reduce<string>((so, key) => (typeof key === 'number' ? `${so}[${key}]` : so ? `${so}.${String(key)}` : String(key)), '')
  return [where, text].filter(Boolean).join('.')
}

/** Browsers keep no cookie longer (RFC 6265bis); a kiosk that is seen has it renewed. */
const kioskDays = 400

export function cookieOptions(settings: ServeSettings, request: FastifyRequest) {
  const secure = settings.secureCookie === 'always' || (settings.secureCookie === 'when-https' && request.protocol === 'https')
  // In another site's frame a browser keeps only cookies that say so; partitioned, they are known to nobody but us under that site.
  // Writes of foreign pages are refused by their origin (refuseForeignWrite), whatever a cookie allows.
  const framed = settings.framedElsewhere === true && secure
  return {
    path: '/',
    httpOnly: true,
    sameSite: framed ? ('none' as const) : ('lax' as const),
    secure,
    ...(framed && { partitioned: true }),
  }
}

function setSession(settings: ServeSettings, request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookie, token, { ...cookieOptions(settings, request), maxAge: sessionDays * 24 * 3600 })
}

async function endSessionOf(app: App, request: FastifyRequest): Promise<void> {
  const token = request.cookies[sessionCookie]
  if (token) await endSession(app, token)
}

async function endImpersonation(app: App, settings: ServeSettings, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = request.cookies[impersonationCookie]
  if (token === undefined) return
  await stopImpersonating(app, token)
  reply.clearCookie(impersonationCookie, cookieOptions(settings, request))
}

function clearSession(settings: ServeSettings, request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, cookieOptions(settings, request))
}

/** Every answer that refuses has the same body; faults tell the caller nothing but that they happened. */
export function answerErrors(fastify: FastifyInstance, app: App): void {
  fastify.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const refused = refusedOf(error)
    if (!refused) app.log.error({ req: request.id, ...faultFields(error) }, 'fault')
    const wait = retryAfter(refused)
    if (wait !== undefined) reply.header('retry-after', String(wait))
    const opId = headerOf(request, writeHeaders.key)
    const body: ErrorBody = {
      error: refused
        ? { code: refused.code, message: refused.message, ...(headerOf(request, grantHeader) === undefined && refused.extra) }
        : { code: 'UNKNOWN', message: 'Something went wrong on the server. Nothing was changed.' },
      ...(opId !== undefined && idPattern.test(opId) && { opId }),
    }
    return reply
      .status(refused?.status ?? 500)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body)
  })
}

function refusedOf(error: Error & { statusCode?: number; code?: string }): Refused | undefined {
  if (error instanceof Refused) return error
  switch (error.statusCode) {
    case 413:
      return new Refused(413, 'TOO_LARGE', 'That is too large.')
    case 415:
      return new Refused(415, 'INVALID', 'The body must be JSON.')
    case 503:
      return new Refused(503, 'UNAVAILABLE', 'The server is restarting. Please try again.')
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new Refused(400, 'INVALID', 'That could not be understood.')
        : undefined
  }
}

function retryAfter(refused: Refused | undefined): number | undefined {
  if (refused instanceof TooManyRequests) return refused.retryAfterSeconds
  if (!refused) return undefined
  return refused.status === 503 ? 2 : retryAfterSeconds[refused.code]
}
