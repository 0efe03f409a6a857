import * as z from 'zod/mini'
import { BillingRole, BillingStatus } from './billing.ts'
import { endpoint } from './endpoint.ts'
import { LookupItem } from './pages.ts'
import { Holiday, NamedRow } from './projects.ts'

/** A billing account as the console's pickers and lists know it. */
export const BillingRow = z.object({
  id: z.string(),
  model: z.object({ name: z.string(), status: BillingStatus }),
  role: BillingRole,
  /** Included: its plan, by name, and the messages that it holds. */
  stripe: z.optional(z.object({ subscription: z.optional(z.object({ name: z.string(), messages: z.optional(z.number()) })) })),
  permitTypes: z.optional(z.array(NamedRow)),
  holidayCalendar: z.optional(z.array(Holiday)),
})
export type BillingRow = z.output<typeof BillingRow>

const Several = z.optional(z.union([z.string(), z.array(z.string())]))

/** The parts of an account that the console's lists hold: certification types, and its name. */
export const getBillingLists = endpoint({
  method: 'GET',
  path: '/api/billing/:id',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  query: z.object({ include: Several, property: Several }),
  answer: BillingRow,
})

/** The billing accounts of a person, by name, as choices for projects. */
export const listBillingChoices = endpoint({
  method: 'GET',
  path: '/api/billing',
  whenOffline: 'cached',
  access: 'signedIn',
  query: z.object({ include: Several, property: Several }),
  answer: z.object({ billing: z.array(BillingRow) }),
})

const Lookup = { method: 'GET', whenOffline: 'cached', access: 'signedIn', answer: z.object({ items: z.array(LookupItem) }) } as const
const OfPerson = z.object({ uid: z.string() })
const OfTeam = z.object({ billing: z.optional(z.string()), team: z.optional(z.string()), label: z.optional(z.string()) })

/** Sites of a project; `label` finds by a part of the name. */
export const lookUpSites = endpoint({ ...Lookup, path: '/api/lookups/:uid/teams-sites', params: OfPerson, query: OfTeam })
/** The projects that a bot of this project may write to: that of the other system, else the project itself. */
export const lookUpProjects = endpoint({ ...Lookup, path: '/api/lookups/:uid/projects', params: OfPerson, query: OfTeam })
/** Companies of the projects of a person, or of one of them. */
export const lookUpCompanies = endpoint({ ...Lookup, path: '/api/lookups/:uid/companies', params: OfPerson, query: OfTeam })
/** Projects of another system that may be linked. */
export const lookUpSourceProjects = endpoint({
  ...Lookup,
  path: '/api/lookups/:uid/source-projects',
  params: OfPerson,
  query: z.object({ source: z.optional(z.string()) }),
})
/** Who may be invited: people of a billing account, of the construction system, of the design system. Who is in the project is left out. */
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
