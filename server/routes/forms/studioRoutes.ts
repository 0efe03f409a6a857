import { getAuthoredForm, getFormVersion, listForms, publishSettings } from '../../../contract/endpoints/forms.ts'
import { listAuthored, publishEdited, readAuthored, readVersion } from '../../domain/forms/readAuthored.ts'
import { serve } from '../../http/serve.ts'

export const studioRoutes = [
  serve(listForms, (call) => listAuthored(call.app, call.me)),
  serve(getAuthoredForm, (call) => readAuthored(call.app, call.me, call.params.key)),
  serve(getFormVersion, (call) => readVersion(call.app, call.me, { key: call.params.key, revision: Number(call.params.revision) })),
  serve(publishSettings, (call) => publishEdited(call.app, call.me, { key: call.params.key, ...call.body })),
]
