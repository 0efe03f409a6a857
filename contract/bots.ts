import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Lists of bots are asked for again this often, ms (spec/3 §9). */
export const botListEvery = 30_000
/** After a change of team or owner the list is asked for again so much later, ms. */
export const botListAfterChange = 2500

/** What delete says while there is something open (spec/3 §8). */
export const botHasExecutions = 'Cannot delete an automation containing running or unactioned executions.'
/** What a change of owner says then. */
export const botHasPending = 'Bot with pending actions can not be reassigned'

/** A bot as lists show it (spec/3 §3.2). */
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
  /** Its class in the catalogue; `type` is the same under the older name. */
  class: z.string(),
  type: z.string(),
  /** For PATCH /api/data{path}. */
  path: z.string(),
  demoMode: z.boolean(),
  disabled: z.boolean(),
  archived: z.boolean(),
  /** The whole project is archived. */
  teamArchived: z.boolean(),
  /** Name of its site. */
  site: z.optional(z.string()),
  /** The form that it fills. */
  form: z.optional(z.string()),
  triggeredBy: z.optional(z.object({ type: z.string(), id: z.string(), title: z.string() })),
  triggers: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Actions that wait for somebody. */
  statistics: z.object({ badge: z.number() }),
  rev: z.number(),
  /** May the person who asks change it, and move, archive and delete it? */
  may: z.object({ update: z.boolean(), manage: z.boolean() }),
})
export type BotRow = z.output<typeof BotRow>

const Archived = z.object({ archived: z.optional(z.string()) })
const Bots = z.object({ bots: z.array(BotRow) })

/** The bots of a project by title; `private` for one's own that belong to none. */
export const listTeamBots = endpoint({
  method: 'GET',
  path: '/api/team/:teamId/automations',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ teamId: z.string() }),
  query: Archived,
  answer: Bots,
})

/** The bots of all projects of a person, by project, then title; inside the partner's pages those of the project shown there. */
export const listBots = endpoint({
  method: 'GET',
  path: '/api/automation/list',
  whenOffline: 'cached',
  access: 'signedIn',
  query: z.extend(Archived, { procoreProjectId: z.optional(z.string()) }),
  answer: Bots,
})

export const getBot = endpoint({
  method: 'GET',
  path: '/api/bot/:id',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  answer: BotRow,
})

/** Gives a bot to another owner. Can't wait: it may be refused. `error` is shown as it is. */
export const reassignBot = endpoint({
  method: 'POST',
  path: '/api/automation/:id:reassign',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  body: z.object({ owner: z.string() }),
  answer: z.object({ success: z.boolean(), error: z.optional(z.string()) }),
})
