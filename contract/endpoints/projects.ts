import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UsageData } from '../rules/UsageData.ts'

/**
 * The source of a project (decision OQ-125): the product itself, the construction system, its sandbox, or the
 * design system.
 */
export const sources = ['own', 'construction', 'construction-sandbox', 'design'] as const
export const Source = z.enum(sources)
export type Source = z.output<typeof Source>

/** The project id for bots of one person that belong to no project. */
export const privateTeam = 'private'
/** The tenant of the forms and records of a person's private bots. The person is its only member. */
export const privateSpace = (uid: string): string => `people/${uid}`

/** The countries of sites, by code (spec/3 §9). */
export const siteCountries = { AU: 'Australia', CA: 'Canada', US: 'United States' } as const

/** The time zones of sites (decision OQ-154). */
export const siteTimezones = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'America/Halifax': 'Atlantic',
  'Australia/Perth': 'Perth',
  'Australia/Adelaide': 'Adelaide',
  'Australia/Sydney': 'Sydney',
} as const

const partnerNames: Readonly<Record<string, Source>> = {
  procore: 'construction',
  'procore-sandbox': 'construction-sandbox',
  autodesk: 'design',
}

/** The source that `system` in the address of an embedded page means: its own name, or the one that partners use. */
export const sourceOfSystem = (system: string): Source | undefined =>
  sources.find((source) => source === system) ?? (Object.hasOwn(partnerNames, system) ? partnerNames[system] : undefined)

/** Display names of the four sources. */
export const sourceNames = {
  own: 'Muster',
  construction: 'Procore',
  'construction-sandbox': 'Procore Sandbox',
  design: 'Autodesk',
} as const satisfies Record<Source, string>

/** Where people open a project of the construction system, by its environment. */
export const constructionRoots = {
  construction: 'https://app.procore.com',
  'construction-sandbox': 'https://sandbox.procore.com',
} as const

export const isConstruction = (source: Source | undefined): boolean => source === 'construction' || source === 'construction-sandbox'

/** True when the project is linked to another system. */
export const isExternal = (source: Source | undefined): boolean => source !== undefined && source !== 'own'

/**
 * The roles of people in a project (spec/3 §3.3); a Worker fills in forms and has no access to the console.
 */
export const MemberStatus = z.enum(['Owner', 'Administrator', 'Member', 'Worker', 'Invited', 'Deleted'])
export type MemberStatus = z.output<typeof MemberStatus>

/** Roles that an invitation or a role change can give (spec/3 §5). */
export const memberRoles = ['Member', 'Administrator'] as const
/** The roles that an invitation gives; a Worker is invited by a link (decision OQ-218). */
export const invitedRoles = [...memberRoles, 'Worker'] as const

export const ProjectMember = z.object({
  /** `uid`, or the mail address of a person who is only invited. */
  key: z.string(),
  uid: z.optional(z.string()),
  name: z.string(),
  email: z.optional(z.string()),
  status: MemberStatus,
  /** The role of an invited person after they accept. */
  role: z.optional(z.string()),
})
export type ProjectMember = z.output<typeof ProjectMember>

/**
 * A holiday (spec/3 §3.4): `source` is the level that it belongs to; `active` false: the project ignores a
 * holiday of its billing account.
 */
export const Holiday = z.object({
  auid: z.string(),
  date: z.string(),
  dateEnd: z.string(),
  label: z.string(),
  source: z.enum(['Team', 'Billing']),
  active: z.boolean(),
})
export type Holiday = z.output<typeof Holiday>

export const ProjectSite = z.object({
  key: z.string(),
  name: z.string(),
  /** IANA name. */
  timezone: z.string(),
  country: z.string(),
  countryCode: z.string(),
})
export type ProjectSite = z.output<typeof ProjectSite>

/** A row of a simple list: company, trade, certification type. */
export const NamedRow = z.object({ key: z.string(), name: z.string() })
export type NamedRow = z.output<typeof NamedRow>

/** Properties of a project that can be requested (`property=team.name`). The name is always included. */
export const projectProperties = ['name', 'source', 'isTemplate', 'archived', 'owner', 'billingAccount'] as const

export const Project = z.object({
  id: z.string(),
  rev: z.number(),
  model: z.object({
    name: z.string(),
    source: z.optional(Source),
    sourceProjectReference: z.optional(z.string()),
    sourceTimezone: z.optional(z.string()),
    sourceCountry: z.optional(z.string()),
    sourceCountryCode: z.optional(z.string()),
    /** ISO 8601. */
    sourceSynced: z.optional(z.string()),
    templateProject: z.optional(z.string()),
    isTemplate: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
    /** uid. */
    owner: z.optional(z.string()),
    /** Its id; null for a Free Trial. */
    billingAccount: z.optional(z.nullable(z.string())),
    /** When it was created, ISO 8601. */
    timestamp: z.optional(z.string()),
    sites: z.optional(z.record(z.string(), ProjectSite)),
  }),
  /** The caller's role in the project. Absent: they only belong to its billing account. */
  role: z.optional(z.enum(['Owner', 'Administrator', 'Member', 'Worker'])),
  /** The caller's role in its billing account. */
  billingRole: z.optional(z.enum(['Owner', 'Administrator', 'Member'])),
  /** With include. Null for a Free Trial. */
  billingAccount: z.optional(z.nullable(z.object({ id: z.string(), name: z.string(), status: z.string() }))),
  members: z.optional(z.array(ProjectMember)),
  /** The cursor of the next page of members, for `membersAfter`; absent on the last one. */
  moreMembers: z.optional(z.string()),
  /** With a page of members, for managers: removed members exist. */
  hasRemoved: z.optional(z.boolean()),
  holidayCalendar: z.optional(z.array(Holiday)),
  /** For Owners and Administrators only: `days` are the last 30, oldest first. */
  usage: z.optional(
    z.object({
      fixedUsage: z.number(),
      days: z.array(z.object({ date: z.string(), messages: z.number(), people: z.number() })),
      /** Absent in older cached copies. */
      workers: z.optional(UsageData),
    }),
  ),
  automationIds: z.optional(z.array(z.object({ id: z.string(), type: z.string() }))),
  companies: z.optional(z.array(NamedRow)),
  trades: z.optional(z.array(NamedRow)),
})
export type Project = z.output<typeof Project>

const Several = z.optional(z.union([z.string(), z.array(z.string())]))

/**
 * Includes may have their owner as prefix or not (`members`, `team.members`), and may repeat (decision
 * OQ-179).
 */
const ProjectQuery = z.object({
  include: Several,
  property: Several,
  archived: z.optional(z.string()),
  template: z.optional(z.string()),
  /** uid: only projects with console access for that person too, such as the owner of a bot that moves. */
  member: z.optional(z.string()),
  /**
   * Of one project: so many members (at most `mostMembers`), those after the cursor `membersAfter`, and those with all
   * words of `membersNamed` in their names or addresses. `membersBut=workers`: without workers. `removedMembers`: true for
   * removed ones, too, `only` for them alone.
   */
  membersLimit: z.optional(z.string()),
  membersAfter: z.optional(z.string()),
  membersNamed: z.optional(z.string()),
  membersBut: z.optional(z.string()),
  removedMembers: z.optional(z.string()),
})

/** The most members on a page. */
export const mostMembers = 200

/**
 * The projects of a person, by name; only active ones unless `archived` is true. `template=true`: the
 * templates they can copy.
 */
export const listProjects = endpoint({
  method: 'GET',
  path: '/api/teams',
  whenOffline: 'cached',
  access: 'signedIn',
  query: ProjectQuery,
  answer: z.object({ teams: z.array(Project) }),
})

/** The same list at its older address; only the caller's own. */
export const listProjectsOf = endpoint({
  method: 'GET',
  path: '/api/:uid/teams.json',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ uid: z.string() }),
  query: ProjectQuery,
  answer: z.object({ teams: z.array(Project) }),
})

/**
 * The query of all menus and pickers, and of the list of projects: one list, so that the device caches one copy. Members
 * are requested per project.
 */
export const projectsToPick = {
  property: ['team.name', 'team.source', 'team.isTemplate', 'billing.name'],
  include: ['team.billingAccount'],
}

/** The query of the archived projects. */
export const archivedProjects = { ...projectsToPick, property: [...projectsToPick.property, 'team.archived'], archived: 'true' }

/** The query of the screen of one project. */
export const projectToManage = {
  include: ['team.members', 'team.billingAccount', 'team.holidayCalendar', 'team.usage', 'team.automationIds'],
  membersLimit: `${mostMembers}`,
}

/** The query of another page of members. */
export const pageOfMembers = { include: ['team.members'], property: ['team.name'], membersLimit: `${mostMembers}` }

/** The query for one list of a project; the members are those who may edit it. */
export const projectWithList = (list: 'companies' | 'trades') => ({ include: [`team.${list}` as const, 'members' as const] })

/** The query of those members of a project who may own its bots. */
export const pageOfOwners = { ...pageOfMembers, membersBut: 'workers' }

const ById = z.object({ id: z.string() })

export const getProject = endpoint({
  method: 'GET',
  path: '/api/teams/:id',
  whenOffline: 'cached',
  access: 'signedIn',
  params: ById,
  query: ProjectQuery,
  answer: Project,
})

/** The same at the singular address, for the tables of companies and trades. */
export const getTeam = endpoint({
  method: 'GET',
  path: '/api/team/:id',
  whenOffline: 'cached',
  access: 'signedIn',
  params: ById,
  query: ProjectQuery,
  answer: Project,
})

/** Archives a project and its bots. Needs a connection: the server may refuse it. */
export const archiveProject = endpoint({
  method: 'POST',
  path: '/api/team/:id:archive',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  answer: z.object({ success: z.boolean(), error: z.optional(z.string()) }),
})
