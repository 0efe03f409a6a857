import { type SignInAnswer, signOut } from '../../contract/sign-in.ts'
import { deviceOwner } from '../store/identity.ts'
import { getPreference, setPreference } from '../store/preferences.ts'
import { ask } from './ask.ts'

const current = 'x:session'
const later = 'x:sign-out-later'

/** A sign-in took the place of whatever session this browser had; the server has ended that one with it. */
export function noteSession(name: SignInAnswer['token']): void {
  setPreference(later, undefined)
  setPreference(current, name && JSON.stringify(name))
}

/** Asks the server to take this browser's session back, for at most `limit` ms. What can't be asked now is asked later (`finishSignOut`). */
export async function takeSessionBack(limit: number): Promise<void> {
  setPreference(later, getPreference(current) ?? true)
  setPreference(current, undefined)
  try {
    // An answer that comes after the limit could take the cookie of whoever is next.
    await ask(signOut, undefined, undefined, { signal: AbortSignal.timeout(limit) })
    setPreference(later, undefined)
  } catch {
    // Later.
  }
}

/** A sign-out that could not be asked for is asked for now. It names its session: somebody may be signing in at this moment, and keeps theirs. */
export async function finishSignOut(): Promise<void> {
  const waiting = getPreference(later)
  if (waiting === undefined) return
  if (typeof waiting === 'string') await ask(signOut, undefined, { session: JSON.parse(waiting) as SignInAnswer['token'] })
  // The name was not kept: only while nobody has signed in again. A kiosk's page is the kiosk's, whoever is signed in in its frame.
  else if (!(await deviceOwner()).startsWith('u:')) await ask(signOut)
  if (getPreference(later) === waiting) setPreference(later, undefined)
}
