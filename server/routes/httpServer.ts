import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { Refused } from '../../contract/Refused.ts'
import { writeHeaders } from '../../contract/endpoints/records.ts'
import { changeFeed } from '../../contract/endpoints/changes.ts'
import type { App } from '../domain/app.ts'
import type { ServeSettings } from '../http/identify.ts'
import { compressTexts } from '../http/compressTexts.ts'
import { answerErrors } from '../http/answerErrors.ts'
import { logOnDemand } from '../http/logOnDemand.ts'
import { guardRequests, type LimitSettings } from '../http/limits/guardRequests.ts'
import { addSecurityHeaders } from '../http/securityHeaders.ts'
import { addRoutes, type Route } from '../http/serve.ts'
import { sendToHttps } from '../http/sendToHttps.ts'
import { spanOf, traceRequests } from '../http/traceRequests.ts'
import { traceFields, type Tracer } from '../tracing/Span.ts'
import { actionRoutes } from './records/actionRoutes.ts'
import { addAppFiles, frameOrigins } from './addAppFiles.ts'
import { attachRoutes, pdfRoutes } from './files/attachRoutes.ts'
import { attendanceRoutes } from './site/attendanceRoutes.ts'
import { addBilling, billingRoutes } from './billing/billingRoutes.ts'
import { addBotExport, botRoutes } from './bots/botRoutes.ts'
import { chainRoutes } from './records/chainRoutes.ts'
import { addChanges, type FeedSettings } from './records/addChanges.ts'
import { chatRoutes } from './bots/chatRoutes.ts'
import { dailyLogRoutes } from './projects/dailyLogRoutes.ts'
import { demoRoutes } from './bots/demoRoutes.ts'
import { demoTextRoutes } from './bots/demoTextRoutes.ts'
import { addDeviceQr, deviceRoutes } from './site/deviceRoutes.ts'
import { directoryRoutes } from './billing/directoryRoutes.ts'
import { addFeedText, executionRoutes } from './bots/executionRoutes.ts'
import { addFiles } from './files/addFiles.ts'
import { impersonateRoutes } from './sign-in/impersonateRoutes.ts'
import { inviteRoutes } from './sign-in/inviteRoutes.ts'
import { kioskRoutes } from './site/kioskRoutes.ts'
import { launcherRoutes } from './bots/launcherRoutes.ts'
import { libraryRoutes } from './projects/libraryRoutes.ts'
import { listRoutes } from './projects/listRoutes.ts'
import { projectListRoutes } from './projects/projectListRoutes.ts'
import { addMedia, mediaRoutes } from './files/addMedia.ts'
import { musterRoutes } from './site/musterRoutes.ts'
import { addOauth, oauthRoutes } from './sign-in/oauthRoutes.ts'
import { pageRoutes } from './forms/pageRoutes.ts'
import { passkeyRoutes } from './sign-in/passkeyRoutes.ts'
import { addPdfUpload, addressByBody, pdfLookupRoutes } from './files/addPdfUpload.ts'
import { photoTextRoutes } from './files/photoTextRoutes.ts'
import { addPosters, posterRoutes } from './files/posterRoutes.ts'
import { peopleRoutes } from './people/peopleRoutes.ts'
import { pushRoutes } from './people/pushRoutes.ts'
import { pricingRoutes } from './billing/pricingRoutes.ts'
import { projectRoutes } from './projects/projectRoutes.ts'
import { recordRoutes } from './records/recordRoutes.ts'
import { addReportCsv, reportingRoutes } from './projects/reportingRoutes.ts'
import { addScim } from './people/addScim.ts'
import { signInRoutes } from './sign-in/signInRoutes.ts'
import { addMetrics, type MetricsSettings } from './records/addMetrics.ts'
import { addState } from './records/addState.ts'
import { studioRoutes } from './forms/studioRoutes.ts'
import { addInboundTexts, conversationRoutes, demoPhoneRoutes } from './bots/conversationRoutes.ts'
import { todayRoutes } from './site/todayRoutes.ts'
import { translateRoutes } from './forms/translateRoutes.ts'
import { addShare } from './files/addShare.ts'
import { addUploads, receiptRoutes } from './files/addUploads.ts'
import { text } from '../i18n/text.ts'

export interface HttpSettings extends ServeSettings {
  /** Folder of the built app. */
  readonly appFolder: string
  readonly logger: FastifyBaseLogger
  /** Sites that may show the pages in a frame (CSP frame-ancestors). */
  readonly framedBy: string
  /** Origins of form videos besides this server; absent: any https URL. */
  readonly videoOrigins?: readonly string[] | undefined
  /** Hosts with their own start page: `{'kiosk.example.com': '/kiosk'}`. */
  readonly startPages?: Readonly<Record<string, string>> | undefined
  readonly demoTexts: boolean
  /** The text provider brings inbound texts to this address; absent: none are accepted. */
  readonly inboundTexts?: { readonly publicUrl: string | undefined } | undefined
  /** Answers for the demo's other systems, if there are any. */
  readonly demoLogin?: ((request: Request) => Promise<Response>) | undefined
  /** Folders of videos and documents that forms show. */
  readonly media: readonly string[]
  /** Limits of request sizes and rates; absent: the production limits. */
  readonly limits?: LimitSettings | undefined
  /** Limits of the streams of changes; absent: those of production. */
  readonly feed?: FeedSettings | undefined
  /** Absent: there is no `/metrics`. */
  readonly monitoring?: MetricsSettings | undefined
  /** Whether the server is about to stop and still takes requests. */
  readonly isDraining?: (() => boolean) | undefined
  /** Absent: requests are no spans of traces. */
  readonly tracer?: Tracer | undefined
}

/** Routes that monitoring calls every few seconds: they are not logged. */
const monitored = new Set(['/healthz', '/readyz', '/metrics'])

/** A stream of changes lasts for hours, and it is no work. */
const untraced = new Set([...monitored, changeFeed.path])

/** Ids that are unique in the log, also across restarts. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let n = 0
  return () => `${start}-${((n += 1)).toString(36)}`
}

/**
 * A number trusts this many proxies, counted from this server: the sender wrote the entries further left in
 * X-Forwarded-For.
 */
const trustOf = (trust: ServeSettings['trustProxy']) => (typeof trust === 'number' ? (_: string, hop: number) => hop < trust : trust)

/** The routes of all endpoints in contract/. */
const endpointRoutes = (app: App, settings: HttpSettings): readonly Route[] => [
  ...signInRoutes,
  ...passkeyRoutes,
  ...peopleRoutes,
  ...pushRoutes,
  ...impersonateRoutes,
  ...projectRoutes,
  ...billingRoutes,
  ...directoryRoutes,
  ...botRoutes,
  ...executionRoutes,
  ...dailyLogRoutes,
  ...conversationRoutes,
  ...inviteRoutes,
  ...pricingRoutes,
  ...reportingRoutes,
  ...oauthRoutes,
  ...launcherRoutes,
  ...recordRoutes,
  ...receiptRoutes,
  ...chainRoutes,
  ...chatRoutes,
  ...photoTextRoutes,
  ...attachRoutes,
  ...pdfRoutes,
  ...studioRoutes,
  ...deviceRoutes,
  ...(app.demo ? demoRoutes(settings.demoTexts) : []),
  ...posterRoutes,
  ...(settings.demoTexts ? [...demoTextRoutes, ...demoPhoneRoutes] : []),
  ...translateRoutes,
  ...actionRoutes,
  ...listRoutes,
  ...projectListRoutes,
  ...pdfLookupRoutes,
  ...libraryRoutes,
  ...attendanceRoutes,
  ...musterRoutes,
  ...todayRoutes,
  ...kioskRoutes,
  ...mediaRoutes(settings.media),
  ...pageRoutes,
]

/** All routes of the product on one HTTP server, not listening yet. */
export function httpServer(app: App, settings: HttpSettings): FastifyInstance {
  let stopping = false
  // A request line has only the fields below, none of them secret: looking for secret ones would double its cost.
  const requestLog = settings.logger.child({}, { redact: [] })
  const server = fastify({
    // Of what Fastify logs by itself, only warnings and errors reach the log.
    loggerInstance: settings.logger.child({}, { level: 'warn' }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'req' }),
    childLoggerFactory: logOnDemand,
    trustProxy: trustOf(settings.trustProxy),
    requestTimeout: 300_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    genReqId: requestIds(),
    rewriteUrl: addressByBody,
    // Fastify's own answer has neither X-App nor Retry-After.
    return503OnClosing: false,
  })
  server.server.headersTimeout = 30_000
  server.addHook('preClose', async () => {
    stopping = true
  })

  // Before all other hooks: they are part of the request.
  if (settings.tracer) traceRequests(server, settings.tracer, untraced)
  // The sign-in page of a Wi-Fi answers too; this header proves that the answer is from this server.
  server.addHook('onRequest', (request, reply, next) => {
    reply.header(writeHeaders.app, '1')
    if (stopping && !monitored.has(request.routeOptions.url ?? ''))
      next(new Refused(503, 'UNAVAILABLE', text('The server is restarting. Please try again.')))
    else next()
  })
  // Added before the guard, so that its refusals have these headers too.
  addSecurityHeaders(server, {
    framedBy: settings.framedBy,
    alwaysHttps: settings.secureCookie === 'always',
    videoOrigins: settings.videoOrigins,
  })
  guardRequests(server, app, settings.limits)
  sendToHttps(server, settings)
  // URLs sometimes contain names and numbers, so the log gets the pattern of the route.
  server.addHook('onResponse', (request, reply, next) => {
    const { method } = request
    const { url: route = '(none)' } = request.routeOptions
    const { statusCode: status, elapsedTime } = reply
    settings.monitoring?.metrics.request({ method, route, status, seconds: elapsedTime / 1000 })
    if (!monitored.has(route)) {
      const fields = { req: request.id, ...traceFields(spanOf(request)), method, route, status, ms: Math.round(elapsedTime) }
      requestLog.info(fields, 'request')
    }
    next()
  })
  // Browsers send a form post without a preflight, so this server accepts none of its content types.
  server.removeContentTypeParser('text/plain')
  answerErrors(server)
  server.setNotFoundHandler(() => {
    throw new Refused(404, 'NOT_FOUND', text('Not Found'))
  })
  server.register(cookie)
  compressTexts(server)

  const served = { ...settings, framedElsewhere: frameOrigins(settings.framedBy).length > 0 }
  server.register(async (own) => {
    addRoutes(own, app, served, endpointRoutes(app, settings))
    addOauth(own, app, served)
    const listeners = addChanges(own, app, served, settings.feed)
    if (settings.monitoring) addMetrics(own, app, settings.monitoring, listeners)
    addUploads(own, app, served)
    addPdfUpload(own, app, served)
    addShare(own)
    addFiles(own, app, served)
    addMedia(own, settings.media)
    addDeviceQr(own, app, served)
    addFeedText(own, app, served)
    if (settings.inboundTexts) addInboundTexts(own, app, settings.inboundTexts)
    addPosters(own, app, served)
    addBotExport(own, app, served)
    addReportCsv(own, app, served)
    addBilling(own, app, served)
    addScim(own, app)
    addState(own, app, () => stopping || settings.isDraining?.() === true)
    addAppFiles(own, settings.appFolder, { framedBy: settings.framedBy, startPages: settings.startPages, demo: app.demo })
  })
  return server
}
