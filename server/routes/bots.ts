import { getBot, listBots, listTeamBots, reassignBot } from '../../contract/bots.ts'
import { reassign } from '../domain/bots/changeBot.ts'
import { botRowOf, listBots as list } from '../domain/bots/listBots.ts'
import { serve } from './serve.ts'

export const botRoutes = [
  serve(listTeamBots, async ({ app, me, params, query }) => ({
    bots: await list(app.storage.db, me, { team: params.teamId, archived: query.archived === 'true' }),
  })),
  serve(listBots, async ({ app, me, query }) => ({
    bots: await list(app.storage.db, me, { archived: query.archived === 'true', reference: query.procoreProjectId }),
  })),
  serve(getBot, ({ app, me, params }) => botRowOf(app.storage.db, me, params.id)),
  serve(reassignBot, ({ app, me, params, body }) => reassign(app, me, params.id, body.owner)),
]
