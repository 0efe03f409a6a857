import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The cookies that identify a browser. Secure cookies have the prefix `__Host-`: no other host of the site,
 * and no page over plain http, can set one. The plain names are still read, for browsers that signed in
 * before the prefix existed; identify() replaces them.
 */
export const cookieNames = {
  session: 'muster_session',
  /**
   * The person that a product administrator impersonates; only valid together with the administrator's own
   * session.
   */
  impersonation: 'muster_as',
  /**
   * Identifies a kiosk's browser. As a sign-in it counts only for requests that name the kiosk as actor, so
   * that people can sign in in the same browser.
   */
  kiosk: 'muster_kiosk',
  /** Binds a PIN to the browser that requested it. */
  pin: 'muster_pin',
  /**
   * Hashes, made with the server's secret, of numbers that have signed in in this browser. Its PIN requests
   * are counted separately from those of strangers.
   */
  known: 'muster_known',
  /** The position of the database after the last write of this browser: a replica that lacks it does not answer. */
  position: 'muster_position',
} as const
export type CookieName = keyof typeof cookieNames

const prefix = '__Host-'

export interface CookieSettings {
  /** Other sites show our pages in a frame: a session needs a special kind of cookie there. */
  readonly framedElsewhere?: boolean
  readonly secureCookie: 'always' | 'when-https' | 'never'
}

export const isSecure = ({ secureCookie }: CookieSettings, request: FastifyRequest): boolean =>
  secureCookie === 'always' || (secureCookie === 'when-https' && request.protocol === 'https')

export function cookieOptions(settings: CookieSettings, request: FastifyRequest) {
  const secure = isSecure(settings, request)
  // In a frame of another site browsers keep only cookies with SameSite=None; Partitioned limits them to
  // our frame inside that site.
  // Writes of foreign pages are refused by their origin (refuseForeignWrite), regardless of cookies.
  const framed = settings.framedElsewhere === true && secure
  return {
    path: '/',
    httpOnly: true,
    sameSite: framed ? ('none' as const) : ('lax' as const),
    secure,
    ...(framed && { partitioned: true }),
  }
}

/** `plain`: the cookie had the name without the prefix. */
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
