import { type SignInAnswer, syncUser } from '../../../contract/sign-in.ts'
import { markLeft } from '../../store/grants.ts'
import { deviceOwner } from '../../store/identity.ts'
import { setOwner } from '../../store/owner.ts'
import { getStore } from '../../store/store.ts'
import { ask } from '../../sync/ask.ts'
import { noteSession } from '../../sync/signOut.ts'

export interface SignedIn {
  readonly uid: string
  /** Where the server would have the person go. */
  readonly redirect: string | undefined
}

/** The device speaks for whoever the server has let in. Undefined when it has not. */
export async function takeAnswer(answer: SignInAnswer): Promise<SignedIn | undefined> {
  if (!answer.success || answer.uid === undefined) return undefined
  noteSession(answer.token)
  const before = await deviceOwner()
  // Whoever was here has left with this sign-in.
  if (before.startsWith('u:') && before !== `u:${answer.uid}`) await markLeft(getStore(), before).catch(() => undefined)
  await setOwner(`u:${answer.uid}`, { grant: answer.grant, seal: answer.seal })
  // In the background; whether it succeeds is nobody's concern here.
  void ask(syncUser, { uid: answer.uid }, [{ type: 'core' }]).catch(() => undefined)
  return { uid: answer.uid, redirect: answer.redirect }
}
