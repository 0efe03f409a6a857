import { findAnything } from '../../contract/console.ts'
import { Refused } from '../../contract/errors.ts'
import { archiveProject, getProject, getTeam, listProjects, listProjectsOf } from '../../contract/projects.ts'
import { archive } from '../domain/projects/archiveProject.ts'
import { findAnything as find } from '../domain/projects/findAnything.ts'
import { listProjects as list, readProject } from '../domain/projects/readProjects.ts'
import { serve } from './serve.ts'

/** Calls that name a person are for that person alone. */
const onlySelf = (uid: string, me: { readonly uid: string }) => {
  if (uid !== me.uid) throw new Refused(403, 'FORBIDDEN', 'You may not do that here.')
}

export const projectRoutes = [
  serve(listProjects, async ({ app, me, query }) => ({ teams: await list(app.storage.db, me, query) })),
  serve(listProjectsOf, async ({ app, me, params, query }) => {
    onlySelf(params.uid, me)
    return { teams: await list(app.storage.db, me, query) }
  }),
  serve(getProject, ({ app, me, params, query }) => readProject(app.storage.db, me, params.id, query)),
  serve(getTeam, ({ app, me, params, query }) => readProject(app.storage.db, me, params.id, query)),
  serve(archiveProject, ({ app, me, params }) => archive(app, me, params.id)),
  serve(findAnything, async ({ app, me, query }) => ({ found: await find(app, me, query.q) })),
]
