import {
  kioskAlive,
  kioskAuth,
  kioskInfo,
  kioskLeave,
  kioskMine,
  kioskPage,
  kioskTicket,
  kioskVerify,
  makeKioskTicket,
  revokeKiosk,
  rotateKioskCode,
  setKioskContact,
  setKioskGate,
  setKioskTasks,
} from '../../../contract/endpoints/kiosk.ts'
import { newCode, offerTasks, showGate } from '../../domain/kiosk/botByCode.ts'
import { setContact } from '../../domain/kiosk/kioskContact.ts'
import { changeableBot, kioskPageOf, managedBot, newTicket } from '../../domain/kiosk/kioskPageOf.ts'
import {
  kioskInfoOf,
  kioskRests,
  knownKiosk,
  leaveKiosk,
  pairWithPin,
  pairWithTicket,
  revokeDevice,
  sendKioskPin,
} from '../../domain/kiosk/pairing.ts'
import { serve } from '../../http/serve.ts'

/** Ignores the actor that the device names: a device that becomes a kiosk has no identity yet. */
const anyActor = { anyActor: true }

export const kioskRoutes = [
  serve(kioskInfo, (call) => kioskInfoOf(call.app, call.params.code, call), anyActor),
  serve(
    kioskVerify,
    async (call) => {
      await sendKioskPin(call.app, call.params.code, call.body.token, call)
      return { success: true }
    },
    anyActor,
  ),
  serve(
    kioskAuth,
    async (call) => {
      const { token, ...answer } = await pairWithPin(call.app, call.params.code, call.body, call)
      if (token !== undefined) call.setKiosk(token)
      return answer
    },
    anyActor,
  ),
  serve(
    kioskTicket,
    async (call) => {
      const { token, ...answer } = await pairWithTicket(call.app, call.body, call)
      if (token !== undefined) call.setKiosk(token)
      return answer
    },
    anyActor,
  ),
  serve(
    kioskAlive,
    async (call) => {
      const known = await knownKiosk(call.app, call.body.token, call, call.body.unsent)
      if (known.paired) call.setKiosk(call.body.token)
      else if (!(await kioskRests(call.app, call.body.token))) call.clearKiosk()
      return known
    },
    anyActor,
  ),
  serve(
    kioskMine,
    async (call) => {
      const known = call.kioskToken === undefined ? { paired: false } : await knownKiosk(call.app, call.kioskToken, call)
      if (!known.paired && call.kioskToken !== undefined && !(await kioskRests(call.app, call.kioskToken))) call.clearKiosk()
      return known
    },
    anyActor,
  ),
  serve(
    kioskLeave,
    async (call) => {
      const code = await leaveKiosk(call.app, call.body, call)
      if (code !== undefined) return { success: false, code }
      call.clearKiosk()
      return { success: true }
    },
    anyActor,
  ),
  serve(kioskPage, (call) => kioskPageOf(call.app, call.me, call.params.id)),
  serve(rotateKioskCode, async ({ app, me, params }) => ({
    code: await newCode(app, (await changeableBot(app, me, params.id)).id, me.uid),
  })),
  serve(makeKioskTicket, async ({ app, me, params }) => newTicket(app, await changeableBot(app, me, params.id), me.uid)),
  serve(revokeKiosk, async ({ app, me, params, body }) => ({
    revoked: await revokeDevice(app, (await managedBot(app, me, params.id)).id, body.uid, me.uid),
  })),
  serve(setKioskTasks, async ({ app, me, params, body }) => {
    await offerTasks(app, await changeableBot(app, me, params.id), body.on)
    return { on: body.on }
  }),
  serve(setKioskGate, async ({ app, me, params, body }) => {
    await showGate(app, await changeableBot(app, me, params.id), body.on)
    return { on: body.on }
  }),
  serve(setKioskContact, async ({ app, me, params, body }) => {
    await setContact(app, await changeableBot(app, me, params.id), body.uid, body.contact)
    return { contact: body.contact }
  }),
]
