import { demoTexts } from '../../../contract/endpoints/demo.ts'
import { latestTexts } from '../../domain/texts/latestTexts.ts'
import { serve } from '../../http/serve.ts'

/** Registered only with the demo company and without an SMS provider: everyone may read its texts. */
export const demoTextRoutes = [serve(demoTexts, async (call) => ({ texts: await latestTexts(call.app) }))]
