import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { Refused } from '../../contract/errors.ts'
import { writeHeaders } from '../../contract/records.ts'
import type { App } from '../domain/app.ts'
import { type ServeSettings } from '../http/authenticate.ts'
import { compressTexts } from '../http/compress.ts'
import { answerErrors } from '../http/errors.ts'
import { guardRequests, type LimitSettings } from '../http/limits/guard.ts'
import { addSecurityHeaders } from '../http/securityHeaders.ts'
import { addRoutes } from '../http/serve.ts'
import { sendToHttps } from '../http/toHttps.ts'
import { actionRoutes } from './actions.ts'
import { addAppFiles, frameOrigins } from './appFiles.ts'
import { attachRoutes, pdfRoutes } from './attach.ts'
import { attendanceRoutes } from './attendance.ts'
import { addBilling, billingRoutes } from './billing.ts'
import { addBotExport, botRoutes } from './bots.ts'
import { chainRoutes } from './chain.ts'
import { addChanges } from './changes.ts'
import { chatRoutes } from './chat.ts'
import { dailyLogRoutes } from './dailyLog.ts'
import { demoRoutes } from './demo.ts'
import { demoTextRoutes } from './demoTexts.ts'
import { addDeviceQr, deviceRoutes } from './devices.ts'
import { addFeedText, executionRoutes } from './executions.ts'
import { addFiles } from './files.ts'
import { impersonateRoutes } from './impersonate.ts'
import { inviteRoutes } from './invites.ts'
import { kioskRoutes } from './kiosk.ts'
import { launcherRoutes } from './launchers.ts'
import { libraryRoutes } from './libraries.ts'
import { listRoutes } from './lists.ts'
import { addMedia, mediaRoutes } from './media.ts'
import { musterRoutes } from './muster.ts'
import { addOauth, oauthRoutes } from './oauth.ts'
import { pageRoutes } from './pages.ts'
import { passkeyRoutes } from './passkeys.ts'
import { addPdfUpload, addressByBody, pdfLookupRoutes } from './pdfUpload.ts'
import { photoTextRoutes } from './photoTexts.ts'
import { addPosters, posterRoutes } from './posters.ts'
import { pricingRoutes } from './pricing.ts'
import { projectRoutes } from './projects.ts'
import { recordRoutes } from './records.ts'
import { addReportCsv, reportingRoutes } from './reporting.ts'
import { signInRoutes } from './signIn.ts'
import { addState } from './state.ts'
import { studioRoutes } from './studio.ts'
import { addInboundTexts, conversationRoutes, demoPhoneRoutes } from './textMessages.ts'
import { translateRoutes } from './translate.ts'
import { addUploads, receiptRoutes } from './uploads.ts'

export interface HttpSettings extends ServeSettings {
  /** Folder of the built app. */
  readonly appFolder: string
  /** Who may show the pages in a frame (CSP frame-ancestors). */
  readonly framedBy: string
  /** Where videos of forms may come from besides this server; absent: from any https address. */
  readonly videoOrigins?: readonly string[] | undefined
  /** Hosts that begin with a page of their own instead of the start page: `{'kiosk.example.com': '/kiosk'}`. */
  readonly startPages?: Readonly<Record<string, string>> | undefined
  readonly demoTexts: boolean
  /** The text provider's token, by which it signs the texts that it brings; absent: none are taken. */
  readonly inboundTexts?: { readonly token: string; readonly publicUrl: string | undefined } | undefined
  /** The demo's other systems, where it has them. */
  readonly demoLogin?: ((request: Request) => Promise<Response>) | undefined
  /** Folders of videos and documents that forms show. */
  readonly media: readonly string[]
  /** What requests may hold and how many there may be; absent: as for production. */
  readonly limits?: LimitSettings | undefined
}

/** Tells the requests of a log apart, also from those before the last start. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let n = 0
  return () => `${start}-${((n += 1)).toString(36)}`
}

/** A number trusts so many proxies, counted from this server: what stands further left in X-Forwarded-For was written by the sender. */
const trustOf = (trust: ServeSettings['trustProxy']) => (typeof trust === 'number' ? (_: string, hop: number) => hop < trust : trust)

/** Every address of the product on one HTTP server, not listening yet. */
export function httpServer(app: App, settings: HttpSettings): FastifyInstance {
  let stopping = false
  const server = fastify({
    logger: false,
    trustProxy: trustOf(settings.trustProxy),
    requestTimeout: 300_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    genReqId: requestIds(),
    rewriteUrl: addressByBody,
  })
  server.server.headersTimeout = 30_000
  server.addHook('preClose', async () => {
    stopping = true
  })

  // A Wi-Fi's sign-in page answers too; this says that it was us.
  server.addHook('onRequest', async (_request, reply) => {
    reply.header(writeHeaders.app, '1')
  })
  // Before the guard: what it refuses is an answer too.
  addSecurityHeaders(server, {
    framedBy: settings.framedBy,
    alwaysHttps: settings.secureCookie === 'always',
    videoOrigins: settings.videoOrigins,
  })
  guardRequests(server, app, settings.limits)
  sendToHttps(server, settings)
  // Addresses hold names and numbers now and then, so the log gets the route's pattern.
  server.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.url === '/healthz' || request.routeOptions.url === '/readyz') return
    const fields = {
      req: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    app.log.info(fields, 'request')
  })
  // A form post needs no permission from the browser, so nothing here takes one.
  server.removeContentTypeParser('text/plain')
  answerErrors(server, app)
  server.setNotFoundHandler(() => {
    throw new Refused(404, 'NOT_FOUND', 'Not Found')
  })
  server.register(cookie)
  compressTexts(server)

  const served = { ...settings, framedElsewhere: frameOrigins(settings.framedBy).length > 0 }
  server.register(async (own) => {
    addRoutes(own, app, served, [
      ...signInRoutes,
      ...passkeyRoutes,
      ...impersonateRoutes,
      ...projectRoutes,
      ...billingRoutes,
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
      ...pdfLookupRoutes,
      ...libraryRoutes,
      ...attendanceRoutes,
      ...musterRoutes,
      ...kioskRoutes,
      ...mediaRoutes(settings.media),
      ...pageRoutes,
    ])
    addOauth(own, app, served)
    addChanges(own, app, served)
    addUploads(own, app, served)
    addPdfUpload(own, app, served)
    addFiles(own, app, served)
    addMedia(own, settings.media)
    addDeviceQr(own, app, served)
    addFeedText(own, app, served)
    if (settings.inboundTexts) addInboundTexts(own, app, settings.inboundTexts)
    addPosters(own, app, served)
    addBotExport(own, app, served)
    addReportCsv(own, app, served)
    addBilling(own, app, served)
    addState(own, app, () => stopping)
    addAppFiles(own, settings.appFolder, { framedBy: settings.framedBy, startPages: settings.startPages, demo: app.demo })
  })
  return server
}
