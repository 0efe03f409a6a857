import { type SignInAnswer, signOut } from '../../contract/endpoints/sign-in.ts'
import { deviceOwner } from '../store/identity/getOwner.ts'
import { getPreference, setPreference } from '../store/preferences/preferences.ts'
import { ask } from './ask.ts'

const current = 'x:session'
const later = 'x:sign-out-later'

const named = (name: unknown) => JSON.parse(String(name)) as SignInAnswer['token']

/** Called after a log-in. It replaced the browser's previous session, which the server has ended. */
export function noteSession(name: SignInAnswer['token']): void {
  setPreference(later, undefined)
  setPreference(current, name && JSON.stringify(name))
}

/**
 * Asks the server to end this browser's session, with a timeout of `limit` ms. If that fails, `finishSignOut`
 * repeats it later. `isNextWaiting`: the next user waits until this promise resolves, so the cookie is cleared as
 * well. Otherwise only the session of that name ends: the cookie may be the next user's by then.
 */
export async function takeSessionBack(limit: number, { isNextWaiting }: { isNextWaiting: boolean }): Promise<void> {
  const name = getPreference(current)
  const pending = name ?? true
  setPreference(later, pending)
  setPreference(current, undefined)
  const body = isNextWaiting || name === undefined ? undefined : { session: named(name) }
  try {
    // After the timeout an answer could clear the cookie of the next user.
    await ask(signOut, undefined, body, { signal: AbortSignal.timeout(limit) })
    forgetPending(pending)
  } catch {
    // `finishSignOut` repeats it.
  }
}

/**
 * Repeats a failed log-out. It names the session, so a user who is logging in at this moment keeps theirs.
 */
export async function finishSignOut(): Promise<void> {
  const waiting = getPreference(later)
  if (waiting === undefined) return
  if (typeof waiting === 'string') await ask(signOut, undefined, { session: named(waiting) })
  // The session's name is unknown: log out only if no user has logged in since. A page of a kiosk belongs to
  // the kiosk, whichever user is logged in in its frame.
  else if (!(await deviceOwner()).startsWith('u:')) await ask(signOut)
  forgetPending(waiting)
}

/** The server has ended this session. Another one may have been noted meanwhile, which still has to end. */
function forgetPending(pending: unknown): void {
  if (getPreference(later) === pending) setPreference(later, undefined)
}
