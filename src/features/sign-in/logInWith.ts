import type { AnswerOf } from '../../../contract/endpoint.ts'
import { authorizeAddress, finishLogin, loginPopup, type ProviderKey } from '../../../contract/endpoints/oauth.ts'
import { sharedDevice } from '../../store/encryption/sharedDevice.ts'
import { safeHref } from '../../lib/safeHref.ts'
import { toBase64url } from '../../lib/fromBase64url.ts'
import { sha256Now } from '../../lib/sha256Now.ts'
import { ask } from '../../sync/ask.ts'

/** The message that the window of a login sends to the page that opened it. */
export interface LoginTold {
  readonly type: typeof told
  /** The challenge of the login; the page ignores messages with the challenge of another page. */
  readonly for: string
  readonly ticket: string | undefined
  readonly error: string | undefined
}

export const told = 'muster:login'
/**
 * Sends the result to a page that the login window can no longer reach through `opener` (a provider may cut
 * that link).
 */
export const loginChannel = () => (typeof BroadcastChannel === 'function' ? new BroadcastChannel(told) : undefined)

interface UnderWay {
  readonly challenge: string
  readonly secret: string
  readonly link: boolean
}

/** Interval of the checks whether the window was closed, ms. */
const lookEvery = 500

function newLogin(link: boolean): UnderWay {
  const secret = toBase64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = sha256Now(secret).match(/../g) ?? []
  return { secret, challenge: toBase64url(Uint8Array.from(digest, (byte) => Number.parseInt(byte, 16))), link }
}

/** True in a frame of another page: the login of another system never runs there. */
export const embedded = () => window.parent !== window

/**
 * False for an app on the home screen, which has no second window, and for a window that was opened for a
 * login: there the login replaces the page.
 */
const ownWindow = () => embedded() || !(window.opener || window.matchMedia?.('(display-mode: standalone)').matches)

/**
 * Logs in with another system in a separate window. Resolves to the message of that window; undefined if
 * `signal` aborts, and if the page itself navigates there (the login then ends on the page after the redirect
 * back). `onClosed` is called when the window is closed and has sent no message; on a busy device its message
 * may still arrive. In a frame whose browser opens no window, the error is WINDOW_BLOCKED. Call it in the tap
 * handler itself: a browser opens no window later.
 */
export function logInWith(
  provider: ProviderKey,
  { link = false, signal, onClosed }: { link?: boolean; signal: AbortSignal; onClosed: () => void },
): Promise<LoginEnd | undefined> {
  const login = newLogin(link)
  const address = authorizeAddress(provider, embedded() ? 'embedded' : 'web', login.challenge, sharedDevice() === true)
  const { width, height } = loginPopup
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2))
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2))
  const popup = ownWindow()
    ? window.open(safeHref(address), 'muster-login', `popup,width=${width},height=${height},left=${left},top=${top}`)
    : null
  if (!popup && embedded()) return Promise.resolve({ ...login, ticket: undefined, error: 'WINDOW_BLOCKED' })
  if (!popup) {
    goThere(login, address)
    return Promise.resolve(undefined)
  }
  return new Promise((resolve) => {
    const channel = loginChannel()
    const done = (end: LoginEnd | undefined) => {
      window.removeEventListener('message', onMessage)
      channel?.close()
      clearInterval(timer)
      resolve(end)
    }
    const hear = (data: unknown) => {
      const message = data as Partial<LoginTold> | null
      if (message?.type === told && message.for === login.challenge) done({ ...login, ticket: message.ticket, error: message.error })
    }
    const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin === window.location.origin) hear(data)
    }
    window.addEventListener('message', onMessage)
    if (channel) channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data)
    let closed = false
    // Its result message usually arrives within one more interval.
    const timer = setInterval(() => {
      if (closed) {
        clearInterval(timer)
        onClosed()
      }
      closed = popup.closed
    }, lookEvery)
    signal.addEventListener('abort', () => done(undefined))
  })
}

const underWay = 'muster:login-under-way'

/**
 * Navigates the page itself to the other system; the state of the login is kept in this tab's session
 * storage.
 */
function goThere(login: UnderWay, address: string): void {
  sessionStorage.setItem(underWay, JSON.stringify(login))
  window.location.assign(safeHref(address) ?? '/login')
}

/** Starts a login that replaces this page, for links to it (`/login?with=`). */
export function goLogIn(provider: ProviderKey): void {
  const login = newLogin(false)
  goThere(login, authorizeAddress(provider, 'web', login.challenge, sharedDevice() === true))
}

/** Returns the login that this tab started by navigating away; each login only once. */
export function takeUnderWay(challenge: string): UnderWay | undefined {
  try {
    const login = JSON.parse(sessionStorage.getItem(underWay) ?? 'null') as UnderWay | null
    if (login?.challenge !== challenge) return undefined
    sessionStorage.removeItem(underWay)
    return login
  } catch {
    return undefined
  }
}

export interface LoginEnd extends UnderWay {
  readonly ticket: string | undefined
  readonly error: string | undefined
}

/** Exchanges the ticket for the server's answer. Rejects with AskFailed. */
export async function endLogin({ ticket, error, secret, link }: LoginEnd): Promise<AnswerOf<typeof finishLogin>> {
  if (ticket === undefined) return { success: false, code: error ?? '' }
  return ask(finishLogin, undefined, { ticket, secret, ...(link && { link }) })
}

const signUpFrom = 'muster:sign-up'

/** Identity of a person at the other system; they continue at Create Account. */
export interface SignUpFrom {
  readonly email: string
  readonly name: string
  readonly provider: string
}

export const keepSignUp = (from: SignUpFrom): void => sessionStorage.setItem(signUpFrom, JSON.stringify(from))
export const dropSignUp = (): void => sessionStorage.removeItem(signUpFrom)
export function readSignUp(): SignUpFrom | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(signUpFrom) ?? 'null') as SignUpFrom | null) ?? undefined
  } catch {
    return undefined
  }
}
