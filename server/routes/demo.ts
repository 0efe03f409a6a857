import { askDemo, askGroundbreak } from '../../contract/demoRequests.ts'
import { beginDemo } from '../domain/demo-requests/demoRequests.ts'
import { serve } from '../http/serve.ts'

/** The public demo pages (spec/3 §2.15). */
export const demoRoutes = [
  serve(askGroundbreak, ({ app, body, address, origin }) => beginDemo(app, { page: 'groundbreak', ...body, address, origin })),
  serve(askDemo, ({ app, body, address, origin }) => beginDemo(app, { page: 'demo', ...body, address, origin })),
]
