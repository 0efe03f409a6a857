import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { cloneBots, getBotEditor } from '../../../contract/endpoints/botEditor.ts'
import { getBot, listBots, listTeamBots, reassignBot } from '../../../contract/endpoints/bots.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { App } from '../../domain/app.ts'
import { reassign } from '../../domain/bots/writeBot.ts'
import { cloneBots as clone } from '../../domain/bots/cloneBots.ts'
import { editorPage, newBotPage } from '../../domain/bots/editor/editorPage.ts'
import { exportBot } from '../../domain/bots/exportBot.ts'
import { botRowOf, findBots, listBots as list } from '../../domain/bots/listBots.ts'
import { forPerson, languageOf } from '../../domain/pages/pageData.ts'
import { csvPieces } from '../../../contract/rules/csvOf.ts'
import { identify, type ServeSettings } from '../../http/identify.ts'
import { readsOf } from '../../http/notePosition.ts'
import { serve } from '../../http/serve.ts'
import { disposition } from '../files/addFiles.ts'
import { text } from '../../i18n/text.ts'

export const botRoutes = [
  serve(listTeamBots, async ({ me, params, query, reads }) => ({
    bots: await list(reads(), me, { team: params.teamId, archived: query.archived === 'true' }),
  })),
  serve(listBots, async ({ me, query: { archived, procoreProjectId: reference, system, limit, down, ...asked }, reads }) => {
    const wanted = { archived: archived === 'true', reference, system }
    if (limit === undefined) return { bots: await list(reads(), me, wanted) }
    return await findBots(reads(), me, wanted, { ...asked, limit: Number(limit), down: down === 'true' })
  }),
  serve(getBot, ({ app, me, params }) => botRowOf(app.storage.db, me, params.id)),
  serve(getBotEditor, async ({ app, me, params, query, languages, replyHeader }) => {
    replyHeader('vary', 'accept-language, cookie')
    // The page shell requests every page by its name plus `.json`.
    const id = params.id.replace(/\.json$/, '')
    const question = { me, lang: languageOf(query.lang ?? null, me, languages) }
    return forPerson(id === 'new' ? await newBotPage(app, question, query) : await editorPage(app, question, id), me)
  }),
  serve(cloneBots, ({ app, me, body }) => clone(app, me, body)),
  serve(reassignBot, ({ app, me, params, body }) => reassign(app, me, params.id, body.owner)),
]

/** `GET /api/automation/{id}/export.csv`: the data that a bot has collected, as a table. */
export function addBotExport(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.get<{ Params: { id: string } }>('/api/automation/:id/export.csv', async (request, reply) => {
    const { person } = await identify(app, settings, request, reply)
    if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
    const { name, rows } = await exportBot(app, person, request.params.id, readsOf(app, request, person))
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', disposition(false, `${name}.csv`))
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csvPieces(rows)))
  })
}
