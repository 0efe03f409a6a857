import {
  applyImport,
  exportList,
  lastImport,
  readList,
  refreshList,
  sendRows,
  undoImport,
} from '../../../contract/endpoints/lists/projectLists.ts'
import { applyImport as apply, undoImport as undo } from '../../domain/lists/applyImport.ts'
import { importRows, lastImportOf } from '../../domain/lists/importRows.ts'
import { listPage, readList as read } from '../../domain/lists/readList.ts'
import { refreshFromSystem } from '../../domain/lists/refreshFromSystem.ts'
import { serve } from '../../http/serve.ts'

/** The lists of a project. Changes of single entries are saves: `POST /api/data/teams/{id}`. */
export const projectListRoutes = [
  serve(readList, ({ app, me, params, query }) => read(app, me, { team: params.id, list: params.list, search: query.search })),
  serve(exportList, ({ app, me, params, query }) => listPage(app, me, { team: params.id, list: params.list, after: query.after })),
  serve(refreshList, ({ app, me, params }) => refreshFromSystem(app, me, { team: params.id, list: params.list })),
  serve(lastImport, async ({ app, me, params }) => ({ import: await lastImportOf(app, me, { team: params.id, list: params.list }) })),
  serve(sendRows, ({ app, me, params, body }) => importRows(app, me, { team: params.id, list: params.list, id: params.import }, body)),
  serve(applyImport, ({ app, me, params }) => apply(app, me, { team: params.id, list: params.list, id: params.import })),
  serve(undoImport, ({ app, me, params }) => undo(app, me, { team: params.id, list: params.list, id: params.import })),
]
