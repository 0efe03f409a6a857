export interface PageTrouble {
  readonly code?: string | undefined
  readonly message: string
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
  | { readonly kind: 'other'; readonly text: string; readonly code: string }

/** Which of the error screens of spec/1 §8 a failure gets. */
export function pageError({ code, message }: PageTrouble, recovery: boolean): PageError {
  if (code === 'NOT_AUTHORIZED') return { kind: message === 'Link Expired' ? 'expired' : 'signIn' }
  if (code === 'UNREACHABLE') return { kind: 'offline' }
  if (recovery) return { kind: 'recovery' }
  return { kind: 'other', text: message.slice(0, errorTextCap), code: code || 'UNKNOWN' }
}
