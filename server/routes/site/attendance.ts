import { doubtSeen, gateRoster, listGates, onSiteEvents, onSiteProjects } from '../../../contract/endpoints/attendance.ts'
import { seeDoubt } from '../../domain/attendance/doubts.ts'
import { gatesFor } from '../../domain/attendance/gates.ts'
import { eventsOfProject, projectsOnSite } from '../../domain/attendance/onSite.ts'
import { rosterOf } from '../../domain/attendance/roster.ts'
import { serve } from '../../http/serve.ts'

export const attendanceRoutes = [
  serve(listGates, async ({ app, me }) => ({ gates: await gatesFor(app, me) })),
  serve(gateRoster, ({ app, params, me }) => rosterOf(app, params.gate, me)),
  serve(onSiteProjects, ({ app, me, query }) => projectsOnSite(app, me, query)),
  serve(onSiteEvents, ({ app, params, me }) => eventsOfProject(app, params.team, me)),
  serve(doubtSeen, async ({ app, params, body, me }) => ({ seen: await seeDoubt(app, params.team, body.path, me) })),
]
