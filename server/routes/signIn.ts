import { preferredLanguage } from '../../contract/languages.ts'
import { listGrants, revokeGrants } from '../../contract/grants.ts'
import { getSealKey, openSeals } from '../../contract/sealing.ts'
import { getMe, ping, signIn, signOut, verify } from '../../contract/sign-in.ts'
import { grantsOf, makeGrant, revokeGrantsOf } from '../domain/grants/grants.ts'
import { keysFor } from '../domain/sealing/sealed.ts'
import { meOf } from '../domain/sign-in/person.ts'
import { sendPin, signInWithPin } from '../domain/sign-in/signIn.ts'
import { serve } from './serve.ts'

const anyActor = { anyActor: true }

export const signInRoutes = [
  serve(ping, () => ({ app: 1 as const, now: new Date().toISOString() })),
  serve(
    verify,
    async (call) => {
      const lang = preferredLanguage((call.languages ?? '').split(',').map((one) => one.split(';')[0] ?? ''))
      await sendPin(call.app, { mobile: call.body.mobile, address: call.address, lang })
      return { success: true }
    },
    anyActor,
  ),
  serve(
    signIn,
    async (call) => {
      const outcome = await signInWithPin(call.app, { ...call.body, address: call.address })
      if ('code' in outcome) {
        if (outcome.code === 'ACCOUNT_DISABLED') call.clearSession()
        return { success: false, code: outcome.code }
      }
      call.setSession(outcome.token)
      const grant = call.device === '' ? undefined : await makeGrant(call.app, { uid: outcome.uid, device: call.device })
      return { success: true, uid: outcome.uid, redirect: '/', seal: call.app.seals.current, ...(grant !== undefined && { grant }) }
    },
    anyActor,
  ),
  serve(
    signOut,
    async (call) => {
      await call.endSession()
      return { success: true }
    },
    anyActor,
  ),
  serve(getMe, (call) => meOf(call.me), anyActor),
  serve(getSealKey, (call) => call.app.seals.current, anyActor),
  serve(openSeals, (call) => keysFor(call.app, call.me, call.body)),
  serve(listGrants, async ({ app, me, query }) => ({ grants: await grantsOf(app, me, query.of) })),
  serve(revokeGrants, async ({ app, me, body }) => ({ revoked: await revokeGrantsOf(app, me, body) })),
]
