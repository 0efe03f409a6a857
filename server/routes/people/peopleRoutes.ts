import { getFirstSteps, getServerStatus } from '../../../contract/endpoints/people/getFirstSteps.ts'
import {
  appointPerson,
  disablePerson,
  listAudit,
  linkPerson,
  listDemoBots,
  listPeople,
} from '../../../contract/endpoints/people/listPeople.ts'
import { forbidden, stopImpersonating } from '../../domain/access/refusals.ts'
import { firstStepsOf } from '../../domain/account/firstStepsOf.ts'
import { auditOf } from '../../domain/audit/auditOf.ts'
import { appoint } from '../../domain/people/appoint.ts'
import { demoBots } from '../../domain/people/demoBots.ts'
import { linkFor } from '../../domain/people/linkFor.ts'
import { managedPeople } from '../../domain/people/managedPeople.ts'
import { setDisabled } from '../../domain/people/setDisabled.ts'
import type { Person } from '../../domain/sign-in/person.ts'
import { pinWayOf } from '../../domain/sign-in/signInWithPin.ts'
import { type Call, serve } from '../../http/serve.ts'

/** Throws Refused for others. During an impersonation, only the rights of that person count. */
function administratorOf({ me }: { readonly me: Person }): Person {
  if (!me.isAdmin) throw forbidden()
  return me
}

function refuseImpersonated({ impersonated }: Pick<Call<never>, 'impersonated'>): void {
  if (impersonated) throw stopImpersonating()
}

export const peopleRoutes = [
  serve(listPeople, (call) => {
    refuseImpersonated(call)
    const { app, me, query } = call
    const appointed = query.appointed === 'true'
    if (appointed) administratorOf(call)
    return managedPeople(app.storage.db, me, { search: query.search, appointed })
  }),
  serve(disablePerson, async ({ app, me, params, body }) => {
    await setDisabled(app, me, { uid: params.uid, disabled: body.disabled })
    return { disabled: body.disabled }
  }),
  serve(linkPerson, (call) => {
    refuseImpersonated(call)
    return linkFor(call.app, call.me, call.params.uid, call.origin)
  }),
  serve(appointPerson, (call) => appoint(call.app, { ...call.body, uid: call.params.uid, by: administratorOf(call) })),
  serve(listAudit, (call) => {
    refuseImpersonated(call)
    return auditOf(call.app.storage.db, call.me, call.query.before)
  }),
  serve(listDemoBots, (call) => {
    administratorOf(call)
    return demoBots(call.app.storage.db)
  }),
  serve(getFirstSteps, async ({ app, me }) => ({ steps: await firstStepsOf(app, me) })),
  serve(getServerStatus, (call) => {
    administratorOf(call)
    const { app } = call
    return {
      pins: pinWayOf(app),
      texts: app.sms.kind !== 'embedded',
      mail: app.mail.kind === 'smtp',
      cards: app.payments.kind !== 'none',
      translator: app.translator.kind !== 'embedded',
      assistant: app.assistant !== undefined,
      ...(app.publicUrl !== undefined && { publicUrl: app.publicUrl }),
    }
  }),
]
