import * as z from 'zod/mini'
import { type AnswerOf, endpoint } from '../../endpoint.ts'

const OfAccount = z.object({ billing: z.string() })

/** Roles that a group of a directory can give in a project, the lowest first. */
export const groupRoles = ['Worker', 'Member', 'Administrator'] as const
export const GroupRole = z.enum(groupRoles)
export type GroupRole = z.output<typeof GroupRole>

export const DirectoryGroup = z.object({
  id: z.string(),
  name: z.string(),
  people: z.number(),
  /** What the group gives. Absent: nothing yet. */
  team: z.optional(z.string()),
  role: z.optional(GroupRole),
})
export type DirectoryGroup = z.output<typeof DirectoryGroup>

/** The most groups in the answer. */
export const mostGroups = 500

/** The directory of a billing account (SCIM), for its Owner and Administrators. */
export const readDirectory = endpoint({
  method: 'GET',
  path: '/api/directory/:billing',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OfAccount,
  answer: z.object({
    /** The address that the directory calls. */
    address: z.string(),
    /** True for the Owner: a directory can disable people, as only an Owner can. */
    mayChange: z.boolean(),
    /** Absent: there is no token. ISO 8601. */
    token: z.optional(z.object({ madeAt: z.string(), madeBy: z.optional(z.string()) })),
    calledAt: z.optional(z.string()),
    /** People whom the directory keeps, and how many of them are active. */
    people: z.number(),
    active: z.number(),
    groups: z.array(DirectoryGroup),
    projects: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})
export type DirectoryState = AnswerOf<typeof readDirectory>

/** Makes the token of a directory, or replaces it: the former one ends at once. The token is in this answer only. */
export const makeDirectoryToken = endpoint({
  method: 'POST',
  path: '/api/directory/:billing/token',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OfAccount,
  answer: z.object({ token: z.string() }),
})

/** Removes the token. People and groups stay as they are. */
export const removeDirectoryToken = endpoint({
  method: 'POST',
  path: '/api/directory/:billing/remove',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OfAccount,
  answer: z.object({ removed: z.boolean() }),
})

/** Says what a group gives: a role in a project of the account. Without a project it gives nothing. */
export const tieDirectoryGroup = endpoint({
  method: 'POST',
  path: '/api/directory/:billing/group/:group',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ billing: z.string(), group: z.string() }),
  body: z.object({ team: z.optional(z.string()), role: z.optional(GroupRole) }),
  answer: z.object({ tied: z.boolean() }),
})
