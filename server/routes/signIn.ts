import { preferredLanguage } from '../../contract/languages.ts'
import { getMe, ping, signIn, signOut, verify } from '../../contract/sign-in.ts'
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
      return { success: true, uid: outcome.uid, redirect: '/' }
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
]
