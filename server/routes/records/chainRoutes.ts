import { verifyDevice, verifyRecord } from '../../../contract/endpoints/chain.ts'
import { verifyDevice as ofDevice, verifyRecord as ofRecord } from '../../domain/chain/verifyRecord.ts'
import { serve } from '../../http/serve.ts'

export const chainRoutes = [
  serve(verifyRecord, ({ app, params, me }) => ofRecord(app.storage, { path: params['*'], person: me })),
  serve(verifyDevice, ({ app, params, me }) => ofDevice(app.storage, { device: params.device, person: me })),
]
