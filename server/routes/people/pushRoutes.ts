import { choosePush, getPush, subscribePush, testPush, unsubscribePush } from '../../../contract/endpoints/people/push.ts'
import { notAuthorized, stopImpersonating } from '../../domain/access/refusals.ts'
import { changePushChoice, pushOf, subscribePerson, unsubscribePerson } from '../../domain/push/pushOf.ts'
import { sendTestNotice } from '../../domain/push/sendToSubscription.ts'
import type { Person } from '../../domain/sign-in/person.ts'
import type { Caller } from '../../http/identify.ts'
import { serve } from '../../http/serve.ts'

/** Throws Refused for a kiosk, which has no session, and for an administrator who views the product as this person. */
function ownSession({ me, session, impersonated }: Pick<Caller, 'session' | 'impersonated'> & { readonly me: Person }) {
  if (impersonated) throw stopImpersonating()
  if (!session) throw notAuthorized()
  return { uid: me.uid, session: session.id }
}

export const pushRoutes = [
  serve(getPush, (call) => pushOf(call.app, ownSession(call))),
  serve(subscribePush, async (call) => {
    await subscribePerson(call.app, ownSession(call), call.body)
    return { success: true as const }
  }),
  serve(unsubscribePush, async (call) => ({ ended: await unsubscribePerson(call.app, ownSession(call).uid, call.body.endpoint) })),
  serve(choosePush, (call) => changePushChoice(call.app, ownSession(call).uid, call.body)),
  serve(testPush, async (call) => {
    ownSession(call)
    return { outcome: await sendTestNotice(call.app, call.me, call.body.endpoint) }
  }),
]
