import type { FastifyInstance, FastifyReply } from 'fastify'
import { documentPolicy, filePolicy } from '../../contract/rules/servedType.ts'

/** The video players of OQ-050, in frames that share nothing with the page. */
export const players = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/**
 * Kinds of responses, by the rights that they have in a browser. A response with a `Content-Disposition` is
 * a file; any other is `api` unless its route sets a kind.
 */
export const answerKinds = {
  page: 'The app and the rescue page',
  loginWindow: 'Pages in the window of a login with another system',
  script: 'Files of the app: scripts, workers, style sheets, pictures',
  api: 'Answers of the API, and every refusal',
  file: 'Files and exports: uploads, documents, the media folder, tables to save',
  pdf: 'PDF files and posters',
} as const
export type AnswerKind = keyof typeof answerKinds

export interface HeaderSettings {
  /** Sites that may show the pages in a frame (CSP frame-ancestors). */
  readonly framedBy: string
  /** Origins of form videos besides this server. */
  readonly videoOrigins?: readonly string[] | undefined
  /** True if this response, or every response of this server, uses https. */
  readonly https: boolean
  /** Hashes of the scripts in the text of a page, as sources of a policy. */
  readonly scripts?: readonly string[] | undefined
}

declare module 'fastify' {
  interface FastifyReply {
    answerKind: AnswerKind
    /** Sets the security headers of this kind of response in place of those of `api`. `scripts`: hashes of those in a page. */
    protectAs(kind: AnswerKind, scripts?: readonly string[]): FastifyReply
  }
}

/** The browser features that the product uses; the others are off, also for frames inside the pages. */
const features: Readonly<Record<string, string>> = {
  // Photos, and QR codes read by the camera.
  camera: '(self)',
  // Fields of the type position; the browser asks the person first.
  geolocation: '(self)',
  'screen-wake-lock': '(self)',
  'clipboard-write': '(self)',
  'publickey-credentials-create': '(self)',
  'publickey-credentials-get': '(self)',
  fullscreen: `(self ${players.map((origin) => `"${origin}"`).join(' ')})`,
  autoplay: `(self ${players.map((origin) => `"${origin}"`).join(' ')})`,
  'encrypted-media': `(${players.map((origin) => `"${origin}"`).join(' ')})`,
  'picture-in-picture': `(self ${players.map((origin) => `"${origin}"`).join(' ')})`,
  accelerometer: '()',
  'browsing-topics': '()',
  'display-capture': '()',
  gyroscope: '()',
  hid: '()',
  'idle-detection': '()',
  'local-fonts': '()',
  magnetometer: '()',
  microphone: '()',
  midi: '()',
  payment: '()',
  serial: '()',
  usb: '()',
  'xr-spatial-tracking': '()',
}

const policyText = (directives: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';')

/**
 * No code and no data from other origins, and none is sent to them. Exceptions: videos, and the players of
 * two video sites. PDF scripts need WebAssembly, the visual kit writes style elements.
 *
 * A form may name a video at any https URL, also by a template and after a device has stored this page with
 * its policy: the URLs are not known when the page is sent. An operator who knows all hosts sets
 * VIDEO_ORIGINS.
 */
const pagePolicy = (videoOrigins: readonly string[] = ['https:'], scripts: readonly string[] = []) => ({
  'default-src': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'", ...scripts],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'media-src': ["'self'", 'blob:', ...videoOrigins],
  'frame-src': ["'self'", ...players],
  'worker-src': ["'self'"],
  'connect-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'", 'data:'],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  // Text can't become script or HTML; the policy named default is src/app/guardScripts.ts.
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
})

/** A worker uses the policy of its own script. */
const scriptPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'connect-src': ["'self'", 'blob:', 'data:'],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'", 'data:'],
  'worker-src': ["'self'"],
}

function policyOf(kind: AnswerKind, framedBy: readonly string[], { videoOrigins, scripts }: HeaderSettings): string {
  const frame = policyText({ 'frame-ancestors': kind === 'api' ? ["'none'"] : framedBy })
  switch (kind) {
    case 'page':
    case 'loginWindow':
      return `${policyText(pagePolicy(videoOrigins, scripts))};${frame}`
    case 'script':
      return `${policyText(scriptPolicy)};${frame}`
    case 'api':
    case 'pdf':
      return `${documentPolicy};${frame}`
    case 'file':
      return `${filePolicy};${frame}`
  }
}

/** Undefined when only the policy can name the frames that are allowed. */
function frameOptionsOf(kind: AnswerKind, framedBy: string): 'DENY' | 'SAMEORIGIN' | undefined {
  if (kind === 'api') return 'DENY'
  return framedBy === "'self'" ? 'SAMEORIGIN' : undefined
}

/** The security headers of a kind of response, in lower case. docs/security.md is generated from this. */
export function securityHeaders(kind: AnswerKind, settings: HeaderSettings): Readonly<Record<string, string>> {
  const { framedBy, https } = settings
  const ancestors = framedBy.split(/\s+/).filter(Boolean)
  const isPage = kind === 'page' || kind === 'loginWindow'
  const frameOptions = frameOptionsOf(kind, framedBy)
  return {
    'content-security-policy': policyOf(kind, ancestors, settings),
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(frameOptions !== undefined && { 'x-frame-options': frameOptions }),
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
    // A page may talk to windows that it opens, as a log-in with another system requires. The final page of
    // that log-in has no such header, because it would lose its opener.
    ...(kind === 'page' && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    ...(isPage && {
      'permissions-policy': Object.entries(features)
        .map(([name, allowed]) => `${name}=${allowed}`)
        .join(', '),
    }),
  }
}

/**
 * Adds the headers to every response. `alwaysHttps`: this server is reached only by https; otherwise a
 * response over https, also behind a trusted proxy, tells browsers to keep using https.
 */
export function addSecurityHeaders(
  fastify: FastifyInstance,
  { framedBy, alwaysHttps, videoOrigins }: Omit<HeaderSettings, 'https' | 'scripts'> & { readonly alwaysHttps: boolean },
): void {
  // Computed once per kind, not for each response.
  const made = new Map<string, readonly (readonly [string, string])[]>()
  const headersOf = (kind: AnswerKind, https: boolean, scripts: readonly string[] = []) => {
    const key = `${kind} ${https} ${scripts.join(' ')}`
    const known = made.get(key) ?? Object.entries(securityHeaders(kind, { framedBy, https, videoOrigins, scripts }))
    made.set(key, known)
    return known
  }
  const set = (reply: FastifyReply, kind: AnswerKind, scripts?: readonly string[]) => {
    const https = alwaysHttps || reply.request.protocol === 'https'
    for (const [name, value] of headersOf(kind, https, scripts)) reply.raw.setHeader(name, value)
  }
  fastify.decorateReply('answerKind', 'api')
  fastify.decorateReply('protectAs', function (this: FastifyReply, kind: AnswerKind, scripts?: readonly string[]) {
    this.answerKind = kind
    for (const [name] of headersOf('api', true)) this.raw.removeHeader(name)
    set(this, kind, scripts)
    return this
  })
  fastify.addHook('onRequest', (_request, reply, next) => {
    set(reply, 'api')
    next()
  })
  fastify.addHook('onSend', (_request, reply, payload, next) => {
    if (reply.answerKind === 'api' && reply.hasHeader('content-disposition'))
      reply.protectAs(String(reply.getHeader('content-type')).startsWith('application/pdf') ? 'pdf' : 'file')
    next(null, payload)
  })
}
