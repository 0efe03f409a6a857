import { demoTexts } from '../../contract/demo.ts'
import { latestTexts } from '../domain/texts/latestTexts.ts'
import { serve } from '../http/serve.ts'

/** Registered only where the demo company is loaded and texts go nowhere: everybody may read them. */
export const demoTextRoutes = [serve(demoTexts, async (call) => ({ texts: await latestTexts(call.app) }))]
