import { getTrial, listTrialRecords, saveTrial, startTrial } from '../../../contract/endpoints/studio/formTrials.ts'
import { getAuthoredForm, getFormVersion, listForms, publishSettings } from '../../../contract/endpoints/forms.ts'
import { listTrialRecords as readTrialRecords, readTrial, saveTrialRecord, startTrial as makeTrial } from '../../domain/forms/formTrials.ts'
import { listAuthored, publishEdited, readAuthored, readVersion } from '../../domain/forms/readAuthored.ts'
import { serve } from '../../http/serve.ts'

export const studioRoutes = [
  serve(listForms, (call) => listAuthored(call.app, call.me)),
  serve(getAuthoredForm, (call) => readAuthored(call.app, call.me, call.params.key)),
  serve(getFormVersion, (call) => readVersion(call.app, call.me, { key: call.params.key, revision: Number(call.params.revision) })),
  serve(startTrial, (call) => makeTrial(call.app, call.me, { key: call.params.key, ...call.body })),
  serve(listTrialRecords, (call) => readTrialRecords(call.app, call.me, call.params.key)),
  serve(getTrial, (call) => readTrial(call.app, call.params.token)),
  serve(saveTrial, (call) => saveTrialRecord(call.app, call.params.token, call.body)),
  serve(publishSettings, (call) => publishEdited(call.app, call.me, { key: call.params.key, ...call.body })),
]
