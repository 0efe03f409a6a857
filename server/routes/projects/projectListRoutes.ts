import { exportList, readList, refreshList } from '../../../contract/endpoints/projectLists.ts'
import { listPage, readList as read } from '../../domain/lists/readList.ts'
import { refreshFromSystem } from '../../domain/lists/refreshFromSystem.ts'
import { serve } from '../../http/serve.ts'

/** The lists of a project. Changes of entries are saves: `POST /api/data/teams/{id}/{list}/{key}`. */
export const projectListRoutes = [
  serve(readList, ({ app, me, params, query }) => read(app, me, { team: params.id, list: params.list, search: query.search })),
  serve(exportList, ({ app, me, params, query }) => listPage(app, me, { team: params.id, list: params.list, after: query.after })),
  serve(refreshList, ({ app, me, params }) => refreshFromSystem(app, me, { team: params.id, list: params.list })),
]
