import type { Return } from '../../../contract/endpoints/records.ts'
import { getOwner } from '../../store/identity/getOwner.ts'

/** The step after a save or an action (spec/1 §4.9). `stay`: the status screen stays. */
export type ReturnStep =
  | { readonly to: 'back' | 'close' | 'reload' | 'nop' | 'kioskrestart' | 'stay' }
  | { readonly to: 'site'; readonly path: string }
  | { readonly to: 'outside'; readonly url: string }

export type ReturnOrigin = 'record' | 'action'

export const defaultMessage = '# Got it, thanks'

const delays: Record<ReturnOrigin, number> = { record: 1000, action: 100 }

/**
 * Returns the step for a `returnUrl`. Only http(s), a path of this site and the named values are followed;
 * every other scheme is refused and the screen stays.
 */
export function returnStep(returnUrl: string | undefined, origin: string): ReturnStep {
  switch (returnUrl) {
    case undefined:
    case '':
      return { to: 'stay' }
    case 'back':
    case 'close':
    case 'reload':
    case 'nop':
    case 'kioskrestart':
      return { to: returnUrl }
  }
  if (!/^(?:https?:\/\/|\/(?![/\\]))/i.test(returnUrl) || !URL.canParse(returnUrl, origin)) return { to: 'stay' }
  const url = new URL(returnUrl, origin)
  // A visitor has no start page: it would ask them to sign in.
  if (url.href === `${origin}/` && !getOwner().startsWith('u:')) return { to: 'stay' }
  if (url.origin === origin) return { to: 'site', path: url.pathname + url.search + url.hash }
  return /^https?:\/\//i.test(returnUrl) ? { to: 'outside', url: url.href } : { to: 'stay' }
}

/** The step and the message in the answer of a save; other types of values are ignored. */
export function returnIn(answer: Readonly<Record<string, unknown>>): Return {
  const { returnUrl, returnUrlDelay, returnMessage: message } = answer
  return {
    ...(typeof returnUrl === 'string' && { returnUrl }),
    ...(typeof returnUrlDelay === 'number' && { returnUrlDelay }),
    ...(typeof message === 'string' && { returnMessage: message }),
  }
}

/** Returns the delay before the step, ms. */
export function returnDelay({ returnUrlDelay }: Return, origin: ReturnOrigin): number {
  return typeof returnUrlDelay === 'number' && returnUrlDelay >= 0 ? returnUrlDelay : delays[origin]
}

/**
 * Returns the text of the Processed screen, and whether it adds that the tab can be closed (decision OQ-007).
 */
export function returnMessage({ returnMessage: message, returnUrl }: Return): { readonly message: string; readonly mayClose: boolean } {
  if (message) return { message, mayClose: false }
  const goesOn = returnUrl === 'kioskrestart' || /^https?:\/\//i.test(returnUrl ?? '')
  return { message: defaultMessage, mayClose: !goesOn }
}
