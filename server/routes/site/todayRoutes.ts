import { getRollCalls } from '../../../contract/endpoints/site/getRollCalls.ts'
import { getToday } from '../../../contract/endpoints/site/getToday.ts'
import { rollCallsFor } from '../../domain/muster/runningRollCalls.ts'
import { openWork } from '../../domain/pages/openWork.ts'
import { serve } from '../../http/serve.ts'

export const todayRoutes = [
  serve(getToday, ({ app, me }) => openWork(app, me)),
  serve(getRollCalls, ({ app, me }) => rollCallsFor(app, me)),
]
