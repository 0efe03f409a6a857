import { secondsInDay } from 'date-fns/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoint.ts'
import { Refused } from '../../contract/Refused.ts'
import { writeHeaders } from '../../contract/endpoints/records.ts'
import type { SealedBody } from '../../contract/endpoints/sealing.ts'
import { impersonationMinutes } from '../../contract/endpoints/sign-in.ts'
import type { App } from '../domain/app.ts'
import { refuseMadeLater } from '../domain/grants/grantsOf.ts'
import { readWriteHeaders, type WriteHeaders } from '../domain/records/writeHeaders.ts'
import { unsealedBody } from '../domain/sealing/unsealedBody.ts'
import type { Person } from '../domain/sign-in/person.ts'
import { placeSession } from '../domain/sign-in/sessionsOf.ts'
import {
  type Caller,
  clearSession,
  endImpersonation,
  endSessionOf,
  headerOf,
  identify,
  kioskDays,
  refuseForeignWrite,
  type ServeSettings,
  setSession,
} from './identify.ts'
import type { Database } from '../storage/database.ts'
import type { Language } from '../../contract/reference/languages.ts'
import { languageOf, noteLanguage } from './languageOf.ts'
import { hasLink, noteLink } from './noteLink.ts'
import { notePosition, readsOf } from './notePosition.ts'
import { checkAnswer } from './checkAnswer.ts'
import { nameSpan } from './traceRequests.ts'
import { clearCookie, cookieValue, isSecure, setCookie } from './cookieNames.ts'
import { bodyBytes, checkOpened, narrowLimits, noteRoute, noteSignedIn } from './limits/guardRequests.ts'
import { limitsOf, type RouteLimits } from './limits/requestLimits.ts'
import { text } from '../i18n/text.ts'

z.config(z.locales.en())

export interface Call<E extends Endpoint> extends Caller {
  readonly app: App
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The signed-in person, for endpoints that require one. */
  readonly me: Person
  /** For queued endpoints. */
  readonly write: WriteHeaders
  /** For endpoints that may be queued: undefined for a direct call. */
  readonly queued: WriteHeaders | undefined
  /** Query of the URL as it was sent, without "?". */
  readonly search: string
  readonly languages: string | undefined
  /** The language of the signed-in person, else that of the browser. */
  readonly language: Language
  /** Size of the body as received. */
  readonly bytes: number
  /** The origin in the caller's URL, e.g. `https://site.example.com`. */
  readonly origin: string
  /**
   * Sets the session of this browser. The previous session ends, so that an attacker can't plant a known
   * session and wait for a sign-in.
   */
  setSession(token: string): Promise<void>
  clearSession(): void
  setImpersonation(token: string): void
  /** Ends it on the server and removes its cookie. */
  clearImpersonation(): Promise<void>
  /** Ends the session of this browser: deletes its token on the server and its cookie. */
  endSession(): Promise<void>
  /** The token of this browser, if it is a kiosk. */
  readonly kioskToken: string | undefined
  setKiosk(token: string): void
  clearKiosk(): void
  replyHeader(name: string, value: string): void
  /** The database for lists, exports and reports: it may lack the last seconds, but not what this caller wrote. */
  reads(): Database
  /** Aborts when the caller leaves before the answer. */
  left(): AbortSignal
  /** Reads a cookie of this browser. */
  cookie(name: 'pin' | 'known'): string | undefined
  /** Valid for this many seconds. */
  setCookie(name: 'pin' | 'known', value: string, seconds: number): void
}

export interface Route {
  readonly endpoint: Endpoint
  readonly options: RouteOptions
  readonly answer: (call: Call<Endpoint>) => unknown
}

export interface RouteOptions {
  /** Reads or ends the session itself, regardless of the actor that the device names. */
  readonly anyActor?: boolean
  /** The call is direct, or an outbox sends it with the headers of a write. */
  readonly mayBeQueued?: boolean
  /** A GET with a side effect: refused for pages of other origins. */
  readonly changes?: boolean
  /**
   * A grant (contract/endpoints/grants.ts) may call it: `true` always, a function depending on the URL. Independent
   * of `mayBeQueued`.
   */
  readonly byGrant?: true | ((params: Readonly<Record<string, string>>) => boolean)
  /** Refuses what can be refused without the body, so that a large one is not read in vain. @throws Refused */
  readonly beforeBody?: (ahead: Ahead) => Promise<void>
  /** Also for people who have signed in by PIN while their company also requires a passkey. */
  readonly beforePasskey?: boolean
  /** The last parameter consists of letters and digits: a URL that ends in `.json` belongs to a page. */
  readonly besidePages?: boolean
}

/** What is known of a request before its body is read. */
export interface Ahead extends Caller {
  readonly app: App
  readonly params: Readonly<Record<string, string>>
  readonly headers: FastifyRequest['headers']
}

/** The answer to a browser that navigated to a URL: redirects it. */
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

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | undefined
  }
}

export function addRoutes(fastify: FastifyInstance, app: App, settings: ServeSettings, routes: readonly Route[]): void {
  fastify.decorateRequest('admitted')
  fastify.decorateRequest('language')
  const grouped = new Map<string, { url: string; method: Endpoint['method']; routes: LimitedRoute[]; action: boolean }>()
  for (const route of routes) {
    const { method, path, access, whenOffline } = route.endpoint
    const { url: plain, action } = fastifyUrl(path)
    const url = route.options.besidePages ? `${plain}(^[A-Za-z0-9]+$)` : plain
    const key = `${method} ${url}`
    const group = grouped.get(key) ?? { url, method, routes: [], action: action !== undefined }
    const limits = limitsOf({ method, path, access, queued: whenOffline === 'queued' })
    noteRoute(app, limits, { method, path, decided: true })
    group.routes.push({ ...route, limits })
    grouped.set(key, group)
  }
  for (const { url, method, routes: group, action } of grouped.values()) {
    fastify.route({
      method,
      url,
      config: { limits: widest(group) },
      // The caller is identified or refused before any byte of the body is read.
      onRequest: (request, reply) => {
        const route = action ? routeOfAction(group, request) : group[0]
        if (!route) throw new Refused(404, 'NOT_FOUND', text('Not Found'))
        narrowLimits(request, route.limits)
        nameSpan(request, route.endpoint)
        return admit(app, settings, route, request, reply)
      },
      handler: (request, reply) => {
        if (!request.admitted) throw new Error('a request came to its handler without a caller')
        return handle(app, settings, request.admitted, request, reply)
      },
    })
  }
}

type LimitedRoute = Route & { readonly limits: RouteLimits }

interface Admitted {
  readonly route: LimitedRoute
  readonly caller: Caller
  readonly mayQueue: boolean
  readonly isWrite: boolean
}

/** While several routes share a router pattern, the largest of their limits applies. */
const widest = (group: readonly LimitedRoute[]): RouteLimits =>
  group.map(({ limits }) => limits).reduce((most, one) => (one.bytes > most.bytes ? one : most))

/**
 * Maps `/api/team/:id:invite` to one router pattern for all actions of `/api/team/:id`, because the router
 * supports only one per segment. All other colons that do not start a segment are doubled, which the router
 * reads as a literal colon.
 */
function fastifyUrl(path: string): { url: string; action: string | undefined } {
  const action = /^(.*\/):(\w+):([\w-]+)$/.exec(path)
  if (action) return { url: `${action[1]}:${action[2]}(^[^/:]+:[A-Za-z-]+$)`, action: action[3] }
  return { url: path.replace(/(?<!\/):/g, '::'), action: undefined }
}

function routeOfAction(group: readonly LimitedRoute[], request: FastifyRequest): LimitedRoute | undefined {
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

/** Identifies the caller, checks that they may call this route, and notes it. @throws Refused before the body is read */
async function admit(app: App, settings: ServeSettings, route: LimitedRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { endpoint, options } = route
  if (endpoint.method !== 'GET') refuseOtherBodies(request)
  if (endpoint.method !== 'GET' || options.changes) refuseForeignWrite(request)
  const mayQueue = options.mayBeQueued === true && headerOf(request, writeHeaders.key) !== undefined
  const isWrite = endpoint.whenOffline === 'queued' || mayQueue
  const caller = await identify(app, settings, request, reply, {
    anyActor: options.anyActor ?? false,
    mayBeNobody: endpoint.access === 'public',
    byGrant: mayByGrant(options, request),
    beforePasskey: options.beforePasskey ?? false,
  })
  if (endpoint.access === 'signedIn' && !caller.person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
  if (options.beforeBody) await options.beforeBody({ ...caller, app, params: request.params as Ahead['params'], headers: request.headers })
  noteLanguage(request, caller.person)
  // A grant is left behind on a device that other people hold.
  if (caller.person && !caller.byGrant) noteSignedIn(request)
  request.admitted = { route, caller, mayQueue, isWrite }
}

function refuseOtherBodies({ headers }: FastifyRequest): void {
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json\s*(?:;|$)/i.test(type)) throw new Refused(415, 'INVALID', text('The body must be JSON.'))
}

function leftBefore({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const look = () => {
    if (!raw.writableFinished) controller.abort()
  }
  if (raw.destroyed) look()
  else raw.once('close', look)
  return controller.signal
}

async function handle(
  app: App,
  settings: ServeSettings,
  { route, caller, mayQueue, isWrite }: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = route
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
    language: languageOf(request),
    bytes: bodyBytes(request),
    origin: `${request.protocol}://${request.host}`,
    setSession: async (token) => {
      await endSessionOf(app, request)
      await endImpersonation(app, settings, request, reply)
      const agent = headerOf(request, 'user-agent')
      await placeSession(app, token, { device: caller.device, address: caller.address, agent, hostOnly: isSecure(settings, request) })
      setSession(settings, request, reply, token)
    },
    clearSession: () => clearSession(settings, request, reply),
    setImpersonation: (token) => {
      setCookie(settings, request, reply, { name: 'impersonation', value: token, maxAge: impersonationMinutes * 60 })
    },
    clearImpersonation: () => endImpersonation(app, settings, request, reply),
    endSession: async () => {
      await endSessionOf(app, request)
      clearSession(settings, request, reply)
      await endImpersonation(app, settings, request, reply)
    },
    kioskToken: cookieValue(request, 'kiosk'),
    setKiosk: (token) => {
      setCookie(settings, request, reply, { name: 'kiosk', value: token, maxAge: kioskDays * secondsInDay })
    },
    clearKiosk: () => {
      clearCookie(settings, request, reply, 'kiosk')
    },
    replyHeader: (name, value) => {
      reply.header(name, value)
    },
    reads: () => readsOf(app, request, caller.person),
    left: () => leftBefore(reply),
    cookie: (name) => cookieValue(request, name),
    setCookie: (name, value, seconds) => setCookie(settings, request, reply, { name, value, maxAge: seconds }),
  }
  checkGrant(call, request)
  const answer = await route.answer(call)
  // Only after acceptance. If the save or its link is not on disk, there is no answer, and the device
  // retries.
  // Most calls have nothing to note, and wait for nothing.
  if (hasLink(request)) await noteLink(app, request, { endpoint, ...caller, isWrite, body: written ? written.body : request.body })
  if (movesPosition(app, route)) await notePosition(app, settings, caller, { request, reply })
  reply.header('cache-control', 'no-store')
  if (answer instanceof Redirect) return reply.redirect(answer.url, 303)
  // Browsers revalidate a cached answer with its ETag; proxies must not store personal data.
  if (endpoint.whenOffline === 'cached') reply.header('cache-control', 'private, no-cache')
  if (settings.checkAnswers) checkAnswer(endpoint, answer)
  return caller.byGrant ? receiptOnly(answer) : answer
}

/** Whether the next reads of the caller need a newer position of the replica. */
const movesPosition = ({ storage }: App, { endpoint, options }: Route): boolean =>
  (endpoint.method !== 'GET' || options.changes === true) && storage.replica !== undefined

/** Throws Refused if the caller uses a grant that does not allow this write. */
function checkGrant({ grant, body, params }: Call<Endpoint>, request: FastifyRequest): void {
  if (!grant) return
  const { clientAt, skewMs } = (body ?? {}) as { clientAt?: unknown; skewMs?: unknown }
  const opId = headerOf(request, writeHeaders.key) ?? (params as { opId?: string } | undefined)?.opId
  // Files and their receipts have no operation id: they belong to one of the operations.
  if (opId !== undefined) refuseMadeLater(grant, { opId, clientAt, skewMs })
}

/** True if a grant may call this route at this URL. */
export function mayByGrant({ byGrant }: RouteOptions, request: Pick<FastifyRequest, 'params'>): boolean {
  return typeof byGrant === 'function' ? byGrant(request.params as Readonly<Record<string, string>>) : byGrant === true
}

/**
 * The body of a write as it was before a shared device encrypted it. Errors of its headers are reported
 * after those of its contents.
 */
function writtenBody(app: App, endpoint: Endpoint, request: FastifyRequest): { body: unknown; headers(): WriteHeaders } {
  const headers = () => readWriteHeaders(request.headers)
  if (endpoint.body === undefined || !isSealed(request.body)) return { body: request.body, headers }
  const body = unsealedBody(app, request.body, headers())
  checkOpened(request, body)
  return { body, headers }
}

/** Each save is asked, so it costs no error of a shape. */
const isSealed = (body: unknown): body is SealedBody => typeof (body as Partial<SealedBody> | null | undefined)?.sealed === 'string'

/** The holder of a grant only learns that a save has arrived, not its contents. */
function receiptOnly(answer: unknown): Record<string, unknown> {
  const known = (answer ?? {}) as Record<string, unknown>
  const told = ['opId', 'path', 'rev', 'cancelled', 'applied', 'id', 'size', 'sha256']
  return Object.fromEntries(told.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])))
}

function read(shape: Endpoint['body'], value: unknown, where: string): never {
  if (shape === undefined) return undefined as never
  const result = shape.safeParse(value ?? {})
  if (result.success) return result.data as never
  const details = result.error.issues.slice(0, 20).map(({ path, message }) => ({ path: pathText(where, path), message }))
  throw new Refused(400, 'INVALID', text('That could not be understood.'), { details })
}

function pathText(where: string, path: readonly PropertyKey[]): string {
  let text = ''
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else text += text === '' ? String(key) : `.${String(key)}`
  }
  return [where, text].filter(Boolean).join('.')
}
