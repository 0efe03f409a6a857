import { type SignInAnswer, syncUser } from '../../../contract/endpoints/sign-in.ts'
import { markLeft } from '../../store/encryption/grantOf.ts'
import { deviceOwner } from '../../store/identity/getOwner.ts'
import { setOwner } from '../../store/identity/useOwner.ts'
import { getStore } from '../../store/db/store.ts'
import { ask } from '../../sync/ask.ts'
import { noteSession } from '../../sync/finishSignOut.ts'

export interface SignedIn {
  readonly uid: string
  /** Where the server redirects the person. */
  readonly redirect: string | undefined
}

/**
 * Makes the person of an accepted sign-in the owner of this device. Undefined if the server refused the
 * sign-in.
 */
export async function takeAnswer(answer: SignInAnswer): Promise<SignedIn | undefined> {
  if (!answer.success || answer.uid === undefined) return undefined
  noteSession(answer.token)
  const before = await deviceOwner()
  // This sign-in logs the previous person out.
  if (before.startsWith('u:') && before !== `u:${answer.uid}`) await markLeft(getStore(), before).catch(() => undefined)
  await setOwner(`u:${answer.uid}`, { grant: answer.grant, seal: answer.seal })
  // In the background; a failure is ignored here.
  void ask(syncUser, { uid: answer.uid }, [{ type: 'core' }]).catch(() => undefined)
  return { uid: answer.uid, redirect: answer.redirect }
}
