import { musterEvents } from '../../../contract/endpoints/muster.ts'
import { musterEventsOf } from '../../domain/muster/musterEventsOf.ts'
import { serve } from '../../http/serve.ts'

export const musterRoutes = [serve(musterEvents, ({ app, params, me }) => musterEventsOf(app, params.team, me))]
