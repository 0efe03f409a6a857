import { Refused } from '../../../contract/Refused.ts'
import { leaveDevice, listGrantHolders, listGrants, revokeGrants } from '../../../contract/endpoints/grants.ts'
import { type Language, preferredLanguage } from '../../../contract/reference/languages.ts'
import { getSealKey, openSeals } from '../../../contract/endpoints/sealing.ts'
import { endSessions, listSessions } from '../../../contract/endpoints/sessions.ts'
import {
  getMe,
  myTasks,
  pinWay,
  ping,
  type SignInAnswer,
  signIn,
  signInWithLink,
  signOut,
  syncUser,
  verify,
} from '../../../contract/endpoints/sign-in.ts'
import { grantHolders, grantsOf, leaveDevice as leave, makeGrant, revokeGrantsOf } from '../../domain/grants/grantsOf.ts'
import { keysFor } from '../../domain/sealing/unsealedBody.ts'
import { includesOf, wholeMeOf } from '../../domain/account/wholeMeOf.ts'
import { hasPasskey } from '../../domain/sign-in/passkeysOf.ts'
import { endNamedSession, endOthersHere, readSession, sessionName, sessionsOf, signOutElsewhere } from '../../domain/sign-in/sessionsOf.ts'
import { signInWithLink as openLink } from '../../domain/people/signInWithLink.ts'
import { pinWayOf, type SignInOutcome, sendPin, signInToTasks, signInWithPin } from '../../domain/sign-in/signInWithPin.ts'
import { signUp, wantsAccount } from '../../domain/sign-in/signUp.ts'
import { isServedNumber } from '../../domain/texts/isServedNumber.ts'
import { syncPerson } from '../../domain/account/syncPerson.ts'
import { type Call, serve } from '../../http/serve.ts'
import { isKnownNumber, pinBrowser, rememberNumber, startPinBrowser } from './pinBrowser.ts'
import { text } from '../../i18n/text.ts'

const anyActor = { anyActor: true }

type Gate = Pick<Call<never>, 'app' | 'device' | 'deviceKey' | 'languages' | 'setSession' | 'clearSession'>

export const languageOf = (call: Pick<Gate, 'languages'>): Language =>
  preferredLanguage((call.languages ?? '').split(',').map((one) => one.split(';')[0] ?? ''))

/** The answer of every kind of sign-in; also sets the session cookie. */
export async function answerSignIn(call: Gate, outcome: SignInOutcome): Promise<SignInAnswer> {
  if ('code' in outcome) {
    if (outcome.code === 'ACCOUNT_DISABLED') call.clearSession()
    return { success: false, ...outcome, ...('teams' in outcome && { teams: undefined }) }
  }
  await call.setSession(outcome.token)
  const { app, device, deviceKey: key } = call
  const { uid, token: session } = outcome
  await endOthersHere(app, session, { uid, device })
  const wants = (await readSession(app, session))?.wantsPasskey === true
  // A PIN alone leaves no grant where a passkey is required: the answer to `addPasskey` brings one.
  const grant = device === '' || wants ? undefined : await makeGrant(app, { uid, device, session, key })
  const passkey = (await hasPasskey(app, uid)) ? ('use' as const) : ('add' as const)
  return {
    success: true,
    ...(wants && { passkey }),
    uid: outcome.uid,
    redirect: outcome.redirect,
    token: sessionName(call.app, outcome.token),
    seal: call.app.seals.current,
    ...(grant !== undefined && { grant }),
  }
}

type PinCall = Gate & Pick<Call<never>, 'address' | 'cookie' | 'setCookie'>

async function askForPin(call: PinCall, mobile: string): Promise<void> {
  const isKnown = isKnownNumber(call, mobile)
  await sendPin(call.app, { mobile, address: call.address, lang: languageOf(call), browser: startPinBrowser(call), isKnown })
}

async function answerPin(call: PinCall, mobile: string, outcome: SignInOutcome): Promise<SignInAnswer> {
  const answer = await answerSignIn(call, outcome)
  if (answer.success) rememberNumber(call, mobile)
  return answer
}

/** Part of the answer only where it differs from a text message. */
function wayOf({ app }: Pick<Gate, 'app'>) {
  const way = pinWayOf(app)
  return way === 'text' || way === 'demo' ? {} : { way }
}

export const signInRoutes = [
  serve(pinWay, ({ app }) => ({ way: pinWayOf(app) }), anyActor),
  serve(ping, () => ({ app: 1 as const, now: new Date().toISOString() })),
  serve(
    verify,
    async (call) => {
      const { mobile, email, name, company } = call.body
      const account = [email, name, company].filter((given) => given !== undefined).length
      if (account > 0 && account < 3) return { success: false, code: 'ALL_FIELDS_REQUIRED' }
      if (account > 0 && !isServedNumber(mobile)) return { success: false, code: 'COUNTRY_NOT_SERVED' }
      await askForPin(call, mobile)
      return { success: true, ...wayOf(call), ...(account > 0 && { exists: call.person?.mobile === mobile }) }
    },
    anyActor,
  ),
  serve(
    signIn,
    async (call) => {
      const guess = { ...call.body, address: call.address, browser: pinBrowser(call) }
      const outcome = wantsAccount(call.body)
        ? await signUp(call.app, { ...guess, lang: languageOf(call) })
        : await signInWithPin(call.app, guess)
      return answerPin(call, call.body.mobile, outcome)
    },
    anyActor,
  ),
  serve(
    myTasks,
    async (call) => {
      const { mobile, pin, team } = call.body
      if (pin === undefined) {
        await askForPin(call, mobile)
        return { success: true, ...wayOf(call) }
      }
      const outcome = await signInToTasks(call.app, { mobile, pin, team, address: call.address, browser: pinBrowser(call) })
      return { ...(await answerPin(call, mobile, outcome)), ...('teams' in outcome && outcome.teams && { teams: [...outcome.teams] }) }
    },
    anyActor,
  ),
  serve(
    signInWithLink,
    async (call) => answerSignIn(call, await openLink(call.app, { token: call.body.token, address: call.address })),
    anyActor,
  ),
  serve(
    signOut,
    async (call) => {
      const named = call.body?.session
      if (named) await endNamedSession(call.app, named)
      else await call.endSession()
      // Clears pictures of the earlier session from the browser's cache. Never "storage": it contains
      // unsent work.
      call.replyHeader('clear-site-data', '"cache"')
      return { success: true }
    },
    anyActor,
  ),
  serve(leaveDevice, async ({ app, device, body }) => ({ ended: await leave(app, { ...body, token: body.grant, device }) }), anyActor),
  serve(
    getMe,
    async (call) => ({
      ...(await wholeMeOf(call.app, call.me, includesOf(call.query.include))),
      ...(call.app.supportUrl !== undefined && { support: call.app.supportUrl }),
      ...(call.impersonated && { impersonated: { by: call.impersonated.by.name, until: call.impersonated.until } }),
    }),
    anyActor,
  ),
  serve(syncUser, (call) => {
    syncPerson(call.app, call.me, { uid: call.params.uid, items: call.body })
    return { success: true }
  }),
  serve(getSealKey, (call) => call.app.seals.current, anyActor),
  serve(openSeals, (call) => keysFor(call.app, call.me, call.body)),
  serve(listGrants, async ({ app, me, query }) => ({ grants: await grantsOf(app, me, query.of) })),
  serve(listGrantHolders, async ({ app, me }) => ({ people: await grantHolders(app, me) })),
  serve(listSessions, async (call) => {
    if (call.impersonated) throw new Refused(403, 'actor_mismatch', text('Stop impersonating first.'))
    return { sessions: await sessionsOf(call.app, call.me.uid, call.session?.id ?? '') }
  }),
  serve(endSessions, async (call) => {
    const { app, me, body } = call
    const ended = await signOutElsewhere(app, me.uid, body.id)
    if (body.id === undefined || body.id === call.session?.id) await call.endSession()
    return { ended }
  }),
  serve(revokeGrants, async ({ app, me, body }) => ({ revoked: await revokeGrantsOf(app, me, body) })),
]
