import { getToday } from '../../../contract/endpoints/site/getToday.ts'
import { openWork } from '../../domain/pages/openWork.ts'
import { serve } from '../../http/serve.ts'

export const todayRoutes = [serve(getToday, ({ app, me }) => openWork(app, me))]
