import { impersonate, stopImpersonating } from '../../../contract/endpoints/sign-in.ts'
import { startImpersonating } from '../../domain/sign-in/impersonation.ts'
import { serve } from '../../http/serve.ts'

export const impersonateRoutes = [
  serve(
    impersonate,
    async (call) => {
      const { uid, email } = call.query
      const looked = await startImpersonating(call.app, { admin: call.me, nested: call.impersonated !== undefined, uid, email })
      call.setImpersonation(looked.token)
      return { success: true, uid: looked.person.uid, name: looked.person.name, until: looked.until }
    },
    { changes: true },
  ),
  serve(
    stopImpersonating,
    async (call) => {
      await call.clearImpersonation()
      const uid = (call.impersonated?.by ?? call.person)?.uid
      return { success: true, ...(uid !== undefined && { uid }) }
    },
    { anyActor: true },
  ),
]
