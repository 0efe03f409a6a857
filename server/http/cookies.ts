import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The cookies by which a browser is known. Where they are Secure they carry the prefix `__Host-`: no other host of the site, and no page of plain http,
 * can plant one. The plain names are still read, since browsers that signed in before the prefix have them; identify() replaces them.
 */
export const cookieNames = {
  session: 'muster_session',
  /** Whom a product administrator looks as; works only beside their own session. */
  impersonation: 'muster_as',
  /** What a kiosk's browser is known by; looked at only where the kiosk says that it acts, so that people can sign in beside it. */
  kiosk: 'muster_kiosk',
  /** Ties a PIN to the browser that asked for it. */
  pin: 'muster_pin',
  /** Numbers that have signed in in this browser, as hashes that only this server can make: it asks for its PINs apart from strangers. */
  known: 'muster_known',
} as const
export type CookieName = keyof typeof cookieNames

const prefix = '__Host-'

export interface CookieSettings {
  /** Pages of other sites show ours in a frame: there a session needs a cookie of its own kind. */
  readonly framedElsewhere?: boolean
  readonly secureCookie: 'always' | 'when-https' | 'never'
}

export const isSecure = ({ secureCookie }: CookieSettings, request: FastifyRequest): boolean =>
  secureCookie === 'always' || (secureCookie === 'when-https' && request.protocol === 'https')

export function cookieOptions(settings: CookieSettings, request: FastifyRequest) {
  const secure = isSecure(settings, request)
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

/** `plain`: the value came under the name without the prefix. */
export function readCookie(request: FastifyRequest, name: CookieName): { readonly value: string; readonly plain: boolean } | undefined {
  const own = request.cookies[prefix + cookieNames[name]]
  if (own !== undefined) return { value: own, plain: false }
  const plain = request.cookies[cookieNames[name]]
  return plain === undefined ? undefined : { value: plain, plain: true }
}

export const cookieValue = (request: FastifyRequest, name: CookieName): string | undefined => readCookie(request, name)?.value

interface Kept {
  readonly name: CookieName
  readonly value: string
  readonly maxAge: number
}

export function setCookie(settings: CookieSettings, request: FastifyRequest, reply: FastifyReply, { name, value, maxAge }: Kept): void {
  const options = cookieOptions(settings, request)
  const plain = cookieNames[name]
  reply.setCookie(options.secure ? prefix + plain : plain, value, { ...options, maxAge })
  if (options.secure && request.cookies[plain] !== undefined) reply.clearCookie(plain, options)
}

export function clearCookie(settings: CookieSettings, request: FastifyRequest, reply: FastifyReply, name: CookieName): void {
  const options = cookieOptions(settings, request)
  const plain = cookieNames[name]
  if (options.secure) reply.clearCookie(prefix + plain, options)
  if (!options.secure || request.cookies[plain] !== undefined) reply.clearCookie(plain, options)
}
