import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { LookupItem } from './pages.ts'

const Lookup = { method: 'GET', whenOffline: 'cached', access: 'signedIn', answer: z.object({ items: z.array(LookupItem) }) } as const
const OfPerson = z.object({ uid: z.string() })
const OfTeam = z.object({ billing: z.optional(z.string()), team: z.optional(z.string()), label: z.optional(z.string()) })

/** Sites of a project; `label` searches for a part of the name. */
export const lookUpSites = endpoint({ ...Lookup, path: '/api/lookups/:uid/teams-sites', params: OfPerson, query: OfTeam })
/**
 * The projects that a bot of this project can write to: that of the other system, else the project itself.
 */
export const lookUpProjects = endpoint({ ...Lookup, path: '/api/lookups/:uid/projects', params: OfPerson, query: OfTeam })
/** Companies of the projects of a person, or of one of them. */
export const lookUpCompanies = endpoint({ ...Lookup, path: '/api/lookups/:uid/companies', params: OfPerson, query: OfTeam })
/** Projects of another system that can be linked. */
export const lookUpSourceProjects = endpoint({
  ...Lookup,
  path: '/api/lookups/:uid/source-projects',
  params: OfPerson,
  query: z.object({ source: z.optional(z.string()) }),
})
/**
 * People to invite: of a billing account, of the construction system, of the design system. Members of the
 * project are left out.
 */
export const lookUpBillingUsers = endpoint({
  ...Lookup,
  path: '/api/lookups/:uid/users-by-billing-account',
  params: OfPerson,
  query: OfTeam,
})
export const lookUpConstructionUsers = endpoint({
  ...Lookup,
  path: '/api/lookups/:uid/procore-project-users',
  params: OfPerson,
  query: OfTeam,
})
export const lookUpDesignUsers = endpoint({ ...Lookup, path: '/api/lookups/:uid/autodesk-project-users', params: OfPerson, query: OfTeam })
