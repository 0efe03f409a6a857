import {
  makeDirectoryToken,
  readDirectory,
  removeDirectoryToken,
  tieDirectoryGroup,
} from '../../../contract/endpoints/billing/readDirectory.ts'
import { directoryOf, makeToken, removeToken, tie } from '../../domain/directory/directoryOf.ts'
import { serve } from '../../http/serve.ts'

/** The directory of a billing account, for the console. */
export const directoryRoutes = [
  serve(readDirectory, ({ app, me, params, origin }) => directoryOf(app, me, { billing: params.billing, origin })),
  serve(makeDirectoryToken, async ({ app, me, params }) => ({ token: await makeToken(app, me, params.billing) })),
  serve(removeDirectoryToken, async ({ app, me, params }) => ({ removed: await removeToken(app, me, params.billing) })),
  serve(tieDirectoryGroup, async ({ app, me, params, body, origin }) => ({
    tied: await tie(app, me, { billing: params.billing, group: params.group, team: body.team, role: body.role, origin }),
  })),
]
