import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import { writeHeaders } from '../../../contract/endpoints/records.ts'
import type { App } from '../../domain/app.ts'
import { addressGroup, TooManyRequests } from '../../domain/limits/limits.ts'
import { requestRates } from '../../domain/limits/requestRates.ts'
import { BodyBudget, type BodyBudgets, type Sender, standardBudgets } from './bodyBudget.ts'
import { type BodyPace, BodyWatch, standardPace } from './bodyWatch.ts'
import { checkValue, JsonMeter } from './jsonMeter.ts'
import { isListed, limitsOf, type RouteLimits, sizeText } from './requestLimits.ts'
import { type SpooledBody, spool } from './spool.ts'
import { text } from '../../i18n/text.ts'

export interface LimitSettings {
  /** Multiplies all request rates, e.g. 10 for a company of thousands behind one address. */
  readonly rateFactor?: number | undefined
  readonly bodies?: Partial<BodyBudgets> | undefined
  readonly pace?: Partial<BodyPace> | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest limits of the routes behind one pattern. */
    limits?: RouteLimits
    /** `parsed`: the router reads the body; `own`: the route reads it from the request. */
    body?: 'parsed' | 'own'
  }
  interface FastifyRequest {
    /** Limits of the matched route; until it is known, the largest of the routes that share its pattern. */
    limits: RouteLimits | undefined
    spooled: SpooledBody | undefined
    isSignedIn: boolean
  }
}

export interface LimitRow extends Omit<RouteLimits, 'counter'> {
  readonly method: string
  readonly path: string
  /** False: no limits are declared for this route; it has the limits of its method. */
  readonly decided: boolean
}

const tables = new WeakMap<App, LimitRow[]>()

/** The limits of every route of this app's HTTP server, sorted by path and method. */
export const limitTable = (app: App): readonly LimitRow[] =>
  [...(tables.get(app) ?? [])].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))

export function noteRoute(
  app: App,
  limits: RouteLimits,
  { method, path, decided }: { method: string; path: string; decided: boolean },
): void {
  const { counter: _, ...own } = limits
  const table = tables.get(app) ?? []
  table.push({ ...own, method, path, decided })
  tables.set(app, table)
}

const limitsFor = (request: FastifyRequest): RouteLimits | undefined => request.limits ?? request.routeOptions.config.limits

/** The router reads a body up to this size; a larger one is first written to disk. */
const smallBody = 64 * 1024

const tooLarge = (most: number) =>
  new Refused(413, 'TOO_LARGE', text('That is too large. At most {size} can be sent here; please send less, or files as uploads.'), {
    values: { size: sizeText(most) },
  })

/**
 * All checks before the handler: characters, rates, sizes, pace. Only hooks that set headers run earlier,
 * so that a refusal costs almost nothing.
 */
export function guardRequests(fastify: FastifyInstance, app: App, settings: LimitSettings = {}): void {
  tables.set(app, [])
  fastify.decorateRequest('limits')
  fastify.decorateRequest('spooled')
  fastify.decorateRequest('isSignedIn', false)
  const factor = settings.rateFactor ?? 1
  const rates = requestRates(app)
  const budget = new BodyBudget({ ...standardBudgets, ...settings.bodies })
  const watch = new BodyWatch({ ...standardPace, ...settings.pace })
  fastify.addHook('onClose', async () => {
    watch.stop()
    rates.stop()
  })

  fastify.addHook('onRoute', (route) => {
    const config = (route.config ??= {})
    if (config.limits) {
      if (config.limits.bytes > 0) route.bodyLimit = config.limits.bytes
      return
    }
    for (const method of [route.method].flat()) {
      const routed = { method, path: route.url }
      const limits = limitsOf(routed)
      noteRoute(app, limits, { ...routed, decided: isListed(routed) })
      config.limits ??= limits
      if (limits.bytes > 0) route.bodyLimit = limits.bytes
    }
  })

  // Hooks with a callback: each request would make several promises for one that waits for nothing.
  fastify.addHook('onRequest', (request, reply, next) => {
    const { raw } = request
    if (hasBody(request)) watch.add(raw, reply.raw)
    refuseBadCharacters(request)
    // No route reads the body of a 404.
    if (request.is404) throw new Refused(404, 'NOT_FOUND', text('Not Found'))
    const limits = request.routeOptions.config.limits
    if (!limits) return next()
    request.limits = limits
    const { address, device } = senderOf(request)
    const wait = Math.max(
      rates.count({ name: `${limits.counter}:address`, who: address, most: limits.perAddress * factor }),
      device === undefined ? 0 : rates.count({ name: `${limits.counter}:device`, who: device, most: limits.perDevice * factor }),
    )
    if (wait > 0) throw new TooManyRequests(wait)
    refuseUnexpectedBody(request, reply, limits)
    refuseLarge(request, limits)
    countBytes(request, limits, announced(request))
    next()
  })

  fastify.addHook('preParsing', (request, reply, payload, next) => {
    const limits = limitsFor(request)
    if (!limits || !hasBody(request) || request.routeOptions.config.body === 'own') return next(null, payload)
    refuseLarge(request, limits)
    const length = announced(request)
    if (!isMultipart(request) && length !== undefined && length <= smallBody) return next(null, payload)
    return readSpooled(request, reply, payload, limits)
  })
  addJsonParser(fastify)

  /** The body from the disk, when there is memory for it. */
  async function readSpooled(request: FastifyRequest, reply: FastifyReply, payload: unknown, limits: RouteLimits) {
    const length = announced(request)
    const body = await spoolBody(payload, { app, budget, request, limits })
    const over = () => void body.close()
    if (reply.raw.destroyed || reply.raw.closed) {
      over()
      throw new Refused(400, 'INVALID', text('The request ended before it was answered.'))
    }
    reply.raw.once('close', over)
    if (length === undefined) countBytes(request, limits, body.size)
    request.spooled = body
    const leave = await budget.enterMemory(body.size)
    if (reply.raw.destroyed || reply.raw.closed) leave()
    else reply.raw.once('close', leave)
    return body.stream()
  }

  function countBytes(request: FastifyRequest, { class: name, bytesPerAddress }: RouteLimits, bytes: number | undefined): void {
    if (bytesPerAddress === undefined || bytes === undefined) return
    const kilobytes = (amount: number) => Math.ceil(amount / 1024)
    const { address } = senderOf(request)
    const wait = rates.count({ name: `${name}:bytes`, who: address, most: kilobytes(bytesPerAddress * factor) }, kilobytes(bytes))
    if (wait > 0) throw new TooManyRequests(wait)
  }
}

/** Writes a body to disk while it is checked. @throws Refused */
function spoolBody(
  payload: unknown,
  { app, budget, request, limits }: { app: App; budget: BodyBudget; request: FastifyRequest; limits: RouteLimits },
): Promise<SpooledBody> {
  const meter = isJson(request) ? new JsonMeter(limits) : undefined
  return spool(payload as never, {
    folder: app.files.spool,
    budget,
    sender: senderOf(request),
    check(chunk, size) {
      if (size > limits.bytes) throw tooLarge(limits.bytes)
      meter?.push(chunk)
    },
  })
}

/** Parses bytes, not text: decoding invalid UTF-8 would change the letters. */
function addJsonParser(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error') as (
    request: FastifyRequest,
    text: string,
    done: (error: Error | null, body?: unknown) => void,
  ) => void
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser(['application/json', 'application/scim+json'], { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    try {
      const limits = limitsFor(request)
      if (limits && bytes.length > limits.bytes) throw tooLarge(limits.bytes)
      if (!isUtf8(bytes)) throw new Refused(400, 'INVALID', text('The body is not UTF-8. Please send it as UTF-8.'))
      if (limits && !request.spooled) new JsonMeter(limits).push(bytes)
      const json = bytes.toString('utf8')
      parseJson(request, json, (error, body) => {
        if (error) return done(error)
        try {
          // Without an escape, no text can contain characters that the storage refuses.
          if (limits && json.includes('\\u')) checkValue(body, limits)
          done(null, body)
        } catch (wrong) {
          done(wrong as Error)
        }
      })
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Applies the limits of the matched route, if several routes share a pattern. @throws Refused TOO_LARGE */
export function narrowLimits(request: FastifyRequest, limits: RouteLimits): void {
  request.limits = limits
  refuseLarge(request, limits)
}

/** Checks a value that arrived encrypted, after it is decrypted. @throws Refused */
export function checkOpened(request: FastifyRequest, value: unknown): void {
  const limits = limitsFor(request)
  if (limits) checkValue(value, limits)
}

/** The body of a multipart request, on disk until the request is answered. */
export const spooledBody = (request: FastifyRequest): SpooledBody | undefined => request.spooled

/** Size of the body as received: the written bytes of a large one, the announced bytes of a small one. */
export const bodyBytes = (request: FastifyRequest): number => request.spooled?.size ?? announced(request) ?? 0

/** Counts by address plus device: with the device id alone, anyone could use up another device's limit. */
function senderOf(request: FastifyRequest): Sender {
  const address = addressGroup(request.ip)
  const device = request.headers[writeHeaders.device]
  return {
    address,
    device: typeof device === 'string' && device !== '' ? `${address} ${device.slice(0, 64)}` : undefined,
    isSignedIn: request.isSignedIn,
  }
}

/** The caller of this request is a person or a kiosk: its body may use the reserve. */
export function noteSignedIn(request: FastifyRequest): void {
  request.isSignedIn = true
}

const announced = ({ headers }: FastifyRequest): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length'])

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0')

const isJson = ({ headers }: FastifyRequest) => /^application\/(?:scim\+)?json\b/i.test(headers['content-type'] ?? '')
const isMultipart = ({ headers }: FastifyRequest) => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/**
 * A chunked body says no length, and the upload protocol would store the body of a creation. After the answer the connection ends: at
 * most what is in its buffers is read. @throws Refused TOO_LARGE
 */
function refuseUnexpectedBody(request: FastifyRequest, reply: FastifyReply, { bytes }: RouteLimits): void {
  if (bytes > 0 || !hasBody(request)) return
  // A page that is asked for with a body is answered; the body is thrown away.
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  if (isPage && request.routeOptions.config.body !== 'own') return
  reply.header('connection', 'close')
  throw new Refused(413, 'TOO_LARGE', text('This address takes no body. Please send the request without one.'))
}

function refuseLarge(request: FastifyRequest, { bytes }: RouteLimits): void {
  // A GET or HEAD with a body is answered; the body is dropped.
  if (request.method === 'GET' || request.method === 'HEAD') return
  if ((announced(request) ?? 0) > bytes) throw tooLarge(bytes)
}

/** Headers that must appear only once: two readers could use different ones of several values. */
const single = [...Object.values(writeHeaders), 'authorization', 'content-type', 'content-length', 'host', 'origin']
const bitOf = new Map<string, number>(single.map((name, n) => [name, 1 << n]))

function refuseBadCharacters({ raw }: FastifyRequest): void {
  // Our URLs and cookies never contain NUL, and the database refuses it.
  if (/%00/.test(raw.url ?? '') || /%00|\0/.test(raw.headers.cookie ?? ''))
    throw new Refused(400, 'INVALID', text('The address or a cookie holds a character that is not allowed (NUL).'))
  let seen = 0
  for (let n = 0; n < raw.rawHeaders.length; n += 2) {
    const name = (raw.rawHeaders[n] as string).toLowerCase()
    const bit = bitOf.get(name) ?? 0
    if ((seen & bit) !== 0)
      throw new Refused(400, 'INVALID', text('The header {name} was sent twice. Please send it once.'), { values: { name } })
    seen |= bit
  }
}
