import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import { getStatistics, runStatistics, statisticsCells } from '../../../contract/endpoints/reporting.ts'
import type { App } from '../../domain/app.ts'
import { csvPieces } from '../../../contract/rules/csvOf.ts'
import { reportOf, runReport } from '../../domain/reporting/runReport.ts'
import { identify, type ServeSettings } from '../../http/identify.ts'
import { serve } from '../../http/serve.ts'
import { disposition } from '../files/addFiles.ts'
import { text } from '../../i18n/text.ts'

export const reportingRoutes = [
  serve(runStatistics, ({ app, me, body, reads }) => runReport(app, me, body, reads())),
  serve(getStatistics, ({ app, me, params }) => reportOf(app, me, params.session)),
]

/**
 * `GET /api/statistics/export.csv?session=…&class=…`: a report as a table, sent in pieces; without a class
 * the whole report.
 */
export function addReportCsv(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.get<{ Querystring: { session?: string; class?: string } }>('/api/statistics/export.csv', async (request, reply) => {
    const { person } = await identify(app, settings, request, reply)
    if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
    const { session, class: botClass } = request.query
    if (!session)
      throw new Refused(400, 'INVALID', text('Say which report: session is missing.'), {
        details: [{ path: 'query.session', message: 'expected the session that POST /api/statistics answered' }],
      })
    const report = await reportOf(app, person, session, { fresh: true })
    const classes = botClass ? report.classes.filter((one) => one.class === botClass) : report.classes
    if (botClass && classes.length === 0) throw new Refused(404, 'NOT_FOUND', text('This report does not cover bots of that class.'))
    const name = `report ${report.start} ${report.end}${botClass ? ` ${classes[0]?.name ?? ''}` : ''}.csv`
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', disposition(false, name))
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csvPieces(statisticsCells({ ...report, classes }))))
  })
}
