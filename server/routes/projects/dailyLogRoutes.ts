import { completeDay, dailyLog } from '../../../contract/endpoints/dailyLog.ts'
import { logDay, setCompleted } from '../../domain/daily-log/logDay.ts'
import { serve } from '../../http/serve.ts'

export const dailyLogRoutes = [
  serve(dailyLog, ({ app, me, params }) => logDay(app, me, params)),
  serve(completeDay, ({ app, me, params, body }) => setCompleted(app, me, { ...params, ...body })),
]
