import type {} from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import { getExecution, getExecutionLog, listExecutions, openExecutions } from '../../../contract/endpoints/executions.ts'
import { listSent } from '../../../contract/endpoints/people/listSent.ts'
import type { App } from '../../domain/app.ts'
import { feedText } from '../../domain/executions/feedText.ts'
import { listExecutions as list, openExecutions as open, readExecution } from '../../domain/executions/listExecutions.ts'
import { sentRecords } from '../../domain/executions/sentRecords.ts'
import { languageOf } from '../../domain/pages/pageData.ts'
import { identify, type ServeSettings } from '../../http/identify.ts'
import { serve } from '../../http/serve.ts'
import { text } from '../../i18n/text.ts'

export const executionRoutes = [
  serve(listExecutions, ({ app, me, params, query, reads }) => list(app, me, { bot: params.id, before: query.before, reads: reads() })),
  serve(getExecution, ({ app, me, params }) => readExecution(app, me, params), { besidePages: true }),
  serve(getExecutionLog, async ({ app, me, params }) => ({
    text: await feedText(app, me, { automation: params.id, execution: params.execId }),
  })),
  serve(openExecutions, ({ app, me, query }) => open(app, me, query.after)),
  serve(listSent, ({ app, me, query, languages }) =>
    sentRecords(app, me, { lang: languageOf(query.lang ?? null, me, languages), before: query.before }),
  ),
]

/** The chat log as plain text, for a separate browser window. */
export function addFeedText(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.get<{ Params: { owner: string; automation: string; execution: string } }>(
    '/api/automation/:owner/:automation/:execution/feed.txt',
    async (request, reply) => {
      const { person } = await identify(app, settings, request, reply)
      if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
      const log = await feedText(app, person, request.params)
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(log)
    },
  )
}
