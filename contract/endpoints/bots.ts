import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Poll interval of bot lists, ms (spec/3 §9). */
export const botListEvery = 30_000
/** Delay before the list is fetched again after a change of team or owner, ms. */
export const botListAfterChange = 2500

/** A bot for lists (spec/3 §3.2). */
export const BotRow = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  title: z.string(),
  /** Name of its project; absent for a private one. */
  project: z.optional(z.string()),
  /** Id of its project, or `private`. */
  team: z.string(),
  /** uid. */
  owner: z.string(),
  ownerName: z.string(),
  /** Its class in the catalog; `type` is the same under its older name. */
  class: z.string(),
  type: z.string(),
  /** Path for PATCH /api/data{path}. */
  path: z.string(),
  demoMode: z.boolean(),
  disabled: z.boolean(),
  archived: z.boolean(),
  /** True when the whole project is archived. */
  teamArchived: z.boolean(),
  /** Name of its site. */
  site: z.optional(z.string()),
  /** The form that it fills. */
  form: z.optional(z.string()),
  triggeredBy: z.optional(z.object({ type: z.string(), id: z.string(), title: z.string() })),
  triggers: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Number of actions that need a person. */
  statistics: z.object({ badge: z.number() }),
  rev: z.number(),
  /** `update`: the caller can change it; `manage`: they can move, archive and delete it. */
  may: z.object({ update: z.boolean(), manage: z.boolean() }),
})
export type BotRow = z.output<typeof BotRow>

const Archived = z.object({ archived: z.optional(z.string()) })
const Bots = z.object({ bots: z.array(BotRow) })

/** The bots of a project by title; `private` for the caller's bots without a project. */
export const listTeamBots = endpoint({
  method: 'GET',
  path: '/api/team/:teamId/automations',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ teamId: z.string() }),
  query: Archived,
  answer: Bots,
})

/** Number of bots that the console asks for first. */
export const botsInPage = 100

/** The columns by which a list of bots is searched and sorted. */
export const botColumns = ['title', 'project', 'site', 'owner'] as const
export type BotColumn = (typeof botColumns)[number]
/** Characters of a search for bots, at most. */
export const longestBotSearch = 200

/**
 * The bots of all projects of a person, by project, then title; on pages embedded by the partner, only those
 * of the project shown there. With `limit` only the first of them, after search and order.
 */
export const listBots = endpoint({
  method: 'GET',
  path: '/api/automation/list',
  whenOffline: 'cached',
  access: 'signedIn',
  /** `system` is the kind of system whose project is meant, as in `automation/embedded/{system}/{systemId}`. */
  query: z.extend(Archived, {
    procoreProjectId: z.optional(z.string()),
    system: z.optional(z.string()),
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
    /** Every word must be in one of the `columns`: names of botColumns with commas, absent for all. */
    search: z.optional(z.string().check(z.maxLength(longestBotSearch))),
    columns: z.optional(z.string().check(z.maxLength(100))),
    sort: z.optional(z.enum(botColumns)),
    down: z.optional(z.enum(['true'])),
    /** Language of the order. */
    lang: z.optional(z.string().check(z.regex(/^[a-z]{2}(?:-[a-z]{2})?$/))),
    /** What the list calls the project of private bots. */
    none: z.optional(z.string().check(z.maxLength(100))),
  }),
  /** `all`: how many bots there are; `found`: how many of them the search has found. With `limit`. */
  answer: z.extend(Bots, { all: z.optional(z.number()), found: z.optional(z.number()) }),
})

export const getBot = endpoint({
  method: 'GET',
  path: '/api/bot/:id',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  answer: BotRow,
})

/** Changes the owner of a bot. Needs a connection: the server may refuse it. `error` is shown unchanged. */
export const reassignBot = endpoint({
  method: 'POST',
  path: '/api/automation/:id:reassign',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  body: z.object({ owner: z.string() }),
  answer: z.object({ success: z.boolean(), error: z.optional(z.string()) }),
})
