import { crewTimes } from '../../../contract/endpoints/site/crewTimes.ts'
import { doubtSeen, gateRoster, listGates, onSiteEvents, onSiteProjects } from '../../../contract/endpoints/attendance.ts'
import { markAnomalySeen } from '../../domain/attendance/findAnomalies.ts'
import { timesOfDay } from '../../domain/attendance/timesOfDay.ts'
import { gatesFor } from '../../domain/attendance/gatesFor.ts'
import { eventsOfProject, projectsOnSite } from '../../domain/attendance/projectsOnSite.ts'
import { rosterOf } from '../../domain/attendance/rosterOf.ts'
import { serve } from '../../http/serve.ts'

export const attendanceRoutes = [
  serve(listGates, async ({ app, me }) => ({ gates: await gatesFor(app, me) })),
  serve(gateRoster, ({ app, params, me }) => rosterOf(app, params.gate, me)),
  serve(onSiteProjects, ({ app, me, query }) => projectsOnSite(app, me, query)),
  serve(onSiteEvents, ({ app, params, me }) => eventsOfProject(app, params.team, me)),
  serve(crewTimes, ({ app, params, me }) => timesOfDay(app, me, params)),
  serve(doubtSeen, async ({ app, params, body, me }) => ({ seen: await markAnomalySeen(app, params.team, body.path, me) })),
]
