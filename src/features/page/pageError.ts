export interface PageTrouble {
  readonly code?: string | undefined
  readonly message: string
  /** It passes by itself (store/cached.ts). */
  readonly passing?: 'offline' | 'captive' | 'busy' | undefined
}

/** What an error screen is about, where that is a save. `waits`: it was not taken and is in the outbox; `taken`: what should have followed went wrong. */
export type SaveTrouble = 'waits' | 'taken'

/** The error that an answer carries although the save was taken. */
export function troubleIn(answer: Readonly<Record<string, unknown>> | undefined): PageTrouble | undefined {
  const error = answer?.['error']
  if (typeof error === 'string') return { message: error }
  if (typeof error !== 'object' || error === null) return undefined
  const { code, message } = error as Record<string, unknown>
  return { message: typeof message === 'string' ? message : '', ...(typeof code === 'string' && { code }) }
}

/** Longest error text that is shown (spec/1 §9). */
export const errorTextCap = 1000

export type PageError =
  | { readonly kind: 'expired' }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'recovery' }
  /** Nothing is kept on the device and the server can't be reached. */
  | { readonly kind: 'offline' }
  /** A Wi-Fi that wants a sign-in of its own first. */
  | { readonly kind: 'captive' }
  /** The server answers that it is in trouble, or nobody before it gets an answer out of it. */
  | { readonly kind: 'busy'; readonly text: string; readonly code: string }
  | { readonly kind: 'other'; readonly text: string; readonly code: string }

/** Which of the error screens of spec/1 §8 a failure gets. */
export function pageError({ code, message, passing }: PageTrouble, recovery: boolean): PageError {
  if (code === 'NOT_AUTHORIZED') return { kind: message === 'Link Expired' ? 'expired' : 'signIn' }
  if (passing === 'offline' || code === 'UNREACHABLE') return { kind: 'offline' }
  if (passing === 'captive') return { kind: 'captive' }
  if (passing === 'busy') return { kind: 'busy', text: message.slice(0, errorTextCap), code: code || 'UNKNOWN' }
  if (recovery) return { kind: 'recovery' }
  return { kind: 'other', text: message.slice(0, errorTextCap), code: code || 'UNKNOWN' }
}
