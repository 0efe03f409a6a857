import { findAnything } from '../../../contract/endpoints/console.ts'
import { Refused } from '../../../contract/Refused.ts'
import { archiveProject, getProject, getTeam, listProjects, listProjectsOf, Source } from '../../../contract/endpoints/projects.ts'
import {
  lookUpBillingUsers,
  lookUpCompanies,
  lookUpConstructionUsers,
  lookUpDesignUsers,
  lookUpProjects,
  lookUpSites,
  lookUpSourceProjects,
} from '../../../contract/endpoints/tables.ts'
import { archiveProject as archive } from '../../domain/projects/archiveProject.ts'
import { findRecords } from '../../domain/pages/findRecords.ts'
import { findAnything as find } from '../../domain/projects/findAnything.ts'
import * as lookups from '../../domain/projects/projectLookups.ts'
import { listProjects as list, readProject } from '../../domain/projects/listProjects.ts'
import { serve } from '../../http/serve.ts'
import { text } from '../../i18n/text.ts'

/** Calls with a uid are only for that person. */
const onlySelf = (uid: string, me: { readonly uid: string }) => {
  if (uid !== me.uid) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
}

const teamIn = ({ team }: { readonly team?: string | undefined }): string => {
  if (!team) throw new Refused(400, 'INVALID', text('Say which project: team is missing.'))
  return team
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
  serve(findAnything, async ({ app, me, query, reads }) => ({
    found: (await Promise.all([find(reads(), me, query.q), findRecords(app, me, query.q, reads())])).flat(),
  })),
  serve(lookUpSites, async ({ app, me, params, query }) => {
    await lookups.refuseStranger(app, me, params.uid, teamIn(query))
    return { items: await lookups.sitesOf(app, me, teamIn(query), query.label) }
  }),
  serve(lookUpProjects, async ({ app, me, params, query }) => {
    await lookups.refuseStranger(app, me, params.uid, teamIn(query))
    return { items: await lookups.linkedProjects(app, me, teamIn(query), query.label) }
  }),
  serve(lookUpCompanies, async ({ app, me, params, query }) => {
    onlySelf(params.uid, me)
    return { items: await lookups.companiesOf(app, me, query.team) }
  }),
  serve(lookUpSourceProjects, async ({ app, me, params, query }) => {
    onlySelf(params.uid, me)
    const source = Source.safeParse(query.source)
    if (!source.success) throw new Refused(400, 'INVALID', text('Say which system: own, construction, construction-sandbox or design.'))
    return { items: await lookups.sourceProjects(app, source.data) }
  }),
  serve(lookUpBillingUsers, async ({ app, me, params, query }) => {
    onlySelf(params.uid, me)
    if (!query.billing) throw new Refused(400, 'INVALID', text('Say which billing account.'))
    return { items: await lookups.billingUsers(app, me, teamIn(query), query.billing) }
  }),
  serve(lookUpConstructionUsers, async ({ app, me, params, query }) => {
    onlySelf(params.uid, me)
    return { items: await lookups.outsideUsers(app, me, teamIn(query), 'construction') }
  }),
  serve(lookUpDesignUsers, async ({ app, me, params, query }) => {
    onlySelf(params.uid, me)
    return { items: await lookups.outsideUsers(app, me, teamIn(query), 'design') }
  }),
]
