import { Refused } from '../../../contract/Refused.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  passkeyOptions,
  passkeyRule,
  passkeySignIn,
  removePasskey,
  resetPasskeys,
  setPasskeyRule,
} from '../../../contract/endpoints/passkeys.ts'
import { makeGrant } from '../../domain/grants/grantsOf.ts'
import { addressGroup, countAgainst, limits } from '../../domain/limits/limits.ts'
import {
  addPasskey as add,
  beginPasskey as begin,
  passkeyOptions as optionsToShow,
  passkeyRuleOf,
  passkeysOf,
  removePasskey as remove,
  resetPasskeysOf,
  setPasskeyRule as setRule,
  signInWithPasskey,
} from '../../domain/sign-in/passkeysOf.ts'
import { type Call, serve } from '../../http/serve.ts'
import { answerSignIn } from './signInRoutes.ts'
import { text } from '../../i18n/text.ts'

const anyActor = { anyActor: true }
/** Called during the sign-in, when the device does not act for the person yet. */
const inSignIn = { anyActor: true, beforePasskey: true }

const asking = ({ me, session, origin, impersonated }: Pick<Call<never>, 'me' | 'session' | 'origin' | 'impersonated'>) => {
  if (impersonated) throw new Refused(403, 'actor_mismatch', text('Stop impersonating first.'))
  return { me, limited: session?.wantsPasskey === true, origin }
}
const plain = (options: object) => options as Record<string, unknown>

export const passkeyRoutes = [
  serve(
    passkeyOptions,
    async (call) => {
      await countAgainst(call.app, limits.logins, addressGroup(call.address))
      return { options: plain(await optionsToShow(call.app, call.origin)) }
    },
    anyActor,
  ),
  serve(
    passkeySignIn,
    async (call) => {
      await countAgainst(call.app, limits.guessPerAddress, addressGroup(call.address))
      return answerSignIn(call, await signInWithPasskey(call.app, { credential: call.body.credential, origin: call.origin }))
    },
    anyActor,
  ),
  serve(listPasskeys, ({ app, me }) => passkeysOf(app, me)),
  serve(beginPasskey, async (call) => ({ options: plain(await begin(call.app, asking(call))) }), inSignIn),
  serve(
    addPasskey,
    async (call) => {
      const { app, device, deviceKey: key, me } = call
      const { name, credential } = call.body
      const sessionId = call.session?.id ?? ''
      const asks = asking(call)
      const id = await add(app, { ...asks, name, credential, session: sessionId })
      // Their sign-in by PIN gave none.
      const grant = asks.limited && device !== '' ? await makeGrant(app, { uid: me.uid, device, sessionId, key }) : undefined
      return { id, ...(grant !== undefined && { grant }) }
    },
    inSignIn,
  ),
  serve(removePasskey, async ({ app, me, body }) => ({ removed: await remove(app, me, body.id) })),
  serve(passkeyRule, ({ app, me, params, session }) =>
    passkeyRuleOf(app, me, { billing: params.billing, shown: session?.passkey === true }),
  ),
  serve(setPasskeyRule, async ({ app, me, params, body, session }) => {
    await setRule(app, me, { billing: params.billing, required: body.required, shown: session?.passkey === true })
    return { required: body.required }
  }),
  serve(resetPasskeys, async ({ app, me, params, body }) => ({
    removed: await resetPasskeysOf(app, me, { billing: params.billing, uid: body.uid }),
  })),
]
