export interface PageTrouble {
  readonly code?: string | undefined
  readonly message: string
  /** The cause is temporary (store/queries/cached.ts). */
  readonly passing?: 'offline' | 'captive' | 'busy' | undefined
}

/**
 * The state of a save, for its error screen. `waits`: the save failed and is in the outbox; `taken`: the save
 * succeeded, but a later step failed.
 */
export type SaveTrouble = 'waits' | 'taken'

/** Returns the error in the answer of a successful save. */
export function troubleIn(answer: Readonly<Record<string, unknown>> | undefined): PageTrouble | undefined {
  const error = answer?.['error']
  if (typeof error === 'string') return { message: error }
  if (typeof error !== 'object' || error === null) return undefined
  const { code, message } = error as Record<string, unknown>
  return { message: typeof message === 'string' ? message : '', ...(typeof code === 'string' && { code }) }
}

/** Longest error text that is shown, characters (spec/1 §9). */
export const errorTextCap = 1000

export type PageError =
  | { readonly kind: 'expired' }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'recovery' }
  /** There is no cached page, and the server can't be reached. */
  | { readonly kind: 'offline' }
  /** A Wi-Fi that requires its own sign-in first. */
  | { readonly kind: 'captive' }
  /** The server reports an overload, or a proxy in front of it gets no answer. */
  | { readonly kind: 'busy'; readonly text: string; readonly code: string }
  | { readonly kind: 'other'; readonly text: string; readonly code: string }

/** Returns the error screen of spec/1 §8 for a failure. */
export function pageError({ code, message, passing }: PageTrouble, recovery: boolean): PageError {
  if (code === 'NOT_AUTHORIZED') return { kind: message === 'Link Expired' ? 'expired' : 'signIn' }
  if (passing === 'offline' || code === 'UNREACHABLE') return { kind: 'offline' }
  if (passing === 'captive') return { kind: 'captive' }
  if (passing === 'busy') return { kind: 'busy', text: message.slice(0, errorTextCap), code: code || 'UNKNOWN' }
  if (recovery) return { kind: 'recovery' }
  return { kind: 'other', text: message.slice(0, errorTextCap), code: code || 'UNKNOWN' }
}
