import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { Refused } from '../../contract/errors.ts'
import { writeHeaders } from '../../contract/endpoints/records.ts'
import type { App } from '../domain/app.ts'
import { type ServeSettings } from '../http/authenticate.ts'
import { compressTexts } from '../http/compress.ts'
import { answerErrors } from '../http/errors.ts'
import { guardRequests, type LimitSettings } from '../http/limits/guard.ts'
import { addSecurityHeaders } from '../http/securityHeaders.ts'
import { addRoutes } from '../http/serve.ts'
import { sendToHttps } from '../http/toHttps.ts'
import { actionRoutes } from './records/actions.ts'
import { addAppFiles, frameOrigins } from './appFiles.ts'
import { attachRoutes, pdfRoutes } from './files/attach.ts'
import { attendanceRoutes } from './site/attendance.ts'
import { addBilling, billingRoutes } from './billing/billing.ts'
import { addBotExport, botRoutes } from './bots/bots.ts'
import { chainRoutes } from './records/chain.ts'
import { addChanges } from './records/changes.ts'
import { chatRoutes } from './bots/chat.ts'
import { dailyLogRoutes } from './projects/dailyLog.ts'
import { demoRoutes } from './bots/demo.ts'
import { demoTextRoutes } from './bots/demoTexts.ts'
import { addDeviceQr, deviceRoutes } from './site/devices.ts'
import { addFeedText, executionRoutes } from './bots/executions.ts'
import { addFiles } from './files/files.ts'
import { impersonateRoutes } from './sign-in/impersonate.ts'
import { inviteRoutes } from './sign-in/invites.ts'
import { kioskRoutes } from './site/kiosk.ts'
import { launcherRoutes } from './bots/launchers.ts'
import { libraryRoutes } from './projects/libraries.ts'
import { listRoutes } from './projects/lists.ts'
import { addMedia, mediaRoutes } from './files/media.ts'
import { musterRoutes } from './site/muster.ts'
import { addOauth, oauthRoutes } from './sign-in/oauth.ts'
import { pageRoutes } from './forms/pages.ts'
import { passkeyRoutes } from './sign-in/passkeys.ts'
import { addPdfUpload, addressByBody, pdfLookupRoutes } from './files/pdfUpload.ts'
import { photoTextRoutes } from './files/photoTexts.ts'
import { addPosters, posterRoutes } from './files/posters.ts'
import { pricingRoutes } from './billing/pricing.ts'
import { projectRoutes } from './projects/projects.ts'
import { recordRoutes } from './records/records.ts'
import { addReportCsv, reportingRoutes } from './projects/reporting.ts'
import { signInRoutes } from './sign-in/signIn.ts'
import { addState } from './records/state.ts'
import { studioRoutes } from './forms/studio.ts'
import { addInboundTexts, conversationRoutes, demoPhoneRoutes } from './bots/textMessages.ts'
import { translateRoutes } from './forms/translate.ts'
import { addUploads, receiptRoutes } from './files/uploads.ts'

export interface HttpSettings extends ServeSettings {
  /** Folder of the built app. */
  readonly appFolder: string
  /** Sites that may show the pages in a frame (CSP frame-ancestors). */
  readonly framedBy: string
  /** Origins of form videos besides this server; absent: any https URL. */
  readonly videoOrigins?: readonly string[] | undefined
  /** Hosts with their own start page: `{'kiosk.example.com': '/kiosk'}`. */
  readonly startPages?: Readonly<Record<string, string>> | undefined
  readonly demoTexts: boolean
  /** The token with which the text provider signs inbound texts; absent: none are accepted. */
  readonly inboundTexts?: { readonly token: string; readonly publicUrl: string | undefined } | undefined
  /** Answers for the demo's other systems, if there are any. */
  readonly demoLogin?: ((request: Request) => Promise<Response>) | undefined
  /** Folders of videos and documents that forms show. */
  readonly media: readonly string[]
  /** Limits of request sizes and rates; absent: the production limits. */
  readonly limits?: LimitSettings | undefined
}

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

/** All routes of the product on one HTTP server, not listening yet. */
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

  // The sign-in page of a Wi-Fi answers too; this header proves that the answer is from this server.
  server.addHook('onRequest', async (_request, reply) => {
    reply.header(writeHeaders.app, '1')
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
  // Browsers send a form post without a preflight, so this server accepts none of its content types.
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
