import { demoRuns } from '../../../contract/endpoints/demo.ts'
import { askDemo, askGroundbreak } from '../../../contract/endpoints/demoRequests.ts'
import { beginDemo } from '../../domain/demo-requests/beginDemo.ts'
import { type Route, serve } from '../../http/serve.ts'

/**
 * The public demo pages (spec/3 §2.15): registered only while the demo company runs. `texts`: its text
 * messages can be read here.
 */
export const demoRoutes = (texts: boolean): readonly Route[] => [
  serve(demoRuns, () => ({ texts })),
  serve(askGroundbreak, ({ app, body, address, origin, language }) =>
    beginDemo(app, { page: 'groundbreak', ...body, address, origin, language }),
  ),
  serve(askDemo, ({ app, body, address, origin, language }) => beginDemo(app, { page: 'demo', ...body, address, origin, language })),
]
