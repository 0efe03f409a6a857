import type { Access } from '../../../contract/endpoint.ts'
import { maxFileSize } from '../../../contract/endpoints/uploads.ts'

/**
 * Size limits of one request, and how many requests of its class one address and one device may send per
 * minute.
 */
export interface RequestLimits {
  /** Routes of one class share their counters, except routes with their own rates. */
  readonly class: LimitClass
  /** Bytes of the body. 0: no body is read. */
  readonly bytes: number
  /** Names in the JSON body, at all levels. */
  readonly keys: number
  /** List items in the JSON body, at all levels. */
  readonly items: number
  /** Nested lists and objects of the JSON body. */
  readonly depth: number
  readonly perAddress: number
  readonly perDevice: number
  /**
   * Bytes of bodies that one address may send per minute. Absent: the number of requests is the only limit.
   */
  readonly bytesPerAddress?: number
}

const kB = 1024
const MB = 1024 * kB

const none = { bytes: 0, keys: 0, items: 0, depth: 0 }

/**
 * On a site a hundred phones and kiosks share one address, and each may replay an outbox of 2,000 saves
 * after a week in a basement: the rates are far above that. They stop thousands of requests per minute from
 * one source for hours.
 */
const classes = {
  /** The app's own files and the media next to forms: an installation needs 300. */
  page: { ...none, perAddress: 60_000, perDevice: 6_000 },
  read: { ...none, perAddress: 20_000, perDevice: 3_000 },
  /** Answers that are slow to create: tables, posters, exports. */
  export: { ...none, perAddress: 600, perDevice: 120 },
  /** Change streams stay open; a device with an unstable network opens many. */
  stream: { ...none, perAddress: 3_000, perDevice: 120 },
  /** A write of a record; photos are sent separately. Signatures are lists of points. */
  write: { bytes: 4 * MB, keys: 50_000, items: 400_000, depth: 32, perAddress: 12_000, perDevice: 3_000 },
  /** Any other call of a signed-in person. */
  call: { bytes: MB, keys: 20_000, items: 50_000, depth: 32, perAddress: 6_000, perDevice: 1_200 },
  /** A call that needs no sign-in. */
  public: { bytes: 64 * kB, keys: 500, items: 500, depth: 8, perAddress: 3_000, perDevice: 300 },
  /** Guesses and PINs also have exact limits (domain/limits). */
  signIn: { bytes: 16 * kB, keys: 50, items: 50, depth: 4, perAddress: 3_000, perDevice: 120 },
  /** A whole form with its lists and translations. */
  form: { bytes: 4 * MB, keys: 200_000, items: 200_000, depth: 64, perAddress: 600, perDevice: 120 },
  /** A file in pieces of 256 kB, written directly to disk. */
  upload: { bytes: maxFileSize + 4 * kB, keys: 0, items: 0, depth: 0, perAddress: 30_000, perDevice: 6_000 },
  /** A file as base64 in JSON. */
  inlineFile: {
    bytes: Math.ceil((maxFileSize * 4) / 3) + 64 * kB,
    keys: 500,
    items: 500,
    depth: 8,
    perAddress: 1_200,
    perDevice: 240,
    bytesPerAddress: 1024 * MB,
  },
  /** A filled PDF form with its attachments, as multipart. */
  pdf: { bytes: 4 * maxFileSize, keys: 0, items: 0, depth: 0, perAddress: 600, perDevice: 120, bytesPerAddress: 2048 * MB },
  /** The directory of a company (SCIM): one address, and a group may have 10,000 members. */
  directory: { bytes: 4 * MB, keys: 60_000, items: 20_000, depth: 12, perAddress: 6_000, perDevice: 6_000 },
  /** Text and card providers: few addresses, signed. */
  webhook: { bytes: MB, keys: 20_000, items: 20_000, depth: 32, perAddress: 12_000, perDevice: 12_000 },
} as const satisfies Record<string, Omit<RequestLimits, 'class'>>

export type LimitClass = keyof typeof classes

interface Exception extends Partial<Omit<RequestLimits, 'class'>> {
  readonly class?: LimitClass
  /** For routes that no endpoint of the contract declares. */
  readonly access?: Access
}

/** Routes that differ from the default of their method and access. `*` matches any further path. */
const exceptions: Readonly<Record<string, Exception>> = {
  'GET /*': { class: 'page', access: 'public' },
  'GET /media/*': { class: 'page', access: 'public' },
  'GET /healthz': { access: 'public' },
  'GET /readyz': { access: 'public' },
  'GET /metrics': { access: 'public' },
  'GET /schema/form.json': { class: 'page', access: 'public' },
  'GET /oauth/authorize/:provider': { class: 'signIn', bytes: 0, access: 'public' },
  'GET /oauth/callback/:provider': { class: 'signIn', bytes: 0, access: 'public' },
  // The answer of a SAML provider, as a form.
  'POST /oauth/callback/:provider': { class: 'signIn', bytes: 400 * kB, access: 'public' },
  'GET /api/login/saml/metadata': { class: 'page', access: 'public' },
  'GET /oauth/demo/*': { class: 'page', access: 'public' },
  'GET /api/changes': { class: 'stream', access: 'signedIn' },
  'GET /api/files/:id': { access: 'link' },
  'GET /api/device/qr.png': { class: 'export', access: 'signedIn' },
  'GET /api/automation/:id/export.csv': { class: 'export', access: 'signedIn' },
  'GET /api/automation/:id/poster.pdf': { class: 'export', access: 'signedIn' },
  'GET /api/automation/:owner/:automation/:execution/feed.txt': { class: 'export', access: 'signedIn' },
  'GET /api/statistics/export.csv': { class: 'export', access: 'signedIn' },
  'GET /api/billing/:id/export/usage.csv': { class: 'export', access: 'signedIn' },
  'GET /api/image2pdf': { class: 'export' },
  'POST /api/statistics': { perAddress: 600, perDevice: 120 },
  'POST /api/uploads': { class: 'upload', bytes: 0, access: 'link' },
  'HEAD /api/uploads/:id': { class: 'upload', bytes: 0, access: 'link' },
  'PATCH /api/uploads/:id': { class: 'upload', access: 'link' },
  'DELETE /api/uploads/:id': { class: 'upload', bytes: 0, access: 'link' },
  'OPTIONS /api/uploads': { class: 'upload', bytes: 0, access: 'public' },
  // Shared files that no service worker took: thrown away while they arrive.
  'POST /share': { class: 'upload', bytes: 4 * maxFileSize, perAddress: 120, perDevice: 30, access: 'public' },
  'POST /api/pdf/*': { class: 'pdf', bytes: Math.ceil(maxFileSize * 1.4), access: 'link' },
  'POST /api/submitted/*': { class: 'pdf', access: 'link' },
  'PATCH /api/submitted/*': { class: 'pdf', access: 'link' },
  'POST /api/sms/inbound': { class: 'webhook', bytes: 64 * kB, access: 'public' },
  'POST /api/payments/events': { class: 'webhook', access: 'public' },
  'GET /scim/v2/*': { class: 'directory', bytes: 0, access: 'link' },
  'POST /scim/v2/*': { class: 'directory', access: 'link' },
  'PUT /scim/v2/*': { class: 'directory', access: 'link' },
  'PATCH /scim/v2/*': { class: 'directory', access: 'link' },
  'DELETE /scim/v2/*': { class: 'directory', bytes: 0, access: 'link' },
  'POST /api/attach/*': { class: 'inlineFile' },
  'POST /api/image2pdf': { class: 'inlineFile', perAddress: 300, perDevice: 60 },
  // The body of an action may contain the answers of a record.
  'POST /api/*': { class: 'write' },
  'PATCH /api/*': { class: 'write' },
  'POST /api/rpc/:name': { class: 'write' },
  // One photo is read at a time, in a second or more.
  'POST /api/attachment/textValidate': { class: 'inlineFile', bytes: 4 * MB, perAddress: 120, perDevice: 30 },
  'POST /api/translate': { bytes: MB, keys: 5_000, items: 5_000, depth: 4, bytesPerAddress: 32 * MB },
  'POST /api/studio/:key': { class: 'form' },
  'POST /api/studio/:key/trials': { class: 'form' },
  // A record with its signatures, as `write`.
  'POST /api/trials/:token': { bytes: MB, keys: 20_000, items: 200_000, depth: 32 },
  // 500 operations with their paths.
  'POST /api/outbox:reconcile': { bytes: MB, keys: 2_000, items: 2_000, depth: 6 },
  // 10,000 operation ids.
  'POST /auth/leave': { bytes: 512 * kB, items: 10_000 },
  'POST /api/outbox/:opId:cancel': { bytes: 16 * kB, keys: 50, items: 50, depth: 4 },
  // All devices of a gate report at once when their network returns.
  'POST /api/device/ping': { perAddress: 6_000 },
  'POST /api/kiosk/:code/verify': { class: 'signIn' },
  'POST /api/kiosk/:code/auth': { class: 'signIn' },
  'POST /api/kiosk/:code/leave': { class: 'signIn' },
  'POST /api/kiosk/:code/ticket': { class: 'signIn' },
}

export interface Routed {
  readonly method: string
  /** The pattern as written in the contract or the router. */
  readonly path: string
  readonly access?: Access | undefined
  /** Waits in a device's outbox. */
  readonly queued?: boolean | undefined
}

export interface RouteLimits extends RequestLimits {
  readonly access: Access
  /** Name of the request counter: the class, or the route if it has its own rates. */
  readonly counter: string
}

/** Effective limits of a route. The HEAD of a page is counted as its GET. */
export function limitsOf({ method, path, access, queued }: Routed): RouteLimits {
  const exception = exceptions[`${method} ${path}`] ?? (method === 'HEAD' ? exceptions[`GET ${path}`] : undefined) ?? {}
  const { class: own, access: said, ...rest } = exception
  const to = access ?? said ?? 'public'
  const name = own ?? classOf(method, path, to, queued === true)
  const hasOwnRates = rest.perAddress !== undefined || rest.perDevice !== undefined
  return { class: name, ...classes[name], ...rest, access: to, counter: hasOwnRates ? `${method} ${path}` : name }
}

/** True if limits are declared for a route that no endpoint of the contract declares. */
export const isListed = ({ method, path }: Pick<Routed, 'method' | 'path'>): boolean =>
  `${method} ${path}` in exceptions || (method === 'HEAD' && `GET ${path}` in exceptions)

function classOf(method: string, path: string, access: Access, queued: boolean): LimitClass {
  if (path.startsWith('/auth/') || path.startsWith('/oauth/')) return 'signIn'
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return 'read'
  if (queued) return 'write'
  return access === 'public' ? 'public' : 'call'
}

/** `4 MB`, `64 kB`, `300 bytes`. */
export function sizeText(bytes: number): string {
  if (bytes >= MB) return `${Math.floor(bytes / MB)} MB`
  return bytes >= kB ? `${Math.floor(bytes / kB)} kB` : `${bytes} bytes`
}
